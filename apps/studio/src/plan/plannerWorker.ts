// The thread that owns the engine: it may block, the page does not notice.
import { createEngine, type Engine } from "@lightcone/parallel";
import { exportedPlan, tabledPlan } from "./exportedPlan.ts";
import { createHomePlanning, type HomePlanning } from "./homePlanning.ts";
import type { PlannerAnswer, PlannerRequest, PlanRequest } from "./plannerMessages.ts";
import { suiteAnswer } from "./suiteRows.ts";

const laneNotes: string[] = [];
const engine: Promise<Engine> = createEngine({ warn: (note) => laneNotes.push(note) });
const planning: Promise<HomePlanning> = engine.then((each) => createHomePlanning(each, laneNotes));

/** The newest request for a plan that has not been begun. */
let waiting: PlanRequest | undefined;
let isPlanning = false;
/** Ends the wait for a newer request. */
let wake = (): void => {};

/** So long without an edit somebody looks at the plan, in milliseconds: then it is proven. */
const QUIET_MS = 200;

addEventListener("message", ({ data }: MessageEvent<PlannerRequest>) => {
  if (data.kind === "plan") {
    waiting = data;
    wake();
    if (!isPlanning) void planAll();
  } else void answerOther(data);
});

async function answerOther(request: Exclude<PlannerRequest, PlanRequest>): Promise<void> {
  if (request.kind === "suite") return post(await suiteAnswer(request, await engine));
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
    await quietOrNews();
    if (waiting === undefined && begun.unproven !== undefined) post(await prove(begun.unproven));
  }
  isPlanning = false;
}

/** Lets messages in: until a newer request is there, or none has come for a while. */
function quietOrNews(): Promise<void> {
  return new Promise((resolve) => {
    wake = resolve;
    setTimeout(resolve, QUIET_MS);
  });
}

function post(answer: PlannerAnswer): void {
  postMessage(answer);
}
