import { type Curve, reserveCurve } from "./curve.ts";
import type { FunctionFamily } from "./functionFamily.ts";

/**
 * The infimal convolution of two convex runs, min over d of f(d) + g(x - d): their segments in order of slope.
 * Each point is the sum of one point of either run, so that nothing drifts.
 * @param out  replaced
 */
export function convexSum(
  f: FunctionFamily,
  fRun: number,
  g: FunctionFamily,
  gRun: number,
  out: Curve,
): void {
  let i = f.runBegin[fRun]!;
  let j = g.runBegin[gRun]!;
  const iEnd = f.runBegin[fRun + 1]! - 1;
  const jEnd = g.runBegin[gRun + 1]! - 1;
  out.count = 0;
  reserveCurve(out, iEnd - i + jEnd - j + 1);
  const { x, y } = out;
  const { x: fx, y: fy, slope: fSlope } = f;
  const { x: gx, y: gy, slope: gSlope } = g;
  let count = 0;
  for (;;) {
    x[count] = fx[i]! + gx[j]!;
    y[count++] = fy[i]! + gy[j]!;
    if (i === iEnd) {
      if (j === jEnd) break;
      j++;
    } else if (j === jEnd) i++;
    else {
      const difference = fSlope[i]! - gSlope[j]!;
      if (difference <= 0) i++;
      if (difference >= 0) j++;
    }
  }
  out.count = count;
}
