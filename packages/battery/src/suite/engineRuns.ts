import type { Engine } from "@lightcone/parallel";
import { batteryKernelSpec } from "../kernelTables/spec.ts";
import { compilePlan } from "../plan/compilePlan.ts";
import { scheduleFinderOn } from "../plan/planHome.ts";
import { planOf } from "../plan/schedule.ts";
import { HomeTrials } from "../trials/homeTrials.ts";
import type { FoundSchedule } from "../trials/planSearch.ts";
import { roundedResult } from "./referenceRuns.ts";
import type { FutureResults, HomePlanner, SuiteSimulator } from "./simulator.ts";

/** Runs the suite's plans on an engine: one batch a home, results rounded to 4 decimals. */
export async function plansOnEngine(engine: Engine): Promise<SuiteSimulator["runPlans"]> {
  const kernel = await engine.loadKernel(batteryKernelSpec);
  return async (inputs, plans) => {
    const trials = new HomeTrials(engine, kernel, inputs);
    try {
      return trials
        .run(plans.map((plan) => compilePlan(plan, inputs)))
        .map(([nominal, pv10, pv90]): FutureResults => {
          return [roundedResult(nominal), roundedResult(pv10), roundedResult(pv90)];
        });
    } finally {
      trials.close();
    }
  };
}

/**
 * Plans the suite's homes on an engine; every gain counts, however small. Each home has a job a slot, so that there is
 * work for all lanes: they start while the homes are being read.
 * @param onFound  hears what each search came to, in the order of the homes
 */
export async function plannerOnEngine(
  engine: Engine,
  onFound?: (found: FoundSchedule) => void,
): Promise<HomePlanner> {
  const findSchedules = await scheduleFinderOn(engine, onFound);
  engine.startLanes();
  return async (homes) =>
    findSchedules(homes, 0).map(({ schedule }, index) => planOf(schedule, homes[index]!.nowMinute));
}
