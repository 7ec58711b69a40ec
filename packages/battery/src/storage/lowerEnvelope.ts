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
    const width = next - x;
    let fBegin = Infinity;
    let fEnd = Infinity;
    let gBegin = Infinity;
    let gEnd = Infinity;
    if (i >= 0 && i + 1 < fCount && fy[i]! + fy[i + 1]! < Infinity) {
      const slope = (fy[i + 1]! - fy[i]!) / (fNext - fx[i]!);
      fBegin = fx[i] === x ? fy[i]! : fy[i]! + slope * (x - fx[i]!);
      fEnd = fNext === next ? fy[i + 1]! : fy[i]! + slope * (next - fx[i]!);
    }
    if (j >= 0 && j + 1 < gCount && gy[j]! + gy[j + 1]! < Infinity) {
      const slope = (gy[j + 1]! - gy[j]!) / (gNext - gx[j]!);
      gBegin = gx[j] === x ? gy[j]! : gy[j]! + slope * (x - gx[j]!);
      gEnd = gNext === next ? gy[j + 1]! : gy[j]! + slope * (next - gx[j]!);
    }
    const begin = Math.min(fBegin, gBegin);
    const beginDrawn =
      begin === Infinity ? 0 : fBegin < gBegin || (fBegin === gBegin && fEnd <= gEnd) ? 1 : 2;
    if (alone < drawnEnd && alone < begin) {
      if (drawn !== 0) appendPoint(out, x, drawnEnd);
      else if (out.count > begun) appendPoint(out, x, Infinity);
      appendPoint(out, x, alone);
      drawn = -1;
    }
    if (beginDrawn !== drawn || drawnEnd !== begin) {
      if (drawn > 0) appendPoint(out, x, drawnEnd);
      if (next === Infinity) return;
      if (beginDrawn !== 0) {
        if (drawn === 0 && out.count > begun) appendPoint(out, x, Infinity);
        appendPoint(out, x, begin);
      } else if (out.count > begun) appendPoint(out, x, Infinity);
      drawn = beginDrawn;
    } else if (next === Infinity) return;
    // Where the other curve gets below within the interval, the two are crossed.
    const beginGap = fBegin - gBegin;
    const endGap = fEnd - gEnd;
    if ((drawn === 1 && endGap > 0) || (drawn === 2 && endGap < 0)) {
      if (beginGap !== 0) {
        const share = beginGap / (beginGap - endGap);
        appendPoint(out, x + width * share, fBegin + (fEnd - fBegin) * share);
      }
      drawn = 3 - drawn;
    }
    drawnEnd = drawn === 1 ? fEnd : drawn === 2 ? gEnd : Infinity;
    if (drawn === 1 ? fNext === next : drawn === 2 && gNext === next) appendPoint(out, next, drawnEnd);
    x = next;
  }
}
