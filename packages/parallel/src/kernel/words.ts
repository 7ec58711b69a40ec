/**
 * Words of a kernel's memory, for kernel code that both compilers take: what `assembly/words.ts` is to asc. Such code
 * imports `@lightcone/parallel/assembly/words`, and gets that file from asc and this one from TypeScript and Node.
 */

let floats: Float64Array = new Float64Array();
let integers: Int32Array = new Int32Array();

/** Says whose words they are; to be called whenever code on another memory, or on one that may have grown, begins. */
export function useWordsOf(buffer: ArrayBufferLike): void {
  if (floats.buffer === buffer && floats.byteLength === buffer.byteLength) return;
  floats = new Float64Array(buffer);
  integers = new Int32Array(buffer);
}

/** The f64 at a byte that is a multiple of 8. */
export function f64At(at: usize): f64 {
  return floats[at >>> 3]!;
}

export function setF64(at: usize, value: f64): void {
  floats[at >>> 3] = value;
}

/** The i32 at a byte that is a multiple of 4. */
export function i32At(at: usize): i32 {
  return integers[at >>> 2]!;
}

export function setI32(at: usize, value: i32): void {
  integers[at >>> 2] = value;
}

/** The whole part of a number that fits into 32 bits. */
export function wholePart(value: f64): i32 {
  return value | 0;
}
