import type { Profile, SimulationInputs } from "../model/inputs.ts";
import { rowMetric, threeFutureMetric } from "../plan/metric.ts";
import type { Plan } from "../plan/plan.ts";
import { deriveInputs } from "../scenario/deriveInputs.ts";
import type { SuiteScenario } from "../scenario/suiteScenario.ts";
import { type PlanFields, planFields } from "./planFile.ts";
import type { HomePlanner, SuiteSimulator } from "./simulator.ts";

/** One home's row of a suite result; costs and metrics in pence, energies in kWh, carbon in grams. */
export interface SuiteRow {
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
  /** The only field that differs between two runs. */
  readonly runtime_ms: number;
  readonly plan?: PlanFields;
}

/** What `suite` works on. */
export interface SuiteTask {
  readonly scenarios: readonly SuiteScenario[];
  readonly profile: Profile;
  readonly withPlans: boolean;
  readonly planner: HomePlanner;
  readonly simulator: SuiteSimulator;
  /** Milliseconds from any fixed moment; only runtime_ms depends on it. */
  readonly nowMs: () => number;
  /** Called before each home. */
  readonly onHome?: (index: number, count: number) => void;
}

/** Plans every home and gives the rows of the suite result, in the order of the scenarios. */
export async function runSuite(task: SuiteTask): Promise<{ readonly results: SuiteRow[] }> {
  const results: SuiteRow[] = [];
  for (const [index, scenario] of task.scenarios.entries()) {
    task.onHome?.(index, task.scenarios.length);
    const startMs = task.nowMs();
    const inputs = deriveInputs(scenario, task.profile);
    const plan = await task.planner(inputs);
    const runtimeMs = Math.round(task.nowMs() - startMs);
    const row = await suiteRow({ scenario, inputs, plan, simulator: task.simulator });
    results.push({
      ...row,
      runtime_ms: runtimeMs,
      ...(task.withPlans ? { plan: planFields(plan, scenario.profiles) } : {}),
    });
  }
  return { results };
}

/** A planned home, and what simulates it. */
export interface PlannedHome {
  readonly scenario: SuiteScenario;
  readonly inputs: SimulationInputs;
  readonly plan: Plan;
  readonly simulator: SuiteSimulator;
}

/**
 * The row of one plan, without its time.
 * @see household model, section 3: nominal as saved, PV10 and PV90 as they are
 */
export async function suiteRow({
  scenario,
  inputs,
  plan,
  simulator,
}: PlannedHome): Promise<Omit<SuiteRow, "runtime_ms" | "plan">> {
  const [futures] = await simulator.runPlans(inputs, [plan]);
  const [, pv10, pv90] = futures!;
  const saved = simulator.runSaved(inputs, plan);
  return {
    id: scenario.id,
    seed: scenario.seed,
    metric: rowMetric(saved, pv10, inputs),
    metric3: threeFutureMetric(futures!, inputs),
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
