import * as machine from "../protocol/machine.ts";
import * as words from "../protocol/words.ts";
import { laneBase } from "../protocol/words.ts";
import * as schedules from "../schedule.ts";
import { markInsideJob } from "./insideJob.ts";
import * as counter from "./laneCounters.ts";
import { counterRow } from "./laneCounters.ts";
import type { LoadedProgram } from "./program.ts";

// Own constants end up in the machine code, imported ones are read from memory at each use: see protocol/README.md.
const { BEGIN, END, KIND, PROGRAM } = machine;
const {
  FAILURE_COUNT,
  FAILURE_RANGES,
  FAILURE_TEXT,
  MAXIMUM_FAILURES,
  MAXIMUM_TEXT_UNITS,
  PARAM_ACTIVE,
  PARAM_ENTRY,
  PARAM_POINTER,
} = words;
const { ACTIVE } = schedules;
const { CHUNKS, ERRORS, JOBS } = counter;

/** Jobs that a throwing or trapping job took down: run them one by one to find it. */
export interface JobFailure {
  readonly lane: number;
  /** Indices [begin, end): every one may have run, or not. */
  readonly begin: number;
  readonly end: number;
  /** What was thrown; for a lane's later failures in one batch its first message. */
  readonly message: string;
}

/** Where one thread runs jobs: its lane's words and counters, and the programs it has. */
export interface JobSite {
  readonly lane: number;
  readonly shared: Int32Array;
  readonly base: number;
  readonly counters: Float64Array;
  /** By number; a caller may lack some that others loaded. */
  readonly programs: readonly (LoadedProgram | undefined)[];
}

/** The place of lane `lane`'s jobs in this thread. */
export function jobSite(
  shared: Int32Array,
  lane: number,
  programs: readonly (LoadedProgram | undefined)[],
): JobSite {
  return { lane, shared, base: laneBase(lane), counters: counterRow(shared, lane), programs };
}

/** Runs the range that a machine's registers name. What a job throws is noted in the lane's words, not thrown. */
export function runRange(site: JobSite, r: Int32Array): void {
  const { shared, counters } = site;
  const begin = r[BEGIN]!;
  const end = r[END]!;
  const program = site.programs[r[PROGRAM]!]!;
  counters[CHUNKS]!++;
  counters[JOBS]! += end - begin;
  if (r[KIND] !== ACTIVE) {
    callEntry(site, program, begin, end);
    return;
  }
  const list = new Int32Array(program.memory.buffer, shared[PARAM_ACTIVE]! + 4 * begin, end - begin);
  // Neighbours in the list that are neighbours in the table go into one call.
  for (let from = 0; from < list.length; ) {
    let to = from + 1;
    while (to < list.length && list[to] === list[to - 1]! + 1) to++;
    callEntry(site, program, list[from]!, list[to - 1]! + 1);
    from = to;
  }
}

function callEntry(site: JobSite, program: LoadedProgram, begin: number, end: number): void {
  const { shared } = site;
  markInsideJob(true);
  try {
    program.entries[shared[PARAM_ENTRY]!]!(shared[PARAM_POINTER]!, begin, end, program.scratchPointer);
  } catch (error) {
    site.counters[ERRORS]!++;
    noteFailure(site, begin, end, error);
  } finally {
    markInsideJob(false);
  }
}

function noteFailure({ shared, base }: JobSite, begin: number, end: number, error: unknown): void {
  const count = shared[base + FAILURE_COUNT]!;
  if (count === 0) writeText(shared, base + FAILURE_TEXT, describe(error));
  const slot = base + FAILURE_RANGES + 2 * Math.min(count, MAXIMUM_FAILURES - 1);
  const isFolded = count === MAXIMUM_FAILURES;
  shared[slot] = isFolded ? Math.min(shared[slot]!, begin) : begin;
  shared[slot + 1] = isFolded ? Math.max(shared[slot + 1]!, end) : end;
  shared[base + FAILURE_COUNT] = isFolded ? count : count + 1;
}

/** Whether a lane noted failures in the batch that has just ended. */
export function hasFailures(shared: Int32Array, lane: number): boolean {
  return shared[laneBase(lane) + FAILURE_COUNT] !== 0;
}

/** The failures that a lane noted in the batch that has just ended. */
export function readFailures(shared: Int32Array, lane: number): JobFailure[] {
  const base = laneBase(lane);
  const count = shared[base + FAILURE_COUNT]!;
  const message = readText(shared, base + FAILURE_TEXT);
  return Array.from({ length: count }, (_, index) => {
    const slot = base + FAILURE_RANGES + 2 * index;
    return { lane, begin: shared[slot]!, end: shared[slot + 1]!, message };
  });
}

function describe(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } catch {
    return "a value that cannot be turned into text";
  }
}

function writeText(shared: Int32Array, at: number, text: string): void {
  const length = Math.min(text.length, MAXIMUM_TEXT_UNITS);
  shared[at] = length;
  const units = new Uint16Array(shared.buffer, shared.byteOffset + 4 * (at + 1), length);
  for (let index = 0; index < length; index++) units[index] = text.charCodeAt(index);
}

function readText(shared: Int32Array, at: number): string {
  const units = new Uint16Array(shared.buffer, shared.byteOffset + 4 * (at + 1), shared[at]!);
  return String.fromCharCode(...units);
}
