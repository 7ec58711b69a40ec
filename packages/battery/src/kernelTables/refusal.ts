import { JOB_DONE } from "@lightcone/parallel/assembly/batchTable";
import * as layout from "../kernel/layout.ts";

/** Why a job's words cannot be run, as a status; JOB_DONE when they can. */
export function refusal(words: Float64Array, stepCount: number): number {
  const futures = words[layout.JOB_FUTURES]!;
  if (!(Number.isInteger(futures) && futures >= 1 && futures <= layout.ALL_FUTURES)) {
    return layout.REFUSED_FUTURES;
  }
  const count = words[layout.JOB_SEGMENT_COUNT]!;
  if (!(Number.isInteger(count) && count >= 1 && count <= stepCount)) return layout.REFUSED_STEPS;
  let lastEnd = 0;
  for (let index = 0; index < count; index++) {
    const segment = words.subarray(layout.JOB_HEADER_WORDS + layout.SEGMENT_WORDS * index);
    const end = segment[layout.SEGMENT_END_STEP]!;
    if (!(Number.isInteger(end) && end > lastEnd && end <= layout.LAST_STEP)) return layout.REFUSED_STEPS;
    const target = segment[layout.SEGMENT_CHARGE_TARGET_KWH]!;
    if (!areTargetsSound(target, segment[layout.SEGMENT_EXPORT_TARGET_PERCENT]!)) {
      return layout.REFUSED_TARGETS;
    }
    lastEnd = end;
  }
  return lastEnd >= stepCount ? JOB_DONE : layout.REFUSED_STEPS;
}

/** At most one of charge and export in a segment, and numbers for both. */
function areTargetsSound(chargeTargetKwh: number, exportTargetPercent: number): boolean {
  return chargeTargetKwh > 0
    ? chargeTargetKwh < Number.POSITIVE_INFINITY && exportTargetPercent >= 100
    : chargeTargetKwh <= 0 && exportTargetPercent >= 0;
}
