import { createEngine } from "@lightcone/parallel";
import { expect, test } from "vitest";
import { batteryKernelSpec } from "../kernelTables/spec.ts";
import { deriveInputs } from "../scenario/deriveInputs.ts";
import { generateSuite } from "../suite/generateSuite.ts";
import { HomeTrials } from "../trials/homeTrials.ts";
import { withoutIdleExport } from "./idleExport.ts";
import { scheduleFinderOn } from "./planHome.ts";
import type { Rated } from "./preference.ts";
import { applyMove, demandSchedule, runsOf, type Schedule, segmentAt } from "./schedule.ts";
import { type SearchSpace, searchSpace } from "./searchSpace.ts";

const STEPS = 36;
const EXPORT = { chargeTargetKwh: 0, exportTargetPercent: 0 };
const FREEZE = { chargeTargetKwh: 0, exportTargetPercent: 99 };
const CHARGE = { chargeTargetKwh: 5, exportTargetPercent: 100 };
const space = {
  demand: { chargeTargetKwh: 0, exportTargetPercent: 100 },
  slots: Array.from({ length: 6 }, (_, slot) => ({ beginStep: 6 * slot, endStep: 6 * slot + 6 })),
} as unknown as SearchSpace;

/** A store of 3 kWh that sells half a kWh a step, from step 6 on; a charge costs, and so does a rest at noon. */
function rated(schedule: Schedule): Rated {
  let storedKwh = 3;
  let pence = 0;
  for (let step = 0; step < STEPS; step++) {
    const { chargeTargetKwh, exportTargetPercent } = segmentAt(schedule, step);
    const soldKwh = exportTargetPercent === 0 && step >= 6 ? Math.min(0.5, storedKwh) : 0;
    storedKwh -= soldKwh;
    pence -= 10 * soldKwh;
    if (chargeTargetKwh > 0 || (exportTargetPercent === 99 && step === 27)) pence += 1;
  }
  return { schedule, metricPence: pence, judgedPence: pence + 0.1 * (schedule.length - 1), throughputKwh: 0 };
}

const schedule = (...moves: readonly [begin: number, end: number, action: typeof EXPORT][]): Schedule =>
  moves.reduce<Schedule>(
    (made, [beginStep, endStep, action]) => applyMove(made, { ...action, beginStep, endStep }),
    demandSchedule(STEPS),
  );

test("an export window begins and ends where it begins and ends to do anything, to the slot", () => {
  const best = rated(schedule([0, 24, EXPORT], [24, 30, FREEZE], [30, 36, CHARGE]));
  const trimmed = withoutIdleExport(best, space, (schedules) => schedules.map(rated));
  expect(trimmed).toEqual({
    ...best,
    schedule: schedule([6, 12, EXPORT], [24, 30, FREEZE], [30, 36, CHARGE]),
  });
});

test("a window that does something to its very end stays as it is", () => {
  const best = rated(schedule([9, 15, EXPORT], [30, 36, CHARGE]));
  expect(withoutIdleExport(best, space, (schedules) => schedules.map(rated))).toEqual(best);
});

test("plans of random homes have no export slot, next to another action, that does what demand does", async () => {
  const engine = await createEngine({ lanes: 1 });
  const kernel = await engine.loadKernel(batteryKernelSpec);
  const find = await scheduleFinderOn(engine);
  let exportWindows = 0;
  for (const scenario of generateSuite({ count: 3, seed: 3 })) {
    const inputs = deriveInputs(scenario, "predbat");
    const best = find(inputs, 0);
    const trials = new HomeTrials(engine, kernel, inputs);
    const { slots, demand } = searchSpace(inputs);
    const windows = runsOf(best.schedule).filter(({ exportTargetPercent }) => exportTargetPercent < 100);
    exportWindows += windows.length;
    const trimmed = windows.flatMap(({ beginStep, endStep }) =>
      slots
        .filter((slot) => slot.beginStep > beginStep && slot.beginStep < endStep)
        .flatMap((slot) => [
          { ...demand, beginStep, endStep: slot.beginStep },
          { ...demand, beginStep: slot.beginStep, endStep },
        ]),
    );
    const results = trials.run([best.schedule, ...trimmed.map((move) => applyMove(best.schedule, move))]);
    trials.close();
    expect(
      results.slice(1).filter((result) => JSON.stringify(result) === JSON.stringify(results[0])),
    ).toEqual([]);
  }
  await engine.close();
  expect(exportWindows).toBeGreaterThan(5);
});
