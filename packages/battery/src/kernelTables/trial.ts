import * as layout from "../kernel/layout.ts";
import type { RunResult } from "../model/runResult.ts";
import type { Schedule } from "../plan/schedule.ts";

/** One plan to be simulated, and in which futures. */
export interface Trial {
  readonly schedule: Schedule;
  /** Sum of 1 (nominal), 2 (pv10), 4 (pv90): 1 to ALL_FUTURES. */
  readonly futures: number;
}

/** Words of a trial; they hold the plan by value, so they are its name in a cache too. */
export function trialWordCount({ schedule }: Trial): number {
  return layout.JOB_HEADER_WORDS + layout.SEGMENT_WORDS * schedule.length;
}

/** Writes a trial's words; no allocation. */
export function writeTrial({ schedule, futures }: Trial, words: Float64Array, offset: number): void {
  words[offset + layout.JOB_FUTURES] = futures;
  words[offset + layout.JOB_SEGMENT_COUNT] = schedule.length;
  let at = offset + layout.JOB_HEADER_WORDS;
  for (let index = 0; index < schedule.length; index++) {
    const segment = schedule[index]!;
    words[at + layout.SEGMENT_END_STEP] = segment.endStep;
    words[at + layout.SEGMENT_CHARGE_TARGET_KWH] = segment.chargeTargetKwh;
    words[at + layout.SEGMENT_EXPORT_TARGET_PERCENT] = segment.exportTargetPercent;
    at += layout.SEGMENT_WORDS;
  }
}

/** Reads a trial back from its words. */
export function readTrial(words: Float64Array, offset: number): Trial {
  const count = words[offset + layout.JOB_SEGMENT_COUNT]!;
  const schedule = Array.from({ length: count }, (_, index) => {
    const at = offset + layout.JOB_HEADER_WORDS + layout.SEGMENT_WORDS * index;
    return {
      endStep: words[at + layout.SEGMENT_END_STEP]!,
      chargeTargetKwh: words[at + layout.SEGMENT_CHARGE_TARGET_KWH]!,
      exportTargetPercent: words[at + layout.SEGMENT_EXPORT_TARGET_PERCENT]!,
    };
  });
  return { schedule, futures: words[offset + layout.JOB_FUTURES]! };
}

/** What the three futures of a trial come to: nominal, pv10, pv90; all 0 where a future was not asked for. */
export type TrialResult = readonly [nominal: RunResult, pv10: RunResult, pv90: RunResult];

/** Reads a trial's result words; nothing is rounded. */
export function readTrialResult(words: Float64Array, offset: number): TrialResult {
  const ofFuture = (future: number): RunResult =>
    readRunResult(words, offset + layout.RESULT_FIELDS * future);
  return [ofFuture(0), ofFuture(1), ofFuture(2)];
}

/** Reads the RESULT_FIELDS words of one future. */
export function readRunResult(words: ArrayLike<number>, offset = 0): RunResult {
  return {
    costPence: words[offset + layout.RESULT_COST_PENCE]!,
    importBatteryKwh: words[offset + layout.RESULT_IMPORT_BATTERY_KWH]!,
    importHouseKwh: words[offset + layout.RESULT_IMPORT_HOUSE_KWH]!,
    exportKwh: words[offset + layout.RESULT_EXPORT_KWH]!,
    socMinKwh: words[offset + layout.RESULT_SOC_MIN_KWH]!,
    socFinalKwh: words[offset + layout.RESULT_SOC_FINAL_KWH]!,
    socMinMinute: words[offset + layout.RESULT_SOC_MIN_MINUTE]!,
    throughputKwh: words[offset + layout.RESULT_THROUGHPUT_KWH]!,
    keepPence: words[offset + layout.RESULT_KEEP_PENCE]!,
    diverterKwh: words[offset + layout.RESULT_DIVERTER_KWH]!,
    carbonGrams: words[offset + layout.RESULT_CARBON_GRAMS]!,
  };
}

/** How trials and their results are written as f64 words: what a batch on the engine needs to know. */
export const trialCodec: {
  wordCount(trial: Trial): number;
  write(trial: Trial, words: Float64Array, offset: number): void;
  readonly resultWords: number;
  read(words: Float64Array, offset: number): TrialResult;
} = {
  wordCount: trialWordCount,
  write: writeTrial,
  resultWords: layout.RESULT_WORDS,
  read: readTrialResult,
};
