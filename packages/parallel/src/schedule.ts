import { ParallelError } from "./problem.ts";

/** One contiguous part for each lane. */
export const STATIC = 0;
/** Chunks of fixed size dealt out in turn: lane r has chunks r, r + lanes, r + 2 lanes ... */
export const STATIC_CYCLIC = 1;
/** Chunks of fixed size, claimed by whoever is free. */
export const DYNAMIC = 2;
/** Chunks of (unclaimed / lanes), at least the given size, claimed by whoever is free. */
export const GUIDED = 3;
/** As DYNAMIC, over a list of active indices in memory. */
export const ACTIVE = 4;

/** How the indices of a batch are cut into chunks and which lane runs which: words and meanings of OpenMP. */
export interface Schedule {
  /** One of STATIC, STATIC_CYCLIC, DYNAMIC, GUIDED, ACTIVE. */
  readonly kind: number;
  /** Indices of a chunk, at least 1; the smallest chunk of GUIDED; without meaning for STATIC. */
  readonly chunk: number;
}

const kindsWithChunk = new Map([
  ["static", STATIC_CYCLIC],
  ["dynamic", DYNAMIC],
  ["guided", GUIDED],
  ["active", ACTIVE],
]);
const wordsOfKinds = ["static", "static", "dynamic", "guided", "active"];

/**
 * Reads a schedule: `static`, `static,n`, `dynamic,n`, `guided,n`, `active,n`; `guided` is `guided,1`.
 * @throws ParallelError `schedule` for anything else
 */
export function parseSchedule(text: string): Schedule {
  if (text === "static") return { kind: STATIC, chunk: 1 };
  if (text === "guided") return { kind: GUIDED, chunk: 1 };
  const [word = "", size = "", ...rest] = text.split(",");
  const kind = kindsWithChunk.get(word);
  if (kind === undefined || rest.length > 0) {
    throw refuse(text, "is no schedule", "use static, static,n, dynamic,n, guided, guided,n or active,n");
  }
  if (size === "") throw refuse(text, "has no chunk size", `write ${word},n, for example ${word},32`);
  const chunk = Number(size);
  if (!/^[0-9]+$/.test(size) || chunk < 1 || chunk > 0x7fffffff) {
    throw refuse(text, `has chunk size "${size}"`, "use a whole number from 1 to 2147483647");
  }
  return { kind, chunk };
}

/** The words that {@link parseSchedule} reads back. */
export function formatSchedule({ kind, chunk }: Schedule): string {
  return kind === STATIC ? "static" : `${wordsOfKinds[kind]},${chunk}`;
}

/** Whether each lane's part is fixed before the batch starts. */
export function isDealtOut(kind: number): boolean {
  return kind === STATIC || kind === STATIC_CYCLIC;
}

/** First index of lane `rank`'s part under STATIC; of the part after the last: count. */
export function staticBegin(rank: number, ranks: number, count: number): number {
  if (rank === 0) return 0;
  return rank === ranks ? count : Math.floor((rank * count) / ranks);
}

/** Size of the chunk that starts at `next`, the first unclaimed index, under a claimed schedule. */
export function claimSize(kind: number, chunk: number, ranks: number, unclaimed: number): number {
  const wanted = kind === GUIDED ? Math.max(chunk, Math.ceil(unclaimed / ranks)) : chunk;
  return Math.min(wanted, unclaimed);
}

/** How many chunks a batch has, hence how many lanes can have one; for GUIDED an upper bound. */
export function chunkCount({ kind, chunk }: Schedule, count: number): number {
  return kind === STATIC || chunk === 1 ? count : Math.ceil(count / chunk) | 0;
}

function refuse(text: string, what: string, mend: string): ParallelError {
  return new ParallelError("schedule", { at: `schedule "${text}"`, what, mend });
}
