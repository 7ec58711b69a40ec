import {
  BATCH_CONTEXT,
  BATCH_JOB_STARTS,
  BATCH_JOB_WORDS,
  BATCH_RESULT_WORDS,
  BATCH_RESULTS,
  BATCH_STATUS,
} from "../../assembly/batchTable.ts";

/** What a kernel finds at `paramsPointer`, see assembly/batchTable.ts; pointers in bytes. */
export interface BatchTable {
  readonly contextPointer: number;
  readonly jobStartsPointer: number;
  readonly jobWordsPointer: number;
  readonly resultsPointer: number;
  readonly resultWords: number;
  readonly statusPointer: number;
}

/** Writes the table into the i32 words at `paramsPointer`. */
export function writeBatchTable(words: Int32Array, table: BatchTable): void {
  words[BATCH_CONTEXT / 4] = table.contextPointer;
  words[BATCH_JOB_STARTS / 4] = table.jobStartsPointer;
  words[BATCH_JOB_WORDS / 4] = table.jobWordsPointer;
  words[BATCH_RESULTS / 4] = table.resultsPointer;
  words[BATCH_RESULT_WORDS / 4] = table.resultWords;
  words[BATCH_STATUS / 4] = table.statusPointer;
}
