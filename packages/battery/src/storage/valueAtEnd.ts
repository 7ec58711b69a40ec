import { appendPoint, type Curve, reserveCurve } from "./curve.ts";
import type { StoredEnergyValue } from "./storageProblem.ts";

/** Money that an amount of stored energy is worth at the end. */
export function storedValue({ kwh, valuePerKwh }: StoredEnergyValue, storedKwh: number): number {
  let value = 0;
  let from = 0;
  for (let i = 0; i < kwh.length && from < storedKwh; i++) {
    const to = Math.min(kwh[i]!, storedKwh);
    value += (to - from) * valuePerKwh[i]!;
    from = to;
  }
  return value;
}

/** The cost of ending with an energy from `low` to `high`: less what it is worth. Replaces the curve. */
export function drawEndCost(value: StoredEnergyValue, low: number, high: number, curve: Curve): void {
  curve.count = 0;
  reserveCurve(curve, value.kwh.length + 2);
  appendPoint(curve, low, -storedValue(value, low));
  for (const kwh of value.kwh) {
    if (kwh > low && kwh < high) appendPoint(curve, kwh, -storedValue(value, kwh));
  }
  if (high > low) appendPoint(curve, high, -storedValue(value, high));
}

/** Adds the penalty for each kWh below a wish to a curve; `spare` is overwritten. */
export function addShortfall(curve: Curve, wishKwh: number, penaltyPerKwh: number, spare: Curve): void {
  spare.count = 0;
  reserveCurve(spare, curve.count + 1);
  for (let i = 0; i < curve.count; i++) {
    const x = curve.x[i]!;
    const y = curve.y[i]!;
    if (i > 0 && curve.x[i - 1]! < wishKwh && wishKwh < x) {
      const share = (wishKwh - curve.x[i - 1]!) / (x - curve.x[i - 1]!);
      const atWish = y === Infinity ? y : curve.y[i - 1]! + (y - curve.y[i - 1]!) * share;
      appendPoint(spare, wishKwh, atWish);
    }
    appendPoint(spare, x, x < wishKwh ? y + penaltyPerKwh * (wishKwh - x) : y);
  }
  curve.count = 0;
  reserveCurve(curve, spare.count);
  curve.x.set(spare.x.subarray(0, spare.count));
  curve.y.set(spare.y.subarray(0, spare.count));
  curve.count = spare.count;
}
