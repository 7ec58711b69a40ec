/** A thread that runs one range of jobs and ends. Imports nothing of the benchmark: its start is what is measured. */
import { workerData } from "node:worker_threads";
import type { BareKernel } from "../spinKernel.ts";
import type { OneRangeData } from "./threadPerCall.ts";

const { module, memory, paramsPointer, entry, begin, end } = workerData as OneRangeData;
const { exports } = new WebAssembly.Instance(module, { env: { memory } });
(exports as unknown as BareKernel)[entry](paramsPointer, begin, end, 0);
