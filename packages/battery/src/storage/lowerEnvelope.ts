import { appendPoint, type Curve, reserveCurve } from "./curve.ts";

/**
 * The lower of two curves, appended to a third in one sweep from left to right.
 * @param out  neither of the two
 */
export function lowerEnvelope(f: Curve, g: Curve, out: Curve): void {
  reserveCurve(out, 4 * (f.count + g.count) + 4);
  const { x: fx, y: fy, count: fCount } = f;
  const { x: gx, y: gy, count: gCount } = g;
  const begun = out.count;
  let i = -1;
  let j = -1;
  let x = Math.min(fx[0]!, gx[0]!);
  /** The curve that is being drawn: 0 none, 1 f, 2 g; and its value where the interval ends. */
  let drawn = 0;
  let drawnEnd = Infinity;
  for (;;) {
    // Step both curves to the interval that begins at x; the least of the points passed may stand alone.
    let alone = Infinity;
    while (i + 1 < fCount && fx[i + 1]! <= x) alone = Math.min(alone, fy[++i]!);
    while (j + 1 < gCount && gx[j + 1]! <= x) alone = Math.min(alone, gy[++j]!);
    const fNext = i + 1 < fCount ? fx[i + 1]! : Infinity;
    const gNext = j + 1 < gCount ? gx[j + 1]! : Infinity;
    const next = Math.min(fNext, gNext);
    const fBegin = segmentValue(f, i, x);
    const fEnd = segmentValue(f, i, next);
    const gBegin = segmentValue(g, j, x);
    const gEnd = segmentValue(g, j, next);
    const begin = Math.min(fBegin, gBegin);
    const beginDrawn =
      begin === Infinity ? 0 : fBegin < gBegin || (fBegin === gBegin && fEnd <= gEnd) ? 1 : 2;
    if (alone < drawnEnd && alone < begin) {
      if (out.count > begun) appendPoint(out, x, drawnEnd);
      appendPoint(out, x, alone);
      drawn = -1;
    }
    if (beginDrawn !== drawn || drawnEnd !== begin) {
      if (drawn >= 0 && out.count > begun) appendPoint(out, x, drawnEnd);
      if (next === Infinity) return;
      if (out.count > begun || begin < Infinity) appendPoint(out, x, begin);
      drawn = beginDrawn;
    } else if (next === Infinity) return;
    // Where the other curve gets below within the interval, the two are crossed.
    const beginGap = fBegin - gBegin;
    const endGap = fEnd - gEnd;
    if ((drawn === 1 && endGap > 0) || (drawn === 2 && endGap < 0)) {
      if (beginGap !== 0) {
        const share = beginGap / (beginGap - endGap);
        appendPoint(out, x + (next - x) * share, fBegin + (fEnd - fBegin) * share);
      }
      drawn = 3 - drawn;
    }
    drawnEnd = drawn === 1 ? fEnd : drawn === 2 ? gEnd : Infinity;
    if (drawn === 1 ? fNext === next : drawn === 2 && gNext === next) appendPoint(out, next, drawnEnd);
    x = next;
  }
}

/** Value of a curve at an x of the segment that begins with a point; Infinity where it is undefined. */
function segmentValue({ x, y, count }: Curve, point: number, at: number): number {
  if (point < 0 || point + 1 >= count) return Infinity;
  const x0 = x[point]!;
  const y0 = y[point]!;
  const x1 = x[point + 1]!;
  const y1 = y[point + 1]!;
  if (y0 + y1 === Infinity) return Infinity;
  if (at === x0) return y0;
  return at === x1 ? y1 : y0 + ((y1 - y0) / (x1 - x0)) * (at - x0);
}
