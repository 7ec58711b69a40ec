/**
 * One step of the logistic map, x -> 3.9 x (1 - x): a chain of dependent multiplications that no compiler can
 * shorten, and chaotic, so that one changed bit anywhere changes every later one.
 */
export function logisticStep(x: number): number {
  return 3.9 * x * (1 - x);
}
