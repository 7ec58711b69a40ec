import type { SharedMeterProblem, StorageFlow } from "./sharedMeter.ts";
import { dearestPrice, type SharedMeterPlan, sharedMeterCosts } from "./sharedMeterPlan.ts";
import { planStorage } from "./solveStorage.ts";
import type { StorageProblem } from "./storageProblem.ts";

/** A plan with what it costs, penalties included, and what each storage's energy is worth in it. */
export interface RatedPlan {
  readonly plan: SharedMeterPlan;
  /** Objective and penalty, in money. */
  readonly totalCost: number;
  /** Of each storage: what a stored kWh is worth at each slot's end, in money. */
  readonly multipliers: readonly Float64Array[];
}

/** Rounds after which a plan that still improves is left as it is; it has never needed ten. */
const MAX_ROUND_COUNT = 20;
/** Improvements smaller than this share of the cost are none. */
const LEAST_IMPROVEMENT = 1e-9;
/** Prices that forbid an export or import: so many times the dearest one. */
const FORBIDDING_FACTOR = 8;
/** Flows below this are rounding, in kWh. */
const STILL_KWH = 1e-12;

/**
 * Plans the storages one after the other, each exactly and against what the others do, until none improves.
 * @param start  what the storages do at first
 * @param order  indices of the storages in the order in which they are planned
 * @throws RangeError when there is no storage */
function alternatePlans(
  problem: SharedMeterProblem,
  start: readonly StorageFlow[],
  order: readonly number[],
): RatedPlan {
  const flows = [...start];
  const multipliers: Float64Array[] = flows.map(({ socKwh }) => new Float64Array(socKwh.length));
  let best: RatedPlan | undefined;
  for (let round = 0; round < MAX_ROUND_COUNT; round++) {
    const before = best?.totalCost ?? Number.POSITIVE_INFINITY;
    for (const [position, index] of order.entries()) {
      const answer = planStorage(problemBeside(problem, flows, index));
      flows[index] = answer;
      multipliers[index] = answer.multipliers;
      if (round === 0 && position + 1 < order.length) continue;
      const { importKwh, exportKwh, curtailKwh } = answer;
      const rated = rate(problem, { importKwh, exportKwh, curtailKwh, storages: [...flows] }, [
        ...multipliers,
      ]);
      if (best === undefined || rated.totalCost < best.totalCost) best = rated;
    }
    const after = best?.totalCost ?? before;
    if (before - after <= LEAST_IMPROVEMENT * Math.max(1, Math.abs(after))) break;
  }
  if (best === undefined) throw new RangeError(`an order of ${order.length} storages plans none`);
  return best;
}

/** The better of two plans: the storages in turn from first to last, and from last to first. */
export function planBothWays(problem: SharedMeterProblem, start: readonly StorageFlow[]): RatedPlan {
  const order = problem.storages.map((_, index) => index);
  return better(alternatePlans(problem, start, order), alternatePlans(problem, start, order.toReversed()));
}

/** The cheaper plan; the first where they cost the same. */
export function better(one: RatedPlan, other: RatedPlan): RatedPlan {
  return other.totalCost < one.totalCost ? other : one;
}

function rate(
  problem: SharedMeterProblem,
  plan: SharedMeterPlan,
  multipliers: readonly Float64Array[],
): RatedPlan {
  const { objective, violationPenalty } = sharedMeterCosts(problem, plan);
  return { plan, totalCost: objective + violationPenalty, multipliers };
}

/** What the storages do when each buys and sells on its own at given prices, and no rule joins it to the meter. */
export function storagesAtPrices(
  problem: SharedMeterProblem,
  pricePerKwh: Float64Array,
): readonly StorageFlow[] {
  const nothing = new Float64Array(pricePerKwh.length);
  return problem.storages.map(({ battery, terminalValue }) => {
    const unlimitedKw = 2 * (battery.chargeKw + battery.dischargeKw) + 1;
    return planStorage({
      slotHours: problem.slotHours,
      importPerKwh: pricePerKwh,
      exportPerKwh: pricePerKwh,
      loadKwh: nothing,
      pvKwh: nothing,
      pvCurtailable: true,
      battery,
      inverter: { kind: "ac" },
      grid: { importKw: unlimitedKw, exportKw: unlimitedKw, peakPricePerKw: 0, peakFloorKw: 0 },
      rules: { batteryMayExport: true, batteryMayChargeFromGrid: true, batteryMayExportGridEnergy: true },
      terminalValue,
    });
  });
}

/** Storages that do nothing. */
export function storagesAtRest(problem: SharedMeterProblem): readonly StorageFlow[] {
  const count = problem.slotHours.length;
  return problem.storages.map(({ battery }) => ({
    chargeKwh: new Float64Array(count),
    dischargeKwh: new Float64Array(count),
    socKwh: new Float64Array(count).fill(battery.startKwh),
  }));
}

/**
 * The problem of one storage when the others do what they do: they use and give energy as the home does. Where
 * another one's rule forbids export or import in a slot, a price does.
 */
function problemBeside(
  problem: SharedMeterProblem,
  flows: readonly StorageFlow[],
  index: number,
): StorageProblem {
  const { battery, rules, terminalValue } = problem.storages[index]!;
  const loadKwh = Float64Array.from(problem.loadKwh);
  const importPerKwh = Float64Array.from(problem.importPerKwh);
  const exportPerKwh = Float64Array.from(problem.exportPerKwh);
  const forbidding = FORBIDDING_FACTOR * dearestPrice(problem);
  for (const [other, { chargeKwh, dischargeKwh }] of flows.entries()) {
    if (other === index) continue;
    const { batteryMayExport, batteryMayChargeFromGrid } = problem.storages[other]!.rules;
    for (let t = 0; t < loadKwh.length; t++) {
      loadKwh[t]! += chargeKwh[t]! - dischargeKwh[t]!;
      if (!batteryMayExport && dischargeKwh[t]! > STILL_KWH) exportPerKwh[t] = -forbidding;
      if (!batteryMayChargeFromGrid && chargeKwh[t]! > STILL_KWH) importPerKwh[t] = forbidding;
    }
  }
  const { slotHours, pvKwh, pvCurtailable, grid } = problem;
  return {
    slotHours,
    importPerKwh,
    exportPerKwh,
    loadKwh,
    pvKwh,
    pvCurtailable,
    battery,
    inverter: { kind: "ac" },
    grid,
    rules,
    terminalValue,
  };
}
