import type { PlannerAnswer, PlannerRequest } from "./plannerMessages.ts";

/** The planner, on a thread of its own. */
export interface Planner {
  /** Asks for something; of requests for plans only the newest is sure to be answered. */
  readonly ask: (request: PlannerRequest) => void;
}

/**
 * Starts the planner's thread.
 * @param tell  told every answer
 * @param fail  told why it could not be started
 */
export function startPlanner(tell: (answer: PlannerAnswer) => void, fail: (reason: string) => void): Planner {
  const worker = new Worker(new URL("./plannerWorker.ts", import.meta.url), {
    type: "module",
    name: "planner",
  });
  worker.onmessage = ({ data }: MessageEvent<PlannerAnswer>) => tell(data);
  worker.onerror = ({ message }) => fail(message);
  return { ask: (request) => worker.postMessage(request) };
}
