import type { MeterFlow, SharedMeterAnswer, SharedMeterProblem, StorageFlow } from "./sharedMeter.ts";
import type { StorageViolation } from "./storageAnswer.ts";
import { storedValue } from "./valueAtEnd.ts";

/** What all batteries and the meter do. */
export interface SharedMeterPlan extends MeterFlow {
  readonly storages: readonly StorageFlow[];
}

/** What a plan costs, in money, and what it could not keep. */
export type SharedMeterCosts = Pick<
  SharedMeterAnswer,
  "objective" | "bill" | "wear" | "peakCost" | "violations" | "violationPenalty"
>;

/** A cap's kWh costs so many times the dearest price or penalty: no plan gains by exceeding one. */
const CAP_FACTOR = 100;
/** Violations smaller than this share of the largest energy are rounding. */
const ROUNDING = 1e-9;

/** Money for each kWh above the caps of the connection. */
export function sharedCapPenalty(problem: SharedMeterProblem): number {
  const penalties = problem.storages.flatMap(({ battery }) =>
    battery.targets.map((each) => each.penaltyPerKwh),
  );
  return CAP_FACTOR * Math.max(dearestPrice(problem), ...penalties);
}

/** The largest price, wear or end value, whatever its sign; 1 where there is none. */
export function dearestPrice(problem: SharedMeterProblem): number {
  let dearest = 0;
  for (const prices of [
    problem.importPerKwh,
    problem.exportPerKwh,
    ...problem.storages.map(({ terminalValue }) => terminalValue.valuePerKwh),
    problem.storages.map(({ battery }) => battery.wearPerKwh),
  ]) {
    for (const price of prices) dearest = Math.max(dearest, Math.abs(price));
  }
  return dearest > 0 ? dearest : 1;
}

/** The costs of a plan from its flows alone, and every wish that it does not meet. */
export function sharedMeterCosts(problem: SharedMeterProblem, plan: SharedMeterPlan): SharedMeterCosts {
  const { grid, slotHours } = problem;
  let bill = 0;
  let peakKw = grid.peakFloorKw;
  for (let t = 0; t < slotHours.length; t++) {
    bill += plan.importKwh[t]! * problem.importPerKwh[t]! - plan.exportKwh[t]! * problem.exportPerKwh[t]!;
    peakKw = Math.max(peakKw, plan.importKwh[t]! / slotHours[t]!);
  }
  let wear = 0;
  let endValue = 0;
  for (const [index, { battery, terminalValue }] of problem.storages.entries()) {
    const { chargeKwh, dischargeKwh, socKwh } = plan.storages[index]!;
    for (let t = 0; t < slotHours.length; t++) {
      wear += 0.5 * battery.wearPerKwh * (chargeKwh[t]! + dischargeKwh[t]!);
    }
    endValue += storedValue(terminalValue, socKwh[slotHours.length - 1]!);
  }
  const peakCost = grid.peakPricePerKw * peakKw;
  return {
    objective: bill + wear + peakCost - endValue,
    bill,
    wear,
    peakCost,
    ...findViolations(problem, plan),
  };
}

function findViolations(
  problem: SharedMeterProblem,
  plan: SharedMeterPlan,
): Pick<SharedMeterCosts, "violations" | "violationPenalty"> {
  const violations: (StorageViolation & { readonly storage: number | null })[] = [];
  const capPenalty = sharedCapPenalty(problem);
  let violationPenalty = 0;
  const add = (violation: (typeof violations)[number], sizeKwh: number, pricePerKwh: number): void => {
    if (violation.amount <= ROUNDING * sizeKwh) return;
    violations.push(violation);
    violationPenalty += violation.amount * pricePerKwh;
  };
  for (const [t, hours] of problem.slotHours.entries()) {
    for (const [kind, kwh, kw] of [
      ["import-cap", plan.importKwh[t]!, problem.grid.importKw],
      ["export-cap", plan.exportKwh[t]!, problem.grid.exportKw],
    ] as const) {
      add({ kind, slot: t, amount: kwh - kw * hours, unit: "kWh", storage: null }, kwh, capPenalty);
    }
    for (const [storage, { battery }] of problem.storages.entries()) {
      const soc = plan.storages[storage]!.socKwh[t]!;
      const size = Math.max(battery.startKwh, battery.maxKwh[t]!);
      const at = { slot: t, unit: "kWh", storage } as const;
      add({ kind: "minimum", amount: battery.minKwh[t]! - soc, ...at }, size, 0);
      add({ kind: "maximum", amount: soc - battery.maxKwh[t]!, ...at }, size, 0);
      const { sold, bought } = againstRules(problem, plan, storage, t);
      add({ kind: "export-cap", amount: sold, ...at }, plan.exportKwh[t]!, capPenalty);
      add({ kind: "import-cap", amount: bought, ...at }, plan.importKwh[t]!, capPenalty);
      for (const target of battery.targets) {
        if (target.slot !== t) continue;
        add({ kind: "target", amount: target.minKwh - soc, ...at }, size, target.penaltyPerKwh);
      }
    }
  }
  return { violations, violationPenalty };
}

/** What a storage sells, or buys, in a slot against its own rules, in kWh. */
function againstRules(
  problem: SharedMeterProblem,
  plan: SharedMeterPlan,
  storage: number,
  t: number,
): { readonly sold: number; readonly bought: number } {
  const { rules } = problem.storages[storage]!;
  const { chargeKwh, dischargeKwh } = plan.storages[storage]!;
  return {
    sold: rules.batteryMayExport ? 0 : Math.min(dischargeKwh[t]!, plan.exportKwh[t]!),
    bought: rules.batteryMayChargeFromGrid ? 0 : Math.min(chargeKwh[t]!, plan.importKwh[t]!),
  };
}
