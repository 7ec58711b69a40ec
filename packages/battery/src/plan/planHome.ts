import type { Engine } from "@lightcone/parallel";
import { batteryKernelSpec } from "../kernelTables/spec.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { HomeTrials } from "../trials/homeTrials.ts";
import { modeTableOn } from "../trials/slotTransitions.ts";
import { withoutIdleExport } from "./idleExport.ts";
import type { Rated } from "./preference.ts";
import { type RateFanOut, searchSchedule } from "./search.ts";
import { searchSpace } from "./searchSpace.ts";
import { slotPlans } from "./slotSearch.ts";

/**
 * Finds the best executable schedule of a home, rated by the three-future metric.
 * @param changePence  what each change of mode must save to be worth it; 0 takes every gain
 */
export type ScheduleFinder = (inputs: SimulationInputs, changePence: number) => Rated;

/** @returns a finder whose trials run on the engine; same inputs, same schedule, on any number of lanes */
export async function scheduleFinderOn(engine: Engine): Promise<ScheduleFinder> {
  const kernel = await engine.loadKernel(batteryKernelSpec);
  return (inputs, changePence) => {
    const space = searchSpace(inputs);
    const table = modeTableOn(engine, kernel, inputs, space);
    const guesses = slotPlans(table, changePence).map((plan) => table.scheduleOf(plan));
    const trials = new HomeTrials(engine, kernel, inputs);
    try {
      const rate: RateFanOut = (schedules, incumbent) => trials.rate(schedules, incumbent, changePence);
      return withoutIdleExport(searchSchedule(guesses, space, rate), space, rate);
    } finally {
      trials.close();
    }
  };
}
