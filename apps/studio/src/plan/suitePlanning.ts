import {
  choosePlan,
  type PlannedHome,
  plannerOnEngine,
  plansOnEngine,
  readSuiteScenarios,
  reportPlan,
  runSuite,
  type SuiteRow,
  type SuiteScenario,
  savedRun,
  suiteHome,
  withProof,
} from "@lightcone/battery";
import type { Engine } from "@lightcone/parallel";
import { problemsOf } from "../page/problemList.ts";
import { engineFacts } from "./engineFacts.ts";
import type {
  SuiteAnswer,
  SuiteDayAnswer,
  SuiteDayRequest,
  SuiteLine,
  SuiteRequest,
} from "./plannerMessages.ts";
import { shownPlan } from "./shownPlan.ts";

/** Plans suites, and remembers the last one, whose homes are shown one by one. */
export interface SuitePlanning {
  /** Plans every home of a suite file in the suite's own profile. Never rejects. */
  readonly rows: (request: SuiteRequest) => Promise<SuiteAnswer>;
  /** The day of one home, proven where it was before. Never rejects. */
  readonly day: (request: SuiteDayRequest) => Promise<SuiteDayAnswer>;
  /** The same with its bound. Never rejects. */
  readonly provenDay: (request: SuiteDayRequest) => Promise<SuiteDayAnswer>;
}

/** The home that was shown last. */
interface ShownHome {
  readonly scenario: SuiteScenario;
  readonly planned: PlannedHome;
  readonly planMs: number;
  readonly proofMs: number;
}

/** Begins without a suite. @param laneNotes  what was said of lanes and kernels that could not be had */
export function createSuitePlanning(engine: Engine, laneNotes: readonly string[]): SuitePlanning {
  let scenarios: readonly SuiteScenario[] = [];
  let shown: ShownHome | undefined;

  const planned = async (id: number): Promise<ShownHome> => {
    const scenario = scenarios.find((each) => each.id === id);
    if (scenario === undefined) throw new RangeError(`the suite has no home ${id}`);
    if (shown?.scenario === scenario) return shown;
    const beginMs = performance.now();
    const home = await choosePlan(suiteHome(scenario), engine);
    shown = { scenario, planned: home, planMs: performance.now() - beginMs, proofMs: 0 };
    return shown;
  };
  const proven = async (id: number): Promise<ShownHome> => {
    const home = await planned(id);
    if (home.planned.told.proof !== undefined) return home;
    const beginMs = performance.now();
    const withBound = await withProof(home.planned, engine);
    shown = { ...home, planned: withBound, proofMs: performance.now() - beginMs };
    return shown;
  };
  const answer =
    (find: (id: number) => Promise<ShownHome>) =>
    async ({ id, pictureWidth }: SuiteDayRequest): Promise<SuiteDayAnswer> => {
      try {
        const { planned: home, planMs, proofMs } = await find(id);
        const facts = await engineFacts(engine, laneNotes);
        const plan = shownPlan(reportPlan(home), {
          ...{ pictureName: "suite-plan", pictureWidth, planMs, proofMs },
          ...facts,
        });
        return { kind: "suiteDay", id, plan, problems: [] };
      } catch (error) {
        return { kind: "suiteDay", id, problems: problemsOf(error) };
      }
    };

  const rows = async ({ fileName, text }: SuiteRequest): Promise<SuiteAnswer> => {
    try {
      scenarios = readSuiteScenarios(text, fileName);
      const results = await suiteResults(scenarios, engine);
      return {
        ...{ kind: "suite", fileName, rows: results.map(suiteLine), json: resultText(results), problems: [] },
      };
    } catch (error) {
      return { kind: "suite", fileName, rows: [], json: "", problems: problemsOf(error) };
    }
  };
  return { rows, day: answer(planned), provenDay: answer(proven) };
}

async function suiteResults(
  scenarios: readonly SuiteScenario[],
  engine: Engine,
): Promise<readonly SuiteRow[]> {
  const { results } = await runSuite({
    scenarios,
    profile: "predbat",
    withPlans: true,
    planner: await plannerOnEngine(engine),
    certainPlanner: await plannerOnEngine(engine),
    simulator: { runPlans: await plansOnEngine(engine), runSaved: savedRun },
    nowMs: () => performance.now(),
  });
  return results;
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
