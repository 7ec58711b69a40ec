import type { Engine } from "@lightcone/parallel";
import { batteryKernelSpec } from "../kernelTables/spec.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { type FoundSchedule, searchPlans } from "../trials/planSearch.ts";
import { threeFutureMetric } from "./metric.ts";
import type { Rated } from "./preference.ts";
import { type SearchSpace, searchSpace } from "./searchSpace.ts";

/** Levels of charge at which costs to go are kept; twice as many where they span much of what the home moves, or more. */
const LEVEL_COUNT = 33;
const FINE_LEVEL_COUNT = 65;
/** From this share of what the home itself moves on, levels are fine: plain ones would lie slots' worth of load apart. */
const FINE_FROM_SHARE = 0.75;

/**
 * Finds the best executable schedules of homes, rated by the three-future metric.
 * @param changePence  what each change of mode must save to be worth it; 0 takes every gain
 */
export type ScheduleFinder = (homes: readonly SimulationInputs[], changePence: number) => Rated[];

/**
 * @param onFound  hears what each search came to, in the order of the homes
 * @returns a finder whose searches run on the engine; same inputs, same schedules, on any number of lanes
 */
export async function scheduleFinderOn(
  engine: Engine,
  onFound: (found: FoundSchedule) => void = () => {},
): Promise<ScheduleFinder> {
  const kernel = await engine.loadKernel(batteryKernelSpec);
  return (homes, changePence) => {
    const planners = homes.map((inputs) => {
      const space = searchSpace(inputs);
      return { inputs, space, changePence, levelCount: levelCountOf(space) };
    });
    return searchPlans(engine, kernel, planners).map((found, index) => {
      onFound(found);
      return rate(found, homes[index]!, changePence);
    });
  };
}

function levelCountOf({ range }: SearchSpace): number {
  const isWide = range.highestKwh - range.lowestKwh > FINE_FROM_SHARE * range.movedKwh;
  return isWide ? FINE_LEVEL_COUNT : LEVEL_COUNT;
}

function rate(
  { schedule, changeCount, results }: FoundSchedule,
  inputs: SimulationInputs,
  changePence: number,
): Rated {
  const metricPence = threeFutureMetric(results, inputs);
  const judgedPence = metricPence + changePence * changeCount;
  return { schedule, metricPence, judgedPence, throughputKwh: results[0].throughputKwh };
}
