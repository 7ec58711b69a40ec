/** A number with its slope: the twin of entryDual.ts. */
export interface Dual {
  readonly value: number;
  readonly slope: number;
}

/** A number with its slope. */
export function dual(value: number, slope: number): Dual {
  return { value, slope };
}

/** A number that does not change. */
export function constant(value: number): Dual {
  return { value, slope: 0 };
}

/** Their sum. */
export function sum(a: Dual, b: Dual): Dual {
  return { value: a.value + b.value, slope: a.slope + b.slope };
}

/** The first less the second. */
export function difference(a: Dual, b: Dual): Dual {
  return { value: a.value - b.value, slope: a.slope - b.slope };
}

/** A number times a plain one. */
export function scaled(a: Dual, factor: number): Dual {
  return { value: a.value * factor, slope: a.slope * factor };
}

/** Their product. */
export function product(a: Dual, b: Dual): Dual {
  return { value: a.value * b.value, slope: a.value * b.slope + a.slope * b.value };
}

/** The first over the second. */
export function quotient(a: Dual, b: Dual): Dual {
  const value = a.value / b.value;
  return { value, slope: (a.slope - value * b.slope) / b.value };
}

/** The square root. */
export function root(a: Dual): Dual {
  const value = Math.sqrt(a.value);
  return { value, slope: a.slope / (value + value) };
}

/** A third of a number, rounded as a division. */
export function third(a: Dual): Dual {
  return { value: a.value / 3, slope: a.slope / 3 };
}
