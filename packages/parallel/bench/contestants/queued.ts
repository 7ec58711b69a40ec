import { createEngine, type EngineOptions } from "@lightcone/parallel";
import { type Contestant, stayBusy, timed } from "../contestant.ts";
import { createSpinBatch } from "../spinBatch.ts";
import { digestOf, firstStart } from "../spinTable.ts";

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
  const batch = await createSpinBatch(engine, name);
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
