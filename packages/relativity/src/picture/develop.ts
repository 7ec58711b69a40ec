import type { ByteImage, LinearImage } from "./linearImage.ts";
import type { PointSpread } from "./pointSpread.ts";
import { HALF_BYTE_STEP_AT_BLACK, sRgbByte } from "./sRgb.ts";

/** Light up to which the tone curve is straight, as a share of white. */
const SHOULDER = 0.7;

/**
 * Light as the picture shows it: straight up to the shoulder, then bending towards white, which it never passes.
 * Value and slope are continuous.
 * @param light  brightest channel after exposure, >= 0; 1 is white
 */
export function toneCurve(light: number): number {
  if (light <= SHOULDER) return light;
  const room = 1 - SHOULDER;
  const over = light - SHOULDER;
  return SHOULDER + (room * over) / (over + room);
}

/**
 * A picture's bytes: exposure, tone curve, sRGB. The curve is applied to a pixel's brightest channel and the others
 * follow in proportion, so that bright stars keep their colour.
 * @param exposure  multiplier of light
 */
export function developImage({ widthPx, heightPx, rgb }: LinearImage, exposure: number): ByteImage {
  const bytes = new Uint8Array(rgb.length);
  for (let pixel = 0; pixel < rgb.length; pixel += 3) {
    const red = rgb[pixel]! * exposure;
    const green = rgb[pixel + 1]! * exposure;
    const blue = rgb[pixel + 2]! * exposure;
    const brightest = Math.max(red, green, blue);
    if (!(brightest > 0)) continue;
    const scale = brightest <= SHOULDER ? 1 : toneCurve(brightest) / brightest;
    bytes[pixel] = sRgbByte(red * scale);
    bytes[pixel + 1] = sRgbByte(green * scale);
    bytes[pixel + 2] = sRgbByte(blue * scale);
  }
  return { widthPx, heightPx, rgb: bytes };
}

/** Flux of a star image that moves a pixel by half an 8-bit step, if the star stands at its centre. */
export function visibleFlux(exposure: number, spread: PointSpread): number {
  return HALF_BYTE_STEP_AT_BLACK / (exposure * spread.peakShare);
}
