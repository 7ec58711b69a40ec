import { type Profile, STEP_MINUTES } from "../model/inputs.ts";
import { RUN_RESULT_FIELDS, type RunResult } from "../model/runResult.ts";
import { threeFutureMetric } from "../plan/metric.ts";
import { InputError } from "../problem.ts";
import { deriveInputs, planSuiteBoosts, suiteWindows } from "../scenario/deriveInputs.ts";
import type { SuiteScenario } from "../scenario/suiteScenario.ts";
import type { PricedWindow } from "../tariff/windows.ts";
import type { HomePlans, WindowTriple } from "./planFile.ts";
import type { SuiteSimulator } from "./simulator.ts";

/** Names of the eleven result fields in the conformance file, in its order. */
const RESULT_FIELD_NAMES: readonly string[] = [
  "metric_cost",
  "import_kwh_battery",
  "import_kwh_house",
  "export_kwh",
  "soc_min",
  "soc_final",
  "soc_min_minute",
  "battery_cycle",
  "metric_keep",
  "final_iboost",
  "final_carbon_g",
];

/** One plan's results: eleven fields in each of the three futures, and the three-future metric in pence. */
interface EvaluatedPlan {
  readonly name: string;
  readonly results: readonly (readonly number[])[];
  readonly metric3: number;
}

/** What is known of one home, in the layout of the conformance file. */
interface EvaluatedHome {
  readonly id: number;
  readonly value_rate: number;
  /** Minutes recorded. */
  readonly end_record: number;
  readonly low_rates: readonly WindowTriple[];
  readonly high_export_rates: readonly WindowTriple[];
  readonly iboost_plan: readonly {
    readonly start: number;
    readonly end: number;
    readonly kwh: number;
    readonly average: number;
    readonly cost: number;
  }[];
  readonly vectors: readonly EvaluatedPlan[];
}

/** The answer of `evaluate`: homes and plans in the order of the plan file. */
export interface Evaluation {
  readonly result_fields: readonly string[];
  readonly scenarios: readonly EvaluatedHome[];
}

/** What `evaluate` works on. */
export interface EvaluationTask {
  readonly scenarios: readonly SuiteScenario[];
  readonly plans: readonly HomePlans[];
  readonly profile: Profile;
  readonly simulator: Pick<SuiteSimulator, "runPlans">;
  /** Called before each home. */
  readonly onHome?: (index: number, count: number) => void;
}

/**
 * Runs every plan of a plan file in the three futures of its home.
 * @throws InputError when a plan's home is not among the scenarios
 */
export async function evaluatePlans(task: EvaluationTask): Promise<Evaluation> {
  const homes = matchHomes(task);
  const evaluated: EvaluatedHome[] = [];
  for (const [index, { scenario, plans }] of homes.entries()) {
    task.onHome?.(index, homes.length);
    evaluated.push(await evaluateHome(scenario, plans, task));
  }
  return { result_fields: RESULT_FIELD_NAMES, scenarios: evaluated };
}

function matchHomes({ scenarios, plans }: EvaluationTask): { scenario: SuiteScenario; plans: HomePlans }[] {
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const strangers = plans.filter(({ id }) => !byId.has(id));
  if (strangers.length > 0 || plans.length === 0) {
    const known = scenarios.map(({ id }) => id).join(", ");
    const what =
      strangers.length === 0
        ? "holds no plan"
        : `holds plans for ${strangers.map(({ id }) => id).join(", ")}`;
    const mend = `give plans for homes of the scenarios (ids ${known})`;
    throw new InputError("plans", [{ at: "plans", what: `${what}, and the scenarios are ${known}`, mend }]);
  }
  return plans.map((homePlans) => ({ scenario: byId.get(homePlans.id)!, plans: homePlans }));
}

async function evaluateHome(
  scenario: SuiteScenario,
  { plans }: HomePlans,
  { profile, simulator }: EvaluationTask,
): Promise<EvaluatedHome> {
  const inputs = deriveInputs(scenario, profile);
  const windows = suiteWindows(scenario);
  const results = await simulator.runPlans(
    inputs,
    plans.map(({ plan }) => plan),
  );
  return {
    id: scenario.id,
    value_rate: inputs.terminalValuePencePerKwh,
    end_record: inputs.endRecordStep * STEP_MINUTES,
    low_rates: windows.charge.map(asTriple),
    high_export_rates: windows.export.map(asTriple),
    iboost_plan: planSuiteBoosts(scenario, inputs.importPencePerKwh).map((boost) => ({
      start: boost.startMinute,
      end: boost.endMinute,
      kwh: boost.kwh,
      average: boost.meanPencePerKwh,
      cost: boost.costPence,
    })),
    vectors: plans.map(({ name }, index) => ({
      name,
      results: results[index]!.map(resultNumbers),
      metric3: threeFutureMetric(results[index]!, inputs),
    })),
  };
}

function asTriple({ startMinute, endMinute, pencePerKwh }: PricedWindow): WindowTriple {
  return [startMinute, endMinute, pencePerKwh];
}

function resultNumbers(result: RunResult): number[] {
  return RUN_RESULT_FIELDS.map((field) => result[field]);
}
