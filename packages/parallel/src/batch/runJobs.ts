import { JOB_DONE, JOB_NOT_RUN } from "../../assembly/batchTable.ts";
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
      yield* runPiece(tables, begin, end - begin, sink);
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
function* runPiece(tables: JobTables, firstJob: number, count: number, sink: JobSink): JobRun {
  const waiting: Range[] = [{ begin: 0, end: count }];
  for (let range = waiting.pop(); range !== undefined; range = waiting.pop()) {
    const { begin, end } = range;
    const report = yield { paramsPointer: tables.aim(begin), count: end - begin };
    const failures = report.failures.map((failure) => ({
      begin: begin + failure.begin,
      end: begin + failure.end,
      message: failure.message,
    }));
    judgeStatuses({ tables, firstJob, sink }, range, failures);
    for (const failure of failures) waiting.push(...rangesToRepeat({ tables, firstJob, sink }, failure));
  }
}

/** Indices [begin, end) of a piece. */
interface Range {
  readonly begin: number;
  readonly end: number;
}

interface FailedRange extends Range {
  readonly message: string;
}

/** Jobs of a piece: index 0 of the tables is `firstJob` of the queue. */
interface Piece {
  readonly tables: JobTables;
  readonly firstJob: number;
  readonly sink: JobSink;
}

/** Fails what was refused, and what was passed over in silence by an entry that returned. */
function judgeStatuses({ tables, firstJob, sink }: Piece, range: Range, failures: readonly Range[]): void {
  for (let index = range.begin; index < range.end; index++) {
    const status = tables.status[index]!;
    const job = firstJob + index;
    if (status > JOB_DONE) sink.fail(job, refusedJob(sink.place, job, status));
    else if (status < JOB_DONE && !failures.some(({ begin, end }) => begin <= index && index < end)) {
      sink.fail(job, silentJob(sink.place, job));
    }
  }
}

/** Of a range in which something was thrown: the culprit alone and what it took down, or all one by one. */
function rangesToRepeat({ tables, firstJob, sink }: Piece, failure: FailedRange): Range[] {
  const { begin, end, message } = failure;
  if (end - begin === 1) {
    sink.fail(firstJob + begin, thrownJob(sink.place, firstJob + begin, message));
    return [];
  }
  const culprit = tables.status.subarray(begin, end).indexOf(JOB_NOT_RUN) + begin;
  if (culprit < begin) {
    // All say that they are done, and yet something was thrown: a debug run's assertions, which come last.
    return Array.from({ length: end - begin }, (_, index) => ({
      begin: begin + index,
      end: begin + index + 1,
    }));
  }
  const rest = { begin: culprit + 1, end };
  return [...(rest.begin < end ? [rest] : []), { begin: culprit, end: culprit + 1 }];
}
