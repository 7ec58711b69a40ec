import {
  choosePlan,
  createReadMemory,
  editHome,
  fieldLimits,
  type Home,
  homeFields,
  type PlannedHome,
  type PlanReport,
  type ReadMemory,
  readHome,
  readPlanJson,
  reportPlan,
  withForcedActions,
  withProof,
} from "@lightcone/battery";
import type { Engine } from "@lightcone/parallel";
import { type ProblemText, problemsOf } from "../page/problemList.ts";
import { engineFacts } from "./engineFacts.ts";
import type { EditedHome, PlanAnswer, PlanRequest, ShownPlan } from "./plannerMessages.ts";
import { shownPlan } from "./shownPlan.ts";

/** Plans requests in two stages, and remembers the last plan, so that forcing an action plans nothing anew. */
export interface HomePlanning {
  /** Reads and plans. Never rejects: what is wrong is part of the answer. */
  readonly begin: (request: PlanRequest) => Promise<Begun>;
  /** Proves how good the plan is. */
  readonly prove: (unproven: Unproven) => Promise<PlanAnswer>;
  readonly lastReport: () => PlanReport | undefined;
}

/** The first answer, and what is needed for the second one. */
interface Begun {
  readonly answer: PlanAnswer;
  /** Absent when there is no plan, or when it is proven already. */
  readonly unproven?: Unproven;
}

/** A plan whose bound is not known yet. */
interface Unproven {
  readonly request: PlanRequest;
  readonly home: EditedHome;
  readonly planMs: number;
}

/** A plan, and what it was made from. */
interface Remembered {
  readonly key: string;
  readonly planned: PlannedHome;
  readonly planMs: number;
  readonly proofMs: number;
}

/** Begins with nothing planned. @param laneNotes  what was said of lanes and kernels that could not be had */
export function createHomePlanning(engine: Engine, laneNotes: readonly string[]): HomePlanning {
  const memory = createReadMemory();
  let remembered: Remembered | undefined;
  let lastReport: PlanReport | undefined;

  const show = async (request: PlanRequest, known: Remembered): Promise<ShownPlan> => {
    const { planned, planMs, proofMs } = known;
    const before = reportPlan(planned);
    const report =
      request.forced.length === 0 ? before : reportPlan(withForcedActions(planned, request.forced));
    lastReport = report;
    return shownPlan(report, {
      ...{ pictureName: "plan", pictureWidth: request.pictureWidth, planMs, proofMs },
      ...(await engineFacts(engine, laneNotes)),
      ...(request.comparedWith === undefined ? {} : { comparedWith: request.comparedWith }),
      ...(report === before ? {} : { withoutForced: before }),
    });
  };

  const begin = async (request: PlanRequest): Promise<Begun> => {
    const beginMs = performance.now();
    const { number } = request;
    let home: EditedHome | undefined;
    try {
      const text = editHome(request.home.text, request.edits);
      home = editedHome(text, memory);
      const key = homeKey(text, request);
      if (remembered?.key !== key) {
        const previous =
          request.previousJson === undefined
            ? undefined
            : readPlanJson(request.previousJson, "previous plan");
        const planned = await choosePlan(readFiles(text, request, memory), engine, previous);
        remembered = { key, planned, planMs: performance.now() - beginMs, proofMs: 0 };
      }
      const plan = await show(request, remembered);
      const answer: PlanAnswer = { kind: "plan", number, home, plan, problems: [] };
      return plan.isProven ? { answer } : { answer, unproven: { request, home, planMs: remembered.planMs } };
    } catch (error) {
      const problems = request.forced.length > 0 ? forcingProblems(error) : problemsOf(error);
      return { answer: { kind: "plan", number, problems, ...(home === undefined ? {} : { home }) } };
    }
  };

  const prove = async ({ request, home }: Unproven): Promise<PlanAnswer> => {
    const { number } = request;
    const beginMs = performance.now();
    try {
      if (remembered === undefined) throw new TypeError("there is no plan to prove");
      const planned = await withProof(remembered.planned, engine);
      remembered = { ...remembered, planned, proofMs: performance.now() - beginMs };
      return { kind: "plan", number, home, plan: await show(request, remembered), problems: [] };
    } catch (error) {
      return { kind: "plan", number, home, problems: problemsOf(error) };
    }
  };

  return { begin, prove, lastReport: () => lastReport };
}

function editedHome(text: string, memory: ReadMemory): EditedHome {
  const fields = homeFields(text, memory);
  const limits = fieldLimits(fields);
  return { text, fields, ...(limits === undefined ? {} : { limits }) };
}

/** What was forced on one battery may ask too much of another. */
function forcingProblems(error: unknown): readonly ProblemText[] {
  if (!(error instanceof RangeError)) return problemsOf(error);
  return [
    { at: "what you forced", what: `does not suit the battery: ${error.message}`, mend: "take it back" },
  ];
}

/** Everything that a plan without forced actions depends on. */
function homeKey(text: string, { home, clockMs, previousJson }: PlanRequest): string {
  return JSON.stringify([text, home.dataFiles, clockMs, previousJson]);
}

function readFiles(text: string, { home, clockMs }: PlanRequest, memory: ReadMemory): Home {
  return readHome(text, {
    memory,
    clock: clockMs,
    readFile: (path) => {
      const content = Object.hasOwn(home.dataFiles, path) ? home.dataFiles[path] : undefined;
      if (content === undefined) throw new Error("it was not given yet: drop it onto the page, too");
      return content;
    },
  });
}
