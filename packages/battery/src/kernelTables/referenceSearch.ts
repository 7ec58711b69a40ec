import * as batch from "@lightcone/parallel/assembly/batchTable";
import { useWordsOf } from "@lightcone/parallel/assembly/words";
import * as layout from "../kernel/layout.ts";
import { followCourse, searchFrom } from "../kernel/searchJobs.ts";
import { simulateBy } from "../kernel/searchTrial.ts";
import { type Home, readHome } from "../model/home.ts";
import { runSteps } from "../model/simulate.ts";
import { stateFromWords, stateWords } from "../model/state.ts";

type Entry = (paramsPointer: number, begin: number, end: number, scratchPointer: number) => void;

/** The entries of the plan search: the code that asc compiles too, on steps of the reference model. */
export function searchEntries(memory: WebAssembly.Memory): { course: Entry; search: Entry } {
  return {
    course: (params, begin, end, scratch) =>
      runJobs(memory, params, { begin, end, run: (words) => followCourse(words, scratch) }),
    search: (params, begin, end) => runJobs(memory, params, { begin, end, run: searchFrom }),
  };
}

interface JobRange {
  readonly begin: number;
  readonly end: number;
  run(words: number, result: number): void;
}

function runJobs({ buffer }: WebAssembly.Memory, params: number, { begin, end, run }: JobRange): void {
  useWordsOf(buffer);
  simulateBy(segmentRunner(buffer));
  const view = new DataView(buffer);
  const pointer = (at: number): number => view.getInt32(params + at, true);
  const resultBytes = 8 * pointer(batch.BATCH_RESULT_WORDS);
  for (let job = begin; job < end; job++) {
    const start = view.getInt32(pointer(batch.BATCH_JOB_STARTS) + 4 * job, true);
    run(pointer(batch.BATCH_JOB_WORDS) + 8 * start, pointer(batch.BATCH_RESULTS) + resultBytes * job);
    view.setInt32(pointer(batch.BATCH_STATUS) + 4 * job, batch.JOB_DONE, true);
  }
}

type SegmentRunner = Parameters<typeof simulateBy>[0];

/** Moves states in the memory by the reference model. */
export function segmentRunner(memory: ArrayBuffer): SegmentRunner {
  const homes = new Map<number, Home>();
  const floats = new Float64Array(memory);
  return (context, block, segment, scratch, beginStep, endStep) => {
    const home = homes.get(context) ?? readHome(memory, context);
    homes.set(context, home);
    const chargeTargetKwh = floats[segment / 8 + layout.SEGMENT_CHARGE_TARGET_KWH]!;
    const exportTargetPercent = floats[segment / 8 + layout.SEGMENT_EXPORT_TARGET_PERCENT]!;
    const future = home.futures[(block - context - layout.CONTEXT_FUTURES) / layout.FUTURE_BYTES]!;
    const state = stateFromWords(floats.subarray(scratch / 8, scratch / 8 + layout.STATE_WORDS));
    const schedule = [{ endStep, chargeTargetKwh, exportTargetPercent }];
    runSteps(state, { home, future, schedule, beginStep, endStep });
    floats.set(stateWords(state), scratch / 8);
  };
}
