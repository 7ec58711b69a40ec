import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { LocalContestant } from "../contestant.ts";
import { createBareTable, partsOf } from "./bareTable.ts";
import type { RangeTask, TaskWorkerData } from "./taskWorker.ts";

/** What a thread that lives for one range is given. */
export type OneRangeData = TaskWorkerData & RangeTask;

/** Starts new worker threads for every call, runs the first part on the caller, and waits until all have ended. */
export function createThreadPerCall(module: WebAssembly.Module, laneCount: number): LocalContestant {
  const { memory, kernel, table } = createBareTable(module);
  return {
    name: "a worker thread per call",
    table,
    run: async ({ entry, jobCount }) => {
      const parts = partsOf(jobCount, laneCount);
      const onThreads = laneCount === 1 ? parts : parts.slice(1);
      const ends = onThreads.map(({ begin, end }) => {
        const workerData: OneRangeData = {
          ...{ module, memory, paramsPointer: table.paramsPointer },
          ...{ entry, begin, end },
        };
        return once(new Worker(new URL("./oneRangeThread.ts", import.meta.url), { workerData }), "exit");
      });
      if (laneCount > 1) kernel[entry](table.paramsPointer, 0, parts[0]!.end, 0);
      await Promise.all(ends);
    },
    close: async () => {},
  };
}
