import { BATCH_TABLE_BYTES, JOB_NOT_RUN } from "../../assembly/batchTable.ts";
import { BLOCK_ALIGNMENT_BYTES } from "../../assembly/memoryMap.ts";
import { type Arena, alignUp } from "../kernel/arena.ts";
import { writeBatchTable } from "../kernel/tableWriter.ts";
import type { TrialQueue } from "./trialQueue.ts";

/** How many jobs a block of tables has room for. */
export interface TableRoom {
  readonly jobs: number;
  /** f64 words of all jobs together. */
  readonly words: number;
}

/**
 * One block of a kernel's memory that holds the tables of a run: parameters, statuses, starts, results, words,
 * each from a cache line of its own. Marshalled once; parts of it can be run again.
 */
export class JobTables {
  readonly pointer: number;
  readonly room: TableRoom;
  readonly #resultWords: number;
  readonly #contextPointer: number;
  readonly #params: Int32Array;
  readonly #starts: Int32Array;
  readonly #words: Float64Array;
  readonly status: Int32Array;
  readonly results: Float64Array;

  /** @throws ParallelError `arena-full` */
  constructor(arena: Arena, room: TableRoom, resultWords: number, contextPointer: number) {
    const sizes = [
      BATCH_TABLE_BYTES,
      4 * room.jobs,
      4 * room.jobs,
      8 * resultWords * room.jobs,
      8 * room.words,
    ];
    const offsets = sizes.map((_, index) =>
      sizes.slice(0, index).reduce((sum, bytes) => sum + alignUp(bytes, BLOCK_ALIGNMENT_BYTES), 0),
    );
    this.pointer = arena.allocate(offsets[4]! + sizes[4]!);
    this.room = room;
    this.#resultWords = resultWords;
    this.#contextPointer = contextPointer;
    this.#params = arena.i32(this.pointer, BATCH_TABLE_BYTES / 4);
    this.status = arena.i32(this.pointer + offsets[1]!, room.jobs);
    this.#starts = arena.i32(this.pointer + offsets[2]!, room.jobs);
    this.results = arena.f64(this.pointer + offsets[3]!, resultWords * room.jobs);
    this.#words = arena.f64(this.pointer + offsets[4]!, room.words);
  }

  /** Copies the jobs [begin, end) of a queue in; their statuses say that they have not run. */
  marshal(queue: TrialQueue, begin: number, end: number): void {
    const { starts, counts } = queue;
    const firstWord = starts[begin]!;
    this.#words.set(queue.words.subarray(firstWord, starts[end - 1]! + counts[end - 1]!));
    for (let job = begin; job < end; job++) this.#starts[job - begin] = starts[job]! - firstWord;
    this.status.fill(JOB_NOT_RUN, 0, end - begin);
  }

  /** Points the parameters at the jobs from `begin` on, which run as indices from 0, and gives their pointer. */
  aim(begin: number): number {
    writeBatchTable(this.#params, {
      contextPointer: this.#contextPointer,
      jobStartsPointer: this.#starts.byteOffset + 4 * begin,
      jobWordsPointer: this.#words.byteOffset,
      resultsPointer: this.results.byteOffset + 8 * this.#resultWords * begin,
      resultWords: this.#resultWords,
      statusPointer: this.status.byteOffset + 4 * begin,
    });
    return this.pointer;
  }
}
