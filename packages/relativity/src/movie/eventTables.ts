import * as layout from "../kernel/eventLayout.ts";
import { EVENT_FLAGS } from "../sky/starEvent.ts";

const ZERO = 0x30;

/** 1e-22 to 1e22, those below 1 rounded. */
export const TEN_TO: Float64Array = Float64Array.from({ length: 2 * layout.MOST_EXACT + 1 }, (_, place) =>
  Number(`1e${place - layout.MOST_EXACT}`),
);

/** The three digits of 0 to 999 as they stand in memory, the first in the lowest byte, and a zero byte that the next ones replace. */
export const THREE_DIGITS: Uint32Array = Uint32Array.from({ length: 1000 }, (_, three) => {
  const text = String(three).padStart(3, "0");
  return [...text].reduce((word, digit, place) => word + (ZERO + Number(digit)) * 256 ** place, 0);
});

/** How many of the three digits of 0 to 999 are zeros at their end. */
export const END_ZEROS: Uint8Array = Uint8Array.from({ length: 1000 }, (_, three) => {
  const text = String(three).padStart(3, "0");
  return text.length - text.replace(/0+$/, "").length;
});

/** By the 11 bits of a double's exponent: the power of ten not above the powers of two from 1e-22 to 1e22. */
export const POWER_OF_TEN_BELOW: Int8Array = Int8Array.from({ length: 2048 }, (_, bits) => {
  const size = 2 ** (bits - 1023);
  const above = TEN_TO.findIndex((power) => power > size);
  return above - 1 - layout.MOST_EXACT;
});

/** How lines of each flag end. */
export const FLAG_LINE_ENDS: readonly Uint8Array[] = EVENT_FLAGS.map((flag) =>
  new TextEncoder().encode(`${flag}\n`),
);

/** The tables of eventLayout.ts, TABLE_BYTES. */
export function eventTables(): Uint8Array {
  const tables = new Uint8Array(layout.TABLE_BYTES);
  const put = (at: number, column: ArrayBufferView): void =>
    tables.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
  put(layout.TABLE_TEN_TO, TEN_TO);
  put(layout.TABLE_THREE_DIGITS, THREE_DIGITS);
  put(layout.TABLE_END_ZEROS, END_ZEROS);
  put(layout.TABLE_POWER_BELOW, POWER_OF_TEN_BELOW);
  FLAG_LINE_ENDS.forEach((ending, flag) => {
    const at = layout.TABLE_FLAGS + layout.FLAG_BYTES * flag;
    tables.set(ending, at);
    tables[at + layout.FLAG_BYTES - 1] = ending.length;
  });
  return tables;
}
