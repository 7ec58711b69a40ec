/** Basis of the cubic splines with not-a-knot ends over ascending nodes: as many functions as nodes. */
export interface SplineBasis {
  readonly nodes: Float64Array;
  /** Start of each polynomial piece: the knots but the last. */
  readonly starts: Float64Array;
  /** Per piece 16 numbers: four basis functions (piece j: functions j to j + 3) by four powers of x - start. */
  readonly polynomials: Float64Array;
}

/** Least number of nodes of a cubic spline. */
export const MINIMUM_NODES = 4;

/**
 * Basis functions as polynomials, by the Cox-de Boor recursion. Errors of a spline fall with the fourth power of
 * the spacing.
 * @param nodes  ascending, at least {@link MINIMUM_NODES}
 * @see de Boor, A Practical Guide to Splines, chapters IX, XIII
 */
export function splineBasis(nodes: Float64Array): SplineBasis {
  const count = nodes.length;
  const first = nodes[0]!;
  const last = nodes[count - 1]!;
  const inner = nodes.subarray(2, count - 2);
  const knots = [first, first, first, first, ...inner, last, last, last, last];
  const pieceCount = count - 3;
  const polynomials = new Float64Array(16 * pieceCount);
  for (let piece = 0; piece < pieceCount; piece++) {
    const start = knots[piece + 3]!;
    for (let k = 0; k < 4; k++) {
      polynomials.set(basisPolynomial(knots, piece + k, 3, { span: piece + 3, start }), 16 * piece + 4 * k);
    }
  }
  return { nodes, starts: Float64Array.from(knots.slice(3, 3 + pieceCount)), polynomials };
}

/** Powers 0 to 3 of x - start of the B-spline `index` of a degree, on the knot interval `span`. */
function basisPolynomial(
  knots: readonly number[],
  index: number,
  degree: number,
  at: { span: number; start: number },
): [number, number, number, number] {
  if (degree === 0) return [index === at.span ? 1 : 0, 0, 0, 0];
  const sum: [number, number, number, number] = [0, 0, 0, 0];
  const addRamp = (lower: readonly number[], width: number, offset: number, slope: number): void => {
    if (!(width > 0)) return;
    for (let power = 0; power < 4; power++) {
      const raised = power > 0 ? slope * lower[power - 1]! : 0;
      sum[power]! += (offset * lower[power]! + raised) / width;
    }
  };
  const left = knots[index]!;
  const right = knots[index + degree + 1]!;
  addRamp(basisPolynomial(knots, index, degree - 1, at), knots[index + degree]! - left, at.start - left, 1);
  addRamp(basisPolynomial(knots, index + 1, degree - 1, at), right - knots[index + 1]!, right - at.start, -1);
  return sum;
}

/** Piece that holds a coordinate; the first or last one outside. */
function pieceOf({ starts }: SplineBasis, x: number): number {
  let piece = 0;
  while (piece + 1 < starts.length && x >= starts[piece + 1]!) piece++;
  return piece;
}

/**
 * Turns values at nodes into spline coefficients, along one axis of an array: every line of `stride`-spaced numbers.
 * Gauss elimination in the band without pivoting, which spline collocation never needs.
 */
export function solveCoefficients(basis: SplineBasis, values: Float64Array, stride: number): void {
  const count = basis.nodes.length;
  const matrix = eliminated(basis);
  const block = stride * count;
  for (let base = 0; base < values.length; base += block) {
    for (let offset = 0; offset < stride; offset++)
      solveLine(matrix, values, { at: base + offset, stride, count });
  }
}

const BAND = 7;

/** LU factors of the collocation matrix in band form: row i, column i - 3 + k at BAND i + k. */
function eliminated(basis: SplineBasis): Float64Array {
  const count = basis.nodes.length;
  const band = new Float64Array(BAND * count);
  basis.nodes.forEach((node, row) => {
    const piece = pieceOf(basis, node);
    const s = node - basis.starts[piece]!;
    for (let k = 0; k < 4; k++) {
      const at = 16 * piece + 4 * k;
      const [c0, c1, c2, c3] = basis.polynomials.subarray(at, at + 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      const column = piece + k - row + 3;
      if (column >= 0 && column < BAND) band[BAND * row + column] = c0 + s * (c1 + s * (c2 + s * c3));
    }
  });
  for (let pivot = 0; pivot < count; pivot++) {
    for (let row = pivot + 1; row <= pivot + 3 && row < count; row++) {
      const factor = band[BAND * row + pivot - row + 3]! / band[BAND * pivot + 3]!;
      band[BAND * row + pivot - row + 3] = factor;
      for (let k = 1; k <= 3; k++)
        band[BAND * row + pivot + k - row + 3]! -= factor * band[BAND * pivot + 3 + k]!;
    }
  }
  return band;
}

function solveLine(
  band: Float64Array,
  values: Float64Array,
  { at, stride, count }: { at: number; stride: number; count: number },
): void {
  for (let row = 1; row < count; row++) {
    let value = values[at + row * stride]!;
    for (let k = Math.min(row, 3); k >= 1; k--)
      value -= band[BAND * row + 3 - k]! * values[at + (row - k) * stride]!;
    values[at + row * stride] = value;
  }
  for (let row = count - 1; row >= 0; row--) {
    let value = values[at + row * stride]!;
    for (let k = 1; k <= 3 && row + k < count; k++) {
      value -= band[BAND * row + 3 + k]! * values[at + (row + k) * stride]!;
    }
    values[at + row * stride] = value / band[BAND * row + 3]!;
  }
}
