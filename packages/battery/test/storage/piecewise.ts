import type { Milp, Term } from "./milp.ts";

/** A piecewise-linear function by its breakpoints, x rising. */
export interface Breakpoints {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/**
 * A column that is a piecewise-linear function of another, neither convex nor concave: one binary for each piece.
 * @param argument  column whose value must lie within the breakpoints
 * @returns terms whose sum is the function's value
 */
export function piecewiseTerms(milp: Milp, argument: number, { x, y }: Breakpoints): readonly Term[] {
  const within: Term[] = [[argument, -1]];
  const chosen: Term[] = [];
  const value: Term[] = [];
  for (let k = 0; k + 1 < x.length; k++) {
    const length = x[k + 1]! - x[k]!;
    const isPiece = milp.binary();
    const beyond = milp.column(0, length);
    milp.atMost(
      [
        [beyond, 1],
        [isPiece, -length],
      ],
      0,
    );
    within.push([isPiece, x[k]!], [beyond, 1]);
    value.push([isPiece, y[k]!], [beyond, (y[k + 1]! - y[k]!) / length]);
    chosen.push([isPiece, 1]);
  }
  milp.equal(within, 0);
  milp.equal(chosen, 1);
  return value;
}

/** At most one of two columns is above 0; each with the most that it can be. */
export function atMostOne(
  milp: Milp,
  [first, firstMost]: readonly [number, number],
  [second, secondMost]: readonly [number, number],
): void {
  const isFirst = milp.binary();
  milp.atMost(
    [
      [first, 1],
      [isFirst, -firstMost],
    ],
    0,
  );
  milp.atMost(
    [
      [second, 1],
      [isFirst, secondMost],
    ],
    secondMost,
  );
}
