import * as batch from "@lightcone/parallel/assembly/batchTable";
import * as layout from "../kernel/layout.ts";
import { type Home, readHome } from "../model/home.ts";
import { runSteps } from "../model/simulate.ts";
import { type State, startState, stateFromWords, stateWords } from "../model/state.ts";
import { firstDifferentStep } from "../plan/schedule.ts";
import { checkpointWords, savedSchedule, statesOffset, writeSavedPlan } from "./checkpointRecord.ts";
import { searchEntries } from "./referenceSearch.ts";
import { refusal } from "./refusal.ts";
import { readTrial, type Trial } from "./trial.ts";

type Entry = (paramsPointer: number, begin: number, end: number, scratchPointer: number) => void;

/** The kernel's exports, done by the reference model: bit-equal to them on the same tables. */
export type BatteryReference = {
  abiVersion(): number;
  parityRevision(): number;
  simulate: Entry;
  checkpoint: Entry;
  course: Entry;
  search: Entry;
} & { readonly [entry: string]: Entry | (() => number) };

/** The reference model on the kernel's memory: same tables, same jobs, same results. */
export function createReference(memory: WebAssembly.Memory): BatteryReference {
  return {
    abiVersion: () => layout.ABI_VERSION,
    parityRevision: () => layout.PARITY_REVISION,
    simulate: (params, begin, end) => runJobs(memory, params, { begin, end, refusal, run: runTrial }),
    checkpoint: (params, begin, end) => runJobs(memory, params, { begin, end, refusal, run: saveTrial }),
    ...searchEntries(memory),
  };
}

/** What a job reads and writes. */
interface Job {
  readonly memory: ArrayBuffer;
  readonly contextPointer: number;
  readonly home: Home;
  readonly words: Float64Array;
  readonly results: Float64Array;
}

interface JobRange {
  readonly begin: number;
  readonly end: number;
  /** Why a job's words cannot be run, as a status. */
  refusal(words: Float64Array, stepCount: number): number;
  run(job: Job): void;
}

function runJobs(
  { buffer }: WebAssembly.Memory,
  params: number,
  { begin, end, refusal, run }: JobRange,
): void {
  const view = new DataView(buffer, params, batch.BATCH_TABLE_BYTES);
  const pointer = (at: number): number => view.getInt32(at, true);
  const contextPointer = pointer(batch.BATCH_CONTEXT);
  const home = readHome(buffer, contextPointer);
  const starts = new Int32Array(buffer, pointer(batch.BATCH_JOB_STARTS), end);
  const statuses = new Int32Array(buffer, pointer(batch.BATCH_STATUS), end);
  const resultWords = pointer(batch.BATCH_RESULT_WORDS);
  const results = new Float64Array(buffer, pointer(batch.BATCH_RESULTS), resultWords * end);
  for (let job = begin; job < end; job++) {
    const words = new Float64Array(buffer, pointer(batch.BATCH_JOB_WORDS) + 8 * starts[job]!);
    const status = refusal(words, home.stepCount);
    if (status === batch.JOB_DONE) {
      const result = results.subarray(resultWords * job, resultWords * (job + 1));
      run({ memory: buffer, contextPointer, home, words, results: result });
    }
    statuses[job] = status;
  }
}

/** One trial in the futures of its mask, from the latest state that a checkpoint of the same first steps saved. */
function runTrial({ memory, contextPointer, home, words, results }: Job): void {
  const trial = readTrial(words, 0);
  const saved = latestCheckpoint(memory, contextPointer, home, trial);
  for (const [index, future] of home.futures.entries()) {
    const result = results.subarray(layout.RESULT_FIELDS * index, layout.RESULT_FIELDS * (index + 1));
    if ((trial.futures & (1 << index)) === 0) {
      result.fill(0);
      continue;
    }
    const state = saved === undefined ? startState(home) : savedState(saved, index);
    const range = { beginStep: saved?.step ?? 0, endStep: home.stepCount };
    runSteps(state, { home, future, schedule: trial.schedule, ...range });
    result.set(stateWords(state).slice(0, layout.RESULT_FIELDS));
  }
}

interface SavedStep {
  readonly record: Float64Array;
  readonly step: number;
}

function latestCheckpoint(
  memory: ArrayBuffer,
  contextPointer: number,
  { stepCount }: Home,
  { schedule }: Trial,
): SavedStep | undefined {
  const slots = new Int32Array(memory, contextPointer + layout.CONTEXT_CHECKPOINTS, layout.CHECKPOINT_SLOTS);
  let latest: SavedStep | undefined;
  for (const pointer of slots) {
    if (pointer === 0) continue;
    const record = new Float64Array(memory, pointer, checkpointWords(stepCount));
    const same = Math.min(firstDifferentStep(savedSchedule(record, stepCount), schedule), stepCount - 1);
    const step = same - (same % layout.CHECKPOINT_STEPS);
    if (step > (latest?.step ?? 0)) latest = { record, step };
  }
  return latest;
}

function savedState({ record, step }: SavedStep, future: number): State {
  return stateFromWords(record.subarray(stateOffset(step, future)));
}

function stateOffset(step: number, future: number): number {
  return statesOffset(step) + layout.STATE_WORDS * future;
}

/** A trial in all futures, into a checkpoint record. */
function saveTrial({ home, words, results }: Job): void {
  const trial = readTrial(words, 0);
  const { stepCount } = home;
  results.fill(0);
  writeSavedPlan(results, stepCount, trial);
  for (const [index, future] of home.futures.entries()) {
    const state = startState(home);
    for (let beginStep = 0; beginStep < stepCount; beginStep += layout.CHECKPOINT_STEPS) {
      results.set(stateWords(state), stateOffset(beginStep, index));
      const endStep = Math.min(beginStep + layout.CHECKPOINT_STEPS, stepCount);
      runSteps(state, { home, future, schedule: trial.schedule, beginStep, endStep });
    }
    results.set(stateWords(state).slice(0, layout.RESULT_FIELDS), layout.RESULT_FIELDS * index);
  }
}
