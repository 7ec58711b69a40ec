import type { Engine, Kernel } from "@lightcone/parallel";
import * as batchTable from "@lightcone/parallel/assembly/batchTable";
import * as layout from "../kernel/layout.ts";
import * as search from "../kernel/searchLayout.ts";
import { type PlannerInputs, writeDesk, writePlanner } from "../kernelTables/plannerTables.ts";
import { writeContext } from "../kernelTables/spec.ts";
import { readTrialResult, type TrialResult } from "../kernelTables/trial.ts";
import type { Schedule, Segment } from "../plan/schedule.ts";

/** Homes that are in the memory at a time. */
const HOMES_AT_ONCE = 24;

const FUTURES = Array.from({ length: layout.FUTURE_COUNT }, (_, future) => future);

/** A schedule that a search found, and what it comes to in the three futures. */
export interface FoundSchedule {
  readonly schedule: Schedule;
  /** Changes of mode that it is judged by; where an idle export became demand it has more. */
  readonly changeCount: number;
  readonly results: TrialResult;
  /** Changes of a plan that the search simulated: the same on any number of lanes. */
  readonly trialCount: number;
}

/**
 * Searches the plans of homes on the engine: one batch finds the courses, a future a job; one batch searches, a home a
 * job. Blocks until all are done.
 * @returns what was found, in the order of the homes
 */
export function searchPlans(
  engine: Engine,
  kernel: Kernel,
  homes: readonly PlannerInputs[],
): FoundSchedule[] {
  const found: FoundSchedule[] = [];
  for (let first = 0; first < homes.length; first += HOMES_AT_ONCE) {
    found.push(...searchGroup(engine, kernel, homes.slice(first, first + HOMES_AT_ONCE)));
  }
  return found;
}

function searchGroup(engine: Engine, kernel: Kernel, homes: readonly PlannerInputs[]): FoundSchedule[] {
  const { arena } = kernel;
  const pointers: number[] = [];
  const keep = (pointer: number): number => {
    pointers.push(pointer);
    return pointer;
  };
  try {
    const planners = homes.map((home) =>
      keep(writePlanner(arena, keep(writeContext(arena, home.inputs)), home)),
    );
    const order = longestFirst(homes);
    const desks = order.map((home) => keep(writeDesk(arena, planners[home]!, homes[home]!)));
    const courses = desks.flatMap((desk) => FUTURES.map((future) => [desk, future]));
    runJobs(engine, kernel, { entry: "course", jobs: courses, resultWords: 0 });
    const searches = desks.map((desk) => [desk]);
    const stepCount = Math.max(...homes.map(({ space }) => space.slots.at(-1)!.endStep));
    const resultWords = search.SEARCH_RUNS + layout.SEGMENT_WORDS * stepCount;
    const results = runJobs(engine, kernel, { entry: "search", jobs: searches, resultWords });
    return homes.map((home, index) => readFound(results[order.indexOf(index)]!, home));
  } finally {
    for (const pointer of pointers) arena.free(pointer);
  }
}

/** The homes, those first whose search has most to try: a lane that takes up a long one last keeps all others waiting. */
function longestFirst(homes: readonly PlannerInputs[]): number[] {
  const tries = homes.map(({ space }) => space.slots.length * space.actions.length);
  return homes.map((_, index) => index).sort((a, b) => tries[b]! - tries[a]! || a - b);
}

interface JobList {
  readonly entry: "course" | "search";
  /** Words of each job, all of the same number. */
  readonly jobs: readonly (readonly number[])[];
  readonly resultWords: number;
}

/** Runs jobs through a batch table of their own: they read each other's homes, which a batch of trials could not. */
function runJobs(engine: Engine, kernel: Kernel, { entry, jobs, resultWords }: JobList): Float64Array[] {
  const { arena } = kernel;
  const wordCount = entry === "search" ? search.SEARCH_JOB_WORDS : search.COURSE_JOB_WORDS;
  const statusAt = batchTable.BATCH_TABLE_BYTES + 4 * jobs.length;
  const wordsAt = Math.ceil((statusAt + 4 * jobs.length) / 64) * 64;
  const resultsAt = Math.ceil((wordsAt + 8 * wordCount * jobs.length) / 64) * 64;
  const table = arena.allocate(resultsAt + 8 * resultWords * jobs.length);
  try {
    const view = new DataView(arena.memory.buffer, table, batchTable.BATCH_TABLE_BYTES);
    view.setInt32(batchTable.BATCH_CONTEXT, 0, true);
    view.setInt32(batchTable.BATCH_JOB_STARTS, table + batchTable.BATCH_TABLE_BYTES, true);
    view.setInt32(batchTable.BATCH_JOB_WORDS, table + wordsAt, true);
    view.setInt32(batchTable.BATCH_RESULTS, table + resultsAt, true);
    view.setInt32(batchTable.BATCH_RESULT_WORDS, resultWords, true);
    view.setInt32(batchTable.BATCH_STATUS, table + statusAt, true);
    arena
      .i32(table + batchTable.BATCH_TABLE_BYTES, jobs.length)
      .set(jobs.map((_, index) => wordCount * index));
    const statuses = arena.i32(table + statusAt, jobs.length).fill(batchTable.JOB_NOT_RUN);
    arena.f64(table + wordsAt, wordCount * jobs.length).set(jobs.flat());
    engine.run({ kernel, entry, paramsPointer: table, count: jobs.length });
    const failed = statuses.findIndex((status) => status !== batchTable.JOB_DONE);
    if (failed >= 0)
      throw new Error(`job ${failed} of ${entry} has status ${statuses[failed]}, not ${batchTable.JOB_DONE}`);
    const results = arena.f64(table + resultsAt, resultWords * jobs.length).slice();
    return jobs.map((_, index) => results.subarray(resultWords * index, resultWords * (index + 1)));
  } finally {
    arena.free(table);
  }
}

function readFound(words: Float64Array, { inputs }: PlannerInputs): FoundSchedule {
  const runCount = words[search.SEARCH_RUN_COUNT]!;
  const schedule = Array.from({ length: runCount }, (_, index): Segment => {
    const at = search.SEARCH_RUNS + layout.SEGMENT_WORDS * index;
    const isLast = index === runCount - 1;
    return {
      // What is not recorded goes on as the last recorded step does.
      endStep: isLast ? inputs.stepCount : words[at + layout.SEGMENT_END_STEP]!,
      chargeTargetKwh: words[at + layout.SEGMENT_CHARGE_TARGET_KWH]!,
      exportTargetPercent: words[at + layout.SEGMENT_EXPORT_TARGET_PERCENT]!,
    };
  });
  return {
    schedule,
    changeCount: words[search.SEARCH_CHANGE_COUNT]!,
    results: readTrialResult(words, search.SEARCH_RESULTS),
    trialCount: words[search.SEARCH_TRIAL_COUNT]!,
  };
}
