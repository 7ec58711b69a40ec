import { createEngine, type EngineOptions } from "@lightcone/parallel";
import { type Contestant, timed } from "../contestant.ts";
import { createSpinBatch } from "../spinBatch.ts";
import { digestOf, firstStart } from "../spinTable.ts";

/** Trials through a batch of the engine, all at once or each by itself. */
export interface TrialRuns extends Contestant {
  /** Calls of the engine so far. */
  calls(): number;
}

/**
 * @param isBatched  all trials are queued before the first answer is asked for; else each is asked for at once
 * @throws Error when the engine would run anything but the kernel
 */
export async function createTrialRuns(options: EngineOptions, isBatched: boolean): Promise<TrialRuns> {
  const engine = await createEngine(options);
  const batch = await createSpinBatch(engine, "the engine");
  let values = new Float64Array();
  const together = (steps: number): void => {
    const handles = Array.from(values, (start) => batch.enqueue({ start, steps }));
    handles.forEach((handle, job) => {
      values[job] = handle.get();
    });
  };
  const oneByOne = (steps: number): void => {
    for (let job = 0; job < values.length; job++)
      values[job] = batch.enqueue({ start: values[job]!, steps }).get();
  };
  const contestant = timed({
    name: isBatched ? "batched" : "one call a trial",
    table: {
      prepare: (jobCount) => {
        values = Float64Array.from({ length: jobCount }, (_, job) => firstStart(job));
      },
      advance: () => {},
      digest: () => digestOf(values),
      missedMeeting: () => false,
    },
    run: ({ steps }) => (isBatched ? together(steps) : oneByOne(steps)),
    close: () => engine.close(),
  });
  return { ...contestant, calls: () => engine.counters().pool.calls };
}
