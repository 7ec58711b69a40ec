import {
  BATCH_CONTEXT,
  BATCH_JOB_STARTS,
  BATCH_JOB_WORDS,
  BATCH_RESULT_WORDS,
  BATCH_RESULTS,
  BATCH_STATUS,
  JOB_DONE,
} from "@lightcone/parallel/assembly/batchTable";
import type { KernelEntry } from "../../src/kernel/kernelSpec.ts";
import * as layout from "./trialLayout.ts";

/** The twin of runTrials in entry.ts: same tables, same operations in the same order. */
export function trialReference(memory: WebAssembly.Memory): KernelEntry {
  return (params, begin, end, scratch) => {
    const i32 = new Int32Array(memory.buffer);
    const f64 = new Float64Array(memory.buffer);
    const pointerAt = (offset: number) => i32[(params + offset) / 4]!;
    for (let job = begin; job < end; job++) {
      const code = runTrial(f64, {
        context: pointerAt(BATCH_CONTEXT) / 8,
        trial: pointerAt(BATCH_JOB_WORDS) / 8 + i32[pointerAt(BATCH_JOB_STARTS) / 4 + job]!,
        result: pointerAt(BATCH_RESULTS) / 8 + pointerAt(BATCH_RESULT_WORDS) * job,
        scratch: scratch / 8,
      });
      if (code >= 0) i32[pointerAt(BATCH_STATUS) / 4 + job] = code;
    }
  };
}

interface TrialPlaces {
  readonly context: number;
  readonly trial: number;
  readonly result: number;
  readonly scratch: number;
}

function runTrial(f64: Float64Array, { context, trial, result, scratch }: TrialPlaces): number {
  const action = f64[trial + layout.TRIAL_ACTION]!;
  if (action === layout.ACTION_REFUSE) return layout.REFUSED;
  if (action === layout.ACTION_TRAP) throw new Error("unreachable");
  if (action === layout.ACTION_NO_STATUS) return -1;
  if (action === layout.ACTION_NULL_WRITE) f64[0] = 1;
  const length = f64[context + layout.CONTEXT_LENGTH]!;
  const count = f64[trial + layout.TRIAL_WORD_COUNT]! - layout.TRIAL_NUMBERS;
  let before = action === layout.ACTION_LEAK ? f64[scratch]! : 1;
  for (let i = 0; i < length; i++) {
    const coefficient = f64[context + layout.CONTEXT_COEFFICIENTS + i]!;
    before = before * 0.5 + coefficient * f64[trial + layout.TRIAL_NUMBERS + (i % count)]!;
    f64[scratch + i] = before;
  }
  let sum = 0;
  for (let i = length - 1; i >= 0; i--) sum = sum * 0.75 + f64[scratch + i]!;
  f64[result + layout.RESULT_SUM] = sum;
  f64[result + layout.RESULT_LAST] = before;
  f64[result + layout.RESULT_ENGINE] =
    action === layout.ACTION_TELL_ENGINE ? layout.ENGINE_REFERENCE : layout.ENGINE_UNTOLD;
  return JOB_DONE;
}
