import { createBatch, createEngine, type EngineOptions } from "@lightcone/parallel";
import { type Contestant, stayBusy, timed } from "../contestant.ts";
import { SPIN_JOB_WORDS } from "../kernel/layout.ts";
import { spinKernelSpec } from "../spinKernel.ts";
import { digestOf, firstStart } from "../spinTable.ts";

/** A job as a program queues it. */
interface SpinTrial {
  readonly start: number;
  readonly steps: number;
}

/**
 * The engine as a program uses it: jobs are queued one by one, with other work between them, and the first `get`
 * runs them. The measured call is the whole iteration.
 * @param queueMicroseconds  the other work of one iteration, spread evenly before its jobs
 */
export async function createQueued(
  name: string,
  options: EngineOptions,
  queueMicroseconds: number,
): Promise<Contestant> {
  const engine = await createEngine(options);
  const kernel = await engine.loadKernel(spinKernelSpec);
  if (kernel.activeEngine !== "kernel") throw new Error(`${name} fell back: ${kernel.fallbackReason}`);
  const batch = createBatch<SpinTrial, number>(engine, {
    kernel,
    entry: "spinBatch",
    contextPointer: 0,
    cacheEntries: 0,
    codec: {
      wordCount: () => SPIN_JOB_WORDS,
      write: ({ start, steps }, words, offset) => {
        words[offset] = start;
        words[offset + 1] = steps;
      },
      resultWords: 1,
      read: (words, offset) => words[offset]!,
    },
  });
  let values = new Float64Array();
  const iteration = (steps: number): void => {
    const handles = Array.from(values, (start) => {
      stayBusy(queueMicroseconds / values.length);
      return batch.enqueue({ start, steps });
    });
    handles.forEach((handle, job) => {
      values[job] = handle.get();
    });
  };
  return timed({
    name,
    table: {
      prepare: (jobCount) => {
        values = Float64Array.from({ length: jobCount }, (_, job) => firstStart(job));
      },
      advance: () => {},
      digest: () => digestOf(values),
      missedMeeting: () => false,
    },
    run: ({ steps }) => iteration(steps),
    close: () => engine.close(),
  });
}
