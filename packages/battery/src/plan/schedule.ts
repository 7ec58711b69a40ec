import { STEP_MINUTES } from "../model/inputs.ts";
import type { Plan } from "./plan.ts";

/**
 * What the inverter is told for a run of steps: the plan in the form that the simulation takes it.
 *
 * | action        | chargeTargetKwh | exportTargetPercent |
 * |---------------|-----------------|---------------------|
 * | demand        | 0               | 100                 |
 * | charge to x   | x               | 100                 |
 * | hold          | the reserve     | 100                 |
 * | export to p   | 0               | p (0 to 98.9)       |
 * | freeze export | 0               | 99                  |
 */
export interface Segment {
  /** First step after the run; the run begins where the segment before it ends (the first at step 0). */
  readonly endStep: number;
  /** Charge until this is stored, in kWh; 0 is no charge window. */
  readonly chargeTargetKwh: number;
  /** Export down to this percentage; 99 freezes, 100 is no export window; a fraction is the low-power factor. */
  readonly exportTargetPercent: number;
}

/** Segments in the order of time, the last one ending at the last step; no two neighbours say the same. */
export type Schedule = readonly Segment[];

/** A change of a schedule: the steps [beginStep, endStep) are told something else. */
export interface Move {
  readonly beginStep: number;
  readonly endStep: number;
  readonly chargeTargetKwh: number;
  readonly exportTargetPercent: number;
}

export const NO_CHARGE_KWH = 0;
export const NO_EXPORT_PERCENT = 100;
export const FREEZE_EXPORT_PERCENT = 99;

/** Demand mode all the way: the battery serves the home and stores what the panels give. */
export function demandSchedule(stepCount: number): Schedule {
  return [{ endStep: stepCount, chargeTargetKwh: NO_CHARGE_KWH, exportTargetPercent: NO_EXPORT_PERCENT }];
}

/** @returns a new schedule in which the move's steps are told what the move says. */
export function applyMove(schedule: Schedule, move: Move): Schedule {
  const { beginStep, endStep, chargeTargetKwh, exportTargetPercent } = move;
  const changed: Segment[] = [];
  let segmentBegin = 0;
  let isPlaced = false;
  for (const segment of schedule) {
    if (segmentBegin < beginStep) append(changed, segment, Math.min(segment.endStep, beginStep));
    if (!isPlaced && segment.endStep > beginStep) {
      append(changed, { endStep, chargeTargetKwh, exportTargetPercent }, endStep);
      isPlaced = true;
    }
    if (segment.endStep > endStep) append(changed, segment, segment.endStep);
    segmentBegin = segment.endStep;
  }
  return changed;
}

/** Puts a segment at the end, or lengthens the last one when it says the same. */
function append(segments: Segment[], segment: Segment, endStep: number): void {
  const last = segments.at(-1);
  if (last !== undefined && isSameAction(last, segment)) segments.pop();
  segments.push(segment.endStep === endStep ? segment : { ...segment, endStep });
}

/** True when both say the same to the inverter, whatever their times. */
export function isSameAction(a: Omit<Segment, "endStep">, b: Omit<Segment, "endStep">): boolean {
  return a.chargeTargetKwh === b.chargeTargetKwh && a.exportTargetPercent === b.exportTargetPercent;
}

/** @returns the first step that two schedules of the same length tell differently; their length when none. */
export function firstDifferentStep(a: Schedule, b: Schedule): number {
  let beginStep = 0;
  for (let index = 0; index < a.length && index < b.length; index++) {
    const left = a[index] as Segment;
    const right = b[index] as Segment;
    if (!isSameAction(left, right)) return beginStep;
    if (left.endStep !== right.endStep) return Math.min(left.endStep, right.endStep);
    beginStep = left.endStep;
  }
  return beginStep;
}

/** What a step is told. */
export function segmentAt(schedule: Schedule, step: number): Segment {
  const found = schedule.find((segment) => step < segment.endStep);
  if (found === undefined) throw new RangeError(`step ${step} lies after the schedule's end`);
  return found;
}

/** A run of steps with its beginning, which a segment alone does not know. */
export interface Run extends Segment {
  readonly beginStep: number;
}

/** The schedule's segments with their beginnings. */
export function runsOf(schedule: Schedule): Run[] {
  return schedule.map((segment, index) => ({ ...segment, beginStep: schedule[index - 1]?.endStep ?? 0 }));
}

/** The windows that tell an inverter this schedule, in absolute minutes; demand needs none. */
export function planOf(schedule: Schedule, nowMinute: number): Plan {
  const windows = runsOf(schedule).map((run) => ({
    ...run,
    startMinute: nowMinute + run.beginStep * STEP_MINUTES,
    endMinute: nowMinute + run.endStep * STEP_MINUTES,
  }));
  return {
    charge: windows
      .filter((window) => window.chargeTargetKwh > NO_CHARGE_KWH)
      .map(({ startMinute, endMinute, chargeTargetKwh }) => ({
        startMinute,
        endMinute,
        targetKwh: chargeTargetKwh,
      })),
    export: windows
      .filter((window) => window.exportTargetPercent < NO_EXPORT_PERCENT)
      .map(({ startMinute, endMinute, exportTargetPercent }) => ({
        startMinute,
        endMinute,
        targetPercent: exportTargetPercent,
      })),
  };
}
