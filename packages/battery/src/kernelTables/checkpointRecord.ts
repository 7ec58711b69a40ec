import * as layout from "../kernel/layout.ts";
import type { Schedule } from "../plan/schedule.ts";
import { readTrial, type Trial, writeTrial } from "./trial.ts";

/** Words from a record's start to its plan. */
function planOffset(stepCount: number): number {
  return statesOffset(Math.ceil(stepCount / layout.CHECKPOINT_STEPS) * layout.CHECKPOINT_STEPS);
}

/** Words from a record's start to the states before a saved step. */
export function statesOffset(step: number): number {
  const index = step / layout.CHECKPOINT_STEPS;
  return layout.CHECKPOINT_STATES + layout.FUTURE_COUNT * layout.STATE_WORDS * index;
}

/** Words of one checkpoint record of a home; the result words of the entry `checkpoint`. */
export function checkpointWords(stepCount: number): number {
  return planOffset(stepCount) + layout.JOB_HEADER_WORDS + layout.SEGMENT_WORDS * stepCount;
}

/** The plan that a record was saved under. */
export function savedSchedule(record: Float64Array, stepCount: number): Schedule {
  return readTrial(record, planOffset(stepCount)).schedule;
}

/** Writes the plan that a record is saved under; the mask stays the trial's own. */
export function writeSavedPlan(record: Float64Array, stepCount: number, trial: Trial): void {
  writeTrial(trial, record, planOffset(stepCount));
}

/** Names a record in a context, so that trials resume from it; 0 names none. Never while a batch runs. */
export function setCheckpoint(
  memory: ArrayBufferLike,
  contextPointer: number,
  slot: number,
  recordPointer: number,
): void {
  if (!(Number.isInteger(slot) && slot >= 0 && slot < layout.CHECKPOINT_SLOTS)) {
    throw new RangeError(`checkpoint slot ${slot} is not one of 0 to ${layout.CHECKPOINT_SLOTS - 1}`);
  }
  const view = new DataView(memory, contextPointer);
  view.setInt32(layout.CONTEXT_CHECKPOINTS + 4 * slot, recordPointer, true);
}
