import { createEngine } from "@lightcone/parallel";
import { expect, test } from "vitest";
import { exampleHome } from "../../test/exampleHome.ts";
import { batteryKernelSpec } from "../kernelTables/spec.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { scheduleFinderOn } from "../plan/planHome.ts";
import { applyMove, demandSchedule, runsOf, type Schedule } from "../plan/schedule.ts";
import { searchSpace } from "../plan/searchSpace.ts";
import { deriveInputs } from "../scenario/deriveInputs.ts";
import { generateSuite } from "../suite/generateSuite.ts";
import { HomeTrials } from "../trials/homeTrials.ts";

/** Export windows of a home's plan, and slots at their ends that could as well be demand. */
async function exportsOf(inputs: SimulationInputs, changePence: number) {
  const engine = await createEngine({ lanes: 1 });
  const kernel = await engine.loadKernel(batteryKernelSpec);
  const { schedule } = (await scheduleFinderOn(engine))([inputs], changePence)[0]!;
  const trials = new HomeTrials(engine, kernel, inputs);
  const [plan, ...trimmed] = trials.run([schedule, ...trimmedPlans(inputs, schedule)]);
  trials.close();
  await engine.close();
  const idle = trimmed.filter((result) => JSON.stringify(result) === JSON.stringify(plan)).length;
  return { windows: windowsOf(schedule).length, idle };
}

function windowsOf(schedule: Schedule) {
  return runsOf(schedule).filter(({ exportTargetPercent }) => exportTargetPercent < 100);
}

/** The plan with demand in some of the slots at either end of an export window. */
function trimmedPlans(inputs: SimulationInputs, schedule: Schedule): Schedule[] {
  const { slots } = searchSpace(inputs);
  const demand = demandSchedule(inputs.stepCount)[0]!;
  const moves = windowsOf(schedule).flatMap(({ beginStep, endStep }) =>
    slots
      .filter((slot) => slot.beginStep > beginStep && slot.beginStep < endStep)
      .flatMap((slot) => [
        { ...demand, beginStep, endStep: slot.beginStep },
        { ...demand, beginStep: slot.beginStep, endStep },
      ]),
  );
  return moves.map((move) => applyMove(schedule, move));
}

test("plans of random homes have no export slot, next to another action, that does what demand does", async () => {
  let exportWindows = 0;
  // Homes 4 and 10 have idle slots to give back.
  const homes = generateSuite({ count: 11, seed: 3 }).filter(({ id }) => [1, 4, 10].includes(id));
  for (const scenario of homes) {
    const { windows, idle } = await exportsOf(deriveInputs(scenario, "predbat"), 0);
    exportWindows += windows;
    expect(idle).toBe(0);
  }
  expect(exportWindows).toBeGreaterThan(5);
});

test("nor has the plan of a home that has been changed since its states were saved", async () => {
  const { windows, idle } = await exportsOf(exampleHome().inputs, 0.2);
  expect(windows).toBeGreaterThan(1);
  expect(idle).toBe(0);
});
