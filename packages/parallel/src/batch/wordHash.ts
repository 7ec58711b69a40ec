// Trials are told apart by the bits of their words, so that -0 differs from 0 and a NaN equals itself.
// Words are f64; here they are seen as pairs of i32.

/**
 * Hash of the words [begin, end), as an i32. Four sums side by side, because one alone waits for its own
 * multiplication; each takes the upper bits down again, where the doubles of everyday numbers differ.
 * @param ints   the words seen as i32: word w is at 2 w and 2 w + 1
 */
export function hashWords(ints: Int32Array, begin: number, end: number): number {
  let a = end - begin;
  let b = 0x9e3779b9 | 0;
  let c = 0x85ebca6b | 0;
  let d = 0xc2b2ae35 | 0;
  let at = 2 * begin;
  const last = 2 * end;
  for (; at + 4 <= last; at += 4) {
    a = Math.imul(a ^ ints[at]!, MULTIPLIER);
    b = Math.imul(b ^ ints[at + 1]!, MULTIPLIER);
    c = Math.imul(c ^ ints[at + 2]!, MULTIPLIER);
    d = Math.imul(d ^ ints[at + 3]!, MULTIPLIER);
    a ^= a >>> 15;
    b ^= b >>> 15;
    c ^= c >>> 15;
    d ^= d >>> 15;
  }
  if (at < last) {
    a = Math.imul(a ^ ints[at]!, MULTIPLIER);
    b = Math.imul(b ^ ints[at + 1]!, MULTIPLIER);
  }
  return mix(mix(mix(a) ^ b) ^ mix(mix(c) ^ d));
}

/** Odd, with bits everywhere: that of MurmurHash2 (Appleby 2008). */
const MULTIPLIER = 0x5bd1e995;

function mix(value: number): number {
  const folded = Math.imul(value ^ (value >>> 16), MULTIPLIER);
  return folded ^ (folded >>> 15);
}

/** Whether two runs of `count` words have the same bits; `ints` as in {@link hashWords}, begins in words. */
export function sameWords(
  ints: Int32Array,
  begin: number,
  otherInts: Int32Array,
  otherBegin: number,
  count: number,
): boolean {
  const shift = 2 * (otherBegin - begin);
  const end = 2 * (begin + count);
  for (let at = 2 * begin; at < end; at++) {
    if (ints[at] !== otherInts[at + shift]) return false;
  }
  return true;
}
