import type { EventRange } from "../picture/drawStars.ts";
import type { StarCatalogue } from "../sky/starCatalogue.ts";
import { EVENT_FLAGS, type StarEvents, UNREFINED } from "../sky/starEvent.ts";
import { DECIMAL_BYTES, writeDecimal } from "./decimalText.ts";

/**
 * First line of `events.csv`: frame, index and catalogue number of the star, parity and order of the image, its place
 * in pixels, dOmega_image/dOmega_sky, nu_observed/nu_emitted, its light in linear red, green and blue (a white star
 * of magnitude 0 is 1, 1, 1), and how place and magnification are known.
 */
export const EVENTS_HEADER =
  "frame,star,id,parity,order,xPx,yPx,magnification,redshiftG,fluxRed,fluxGreen,fluxBlue,flag\n";

const NUMBERS = 12;
const COMMA = 0x2c;
const LINE_END = 0x0a;
const FLAG_BYTES = EVENT_FLAGS.map((flag) => new TextEncoder().encode(flag));
/** Bytes of a line at most: numbers with their commas, the longest flag, the line's end. */
const LINE_BYTES = NUMBERS * (DECIMAL_BYTES + 1) + 16;

/**
 * Significant digits: true rays tell a place to 1e-6 px and a magnification to 1e-7, the mesh neither of them to a
 * thousandth.
 */
const DIGITS = 9;
const UNREFINED_DIGITS = 6;

/** The lines of some star images, in their order: numbers with 9 significant digits, with 6 where the mesh tells them. */
export function eventsCsvLines(
  events: StarEvents,
  { begin, end }: EventRange,
  catalogue: StarCatalogue,
): Uint8Array {
  const lines = new Uint8Array((end - begin) * LINE_BYTES);
  const numbers = new Float64Array(NUMBERS);
  let at = 0;
  for (let index = begin; index < end; index++) {
    const star = events.star[index]!;
    numbers[0] = events.frame[index]!;
    numbers[1] = star;
    numbers[2] = catalogue.id[star]!;
    numbers[3] = events.parity[index]!;
    numbers[4] = events.order[index]!;
    numbers[5] = events.x[index]!;
    numbers[6] = events.y[index]!;
    numbers[7] = events.magnification[index]!;
    numbers[8] = events.redshiftG[index]!;
    for (let channel = 0; channel < 3; channel++) numbers[9 + channel] = events.flux[3 * index + channel]!;
    const digits = events.flag[index] === UNREFINED ? UNREFINED_DIGITS : DIGITS;
    for (let column = 0; column < NUMBERS; column++) {
      at = writeDecimal(lines, at, numbers[column]!, digits);
      lines[at++] = COMMA;
    }
    const flag = FLAG_BYTES[events.flag[index]!]!;
    for (let letter = 0; letter < flag.length; letter++) lines[at++] = flag[letter]!;
    lines[at++] = LINE_END;
  }
  return lines.subarray(0, at);
}
