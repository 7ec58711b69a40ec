import { createBatch, createEngine } from "@lightcone/parallel";
import { computing, trialCodec, trialKernelSpec, writeContext } from "./trialKernel.ts";

const engine = await createEngine({ lanes: "auto", warn: console.error });
const kernel = await engine.loadKernel(trialKernelSpec);
const batch = createBatch(engine, {
  kernel,
  entry: "runTrials",
  contextPointer: writeContext(kernel.arena, 100), // what all trials share
  codec: trialCodec, // how a trial and a result are written as f64 words
  cacheEntries: 1000,
});

const handles = [1, 2, 2, 3].map((number) => batch.enqueue(computing(number, 0.5))); // nothing runs yet
console.log(handles.map((handle) => handle.get().last)); // the first read runs all of them in one call

const { batchSizes, duplicates } = engine.counters();
console.log(`${batchSizes.max} jobs in one call, ${duplicates} duplicate folded`);
await engine.close();
