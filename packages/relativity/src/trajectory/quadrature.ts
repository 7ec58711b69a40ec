/** Positive nodes and their weights of the 8-point Gauss-Legendre rule on [-1, 1]. @see Abramowitz, Stegun, table 25.4 */
const NODES = [0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363];
const WEIGHTS = [0.362683783378362, 0.31370664587788727, 0.22238103445337448, 0.10122853629037626];
/** Panels of an interval: 8 nodes in each leave no error above rounding for the smooth integrands of a fall. */
const PANELS = 16;

/** Several functions of one variable, as one. */
export type Integrand = (x: number) => readonly number[];

/** Integrals of smooth functions from `from` to `to`, by composite Gauss-Legendre quadrature. */
export function integrate(integrand: Integrand, from: number, to: number): readonly number[] {
  const half = (to - from) / (2 * PANELS);
  const sums = integrand(from).map(() => 0);
  const add = (x: number, weight: number): void => {
    for (const [index, value] of integrand(x).entries()) sums[index]! += weight * value;
  };
  for (let panel = 0; panel < PANELS; panel++) {
    const middle = from + (2 * panel + 1) * half;
    for (const [index, node] of NODES.entries()) {
      add(middle - half * node, WEIGHTS[index]!);
      add(middle + half * node, WEIGHTS[index]!);
    }
  }
  return sums.map((sum) => sum * half);
}
