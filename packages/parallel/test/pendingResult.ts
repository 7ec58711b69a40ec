import { createBatch, createEngine } from "@lightcone/parallel";
import { computing, trialCodec, trialKernelSpec, writeContext } from "./trialKernel.ts";

// Nothing but a result to come keeps this process alive, and nothing is closed when it is there.
const engine = await createEngine({ lanes: 2, costGate: false });
const kernel = await engine.loadKernel(trialKernelSpec);
const contextPointer = writeContext(kernel.arena, 4000);
const batch = createBatch(engine, {
  kernel,
  entry: "runTrials",
  contextPointer,
  codec: trialCodec,
  cacheEntries: 0,
});
const handles = Array.from({ length: 200 }, (_, number) => batch.enqueue(computing(number)));
handles[199]!.result().then(({ sum }) => console.log(Number.isFinite(sum) ? "settled" : "wrong"));
