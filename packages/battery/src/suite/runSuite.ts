import type { Profile, SimulationInputs } from "../model/inputs.ts";
import { rowMetric, threeFutureMetric } from "../plan/metric.ts";
import type { Plan } from "../plan/plan.ts";
import { deriveInputs } from "../scenario/deriveInputs.ts";
import type { SuiteScenario } from "../scenario/suiteScenario.ts";
import { type PlanFields, planFields } from "./planFile.ts";
import { proveHomes, type RowProof, rowProof } from "./rowProof.ts";
import type { FutureResults, HomePlanner, SuiteSimulator } from "./simulator.ts";

/** One home's row of a suite result; costs and metrics in pence, energies in kWh, carbon in grams. */
export interface SuiteRow extends RowProof {
  readonly id: number;
  readonly seed: number;
  /** Nominal and PV10, with standing charge and low-power charging (household model, section 3). */
  readonly metric: number;
  /** The metric that plans are chosen by (section 5.3). */
  readonly metric3: number;
  readonly cost: number;
  readonly cost_pv10: number;
  readonly cost_pv90: number;
  readonly import_kwh_battery: number;
  readonly import_kwh_house: number;
  readonly export_kwh: number;
  readonly soc_min: number;
  readonly soc_final: number;
  readonly battery_cycles: number;
  readonly carbon_g: number;
  /** The home's share of the time that planning took; the only field that differs between two runs. */
  readonly runtime_ms: number;
  readonly plan?: PlanFields;
}

/** What `suite` works on. */
export interface SuiteTask {
  readonly scenarios: readonly SuiteScenario[];
  readonly profile: Profile;
  readonly withPlans: boolean;
  readonly planner: HomePlanner;
  /** Plans the homes once more, their nominal future certain, for what their rows prove. */
  readonly certainPlanner: HomePlanner;
  readonly simulator: SuiteSimulator;
  /** Milliseconds from any fixed moment; only runtime_ms depends on it. */
  readonly nowMs: () => number;
  /** Called before each group of homes that are planned together. */
  readonly onHome?: (index: number, count: number) => void;
}

/** Homes that are planned together: enough work for many lanes, and rows come while the rest is planned. */
const GROUP_HOMES = 24;

/** What a suite comes to. Its times are in no result file. */
export interface SuiteResult {
  readonly results: readonly SuiteRow[];
  /** Milliseconds that planning all homes took; the rows' runtime_ms share it. */
  readonly planMs: number;
  /** Milliseconds that bounds and plans for the nominal future alone took, which no row's runtime_ms holds. */
  readonly proofMs: number;
  /** Milliseconds that simulating the plans for their rows took. */
  readonly rowsMs: number;
}

/** Plans every home and gives the rows of the suite result, in the order of the scenarios. */
export async function runSuite(task: SuiteTask): Promise<SuiteResult> {
  const results: SuiteRow[] = [];
  const times = { planMs: 0, proofMs: 0, rowsMs: 0 };
  const { length } = task.scenarios;
  for (let first = 0; first < length; first += GROUP_HOMES) {
    task.onHome?.(first, length);
    const group = await groupRows(task, task.scenarios.slice(first, first + GROUP_HOMES));
    results.push(...group.results);
    times.planMs += group.planMs;
    times.proofMs += group.proofMs;
    times.rowsMs += group.rowsMs;
  }
  return { results, ...times };
}

/** Homes that are planned in one go share its time alike; they are proven afterwards. */
async function groupRows(task: SuiteTask, scenarios: readonly SuiteScenario[]): Promise<SuiteResult> {
  const startMs = task.nowMs();
  const homes = scenarios.map((scenario) => deriveInputs(scenario, task.profile));
  const plans = await task.planner(homes);
  const plannedMs = task.nowMs();
  const planMs = plannedMs - startMs;
  const runtimeMs = Math.round((100 * planMs) / scenarios.length) / 100;
  const proofs = await proveHomes(homes, task.certainPlanner);
  const provenMs = task.nowMs();
  const results: SuiteRow[] = [];
  for (const [index, scenario] of scenarios.entries()) {
    const [plan, inputs, proof] = [plans[index]!, homes[index]!, proofs[index]!];
    const [told, certain] = await task.simulator.runPlans(inputs, [plan, proof.certainPlan]);
    const row = suiteRow({ scenario, inputs, plan, futures: told!, simulator: task.simulator });
    const proven = rowProof(inputs, proof, { told: told!, certain: certain! });
    const planned = task.withPlans ? { plan: planFields(plan, scenario.profiles) } : {};
    results.push({ ...row, ...proven, runtime_ms: runtimeMs, ...planned });
  }
  return { results, planMs, proofMs: provenMs - plannedMs, rowsMs: task.nowMs() - provenMs };
}

/** A planned home, its plan's results in the three futures, and what simulates it as it would be saved. */
export interface PlannedHome {
  readonly scenario: SuiteScenario;
  readonly inputs: SimulationInputs;
  readonly plan: Plan;
  readonly futures: FutureResults;
  readonly simulator: Pick<SuiteSimulator, "runSaved">;
}

/**
 * The row of one plan, without its proof and its time.
 * @see household model, section 3: nominal as saved, PV10 and PV90 as they are
 */
export function suiteRow({
  scenario,
  inputs,
  plan,
  futures,
  simulator,
}: PlannedHome): Omit<SuiteRow, keyof RowProof | "runtime_ms" | "plan"> {
  const [, pv10, pv90] = futures;
  const saved = simulator.runSaved(inputs, plan);
  return {
    id: scenario.id,
    seed: scenario.seed,
    metric: rowMetric(saved, pv10, inputs),
    metric3: threeFutureMetric(futures, inputs),
    cost: saved.costPence,
    cost_pv10: pv10.costPence,
    cost_pv90: pv90.costPence,
    import_kwh_battery: saved.importBatteryKwh,
    import_kwh_house: saved.importHouseKwh,
    export_kwh: saved.exportKwh,
    soc_min: saved.socMinKwh,
    soc_final: saved.socFinalKwh,
    battery_cycles: saved.throughputKwh,
    carbon_g: saved.carbonGrams,
  };
}
