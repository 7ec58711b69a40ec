import type { Engine } from "@lightcone/parallel";
import { provePlan } from "./bound/planProof.ts";
import { planJointly } from "./cars/jointPlan.ts";
import type { Home } from "./home/home.ts";
import { scheduleFinderOn } from "./plan/planHome.ts";
import { keepOrReplace } from "./replan/keptPlan.ts";
import { takeUpPlan } from "./replan/previousPlan.ts";
import { draftReport } from "./report/draftReport.ts";
import { composeReport, type PlanReport } from "./report/planReport.ts";

/**
 * Plans the battery of one home: the same home gives the same report, byte for byte, on any number of lanes.
 * @param home      as `readHome` gives it
 * @param engine    where the trials run
 * @param previous  the plan that was told before, which is kept where staying costs no more than the home's budget
 * @throws InputError (code `previous-plan`) when `previous` is of another home or begins after now
 */
export async function planBattery(home: Home, engine: Engine, previous?: PlanReport): Promise<PlanReport> {
  const earlier = previous === undefined ? undefined : takeUpPlan(home, previous);
  const findSchedules = await scheduleFinderOn(engine);
  const joint = planJointly(home, findSchedules);
  const replanned = keepOrReplace(joint.home, joint.best, earlier);
  const proof = provePlan(joint.home, replanned.chosen, findSchedules);
  return composeReport(draftReport(joint.home, { ...replanned, ...joint, proof }));
}
