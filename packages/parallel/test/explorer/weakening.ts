import { callerSteps } from "../../src/protocol/callerSteps.ts";
import * as lane from "../../src/protocol/laneSteps.ts";
import {
  CONTINUE,
  NOTIFY,
  PLACE,
  STEP,
  type Step,
  type StepTable,
  TEAM,
  TEAM_STRIDE,
} from "../../src/protocol/machine.ts";
import { engineSteps, type Steps } from "./world.ts";

/** The protocol with one step weakened. */
export interface Mutation {
  readonly title: string;
  readonly steps: Steps;
}

/** Number of a step that a mutation adds to the caller's. */
export const EXTRA: number = callerSteps.length;

function withStep(table: StepTable, changes: Readonly<Record<number, Step>>): StepTable {
  const changed = [...table];
  for (const [number, step] of Object.entries(changes)) changed[Number(number)] = step;
  return changed;
}

/** The protocol with these steps of a lane in place of its own. */
export function inLane(title: string, changes: Readonly<Record<number, Step>>): Mutation {
  return { title, steps: { ...engineSteps, lane: withStep(lane.laneSteps, changes) } };
}

/** The protocol with these steps of a caller in place of its own. */
export function inCaller(title: string, changes: Readonly<Record<number, Step>>): Mutation {
  return { title, steps: { ...engineSteps, caller: withStep(callerSteps, changes) } };
}

/** A step that does what the engine's does, and then something else. (A module that exports `then` could never be awaited.) */
export function followedBy(
  original: Step,
  after: (shared: Int32Array, r: Int32Array, effect: number) => number,
): Step {
  return (shared, r) => after(shared, r, original(shared, r));
}

/** The engine's step of a lane with that number. */
export const laneStep = (number: number): Step => lane.laneSteps[number]!;
/** The engine's step of a caller with that number. */
export const callerStep = (number: number): Step => callerSteps[number]!;
/** A step that does what the engine's does, but wakes nobody. */
export const silently = (original: Step): Step =>
  followedBy(original, (_shared, _r, effect) => (effect === NOTIFY ? CONTINUE : effect));
/** First register of the team member that a caller is busy with. */
export const teamMember = (r: Int32Array): number => TEAM + TEAM_STRIDE * r[PLACE]!;

/** A step that does nothing but go on. */
export function goOn(step: number): Step {
  return (_shared, r) => {
    r[STEP] = step;
    return CONTINUE;
  };
}
