import type { Arena } from "../kernel/arena.ts";
import { ParallelError } from "../problem.ts";
import { JobTables, type TableRoom } from "./jobTables.ts";

/** Blocks of tables that are not in use, kept for the next run: their number is that of runs at the same time. */
export class TableStore {
  readonly #arena: Arena;
  readonly #resultWords: number;
  readonly #contextPointer: number;
  readonly #spare: JobTables[] = [];
  #isClosed = false;

  constructor(arena: Arena, resultWords: number, contextPointer: number) {
    this.#arena = arena;
    this.#resultWords = resultWords;
    this.#contextPointer = contextPointer;
  }

  /** @throws ParallelError `arena-full` */
  take(room: TableRoom): JobTables {
    const fitting = this.#spare.findIndex(
      ({ room: { jobs, words } }) => jobs >= room.jobs && words >= room.words,
    );
    if (fitting >= 0) return this.#spare.splice(fitting, 1)[0]!;
    // None fits: the spare ones give their place to one that does, with room for growth if the memory has it.
    this.#freeSpare();
    const ample = { jobs: 2 * room.jobs, words: 2 * room.words };
    return this.#allocate(ample) ?? new JobTables(this.#arena, room, this.#resultWords, this.#contextPointer);
  }

  giveBack(tables: JobTables): void {
    if (this.#isClosed) this.#arena.free(tables.pointer);
    else this.#spare.push(tables);
  }

  /** Gives all blocks back to the arena; those in use follow when their runs are over. */
  close(): void {
    this.#isClosed = true;
    this.#freeSpare();
  }

  #freeSpare(): void {
    for (const tables of this.#spare.splice(0)) this.#arena.free(tables.pointer);
  }

  #allocate(room: TableRoom): JobTables | undefined {
    try {
      return new JobTables(this.#arena, room, this.#resultWords, this.#contextPointer);
    } catch (error) {
      if (error instanceof ParallelError && error.code === "arena-full") return undefined;
      throw error;
    }
  }
}
