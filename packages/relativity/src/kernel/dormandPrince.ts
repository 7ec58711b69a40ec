/*
 * The explicit Runge-Kutta pair of order 5(4) by Dormand and Prince, and the control of its step. Numbers and
 * formulas only, no imports: read by asc and by TypeScript.
 *
 * A step of length h from y with rates k1: ki = rates(y + h sum_j Aij kj); the new state is y + h sum_i Bi ki, and
 * h sum_i Ei ki its error estimate, with k7 the rates of the new state (the next step's k1).
 *
 * Source: Dormand, Prince, A family of embedded Runge-Kutta formulae, J. Comp. Appl. Math. 6 (1980) 19.
 */

export const A21: number = 1 / 5;
export const A31: number = 3 / 40;
export const A32: number = 9 / 40;
export const A41: number = 44 / 45;
export const A42: number = -56 / 15;
export const A43: number = 32 / 9;
export const A51: number = 19372 / 6561;
export const A52: number = -25360 / 2187;
export const A53: number = 64448 / 6561;
export const A54: number = -212 / 729;
export const A61: number = 9017 / 3168;
export const A62: number = -355 / 33;
export const A63: number = 46732 / 5247;
export const A64: number = 49 / 176;
export const A65: number = -5103 / 18656;
export const B1: number = 35 / 384;
export const B3: number = 500 / 1113;
export const B4: number = 125 / 192;
export const B5: number = -2187 / 6784;
export const B6: number = 11 / 84;
export const E1: number = 71 / 57600;
export const E3: number = -71 / 16695;
export const E4: number = 71 / 1920;
export const E5: number = -17253 / 339200;
export const E6: number = 22 / 525;
export const E7: number = -1 / 40;

/**
 * Error estimate that a step may have, in tolerances: the estimate is of the fourth-order solution, and the fifth is
 * kept, so that the directions of ordinary rays come out within about one tolerance.
 */
export const ERROR_ALLOWANCE: number = 8;
/** Least and greatest change of the step's length from one step to the next. */
export const LEAST_FACTOR: number = 0.2;
export const GREATEST_FACTOR: number = 5;
/** What the step's length is held under the one that the error estimate asks for. */
const SAFETY: number = 0.8;
/** A step shorter than this, in M, gives no finite numbers. */
export const SHORTEST_STEP: number = 1e-14;
/** First step over the time in which the ray would move by its own distance from the hole. */
export const FIRST_STEP: number = 0.05;

/**
 * Factor by which the next step is longer, from the squared error over the squared tolerance. The fourth root stands
 * for the fifth, which has no exact arithmetic; a step whose error is not a number shrinks.
 */
export function stepFactor(squaredError: number): number {
  let factor = SAFETY / Math.sqrt(Math.sqrt(Math.sqrt(squaredError)));
  if (!(factor > LEAST_FACTOR)) factor = LEAST_FACTOR;
  if (factor > GREATEST_FACTOR) factor = GREATEST_FACTOR;
  return factor;
}
