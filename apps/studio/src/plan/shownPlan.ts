import {
  batteryKernelSpec,
  nowAndNext,
  planBattery,
  planJson,
  planPicture,
  readHome,
} from "@lightcone/battery";
import type { Engine } from "@lightcone/parallel";
import type { PlanRequest, ShownPlan } from "./plannerMessages.ts";

/** Height of a panel of the picture, in CSS pixels. */
const PLOT_HEIGHT = 116;

/**
 * Reads a home, plans it and puts the plan into the words and shapes of the page.
 * @throws InputError with everything that is wrong with the home
 */
export async function planForPage(request: PlanRequest, engine: Engine): Promise<ShownPlan> {
  const beginMs = performance.now();
  const { text, dataFiles } = request.home;
  const home = readHome(text, {
    clock: request.clockMs,
    readFile: (path) => {
      const content = dataFiles[path];
      if (content === undefined) throw new Error("it was not given; drop it onto the page too");
      return content;
    },
  });
  const report = await planBattery(home, engine);
  const tookMs = performance.now() - beginMs;
  const size = { name: "plan", width: request.pictureWidth, plotHeight: PLOT_HEIGHT };
  return {
    json: planJson(report),
    homeName: report.homeName,
    nowAndNext: nowAndNext(report),
    picture: planPicture(report, size).markup,
    tookMs,
    laneCount: engine.laneCount,
    engine: (await engine.loadKernel(batteryKernelSpec)).activeEngine,
  };
}
