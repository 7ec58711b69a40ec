import { createBatch, createEngine, type Engine } from "@lightcone/parallel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomFrom } from "../../test/model/random.ts";
import { randomInputs, randomSchedule } from "../../test/model/randomInputs.ts";
import * as layout from "../kernel/layout.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { homeOf, simulate } from "../model/simulate.ts";
import { startState } from "../model/state.ts";
import { runsOf } from "../plan/schedule.ts";
import { batteryKernelSpec, writeContext } from "./spec.ts";
import { type Transition, transitionCodec } from "./transition.ts";

const LEVELS = 9;
let engines: Record<"kernel" | "reference", Engine>;
beforeAll(async () => {
  engines = {
    kernel: await createEngine({ lanes: 1 }),
    reference: await createEngine({ lanes: 1, engine: "reference" }),
  };
});
afterAll(async () => {
  await engines.kernel.close();
  await engines.reference.close();
});

async function run(name: "kernel" | "reference", inputs: SimulationInputs, jobs: readonly Transition[]) {
  const engine = engines[name];
  const kernel = await engine.loadKernel(batteryKernelSpec);
  expect(kernel.activeEngine).toBe(name);
  const contextPointer = writeContext(kernel.arena, inputs);
  const codec = transitionCodec(LEVELS);
  const batch = createBatch(engine, { kernel, entry: "transitions", contextPointer, codec, cacheEntries: 0 });
  const results = jobs
    .map((job) => batch.enqueue(job))
    .map((handle) => {
      try {
        return handle.get();
      } catch (error) {
        return (error as { status?: number }).status;
      }
    });
  batch.close();
  kernel.arena.free(contextPointer);
  return results;
}

test("kernel and reference give the same bits over random homes and segments", async () => {
  for (let seed = 0; seed < 120; seed++) {
    const random = randomFrom(seed);
    const inputs = randomInputs(random);
    const { stepCount } = homeOf(inputs);
    const jobs = runsOf(randomSchedule(random, inputs))
      .filter((run) => run.beginStep < stepCount)
      .map((run) => ({
        segment: { ...run, endStep: Math.min(run.endStep, stepCount) },
        beginStep: run.beginStep,
        levelCount: LEVELS,
      }));
    const [byKernel, byReference] = [await run("kernel", inputs, jobs), await run("reference", inputs, jobs)];
    expect(byKernel).toEqual(byReference);
    expect(byKernel.every((result) => result instanceof Float64Array)).toBe(true);
  }
});

test("from the start's own level over all steps, a transition is what a trial is", async () => {
  const random = randomFrom(41);
  const drawn = randomInputs(random);
  // At the reserve the start is level 0.
  const inputs = { ...drawn, battery: { ...drawn.battery, startKwh: drawn.battery.reserveKwh } };
  const home = homeOf(inputs);
  for (const [chargeTargetKwh, exportTargetPercent] of [
    [0, 100],
    [inputs.battery.capacityKwh, 100],
    [0, 99],
    [0, 0],
  ] as const) {
    const segment = { endStep: home.stepCount, chargeTargetKwh, exportTargetPercent };
    const [result] = await run("kernel", inputs, [{ segment, beginStep: 0, levelCount: LEVELS }]);
    const words = result as Float64Array;
    for (const future of [0, 1, 2]) {
      const start = startState(home);
      const final = simulate(home, future, [segment]);
      const at = layout.TRANSITION_WORDS * LEVELS * future;
      expect(words[at + layout.TRANSITION_SOC_KWH]).toBe(final.socKwh);
      expect(words[at + layout.TRANSITION_COST_PENCE]).toBeCloseTo(final.costPence - start.costPence, 9);
      expect(words[at + layout.TRANSITION_THROUGHPUT_KWH]).toBeCloseTo(final.throughputKwh, 9);
    }
  }
});

test("what cannot be run is refused alike, and leaves the others whole", async () => {
  const inputs = randomInputs(randomFrom(41));
  const { stepCount } = homeOf(inputs);
  const demand = { endStep: stepCount, chargeTargetKwh: 0, exportTargetPercent: 100 };
  const good = { segment: demand, beginStep: 0, levelCount: LEVELS };
  const jobs: Transition[] = [
    good,
    { ...good, beginStep: stepCount },
    { ...good, beginStep: -1 },
    { ...good, segment: { ...demand, endStep: 100_000 } },
    { ...good, levelCount: 1 },
    { ...good, levelCount: layout.TRANSITION_MAX_LEVELS + 1 },
    { ...good, segment: { ...demand, chargeTargetKwh: 3, exportTargetPercent: 50 } },
    { ...good, beginStep: 1 },
  ];
  const expected = [0, layout.REFUSED_STEPS, layout.REFUSED_STEPS, layout.REFUSED_STEPS]
    .concat([layout.REFUSED_LEVELS, layout.REFUSED_LEVELS, layout.REFUSED_TARGETS, 0])
    .map((status) => (status === 0 ? "ran" : status));
  for (const name of ["kernel", "reference"] as const) {
    const results = await run(name, inputs, jobs);
    expect(results.map((result) => (result instanceof Float64Array ? "ran" : result))).toEqual(expected);
  }
});
