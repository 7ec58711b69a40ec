// The thread that owns the engine: it may block, the page does not notice.
import { createEngine, type Engine } from "@lightcone/parallel";
import { problemsOf } from "../page/problemList.ts";
import type { PlanAnswer, PlanRequest } from "./plannerMessages.ts";
import { planForPage } from "./shownPlan.ts";

const engine: Promise<Engine> = createEngine();

addEventListener("message", async ({ data }: MessageEvent<PlanRequest>) => {
  postMessage(await answer(data));
});

async function answer(request: PlanRequest): Promise<PlanAnswer> {
  try {
    return { kind: "plan", plan: await planForPage(request, await engine) };
  } catch (error) {
    return { kind: "problems", problems: problemsOf(error) };
  }
}
