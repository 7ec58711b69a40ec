import { planBothWays, type RatedPlan } from "./alternatePlans.ts";
import type { SharedMeterProblem, StorageFlow } from "./sharedMeter.ts";

/** Passes over all slots; a count, never the clock. */
const PASS_COUNT = 3;
/** Improvements smaller than this share of the cost are none. */
const LEAST_IMPROVEMENT = 1e-9;
/** Charges this close are the same, in kWh. */
const SAME_KWH = 1e-9;

/**
 * Leads a plan out of corners that planning storages in turn does not leave: a charger that has a lowest power takes
 * more of a slot than it needs, and what it leaves would be worth more to another storage, which sees too little of it.
 * So in each slot it is made to rest or to charge at its lowest power, the others are planned beside that, and then it.
 */
export function improveBySlots(problem: SharedMeterProblem, from: RatedPlan): RatedPlan {
  let found = from;
  for (let pass = 0; pass < PASS_COUNT; pass++) {
    const before = found.totalCost;
    for (const [index, { battery }] of problem.storages.entries()) {
      const leastKw = battery.leastChargeKw ?? 0;
      if (leastKw > 0) found = improveStorage(problem, found, index, leastKw);
    }
    if (!isLess(found.totalCost, before)) break;
  }
  return found;
}

function improveStorage(
  problem: SharedMeterProblem,
  from: RatedPlan,
  index: number,
  leastKw: number,
): RatedPlan {
  let found = from;
  for (const [slot, hours] of problem.slotHours.entries()) {
    for (const kwh of [0, leastKw * hours]) {
      const { storages } = found.plan;
      if (Math.abs(storages[index]!.chargeKwh[slot]! - kwh) <= SAME_KWH) continue;
      const tried = planBothWays(problem, changed(storages, index, slot, kwh));
      if (isLess(tried.totalCost, found.totalCost)) found = tried;
    }
  }
  return found;
}

/** The same flows, but for one storage's charge in one slot. */
function changed(
  flows: readonly StorageFlow[],
  index: number,
  slot: number,
  kwh: number,
): readonly StorageFlow[] {
  return flows.map((flow, other) => {
    if (other !== index) return flow;
    const chargeKwh = Float64Array.from(flow.chargeKwh);
    const dischargeKwh = Float64Array.from(flow.dischargeKwh);
    chargeKwh[slot] = kwh;
    dischargeKwh[slot] = 0;
    return { ...flow, chargeKwh, dischargeKwh };
  });
}

function isLess(one: number, other: number): boolean {
  return one < other - LEAST_IMPROVEMENT * Math.max(1, Math.abs(other));
}
