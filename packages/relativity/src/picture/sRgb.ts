import { exp, log } from "../kernel/elementary.ts";

/** Linear light of 1 in whole numbers. */
const LINEAR_ONE = 65535;

/**
 * Linear light, in 65535ths, from which a channel's byte is 1, 2, ... 255: the middle between two bytes, decoded
 * by IEC 61966-2-1 and rounded up. Made once, so that no power is needed where pictures are hashed.
 */
const BYTE_THRESHOLDS: readonly number[] = [
  10, 30, 50, 70, 90, 110, 130, 150, 170, 189, 209, 230, 253, 276, 301, 327, 354, 382, 412, 443, 475, 509,
  544, 580, 618, 657, 698, 740, 783, 828, 875, 923, 972, 1023, 1075, 1129, 1185, 1242, 1300, 1360, 1422, 1486,
  1551, 1617, 1685, 1755, 1827, 1900, 1975, 2052, 2130, 2210, 2292, 2376, 2461, 2548, 2637, 2727, 2820, 2914,
  3010, 3108, 3208, 3309, 3412, 3518, 3625, 3734, 3844, 3957, 4072, 4188, 4307, 4427, 4550, 4674, 4800, 4928,
  5059, 5191, 5325, 5461, 5599, 5740, 5882, 6026, 6173, 6321, 6471, 6624, 6778, 6935, 7094, 7255, 7418, 7583,
  7750, 7919, 8091, 8265, 8440, 8618, 8798, 8981, 9165, 9352, 9541, 9732, 9925, 10121, 10318, 10518, 10720,
  10925, 11132, 11341, 11552, 11765, 11981, 12199, 12420, 12643, 12868, 13095, 13325, 13557, 13791, 14028,
  14267, 14508, 14752, 14998, 15247, 15498, 15751, 16007, 16265, 16525, 16788, 17054, 17321, 17592, 17864,
  18139, 18417, 18697, 18980, 19264, 19552, 19842, 20134, 20429, 20727, 21027, 21329, 21634, 21942, 22252,
  22564, 22880, 23197, 23518, 23840, 24166, 24494, 24824, 25158, 25493, 25832, 26173, 26516, 26862, 27211,
  27563, 27917, 28273, 28633, 28995, 29359, 29727, 30097, 30469, 30845, 31223, 31603, 31987, 32373, 32762,
  33153, 33547, 33944, 34344, 34747, 35152, 35560, 35970, 36384, 36800, 37219, 37640, 38065, 38492, 38922,
  39355, 39790, 40229, 40670, 41114, 41561, 42011, 42463, 42918, 43377, 43838, 44301, 44768, 45238, 45710,
  46185, 46663, 47144, 47628, 48115, 48605, 49097, 49593, 50091, 50592, 51096, 51604, 52114, 52627, 53142,
  53661, 54183, 54708, 55235, 55766, 56300, 56836, 57376, 57918, 58464, 59012, 59564, 60118, 60675, 61236,
  61799, 62366, 62935, 63508, 64083, 64662, 65244,
];

const BYTE_OF_LINEAR: Uint8Array = byteTable();

function byteTable(): Uint8Array {
  const table = new Uint8Array(LINEAR_ONE + 1);
  BYTE_THRESHOLDS.forEach((threshold, index) => {
    table.fill(index + 1, threshold);
  });
  return table;
}

/** The sRGB byte of linear light; below 0 it is 0, above 1 it is 255. */
export function sRgbByte(linear: number): number {
  if (!(linear > 0)) return 0;
  return linear >= 1 ? 255 : BYTE_OF_LINEAR[Math.floor(linear * LINEAR_ONE)]!;
}

/** Linear light of an sRGB byte, 0 to 1. @see IEC 61966-2-1 */
export function linearOfSRgbByte(byte: number): number {
  const encoded = byte / 255;
  return encoded <= 0.04045 ? encoded / 12.92 : exp(2.4 * log((encoded + 0.055) / 1.055));
}

/** Linear light that moves a black pixel by half a step of its byte. */
export const HALF_BYTE_STEP_AT_BLACK: number = 0.5 / 255 / 12.92;
