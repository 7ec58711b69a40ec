import type {
  ExportAnswer,
  ExportFormat,
  PlanAnswer,
  PlannerAnswer,
  PlannerRequest,
  PlanRequest,
  SuiteAnswer,
  SuiteDayAnswer,
  SuiteDayRequest,
  SuiteRequest,
  TablesAnswer,
} from "./plannerMessages.ts";

/** Answers that come when they are ready, some of them twice. */
export type ToldAnswer = PlanAnswer | SuiteAnswer | SuiteDayAnswer;

/** The planner, on a thread of its own. */
export interface Planner {
  /** Asks for something; of requests for plans only the newest is sure to be answered, and so with days of suites. */
  readonly ask: (request: PlanRequest | SuiteRequest | SuiteDayRequest) => void;
  /** The plan that was told last, in a form to be kept. */
  readonly exportAs: (format: ExportFormat) => Promise<ExportAnswer>;
  /** The same as tables. */
  readonly tables: () => Promise<TablesAnswer>;
}

/**
 * Starts the planner's thread.
 * @param tell  told every answer that is no promise's
 * @param fail  told why it could not be started
 */
export function startPlanner(tell: (answer: ToldAnswer) => void, fail: (reason: string) => void): Planner {
  const worker = new Worker(new URL("./plannerWorker.ts", import.meta.url), {
    type: "module",
    name: "planner",
  });
  // Each kind is answered in the order in which it was asked for.
  const exporting: ((answer: ExportAnswer) => void)[] = [];
  const tabling: ((answer: TablesAnswer) => void)[] = [];
  worker.onmessage = ({ data }: MessageEvent<PlannerAnswer>) => {
    if (data.kind === "export") exporting.shift()?.(data);
    else if (data.kind === "tables") tabling.shift()?.(data);
    else tell(data);
  };
  worker.onerror = ({ message }) => fail(message);
  const ask = (request: PlannerRequest): void => worker.postMessage(request);
  return {
    ask,
    exportAs: (format) =>
      new Promise((resolve) => {
        exporting.push(resolve);
        ask({ kind: "export", format });
      }),
    tables: () =>
      new Promise((resolve) => {
        tabling.push(resolve);
        ask({ kind: "tables" });
      }),
  };
}
