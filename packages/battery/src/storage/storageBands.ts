import type { SlotCosts } from "./slotCost.ts";
import type { StorageProblem } from "./storageProblem.ts";

/** A range of stored energy before a slot, and what may be done from there. */
export interface StorageBand {
  lowKwh: number;
  highKwh: number;
  /** Bounds of the energy taken from the store, the standby drain included. */
  takenLow: number;
  takenHigh: number;
  /** What may be left after the slot at most. */
  leftHigh: number;
  /** Which function of the family is the slot's cost from here; absent, the one of the slot's own number. */
  costIndex?: number;
}

/** The one band of a slot whose limits do not depend on the stored energy. */
export const WHOLE_BAND: StorageBand = {
  lowKwh: -Infinity,
  highKwh: Infinity,
  takenLow: -Infinity,
  takenHigh: Infinity,
  leftHigh: Infinity,
};

const WHOLE: readonly StorageBand[] = [WHOLE_BAND];

/**
 * The bands of a slot, from the lowest up: the steps of the rate curve, cut at the maximum where the store may still
 * be over it; from there nothing is charged, and from below it the maximum is not exceeded.
 * @param costs  turned to the slot
 */
export function bandsOf(
  problem: StorageProblem,
  slot: number,
  costs: SlotCosts,
  { drainKwh, mayBeOver }: { readonly drainKwh: number; readonly mayBeOver: boolean },
): readonly StorageBand[] {
  const { rateCurve, capacityKwh, maxKwh } = problem.battery;
  if (rateCurve === null && !mayBeOver) return WHOLE;
  const steps = rateCurve === null ? [WHOLE_BAND] : [];
  for (let i = 0; rateCurve !== null && i < rateCurve.socFraction.length; i++) {
    const next = rateCurve.socFraction[i + 1];
    steps.push({
      lowKwh: i === 0 ? -Infinity : rateCurve.socFraction[i]! * capacityKwh,
      highKwh: next === undefined ? Infinity : next * capacityKwh,
      takenLow: costs.takenByPower(-rateCurve.chargeKw[i]!) + drainKwh,
      takenHigh: costs.takenByPower(rateCurve.dischargeKw[i]!) + drainKwh,
      leftHigh: Infinity,
    });
  }
  if (!mayBeOver) return steps;
  const maximum = maxKwh[slot]!;
  return steps.flatMap((step) => {
    const below = { ...step, highKwh: Math.min(step.highKwh, maximum), leftHigh: maximum };
    const above = { ...step, lowKwh: Math.max(step.lowKwh, maximum), takenLow: drainKwh };
    return [...(below.lowKwh < maximum ? [below] : []), ...(above.highKwh > maximum ? [above] : [])];
  });
}
