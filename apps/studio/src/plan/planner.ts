import type { PlanAnswer, PlanRequest } from "./plannerMessages.ts";

/** Plans homes on a thread of its own, the newest request first. */
export interface Planner {
  /** Asks for a plan; a request that has not begun when the next one comes is dropped. */
  readonly plan: (request: PlanRequest) => void;
}

/**
 * Starts the planner's thread.
 * @param tell  told every answer
 */
export function startPlanner(tell: (answer: PlanAnswer) => void): Planner {
  const worker = new Worker(new URL("./plannerWorker.ts", import.meta.url), {
    type: "module",
    name: "planner",
  });
  let isBusy = false;
  let waiting: PlanRequest | undefined;
  const send = (request: PlanRequest): void => {
    isBusy = true;
    waiting = undefined;
    worker.postMessage(request);
  };
  worker.onmessage = ({ data }: MessageEvent<PlanAnswer>) => {
    isBusy = false;
    if (waiting !== undefined) send(waiting);
    tell(data);
  };
  worker.onerror = ({ message }) => {
    isBusy = false;
    tell({
      kind: "problems",
      problems: [
        {
          at: "planner",
          what: `could not be started${message ? `: ${message}` : ""}`,
          mend: "reload the page; if that does not help, use a browser of the last two years",
        },
      ],
    });
  };
  return {
    plan: (request) => {
      if (isBusy) waiting = request;
      else send(request);
    },
  };
}
