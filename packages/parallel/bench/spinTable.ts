import { createHash } from "node:crypto";
import {
  MEET_ARRIVALS,
  MEET_EXPECTED,
  MEET_MISSED,
  SPIN_DEADLY,
  SPIN_ENDS,
  SPIN_JOB_STRIDE,
  SPIN_STARTS,
  SPIN_STEPS,
  SPIN_TABLE_BYTES,
} from "./kernel/layout.ts";
import { logisticStep } from "./kernel/physics.ts";

/** Most jobs that a table holds. */
export const MAXIMUM_JOB_COUNT = 64;
/** Bytes that a table with its two columns takes. */
export const SPIN_BLOCK_BYTES: number = SPIN_TABLE_BYTES + 2 * SPIN_JOB_STRIDE * MAXIMUM_JOB_COUNT;

/** Where job `job` starts before the first call, dimensionless, inside the map's attractor. */
export function firstStart(job: number): number {
  return 0.25 + job / 256;
}

/** A spin table in a kernel's memory; see the kernel's layout. */
export interface SpinTable {
  readonly paramsPointer: number;
  /** Puts every job at its first start; nothing is left of earlier ends. */
  prepare(jobCount: number, steps: number): void;
  /** Between two calls: the ends become the starts, and nobody has arrived yet. */
  advance(): void;
  /** Lets the next job on a lane other than the caller kill its lane (mortal reference module only). */
  makeDeadly(): void;
  /** SHA-256 of the f64 of all jobs, as they stand after the last {@link SpinTable.advance}. */
  digest(): string;
  /** Whether a meeting was given up since the table was prepared. */
  missedMeeting(): boolean;
}

/** A table at `paramsPointer`, for which {@link SPIN_BLOCK_BYTES} bytes must be free there. */
export function createSpinTable(memory: WebAssembly.Memory, paramsPointer: number): SpinTable {
  const words = new Int32Array(memory.buffer, paramsPointer, SPIN_TABLE_BYTES / 4);
  const columns = [0, 1].map(
    (column) => paramsPointer + SPIN_TABLE_BYTES + SPIN_JOB_STRIDE * MAXIMUM_JOB_COUNT * column,
  );
  let jobCount = 0;
  const cells = new Float64Array(memory.buffer, paramsPointer, SPIN_BLOCK_BYTES / 8);
  const cellOf = (column: number, job: number): number =>
    (words[column / 4]! - paramsPointer + SPIN_JOB_STRIDE * job) / 8;
  return {
    paramsPointer,
    prepare: (newJobCount, steps) => {
      jobCount = newJobCount;
      words.fill(0);
      words[SPIN_STEPS / 4] = steps;
      words[SPIN_STARTS / 4] = columns[0]!;
      words[SPIN_ENDS / 4] = columns[1]!;
      words[MEET_EXPECTED / 4] = jobCount - 1;
      cells.fill(0, SPIN_TABLE_BYTES / 8);
      for (let job = 0; job < jobCount; job++) cells[cellOf(SPIN_STARTS, job)] = firstStart(job);
    },
    advance: () => {
      const ends = words[SPIN_ENDS / 4]!;
      words[SPIN_ENDS / 4] = words[SPIN_STARTS / 4]!;
      words[SPIN_STARTS / 4] = ends;
      words[MEET_ARRIVALS / 4] = 0;
    },
    makeDeadly: () => Atomics.store(words, SPIN_DEADLY / 4, 1),
    digest: () =>
      digestOf(Float64Array.from({ length: jobCount }, (_, job) => cells[cellOf(SPIN_STARTS, job)]!)),
    missedMeeting: () => words[MEET_MISSED / 4] === 1,
  };
}

/** SHA-256 of the values' little-endian bytes. */
export function digestOf(values: Float64Array): string {
  return createHash("sha256")
    .update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    .digest("hex");
}

/**
 * What the table must hold after a number of calls, computed on one thread by TypeScript alone. Answers are
 * remembered; blocks have a power of two of calls, so few are ever asked.
 */
export function createOracle(): (batch: { jobCount: number; steps: number }, callCount: number) => string {
  const digests = new Map<string, string>();
  return ({ jobCount, steps }, callCount) => {
    const key = `${jobCount} ${steps * callCount}`;
    const known = digests.get(key);
    if (known !== undefined) return known;
    const values = Float64Array.from({ length: jobCount }, (_, job) =>
      orbit(firstStart(job), steps * callCount),
    );
    const digest = digestOf(values);
    digests.set(key, digest);
    return digest;
  };
}

function orbit(start: number, steps: number): number {
  let x = start;
  for (let step = 0; step < steps; step++) x = logisticStep(x);
  return x;
}
