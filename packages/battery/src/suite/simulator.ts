import type { SimulationInputs } from "../model/inputs.ts";
import type { RunResult } from "../model/runResult.ts";
import type { Plan } from "../plan/plan.ts";

/** Results of one plan: nominal, PV10, PV90. */
export type FutureResults = readonly [nominal: RunResult, pv10: RunResult, pv90: RunResult];

/** What runs plans for the suite; the engine and the reference model both can. */
export interface SuiteSimulator {
  /** All plans in all three futures, without standing charge and low-power charging; in the order given. */
  readonly runPlans: (inputs: SimulationInputs, plans: readonly Plan[]) => Promise<readonly FutureResults[]>;
  /** The nominal future as it would be saved: with standing charge and low-power charging. */
  readonly runSaved: (inputs: SimulationInputs, plan: Plan) => RunResult;
}

/** What finds the plans of homes, in the order given. */
export type HomePlanner = (homes: readonly SimulationInputs[]) => Promise<readonly Plan[]>;
