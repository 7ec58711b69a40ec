import {
  plannerOnEngine,
  plansOnEngine,
  readSuiteScenarios,
  runSuite,
  type SuiteRow,
  savedRun,
} from "@lightcone/battery";
import type { Engine } from "@lightcone/parallel";
import { problemsOf } from "../page/problemList.ts";
import type { SuiteAnswer, SuiteLine, SuiteRequest } from "./plannerMessages.ts";

/** Plans every home of a suite file in the suite's own profile. Never rejects. */
export async function suiteAnswer({ fileName, text }: SuiteRequest, engine: Engine): Promise<SuiteAnswer> {
  try {
    const { results } = await runSuite({
      scenarios: readSuiteScenarios(text, fileName),
      profile: "predbat",
      withPlans: true,
      planner: await plannerOnEngine(engine),
      certainPlanner: await plannerOnEngine(engine),
      simulator: { runPlans: await plansOnEngine(engine), runSaved: savedRun },
      nowMs: () => performance.now(),
    });
    return { kind: "suite", fileName, rows: results.map(suiteLine), json: resultText(results), problems: [] };
  } catch (error) {
    return { kind: "suite", fileName, rows: [], json: "", problems: problemsOf(error) };
  }
}

function suiteLine({ id, metric3, lower_bound, gap, export_kwh, soc_final }: SuiteRow): SuiteLine {
  return {
    id,
    metricPence: metric3,
    boundPence: lower_bound,
    gapPence: gap,
    exportKwh: export_kwh,
    socFinalKwh: soc_final,
  };
}

/** One home a line. */
function resultText(results: readonly SuiteRow[]): string {
  return `{"results":[\n${results.map((row) => JSON.stringify(row)).join(",\n")}\n]}\n`;
}
