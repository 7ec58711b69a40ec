import type { Engine } from "@lightcone/parallel";
import { proofOfChange, provePlan } from "./bound/planProof.ts";
import { planJointly } from "./cars/jointPlan.ts";
import type { Home } from "./home/home.ts";
import { type ForcedAction, forceActions } from "./plan/forcedActions.ts";
import { scheduleFinderOn } from "./plan/planHome.ts";
import { keepOrReplace, rateByReference } from "./replan/keptPlan.ts";
import { takeUpPlan } from "./replan/previousPlan.ts";
import { draftReport, type ToldPlan } from "./report/draftReport.ts";
import { composeReport, type PlanReport } from "./report/planReport.ts";
import { planningScale, scaledHome, scaledPrevious, scaledTold } from "./scaledPlan.ts";

/** A home with the plan chosen for it: what reports are made from, and what a changed plan is compared with. */
export interface PlannedHome {
  /** The home, its cars in the slots where the plan has them. */
  readonly home: Home;
  readonly told: ToldPlan;
}

/**
 * Chooses the plan of one home, without saying how good it is: that takes longer than the choice.
 * @throws InputError (code `previous-plan`) when `previous` is of another home or begins after now
 */
export async function choosePlan(home: Home, engine: Engine, previous?: PlanReport): Promise<PlannedHome> {
  const scale = planningScale(home);
  const earlier = previous === undefined ? undefined : scaledPrevious(takeUpPlan(home, previous), scale);
  const joint = planJointly(scaledHome(home, scale), await scheduleFinderOn(engine));
  const { home: planned, best, ...choices } = joint;
  return scaledBack({ home: planned, told: { ...keepOrReplace(planned, best, earlier), ...choices } }, scale);
}

/** The same plan with the proof of how far from the best it can be. */
export async function withProof({ home, told }: PlannedHome, engine: Engine): Promise<PlannedHome> {
  const scale = planningScale(home);
  const scaled = { home: scaledHome(home, scale), told: scaledTold(told, scale) };
  const proof = provePlan(scaled.home, scaled.told.chosen, await scheduleFinderOn(engine));
  return { home, told: scaledTold({ ...scaled.told, proof }, 1 / scale) };
}

/**
 * The same plan with some times told something else by a person; all other times are told what they were, whether or
 * not that is still the best. The proof, where there is one, is that of the changed plan.
 * @throws RangeError for a target that the battery has not
 */
export function withForcedActions({ home, told }: PlannedHome, forced: readonly ForcedAction[]): PlannedHome {
  const scale = planningScale(home);
  const scaled = { home: scaledHome(home, scale), told: scaledTold(told, scale) };
  const { proof, chosen: before } = scaled.told;
  const chosen = rateByReference(scaled.home, forceActions(before.schedule, forced, scaled.home));
  const proven =
    proof === undefined ? {} : { proof: proofOfChange(scaled.home, { proof, told: before }, chosen) };
  return scaledBack({ home: scaled.home, told: { ...scaled.told, ...proven, chosen } }, scale);
}

/** What was planned at another size, at the home's own. */
function scaledBack({ home, told }: PlannedHome, scale: number): PlannedHome {
  return { home: scaledHome(home, 1 / scale), told: scaledTold(told, 1 / scale) };
}

/** Everything that is told of a planned home. */
export function reportPlan({ home, told }: PlannedHome): PlanReport {
  return composeReport(draftReport(home, told));
}
