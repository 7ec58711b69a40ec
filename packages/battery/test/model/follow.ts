import { homeOf, simulate } from "../../src/model/simulate.ts";
import type { State } from "../../src/model/state.ts";
import type { StepRecord } from "../../src/model/step.ts";
import type { Segment } from "../../src/plan/schedule.ts";
import { type HomeChanges, plainHome } from "./plainHome.ts";

/** What one step of a followed plan did, and the state after it. */
export type FollowedStep = StepRecord & { readonly state: State };

/** Follows one action (demand by default) over a plain home's steps in one future. */
export function follow(
  changes: HomeChanges,
  action: Partial<Omit<Segment, "endStep">> = {},
  futureIndex = 0,
): FollowedStep[] {
  const inputs = plainHome(changes);
  const steps: FollowedStep[] = [];
  const told = { endStep: inputs.stepCount, chargeTargetKwh: 0, exportTargetPercent: 100, ...action };
  simulate(homeOf(inputs), futureIndex, [told], {
    recorded: (_step, record, state) => steps.push({ ...record, state: { ...state } }),
  });
  return steps;
}
