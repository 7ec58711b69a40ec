import type { Engine } from "@lightcone/parallel";
import type { Home } from "./home/home.ts";
import { scheduleFinderOn } from "./plan/planHome.ts";
import { draftReport } from "./report/draftReport.ts";
import { composeReport, type PlanReport } from "./report/planReport.ts";

/**
 * Plans the battery of one home: the same home gives the same report, byte for byte, on any number of lanes.
 * @param home    as `readHome` gives it
 * @param engine  where the trials run
 */
export async function planBattery(home: Home, engine: Engine): Promise<PlanReport> {
  const findSchedules = await scheduleFinderOn(engine);
  const [best] = findSchedules([home.inputs], home.changePence);
  return composeReport(draftReport(home, best!));
}
