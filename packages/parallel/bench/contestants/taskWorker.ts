/** What the npm pools' workers run: one range of jobs per task. */
import { workerData } from "node:worker_threads";
import { instantiateSpinKernel, type SpinEntry } from "../spinKernel.ts";

/** What each worker of a pool is given once. */
export interface TaskWorkerData {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly paramsPointer: number;
}

/** A task: jobs [begin, end). */
export interface RangeTask {
  readonly entry: SpinEntry;
  readonly begin: number;
  readonly end: number;
}

// tinypool puts its own data in front of the user's.
const data = (Array.isArray(workerData) ? workerData[1] : workerData) as TaskWorkerData;
const kernel = instantiateSpinKernel(data.module, data.memory);

export function runRange({ entry, begin, end }: RangeTask): void {
  kernel[entry](data.paramsPointer, begin, end, 0);
}
