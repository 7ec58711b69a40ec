import { createEngine, type Engine, type Kernel } from "@lightcone/parallel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomFrom } from "../../test/model/random.ts";
import { randomInputs, randomSchedule } from "../../test/model/randomInputs.ts";
import { batteryKernelSpec } from "../kernelTables/spec.ts";
import { homeOf, simulate } from "../model/simulate.ts";
import { applyMove, demandSchedule, type Schedule } from "../plan/schedule.ts";
import { HomeTrials } from "./homeTrials.ts";

let engine: Engine;
let kernel: Kernel;
beforeAll(async () => {
  engine = await createEngine({ lanes: 2 });
  kernel = await engine.loadKernel(batteryKernelSpec);
});
afterAll(() => engine.close());

function lateChanges(incumbent: Schedule): Schedule[] {
  const stepCount = incumbent.at(-1)?.endStep as number;
  return [0.25, 0.5, 0.9].flatMap((share) => {
    const beginStep = Math.floor(share * stepCount);
    return [0, 3, 99].map((exportTargetPercent) =>
      applyMove(incumbent, { beginStep, endStep: stepCount, chargeTargetKwh: 0, exportTargetPercent }),
    );
  });
}

test("what is resumed from the incumbent's states equals what is simulated from the start", () => {
  for (let seed = 0; seed < 12; seed++) {
    const random = randomFrom(seed);
    const inputs = randomInputs(random);
    const incumbent = randomSchedule(random, inputs);
    const schedules = lateChanges(incumbent);
    const resuming = new HomeTrials(engine, kernel, inputs);
    const afresh = new HomeTrials(engine, kernel, inputs);
    expect(resuming.run(schedules, incumbent)).toEqual(afresh.run(schedules));
    resuming.close();
    afresh.close();
  }
});

test("results stand in the order of the schedules, and each is its own", () => {
  const inputs = randomInputs(randomFrom(5));
  const stepCount = Math.min(inputs.stepCount, inputs.endRecordStep);
  const schedules = Array.from({ length: 10 }, (_, index) =>
    applyMove(demandSchedule(stepCount), {
      beginStep: 0,
      endStep: 1 + index,
      chargeTargetKwh: inputs.battery.capacityKwh,
      exportTargetPercent: 100,
    }),
  );
  const trials = new HomeTrials(engine, kernel, inputs);
  const costs = trials.run(schedules).map(([nominal]) => nominal.costPence);
  trials.close();
  expect(new Set(costs).size).toBe(schedules.length);
  const home = homeOf(inputs);
  expect(costs).toEqual(schedules.map((schedule) => simulate(home, 0, schedule).costPence));
});

test("a closed home gives all of its memory back", () => {
  const inputs = randomInputs(randomFrom(3));
  const used = (): number => kernel.arena.usage().usedBytes;
  const before = used();
  const trials = new HomeTrials(engine, kernel, inputs);
  const incumbent = demandSchedule(Math.min(inputs.stepCount, inputs.endRecordStep));
  trials.run(lateChanges(incumbent), incumbent);
  expect(used()).toBeGreaterThan(before);
  trials.close();
  expect(used()).toBe(before);
});
