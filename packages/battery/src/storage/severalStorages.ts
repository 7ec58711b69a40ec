import { better, planBothWays, type RatedPlan, storagesAtPrices, storagesAtRest } from "./alternatePlans.ts";
import { type ProvenBound, SharedBound } from "./sharedBound.ts";
import type { SharedMeterAnswer, SharedMeterProblem, SharedStorage } from "./sharedMeter.ts";
import { type SharedMeterPlan, sharedMeterCosts } from "./sharedMeterPlan.ts";
import { improveBySlots } from "./slotMoves.ts";
import type { StorageProblem } from "./storageProblem.ts";
import { type StorageScale, scaledProblem, scaleOf } from "./storageScale.ts";

/**
 * Plans several batteries behind one meter: each exactly against the others in turn, from several beginnings; and
 * proves by prices on their stored energies how far from the best the plan can be. The same problem, the same bits.
 * @throws RangeError when there is no storage
 */
export function solveSeveralStorages(problem: SharedMeterProblem): SharedMeterAnswer {
  const scale = sharedScale(problem);
  const scaled = scaledShared(problem, scale);
  const { found, proof } = planAndProve(scaled);
  const { multipliers, bound } = proof;
  const plan = unscaledPlan(found.plan, scale.energyKwh);
  const costs = sharedMeterCosts(problem, plan);
  const lowerBound = Math.min(bound * scale.money - costs.violationPenalty, costs.objective);
  return {
    ...plan,
    ...costs,
    lowerBound,
    gap: costs.objective - lowerBound,
    multipliers: multipliers.map((each) => each.map((multiplier) => multiplier * scale.pricePerKwh)),
  };
}

/**
 * Plans from three beginnings: nothing is done; every power is allowed; each storage for itself at the prices of the
 * proof. The last two lead out of corners where each storage fits the others and yet not all together are best. Where a
 * gap stays, what chargers with a lowest power do is changed slot by slot.
 */
function planAndProve(problem: SharedMeterProblem): {
  readonly found: RatedPlan;
  readonly proof: ProvenBound;
} {
  let found = planBothWays(problem, storagesAtRest(problem));
  const relaxed = planBothWays(withoutLeastCharge(problem), storagesAtRest(problem));
  found = better(found, planBothWays(problem, relaxed.plan.storages));
  const shared = new SharedBound(problem, found.plan);
  const proofs = [found.multipliers, endValues(problem)].map((each) => shared.raise(each));
  const proof = proofs.reduce((best, each) => (each.bound > best.bound ? each : best));
  const priced = storagesAtPrices(problem, shared.meterPrices(proof.multipliers));
  found = better(found, planBothWays(problem, priced));
  const isOpen =
    problem.storages.length > 1 && found.totalCost - proof.bound > CLOSED_SHARE * Math.abs(proof.bound);
  return { found: isOpen ? improveBySlots(problem, found) : found, proof };
}

/** A gap below this share of the cost is none. */
const CLOSED_SHARE = 1e-6;

/** The same storages, charging with any power. */
function withoutLeastCharge(problem: SharedMeterProblem): SharedMeterProblem {
  const storages = problem.storages.map((storage) => ({
    ...storage,
    battery: { ...storage.battery, leastChargeKw: 0 },
  }));
  return { ...problem, storages };
}

/** Multipliers that are everywhere what the first kWh is worth at the end. */
function endValues(problem: SharedMeterProblem): readonly Float64Array[] {
  return problem.storages.map(({ terminalValue }) =>
    new Float64Array(problem.slotHours.length).fill(terminalValue.valuePerKwh[0]!),
  );
}

/** One of the storages as if it were alone. */
function alone(
  problem: SharedMeterProblem,
  { battery, rules, terminalValue }: SharedStorage,
): StorageProblem {
  const { storages: _, ...shared } = problem;
  return { ...shared, battery, rules, terminalValue, inverter: { kind: "ac" } };
}

/** The sizes that every tolerance is relative to: the largest of all storages. */
function sharedScale(problem: SharedMeterProblem): StorageScale {
  const scales = problem.storages.map((storage) => scaleOf(alone(problem, storage)));
  const energyKwh = scales.reduce((most, each) => Math.max(most, each.energyKwh), 0);
  const pricePerKwh = scales.reduce((most, each) => Math.max(most, each.pricePerKwh), 0);
  return { energyKwh, pricePerKwh, money: energyKwh * pricePerKwh };
}

function scaledShared(problem: SharedMeterProblem, scale: StorageScale): SharedMeterProblem {
  const scaled = problem.storages.map((storage) => scaledProblem(alone(problem, storage), scale));
  const [first] = scaled;
  if (first === undefined)
    throw new RangeError("a problem without storages has nothing to plan: give at least one");
  const { slotHours, importPerKwh, exportPerKwh, loadKwh, pvKwh, pvCurtailable, grid } = first;
  const storages = scaled.map(({ battery, rules, terminalValue }, index) => ({
    name: problem.storages[index]!.name,
    battery,
    rules,
    terminalValue,
  }));
  return { slotHours, importPerKwh, exportPerKwh, loadKwh, pvKwh, pvCurtailable, grid, storages };
}

function unscaledPlan(plan: SharedMeterPlan, energyKwh: number): SharedMeterPlan {
  const energies = (values: Float64Array): Float64Array => values.map((value) => value * energyKwh);
  return {
    importKwh: energies(plan.importKwh),
    exportKwh: energies(plan.exportKwh),
    curtailKwh: energies(plan.curtailKwh),
    storages: plan.storages.map(({ chargeKwh, dischargeKwh, socKwh }) => ({
      chargeKwh: energies(chargeKwh),
      dischargeKwh: energies(dischargeKwh),
      socKwh: energies(socKwh),
    })),
  };
}
