import { createEngine } from "@lightcone/parallel";
import { expect, test } from "vitest";
import { batteryKernelSpec } from "../kernelTables/spec.ts";
import { scheduleFinderOn } from "../plan/planHome.ts";
import { applyMove, demandSchedule, runsOf } from "../plan/schedule.ts";
import { searchSpace } from "../plan/searchSpace.ts";
import { deriveInputs } from "../scenario/deriveInputs.ts";
import { generateSuite } from "../suite/generateSuite.ts";
import { HomeTrials } from "../trials/homeTrials.ts";

test("plans of random homes have no export slot, next to another action, that does what demand does", async () => {
  const engine = await createEngine({ lanes: 1 });
  const kernel = await engine.loadKernel(batteryKernelSpec);
  const find = await scheduleFinderOn(engine);
  let exportWindows = 0;
  for (const scenario of generateSuite({ count: 3, seed: 3 })) {
    const inputs = deriveInputs(scenario, "predbat");
    const best = find([inputs], 0)[0]!;
    const trials = new HomeTrials(engine, kernel, inputs);
    const { slots } = searchSpace(inputs);
    const demand = demandSchedule(inputs.stepCount)[0]!;
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
