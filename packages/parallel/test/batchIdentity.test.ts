import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type Batch, createBatch, createEngine, type Engine, type Kernel } from "@lightcone/parallel";
import { expect, test } from "vitest";
import { batchRounds } from "./batchRounds.ts";
import {
  computing,
  type Trial,
  type TrialResult,
  trialCodec,
  trialKernelSpec,
  writeContext,
} from "./trialKernel.ts";

/** Trials with numbers of every size and sign, of different lengths; the same on every call. */
function randomTrials(count: number): Trial[] {
  let seed = 12345;
  const next = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  return Array.from({ length: count }, () =>
    computing(
      ...Array.from({ length: 1 + Math.floor(next() * 120) }, () => (next() - 0.5) * 10 ** (next() * 8 - 4)),
    ),
  );
}

function trialBatch(
  engine: Engine,
  kernel: Kernel,
  length: number,
  schedule?: string,
): Batch<Trial, TrialResult> {
  return createBatch(engine, {
    kernel,
    entry: "runTrials",
    contextPointer: writeContext(kernel.arena, length),
    codec: trialCodec,
    cacheEntries: 0,
    ...(schedule && { schedule }),
  });
}

const trials = randomTrials(60);

async function oneByOne(length: number): Promise<TrialResult[]> {
  const engine = await createEngine({ lanes: 0 });
  const batch = trialBatch(engine, await engine.loadKernel(trialKernelSpec), length);
  const results = trials.map((trial) => batch.enqueue(trial).get());
  await engine.close();
  return results;
}

test("60 random trials in one batch have the bits of each run by itself, on any lanes, schedule and engine", async () => {
  const expected = await oneByOne(300);
  expect(new Set(expected.map(({ sum }) => sum)).size).toBe(60);
  for (const lanes of [0, 1, 2, 3, 4, 8, 16]) {
    for (const engineKind of ["kernel", "reference"] as const) {
      const engine = await createEngine({ lanes, engine: engineKind, costGate: false });
      const kernel = await engine.loadKernel(trialKernelSpec);
      for (const schedule of ["static", "static,7", "dynamic,1", "dynamic,32", "guided"]) {
        const batch = trialBatch(engine, kernel, 300, schedule);
        const handles = trials.map((trial) => batch.enqueue(trial));
        expect(handles.map((handle) => handle.get())).toEqual(expected);
        batch.close();
      }
      await engine.close();
    }
  }
});

test("big, small and interleaved contexts leave nothing of one another in scratch", async () => {
  const lengths = [4000, 3, 777];
  const expected = await Promise.all(lengths.map(oneByOne));
  for (const lanes of [1, 2]) {
    const engine = await createEngine({ lanes, costGate: false });
    const kernel = await engine.loadKernel(trialKernelSpec);
    const batches = lengths.map((length) => trialBatch(engine, kernel, length));
    for (let job = 0; job < trials.length; job++) {
      for (const which of [0, 1, 2, 1, 0]) {
        expect(batches[which]!.enqueue(trials[job]!).get()).toEqual(expected[which]![job]);
      }
    }
    await engine.close();
  }
});

test("lanes that were parked while the memory grew see all of it, on either engine", async () => {
  const expected = await oneByOne(300);
  for (const engineKind of ["kernel", "reference"] as const) {
    const engine = await createEngine({ lanes: 2, engine: engineKind, costGate: false });
    const kernel = await engine.loadKernel(trialKernelSpec);
    for (let round = 0; round < 12; round++) {
      kernel.arena.allocate(3_000_000); // what follows lies behind what the lanes have seen
      const batch = trialBatch(engine, kernel, 300, "static");
      const handles = trials.map((trial) => batch.enqueue(trial));
      expect(handles.map((handle) => handle.get())).toEqual(expected);
    }
    expect(engine.counters().lanes[1]!.errors).toBe(0);
    expect(engine.counters().kernels[0]!.memory.memoryBytes).toBeGreaterThan(30_000_000);
    await engine.close();
  }
});

test("scratch and memory stop growing: after the largest batch, 200 more take no further byte", async () => {
  const engine = await createEngine({ lanes: 2, costGate: false });
  await batchRounds(engine, 50, 20);
  const [before] = engine.counters().kernels;
  await batchRounds(engine, 50, 200);
  const [after] = engine.counters().kernels;
  expect(before).toMatchObject({ scratchCount: 2, memory: { blockCount: 1 } });
  expect(after).toEqual(before);
  await engine.close();
});

test("two callers on one engine, each with its own batches, get what each would get alone", async () => {
  const rounds = 150;
  const alone = await createEngine({ lanes: 1 });
  const expectedHere = await batchRounds(alone, 900, rounds);
  const expectedThere = await batchRounds(alone, 40, rounds);
  await alone.close();

  const engine = await createEngine({ lanes: 3, costGate: false });
  await batchRounds(engine, 10, 5); // lanes are up, the kernel is loaded
  const worker = new Worker(new URL("./batchCaller.ts", import.meta.url), {
    workerData: { shared: engine.share(), length: 40, rounds },
  });
  await once(worker, "message");
  const answer = once(worker, "message");
  worker.postMessage("go");
  const resultsHere = await batchRounds(engine, 900, rounds);
  const [resultsThere] = await answer;
  expect(resultsHere).toEqual(expectedHere);
  expect(resultsThere).toEqual(expectedThere);
  await worker.terminate();
  await engine.close();
});
