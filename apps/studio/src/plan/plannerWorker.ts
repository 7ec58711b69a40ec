// The thread that owns the engine: it may block, the page does not notice.
import { createEngine, type Engine } from "@lightcone/parallel";
import { latest } from "../page/latest.ts";
import { exportedPlan, tabledPlan } from "./exportedPlan.ts";
import { createHomePlanning, type HomePlanning } from "./homePlanning.ts";
import type { PlannerAnswer, PlannerRequest, PlanRequest, SuiteDayRequest } from "./plannerMessages.ts";
import { createSuitePlanning, type SuitePlanning } from "./suitePlanning.ts";

const laneNotes: string[] = [];
const engine: Promise<Engine> = createEngine({ warn: (note) => laneNotes.push(note) });
const planning: Promise<HomePlanning> = engine.then((each) => createHomePlanning(each, laneNotes));
const suites: Promise<SuitePlanning> = engine.then((each) => createSuitePlanning(each, laneNotes));

/** The newest request for a plan that has not been begun. */
let waiting: PlanRequest | undefined;
let isPlanning = false;
/** End the waits for a newer plan and for a newer day of a suite. */
let wakePlan = (): void => {};
let wakeDay = (): void => {};

/** So long without an edit somebody looks at the plan, in milliseconds: then it is proven. */
const QUIET_MS = 200;

addEventListener("message", ({ data }: MessageEvent<PlannerRequest>) => {
  if (data.kind === "plan") {
    waiting = data;
    wakePlan();
    if (!isPlanning) void planAll();
  } else void answerOther(data);
});

async function answerOther(request: Exclude<PlannerRequest, PlanRequest>): Promise<void> {
  if (request.kind === "suiteDay") {
    days.ask(request);
    return wakeDay();
  }
  if (request.kind === "suite") return post(await (await suites).rows(request));
  const report = (await planning).lastReport();
  if (report === undefined) return;
  post(request.kind === "tables" ? tabledPlan(report) : exportedPlan(report, request.format));
}

/** Plans request after request, the newest first; one that is overtaken is not proven any more. */
async function planAll(): Promise<void> {
  isPlanning = true;
  const { begin, prove } = await planning;
  while (waiting !== undefined) {
    const request = waiting;
    waiting = undefined;
    const begun = await begin(request);
    post(begun.answer);
    await quietOrNews((wake) => {
      wakePlan = wake;
    });
    if (waiting === undefined && begun.unproven !== undefined) post(await prove(begun.unproven));
  }
  isPlanning = false;
}

/** Shows a home of a suite; one that is overtaken is not proven any more. */
const days = latest<SuiteDayRequest>(async (request) => {
  const { day, provenDay } = await suites;
  const answer = await day(request);
  post(answer);
  if (answer.plan === undefined || answer.plan.isProven) return;
  await quietOrNews((wake) => {
    wakeDay = wake;
  });
  if (!days.hasNewer()) post(await provenDay(request));
});

/**
 * Lets messages in: until a newer request is there, or none has come for a while. All that came with it are let in, too:
 * of many at once only the newest is planned.
 */
function quietOrNews(listen: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    listen(() => setTimeout(resolve, 0));
    setTimeout(resolve, QUIET_MS);
  });
}

function post(answer: PlannerAnswer): void {
  postMessage(answer);
}
