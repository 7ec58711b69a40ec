import * as layout from "../kernel/eventLayout.ts";
import { writeDecimal, writeWhole } from "./decimalText.ts";
import type { EventColumns } from "./eventColumns.ts";
import { FLAG_LINE_ENDS } from "./eventTables.ts";

/**
 * First line of `events.csv`: frame, index and catalogue number of the star, parity and order of the image, its place
 * in pixels, dOmega_image/dOmega_sky, nu_observed/nu_emitted, its light in linear red, green and blue (a white star
 * of magnitude 0 is 1, 1, 1), and how place and magnification are known.
 */
export const EVENTS_HEADER =
  "frame,star,id,parity,order,xPx,yPx,magnification,redshiftG,fluxRed,fluxGreen,fluxBlue,flag\n";

const COMMA = 0x2c;
const MINUS = 0x2d;

/**
 * Writes the line of a star image: numbers with 9 significant digits, with 6 where the mesh tells them. The twin of
 * entryEvents.ts.
 * @param text  LINE_BYTES of eventLayout.ts from `at` on are written
 * @returns the place after it
 */
export function writeEventLine(text: DataView, at: number, events: EventColumns, index: number): number {
  const flag = events.flag[index]!;
  const digits = flag === layout.FLAG_UNREFINED ? layout.UNREFINED_DIGITS : layout.DIGITS;
  let place = wholeColumn(text, at, events.frame[index]!);
  place = wholeColumn(text, place, events.star[index]!);
  place = wholeColumn(text, place, events.id[index]!);
  place = wholeColumn(text, place, events.parity[index]!);
  place = wholeColumn(text, place, events.order[index]!);
  place = decimalColumn(text, place, events.x[index]!, digits);
  place = decimalColumn(text, place, events.y[index]!, digits);
  place = decimalColumn(text, place, events.magnification[index]!, digits);
  place = decimalColumn(text, place, events.redshiftG[index]!, digits);
  for (let channel = 0; channel < 3; channel++) {
    place = decimalColumn(text, place, events.flux[3 * index + channel]!, digits);
  }
  for (const letter of FLAG_LINE_ENDS[flag]!) text.setUint8(place++, letter);
  return place;
}

function wholeColumn(text: DataView, at: number, value: number): number {
  let place = at;
  if (value < 0) text.setUint8(place++, MINUS);
  place = writeWhole(text, place, value < 0 ? -value : value);
  text.setUint8(place, COMMA);
  return place + 1;
}

function decimalColumn(text: DataView, at: number, value: number, digits: 6 | 9): number {
  text.setFloat64(at, value, true);
  const place = writeDecimal(text, at, digits);
  text.setUint8(place, COMMA);
  return place + 1;
}
