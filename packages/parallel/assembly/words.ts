/*
 * AssemblyScript: words of the memory for kernel code that both compilers take. TypeScript and Node find
 * src/kernel/words.ts under the same name, through this package's `exports`.
 */

/** The f64 at a byte that is a multiple of 8. */
export function f64At(at: usize): f64 {
  return load<f64>(at);
}

export function setF64(at: usize, value: f64): void {
  store<f64>(at, value);
}

/** The i32 at a byte that is a multiple of 4. */
export function i32At(at: usize): i32 {
  return load<i32>(at);
}

export function setI32(at: usize, value: i32): void {
  store<i32>(at, value);
}

/** The whole part of a number that fits into 32 bits. */
export function wholePart(value: f64): i32 {
  return <i32>value;
}
