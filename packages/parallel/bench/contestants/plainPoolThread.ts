/** A worker of the plain pool: park, take part if needed, leave the barrier, park again. */
import { workerData } from "node:worker_threads";
import { instantiateSpinKernel } from "../spinKernel.ts";
import { claimJobs, type PlainWorkerData, RANKS, RUNNING } from "./plainPool.ts";

const data = workerData as PlainWorkerData;
const control = new Int32Array(data.control);
const kernel = instantiateSpinKernel(data.module, data.memory);

for (let seen = 0; ; seen++) {
  while (Atomics.load(control, data.sequenceWord) === seen) Atomics.wait(control, data.sequenceWord, seen);
  if (data.worker <= Atomics.load(control, RANKS)) {
    claimJobs(control, (job) => kernel.spinJobs(data.paramsPointer, job, job + 1, 0));
  }
  if (Atomics.sub(control, RUNNING, 1) === 1) Atomics.notify(control, RUNNING, 1);
}
