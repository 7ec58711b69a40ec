import type { Engine } from "@lightcone/parallel";
import type { Home } from "./home/home.ts";
import { choosePlan, reportPlan, withProof } from "./plannedHome.ts";
import type { PlanReport } from "./report/planReport.ts";

/**
 * Plans the battery of one home: the same home gives the same report, byte for byte, on any number of lanes.
 * @param home      as `readHome` gives it
 * @param engine    where the trials run
 * @param previous  the plan that was told before, which is kept where staying costs no more than the home's budget
 * @throws InputError (code `previous-plan`) when `previous` is of another home or begins after now
 */
export async function planBattery(home: Home, engine: Engine, previous?: PlanReport): Promise<PlanReport> {
  const planned = await choosePlan(home, engine, previous);
  return reportPlan(await withProof(planned, engine));
}
