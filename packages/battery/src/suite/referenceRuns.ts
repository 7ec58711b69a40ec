import { readRunResult } from "../kernelTables/trial.ts";
import { round4 } from "../model/decimalRounding.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { RUN_RESULT_FIELDS, type RunResult } from "../model/runResult.ts";
import { homeOf, simulate } from "../model/simulate.ts";
import { stateWords } from "../model/state.ts";
import { compilePlan } from "../plan/compilePlan.ts";
import type { Plan } from "../plan/plan.ts";
import type { FutureResults } from "./simulator.ts";

/** A result as files of the suite hold it: every field rounded to 4 decimals (household model, section 4). */
export function roundedResult(result: RunResult): RunResult {
  return Object.fromEntries(
    RUN_RESULT_FIELDS.map((field) => [field, round4(result[field])] as const),
  ) as unknown as RunResult;
}

/** Runs plans one after the other in the reference model, without the engine; rounded, in the order given. */
export function runPlansByReference(inputs: SimulationInputs, plans: readonly Plan[]): FutureResults[] {
  const home = homeOf(inputs);
  return plans.map((plan) => {
    const schedule = compilePlan(plan, inputs);
    const future = (index: number): RunResult =>
      roundedResult(readRunResult(stateWords(simulate(home, index, schedule))));
    return [future(0), future(1), future(2)];
  });
}
