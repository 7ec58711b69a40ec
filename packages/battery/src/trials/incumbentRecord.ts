import type { Engine, Kernel } from "@lightcone/parallel";
import * as batchTable from "@lightcone/parallel/assembly/batchTable";
import { ALL_FUTURES } from "../kernel/layout.ts";
import { checkpointWords, setCheckpoint } from "../kernelTables/checkpointRecord.ts";
import { trialWordCount, writeTrial } from "../kernelTables/trial.ts";
import type { Schedule } from "../plan/schedule.ts";

const SLOT = 0;

/**
 * The states of one schedule, saved on the way, from which trials that change only later steps resume. Which
 * schedule is saved changes no result, only how many steps a trial has to simulate.
 */
export class IncumbentRecord {
  readonly #engine: Engine;
  readonly #kernel: Kernel;
  readonly #contextPointer: number;
  readonly #stepCount: number;
  readonly #tablePointer: number;
  readonly #recordPointer: number;
  #saved: Schedule | undefined;

  /**
   * @param contextPointer  the home's context in the kernel's memory
   * @param stepCount       steps of the home's simulation
   */
  constructor(
    engine: Engine,
    kernel: Kernel,
    { contextPointer, stepCount }: { contextPointer: number; stepCount: number },
  ) {
    this.#engine = engine;
    this.#kernel = kernel;
    this.#contextPointer = contextPointer;
    this.#stepCount = stepCount;
    this.#recordPointer = kernel.arena.allocate(8 * checkpointWords(stepCount));
    // The batch table, one job start, one status, and the words of the longest schedule there can be.
    const longest = stepCount * trialWordCount({ schedule: [], futures: ALL_FUTURES }) + 3 * stepCount;
    this.#tablePointer = kernel.arena.allocate(WORDS_AT + 8 * longest);
  }

  /** Saves a schedule's states, unless they are the ones that are saved. Never while a batch runs. */
  save(schedule: Schedule): void {
    if (schedule === this.#saved) return;
    this.#saved = undefined;
    setCheckpoint(this.#kernel.memory.buffer, this.#contextPointer, SLOT, 0);
    this.#writeTable(schedule);
    this.#engine.run({
      kernel: this.#kernel,
      entry: "checkpoint",
      paramsPointer: this.#tablePointer,
      count: 1,
    });
    const status = new DataView(this.#kernel.memory.buffer).getInt32(this.#tablePointer + STATUS_AT, true);
    if (status !== batchTable.JOB_DONE)
      throw new Error(`a schedule's states could not be saved: status ${status}`);
    setCheckpoint(this.#kernel.memory.buffer, this.#contextPointer, SLOT, this.#recordPointer);
    this.#saved = schedule;
  }

  close(): void {
    this.#kernel.arena.free(this.#tablePointer);
    this.#kernel.arena.free(this.#recordPointer);
  }

  #writeTable(schedule: Schedule): void {
    const trial = { schedule, futures: ALL_FUTURES };
    const { buffer } = this.#kernel.memory;
    writeTrial(trial, new Float64Array(buffer, this.#tablePointer + WORDS_AT, trialWordCount(trial)), 0);
    const view = new DataView(buffer, this.#tablePointer);
    const words: readonly (readonly [at: number, value: number])[] = [
      [batchTable.BATCH_CONTEXT, this.#contextPointer],
      [batchTable.BATCH_JOB_STARTS, this.#tablePointer + START_AT],
      [batchTable.BATCH_JOB_WORDS, this.#tablePointer + WORDS_AT],
      [batchTable.BATCH_RESULTS, this.#recordPointer],
      [batchTable.BATCH_RESULT_WORDS, checkpointWords(this.#stepCount)],
      [batchTable.BATCH_STATUS, this.#tablePointer + STATUS_AT],
      [START_AT, 0],
      [STATUS_AT, batchTable.JOB_NOT_RUN],
    ];
    for (const [at, value] of words) view.setInt32(at, value, true);
  }
}

const START_AT = batchTable.BATCH_TABLE_BYTES;
const STATUS_AT = START_AT + 4;
const WORDS_AT = Math.ceil((STATUS_AT + 4) / 64) * 64;
