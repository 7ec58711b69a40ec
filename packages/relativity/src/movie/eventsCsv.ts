import type { EventRange } from "../picture/drawStars.ts";
import type { StarCatalogue } from "../sky/starCatalogue.ts";
import { EVENT_FLAGS, type StarEvents, UNREFINED } from "../sky/starEvent.ts";
import { DECIMAL_BYTES, writeDecimal, writeWhole } from "./decimalText.ts";

/**
 * First line of `events.csv`: frame, index and catalogue number of the star, parity and order of the image, its place
 * in pixels, dOmega_image/dOmega_sky, nu_observed/nu_emitted, its light in linear red, green and blue (a white star
 * of magnitude 0 is 1, 1, 1), and how place and magnification are known.
 */
export const EVENTS_HEADER =
  "frame,star,id,parity,order,xPx,yPx,magnification,redshiftG,fluxRed,fluxGreen,fluxBlue,flag\n";

const NUMBERS = 12;
const COMMA = 0x2c;
const MINUS = 0x2d;
const FLAG_LINE_ENDS = EVENT_FLAGS.map((flag) => new TextEncoder().encode(`${flag}\n`));
/** Bytes of a line at most: numbers with their commas, the longest flag, the line's end. */
const LINE_BYTES = NUMBERS * (DECIMAL_BYTES + 1) + 16;
/** Bytes to begin with, for some hundreds of lines. */
const FIRST_BYTES = 1 << 16;

/**
 * Significant digits: true rays tell a place to 1e-6 px and a magnification to 1e-7, the mesh neither of them to a
 * thousandth.
 */
const DIGITS = 9;
const UNREFINED_DIGITS = 6;

/** Writes lines of the event log, always in the same memory. */
export class EventsCsv {
  #bytes = new Uint8Array(FIRST_BYTES);
  #text = new DataView(this.#bytes.buffer);

  /**
   * The lines of some star images, in their order: numbers with 9 significant digits, with 6 where the mesh tells them.
   * They stand until the next call.
   */
  lines(events: StarEvents, { begin, end }: EventRange, catalogue: StarCatalogue): Uint8Array {
    let at = 0;
    for (let index = begin; index < end; index++) {
      if (at + LINE_BYTES > this.#bytes.length) this.#grow();
      at = this.#writeLine(at, events, index, catalogue);
    }
    return this.#bytes.subarray(0, at);
  }

  #grow(): void {
    const before = this.#bytes;
    this.#bytes = new Uint8Array(2 * before.length);
    this.#bytes.set(before);
    this.#text = new DataView(this.#bytes.buffer);
  }

  #writeLine(at: number, events: StarEvents, index: number, { id }: StarCatalogue): number {
    const text = this.#text;
    const star = events.star[index]!;
    const digits = events.flag[index] === UNREFINED ? UNREFINED_DIGITS : DIGITS;
    let place = wholeColumn(text, at, events.frame[index]!);
    place = wholeColumn(text, place, star);
    place = wholeColumn(text, place, id[star]!);
    place = wholeColumn(text, place, events.parity[index]!);
    place = wholeColumn(text, place, events.order[index]!);
    place = decimalColumn(text, place, events.x[index]!, digits);
    place = decimalColumn(text, place, events.y[index]!, digits);
    place = decimalColumn(text, place, events.magnification[index]!, digits);
    place = decimalColumn(text, place, events.redshiftG[index]!, digits);
    for (let channel = 0; channel < 3; channel++) {
      place = decimalColumn(text, place, events.flux[3 * index + channel]!, digits);
    }
    const rest = FLAG_LINE_ENDS[events.flag[index]!]!;
    for (let letter = 0; letter < rest.length; letter++) text.setUint8(place++, rest[letter]!);
    return place;
  }
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
