import { JOB_NOT_RUN } from "../../assembly/batchTable.ts";
import type { RunReport } from "../lanes/lanePool.ts";
import { ParallelError } from "../problem.ts";
import { type JobError, type JobPlace, refusedJob, silentJob, thrownJob } from "./jobError.ts";
import type { JobTables, TableRoom } from "./jobTables.ts";
import type { TrialQueue } from "./trialQueue.ts";

/** One call of the engine: indices 0 to `count - 1` at these parameters. */
export interface EngineCall {
  readonly paramsPointer: number;
  readonly count: number;
}

/**
 * A run that hands out engine calls and is told how each went. Written once for both kinds of caller: one
 * blocks on each call, the other awaits it.
 */
export type JobRun = Generator<EngineCall, void, RunReport>;

/** Where a run takes its tables from, and what it does with what came out. */
export interface JobSink {
  readonly place: JobPlace;
  /** @throws ParallelError `arena-full` when there is no room for so much */
  takeTables(room: TableRoom): JobTables;
  giveBackTables(tables: JobTables): void;
  /** The results of all of the jobs `firstJob` to `firstJob + count - 1` stand in the tables from index 0. */
  keepResults(tables: JobTables, firstJob: number, count: number): void;
  fail(job: number, error: JobError | ParallelError): void;
}

/** Runs the jobs [from, to) of a queue in one call; in several when the memory may not grow so far. */
export function* runJobs(queue: TrialQueue, from: number, to: number, sink: JobSink): JobRun {
  for (let begin = from; begin < to; ) {
    const { tables, end } = tablesFor(queue, begin, to, sink);
    if (tables === undefined) {
      begin = end;
      continue;
    }
    try {
      tables.marshal(queue, begin, end);
      yield* runPiece(tables, { begin, end }, sink);
      sink.keepResults(tables, begin, end - begin);
    } finally {
      sink.giveBackTables(tables);
    }
    begin = end;
  }
}

/** Tables for as many jobs from `begin` on as fit: all that are left, or half as many, and so on down to one. */
function tablesFor(
  queue: TrialQueue,
  begin: number,
  to: number,
  sink: JobSink,
): { readonly tables: JobTables | undefined; readonly end: number } {
  for (let jobs = to - begin; ; jobs = Math.ceil(jobs / 2)) {
    const end = begin + jobs;
    const words = queue.starts[end - 1]! + queue.counts[end - 1]! - queue.starts[begin]!;
    try {
      return { tables: sink.takeTables({ jobs, words }), end };
    } catch (error) {
      if (!(error instanceof ParallelError) || error.code !== "arena-full") throw error;
      if (jobs === 1) {
        sink.fail(begin, error);
        return { tables: undefined, end };
      }
    }
  }
}

/**
 * Runs the marshalled jobs. Whatever a job that throws or traps took down with it is run again without it:
 * jobs run in order and say so one by one, so the first that did not say so is the culprit.
 */
function* runPiece(
  tables: JobTables,
  { begin: firstJob, end }: { readonly begin: number; readonly end: number },
  sink: JobSink,
): JobRun {
  const waiting: { begin: number; end: number }[] = [{ begin: 0, end: end - firstJob }];
  for (let range = waiting.pop(); range !== undefined; range = waiting.pop()) {
    const { begin, end } = range;
    const report = yield { paramsPointer: tables.aim(begin), count: end - begin };
    for (let index = begin; index < end; index++) {
      const status = tables.status[index]!;
      if (status === 0) continue;
      if (status > 0) {
        sink.fail(firstJob + index, refusedJob(sink.place, firstJob + index, status));
        continue;
      }
      const message = failureOf(report, index - begin);
      if (message === undefined) sink.fail(firstJob + index, silentJob(sink.place, firstJob + index));
      else if (end - begin === 1)
        sink.fail(firstJob + index, thrownJob(sink.place, firstJob + index, message));
      else {
        const gapEnd = endOfGap(tables.status, index, end);
        if (index + 1 < gapEnd) waiting.push({ begin: index + 1, end: gapEnd });
        waiting.push({ begin: index, end: index + 1 });
        index = gapEnd - 1;
      }
    }
  }
}

function failureOf({ failures }: RunReport, index: number): string | undefined {
  return failures.find(({ begin, end }) => begin <= index && index < end)?.message;
}

function endOfGap(status: Int32Array, from: number, end: number): number {
  let index = from;
  while (index < end && status[index] === JOB_NOT_RUN) index++;
  return index;
}
