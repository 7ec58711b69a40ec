import {
  BATCH_CONTEXT,
  BATCH_JOB_STARTS,
  BATCH_JOB_WORDS,
  BATCH_RESULT_WORDS,
  BATCH_RESULTS,
  BATCH_STATUS,
  JOB_DONE,
} from "@lightcone/parallel/assembly/batchTable";
import { ABI_VERSION, PARITY_REVISION } from "./layout";
import {
  ACTION_LEAK,
  ACTION_NO_STATUS,
  ACTION_NULL_WRITE,
  ACTION_REFUSE,
  ACTION_TELL_ENGINE,
  ACTION_TRAP,
  CONTEXT_COEFFICIENTS,
  CONTEXT_LENGTH,
  ENGINE_KERNEL,
  ENGINE_UNTOLD,
  REFUSED,
  RESULT_ENGINE,
  RESULT_LAST,
  RESULT_SUM,
  TRIAL_ACTION,
  TRIAL_NUMBERS,
  TRIAL_WORD_COUNT,
} from "./trialLayout";

// biome-ignore lint/style/useExportType: a number that the compiler knows, where the arena may start
export { __heap_base };

export function abiVersion(): i32 {
  return ABI_VERSION;
}

export function parityRevision(): i32 {
  return PARITY_REVISION;
}

// Batched trials: a result depends on every word of the trial and of the context, by way of scratch.

export function runTrials(params: usize, begin: i32, end: i32, scratch: usize): void {
  const starts = <usize>load<i32>(params + BATCH_JOB_STARTS);
  const words = <usize>load<i32>(params + BATCH_JOB_WORDS);
  const results = <usize>load<i32>(params + BATCH_RESULTS);
  const resultBytes = load<i32>(params + BATCH_RESULT_WORDS) << 3;
  const status = <usize>load<i32>(params + BATCH_STATUS);
  for (let job = begin; job < end; job++) {
    const trial = words + ((<usize>load<i32>(starts + ((<usize>job) << 2))) << 3);
    const code = runTrial(params, trial, results + <usize>(resultBytes * job), scratch);
    if (code >= 0) store<i32>(status + ((<usize>job) << 2), code);
  }
}

function runTrial(params: usize, trial: usize, result: usize, scratch: usize): i32 {
  const action = <i32>load<f64>(trial + (TRIAL_ACTION << 3));
  if (action === ACTION_REFUSE) return REFUSED;
  if (action === ACTION_TRAP) unreachable();
  if (action === ACTION_NO_STATUS) return -1;
  if (action === ACTION_NULL_WRITE) store<f64>(0, 1);
  const context = <usize>load<i32>(params + BATCH_CONTEXT);
  const length = <i32>load<f64>(context + (CONTEXT_LENGTH << 3));
  const count = <i32>load<f64>(trial + (TRIAL_WORD_COUNT << 3)) - TRIAL_NUMBERS;
  let before = action === ACTION_LEAK ? load<f64>(scratch) : 1.0;
  for (let i = 0; i < length; i++) {
    const coefficient = load<f64>(context + ((<usize>(CONTEXT_COEFFICIENTS + i)) << 3));
    before = before * 0.5 + coefficient * load<f64>(trial + ((<usize>(TRIAL_NUMBERS + (i % count))) << 3));
    store<f64>(scratch + ((<usize>i) << 3), before);
  }
  let sum = 0.0;
  for (let i = length - 1; i >= 0; i--) sum = sum * 0.75 + load<f64>(scratch + ((<usize>i) << 3));
  store<f64>(result + (RESULT_SUM << 3), sum);
  store<f64>(result + (RESULT_LAST << 3), before);
  store<f64>(
    result + (RESULT_ENGINE << 3),
    <f64>(action === ACTION_TELL_ENGINE ? ENGINE_KERNEL : ENGINE_UNTOLD),
  );
  return JOB_DONE;
}
