import { round4 } from "../model/decimalRounding.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { RUN_RESULT_FIELDS, type RunResult } from "../model/runResult.ts";
import { homeOf, simulate } from "../model/simulate.ts";
import { stateWords } from "../model/state.ts";
import { compilePlan } from "../plan/compilePlan.ts";
import type { Plan } from "../plan/plan.ts";
import type { FutureResults } from "./simulator.ts";

/** A result from the first words of a state or a kernel's result, each rounded to 4 decimals. */
export function runResultOf(words: ArrayLike<number>): RunResult {
  const entries = RUN_RESULT_FIELDS.map((field, index) => [field, round4(words[index]!)] as const);
  return Object.fromEntries(entries) as unknown as RunResult;
}

/** Runs plans one after the other in the reference model, without the engine; in the order given. */
export function runPlansByReference(inputs: SimulationInputs, plans: readonly Plan[]): FutureResults[] {
  const home = homeOf(inputs);
  return plans.map((plan) => {
    const schedule = compilePlan(plan, inputs);
    const future = (index: number): RunResult => runResultOf(stateWords(simulate(home, index, schedule)));
    return [future(0), future(1), future(2)];
  });
}
