import { JOB_DONE } from "@lightcone/parallel/assembly/batchTable";
import * as layout from "../kernel/layout.ts";
import type { Segment } from "../plan/schedule.ts";
import { areTargetsSound } from "./refusal.ts";

/** One segment, to be tried from every level of charge in every future. */
export interface Transition {
  readonly segment: Segment;
  readonly beginStep: number;
  /** Levels from the lowest charge (reserve or start, whichever is less) to the capacity. */
  readonly levelCount: number;
}

/** How transition jobs and their results are written as f64 words. */
export function transitionCodec(levelCount: number): {
  wordCount(transition: Transition): number;
  write(transition: Transition, words: Float64Array, offset: number): void;
  readonly resultWords: number;
  read(words: Float64Array, offset: number): Float64Array;
} {
  const resultWords = layout.TRANSITION_WORDS * layout.FUTURE_COUNT * levelCount;
  return {
    wordCount: () => layout.TRANSITION_JOB_WORDS,
    write: writeTransition,
    resultWords,
    read: (words, offset) => words.slice(offset, offset + resultWords),
  };
}

function writeTransition(
  { segment, beginStep, levelCount }: Transition,
  words: Float64Array,
  offset: number,
): void {
  words[offset + layout.SEGMENT_END_STEP] = segment.endStep;
  words[offset + layout.SEGMENT_CHARGE_TARGET_KWH] = segment.chargeTargetKwh;
  words[offset + layout.SEGMENT_EXPORT_TARGET_PERCENT] = segment.exportTargetPercent;
  words[offset + layout.TRANSITION_BEGIN_STEP] = beginStep;
  words[offset + layout.TRANSITION_LEVEL_COUNT] = levelCount;
}

/** Reads a transition back from its words. */
export function readTransition(words: Float64Array): Transition {
  const segment = {
    endStep: words[layout.SEGMENT_END_STEP]!,
    chargeTargetKwh: words[layout.SEGMENT_CHARGE_TARGET_KWH]!,
    exportTargetPercent: words[layout.SEGMENT_EXPORT_TARGET_PERCENT]!,
  };
  return {
    segment,
    beginStep: words[layout.TRANSITION_BEGIN_STEP]!,
    levelCount: words[layout.TRANSITION_LEVEL_COUNT]!,
  };
}

/** Why a transition job cannot be run, as a status; JOB_DONE when it can. */
export function transitionRefusal(words: Float64Array, stepCount: number): number {
  const { segment, beginStep, levelCount } = readTransition(words);
  const areSteps = Number.isInteger(beginStep) && Number.isInteger(segment.endStep);
  if (!(areSteps && beginStep >= 0 && segment.endStep > beginStep && segment.endStep <= stepCount)) {
    return layout.REFUSED_STEPS;
  }
  if (!(Number.isInteger(levelCount) && levelCount >= 2 && levelCount <= layout.TRANSITION_MAX_LEVELS)) {
    return layout.REFUSED_LEVELS;
  }
  return areTargetsSound(segment.chargeTargetKwh, segment.exportTargetPercent)
    ? JOB_DONE
    : layout.REFUSED_TARGETS;
}
