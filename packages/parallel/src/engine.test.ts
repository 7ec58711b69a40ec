import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import * as layout from "../test/kernel/trialLayout.ts";
import { computing, type Trial, trialCodec, trialKernelSpec, writeContext } from "../test/trialKernel.ts";
import { createBatch } from "./batch/batch.ts";
import { createEngine, type EngineOptions, joinEngine } from "./engine.ts";
import { firstCanaryDamage } from "./kernel/canary.ts";

const folder = mkdtempSync(join(tmpdir(), "lightcone-engine-"));
writeFileSync(join(folder, "parallel-test.wasm"), "not a kernel");
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true }));

/** An engine with the test kernel, and how one trial fares on it. */
async function trialOn(options: EngineOptions) {
  const warnings: string[] = [];
  const engine = await createEngine({ warn: (message) => warnings.push(message), ...options });
  const kernel = await engine.loadKernel(trialKernelSpec);
  const contextPointer = writeContext(kernel.arena, 30);
  const batch = createBatch(engine, {
    kernel,
    entry: "runTrials",
    contextPointer,
    codec: trialCodec,
    cacheEntries: 0,
  });
  return { engine, kernel, batch, warnings, run: (trial: Trial) => batch.enqueue(trial).get() };
}

const tellEngine: Trial = { action: layout.ACTION_TELL_ENGINE, numbers: [1] };

test("the kernel runs unless the reference engine or a debug run is asked for: told by what only one of them writes", async () => {
  for (const lanes of [1, 2]) {
    const engines = [
      {},
      { engine: "reference" as const },
      { debug: true },
      { debug: true, engine: "kernel" as const },
    ];
    const told = [];
    for (const choice of engines) {
      const { engine, run } = await trialOn({ lanes, costGate: false, ...choice });
      told.push(run(tellEngine).engine);
      await engine.close();
    }
    expect(told).toEqual(
      [1, 2, 2, 2].map((kind) => (kind === 1 ? layout.ENGINE_KERNEL : layout.ENGINE_REFERENCE)),
    );
  }
});

test("a debug run poisons scratch and watches the canary; others trust the kernel", async () => {
  const debug = await trialOn({ lanes: 1, debug: true });
  const plain = await trialOn({ lanes: 1, engine: "reference" });
  const leak: Trial = { action: layout.ACTION_LEAK, numbers: [1] };
  const nullWrite: Trial = { action: layout.ACTION_NULL_WRITE, numbers: [1] };
  expect(debug.run(leak).sum).toBeNaN();
  expect(plain.run(leak).sum).not.toBeNaN();
  expect(() => debug.run(nullWrite)).toThrow(
    /failed: ParallelError: entry runTrials.*address 0 was written to/,
  );
  const three = [computing(1), nullWrite, computing(2)].map((trial) => debug.batch.enqueue(trial));
  expect(three[0]!.get().sum).not.toBe(three[2]!.get().sum);
  expect(() => three[1]!.get()).toThrow(/job 1 of its batch.*address 0/);
  plain.run(nullWrite);
  expect(firstCanaryDamage(plain.kernel.memory)).toBe(0);
  await Promise.all([debug.engine.close(), plain.engine.close()]);
});

test("a debug run tells of a lane that writes past its scratch, and keeps the lanes apart", async () => {
  // Each job waits for the other, so that each has a lane, and the second one writes a word too far.
  const code = `export const createReference = ({ buffer }) => ({
    abiVersion: () => ${trialKernelSpec.abiVersion},
    parityRevision: () => ${trialKernelSpec.parityRevision},
    spill(params, begin, end, scratch) {
      const met = new Int32Array(buffer, params, 4);
      Atomics.add(met, 0, 1);
      Atomics.notify(met, 0);
      while (Atomics.load(met, 0) < 2) if (Atomics.wait(met, 0, 1, 20000) === "timed-out") throw new Error("alone");
      met[1 + begin] = scratch;
      new Float64Array(buffer)[scratch / 8 + (begin === 1 ? 12 : 11)] = 7;
    },
  })`;
  const engine = await createEngine({ lanes: 2, costGate: false, debug: true });
  const kernel = await engine.loadKernel({
    name: "spilling",
    abiVersion: trialKernelSpec.abiVersion,
    parityRevision: trialKernelSpec.parityRevision,
    wasmUrl: trialKernelSpec.wasmUrl,
    referenceUrl: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
    entries: ["spill"],
    scratchBytes: 96,
  });
  const paramsPointer = kernel.arena.allocate(16);
  const met = kernel.arena.i32(paramsPointer, 4);
  met.fill(0);
  const { failures } = engine.run({ kernel, entry: "spill", paramsPointer, count: 2, schedule: "static" });
  expect(failures.map(({ begin, end }) => [begin, end])).toEqual([[1, 2]]);
  expect(failures[0]!.message).toMatch(/entry spill, indices 1 to 1, lane [01]: byte 96 of its scratch/);
  expect(Math.abs(met[1]! - met[2]!)).toBe(256);
  await engine.close();
});

test("a refused kernel is reported once, counted with its reason, and its reference engine serves", async () => {
  const { engine, kernel, warnings, run } = await trialOn({ lanes: 1, kernelDir: folder });
  expect(await engine.loadKernel(trialKernelSpec)).toBe(kernel);
  expect(run(tellEngine).engine).toBe(layout.ENGINE_REFERENCE);
  expect(warnings.length).toBe(1);
  expect(warnings[0]).toContain(join(folder, "parallel-test.wasm"));
  expect(warnings[0]).toMatch(/no whole WebAssembly module.*the reference engine runs instead/);
  const [counted] = engine.counters().kernels;
  expect(counted).toMatchObject({ activeEngine: "reference", fallbackReason: kernel.fallbackReason });
  await engine.close();
});

test("LIGHTCONE_KERNEL_DIR names the folder when no option does", async () => {
  vi.stubEnv("LIGHTCONE_KERNEL_DIR", folder);
  const { engine, warnings } = await trialOn({ lanes: 1 });
  expect(warnings[0]).toContain(join(folder, "parallel-test.wasm"));
  await engine.close();
});

test("loading a kernel twice at the same time loads it once; another kernel of its name is refused", async () => {
  const engine = await createEngine({ lanes: 1 });
  const [first, second] = await Promise.all([
    engine.loadKernel(trialKernelSpec),
    engine.loadKernel(trialKernelSpec),
  ]);
  expect(first).toBe(second);
  expect(engine.counters().kernels.length).toBe(1);
  const other = { ...trialKernelSpec, wasmUrl: new URL("file:///elsewhere/parallel-test.wasm") };
  await expect(engine.loadKernel(other)).rejects.toThrow(/kernel parallel-test: is loaded as .*elsewhere/);
  await engine.close();
});

test("an engine that joins has the kernels of the one it joined, on the same memory", async () => {
  const { engine, kernel } = await trialOn({ lanes: 1 });
  const joined = await joinEngine(engine.share());
  const same = await joined.loadKernel(trialKernelSpec);
  expect(same.memory).toBe(kernel.memory);
  expect(same.arena.basePointer).toBe(kernel.arena.basePointer);
  expect(joined.counters().kernels).toEqual(engine.counters().kernels);
  await joined.close();
  await engine.close();
});

test("a kernel that could not be loaded can be loaded again", async () => {
  const engine = await createEngine({ lanes: 1, engine: "reference" });
  const broken = { ...trialKernelSpec, entries: ["runTrials", "runRays"] };
  await expect(engine.loadKernel(broken)).rejects.toThrow(/runRays/);
  expect((await engine.loadKernel(trialKernelSpec)).activeEngine).toBe("reference");
  await engine.close();
});

test("options that are none are refused with their value and what is allowed", async () => {
  for (const lanes of [-1, 1.5, Number.NaN, "many" as never]) {
    await expect(createEngine({ lanes })).rejects.toThrow(`lanes: is ${lanes}; use "auto" or a whole number`);
  }
  await expect(createEngine({ engine: "gpu" as never })).rejects.toThrow(
    'engine: is gpu; use "kernel" or "reference"',
  );
  for (const memoryLimitBytes of [1000, Number.NaN, 2 ** 31]) {
    await expect(createEngine({ memoryLimitBytes })).rejects.toThrow(
      `memoryLimitBytes: is ${memoryLimitBytes}`,
    );
  }
});

test("lanes 0 and 1 are the caller alone", async () => {
  for (const lanes of [0, 1]) {
    const { engine, run } = await trialOn({ lanes });
    run(tellEngine);
    expect(engine.counters()).toMatchObject({ laneCount: 1, pool: { calls: 1, jobs: 1, lanesCreated: 0 } });
    await engine.close();
  }
});

test("a run may be asked for in words, and wrong words are an error", async () => {
  const { engine, kernel } = await trialOn({ lanes: 1 });
  const request = { kernel, entry: "runTrials", paramsPointer: 0, count: 0 };
  expect(engine.run({ ...request, schedule: "static,4" }).failures).toEqual([]);
  expect(() => engine.run({ ...request, schedule: "sometimes" })).toThrow(/sometimes/);
  expect(() => engine.run({ ...request, entry: "runRays" })).toThrow(/entry/);
  await engine.close();
});

test("counters are plain data: what JSON keeps of them is all of them", async () => {
  const { engine, run } = await trialOn({ lanes: 2, costGate: false });
  run(tellEngine);
  const counters = engine.counters();
  expect(JSON.parse(JSON.stringify(counters))).toEqual(counters);
  expect(counters).toMatchObject({
    laneCount: 2,
    batchSizes: { count: 1, max: 1 },
    cacheHits: 0,
    duplicates: 0,
  });
  expect(counters.wallMs).toBeGreaterThan(0);
  expect(counters.longestRunMs).toBeLessThanOrEqual(counters.wallMs);
  await engine.close();
});

test("a kernel of another engine is refused before anything runs on it", async () => {
  const [one, other] = [await trialOn({ lanes: 1 }), await trialOn({ lanes: 1 })];
  const request = { kernel: other.kernel, entry: "runTrials", paramsPointer: 0, count: 1 };
  expect(() => one.engine.run(request)).toThrow(/kernel parallel-test: was loaded by another engine/);
  await expect(one.engine.runAsync(request)).rejects.toThrow(/another engine/);
  await one.engine.close();
  await other.engine.close();
});

test("a kernel's lane script runs with kernel and reference alike, and is part of what the kernel is", async () => {
  const code = `export const createScript = ({ buffer }, kernel) => ({
    tellRevisions(params, begin, end) {
      const words = new Int32Array(buffer, params);
      for (let index = begin; index < end; index++) words[index] = 1000 * kernel.abiVersion() + index;
    },
  })`;
  const url = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  const spec = { ...trialKernelSpec, script: { url, entries: ["tellRevisions"] } };
  for (const options of [{ lanes: 1 }, { lanes: 2, costGate: false }, { engine: "reference" as const }]) {
    const engine = await createEngine(options);
    const kernel = await engine.loadKernel(spec);
    expect(kernel.entries).toEqual([...trialKernelSpec.entries, "tellRevisions"]);
    const paramsPointer = kernel.arena.allocate(16);
    engine.run({ kernel, entry: "tellRevisions", paramsPointer, count: 4 });
    const version = 1000 * trialKernelSpec.abiVersion;
    expect([...kernel.arena.i32(paramsPointer, 4)]).toEqual([0, 1, 2, 3].map((index) => version + index));
    await expect(engine.loadKernel(trialKernelSpec)).rejects.toThrow(/is loaded as .*, with data:/);
    await engine.close();
  }
});
