/**
 * The table through which a batch hands its jobs to a kernel: what every batched entry point finds at
 * `paramsPointer`. Read by both compilers, so it imports nothing and holds numbers only.
 *
 * How to import it, in a domain's `kernel/entry.ts` and in its reference module alike:
 *
 *     import { BATCH_JOB_STARTS, BATCH_JOB_WORDS } from "@lightcone/parallel/assembly/batchTable";
 *
 * asc resolves that name through the workspace's link in node_modules (it takes the folder of the package
 * and the rest of the name as a path, and never reads `exports`); TypeScript and Node resolve it through
 * the key `./assembly/*` of this package's `exports`. Neither wants the ending `.ts` there.
 *
 * Job i of a batch, all pointers in bytes from the start of the memory:
 *
 *     words    load<i32>(params + BATCH_JOB_WORDS) + 8 * load<i32>(load<i32>(params + BATCH_JOB_STARTS) + 4 * i)
 *     result   load<i32>(params + BATCH_RESULTS) + 8 * load<i32>(params + BATCH_RESULT_WORDS) * i
 *     status   load<i32>(params + BATCH_STATUS) + 4 * i
 *
 * What a kernel owes: it reads the context and the job's words and writes neither; it writes every word of
 * the job's result whenever it reports JOB_DONE; it writes the job's status last, so that a job that traps
 * half-way still reads JOB_NOT_RUN; it touches no other job's slots.
 */

/** Byte offset of the i32 that points at what all jobs of the batch share; the kernel never writes there. */
export const BATCH_CONTEXT = 0;
/** Byte offset of the i32 pointer to one i32 per job: the index of its first word among all job words. */
export const BATCH_JOB_STARTS = 4;
/** Byte offset of the i32 pointer to the f64 words of all jobs. */
export const BATCH_JOB_WORDS = 8;
/** Byte offset of the i32 pointer to the results: BATCH_RESULT_WORDS f64 words per job. */
export const BATCH_RESULTS = 12;
/** Byte offset of the i32 that counts the f64 words of one result. */
export const BATCH_RESULT_WORDS = 16;
/** Byte offset of the i32 pointer to one i32 per job: JOB_NOT_RUN, JOB_DONE, or the kernel's own refusal code above 0. */
export const BATCH_STATUS = 20;
/** Bytes of the table itself. */
export const BATCH_TABLE_BYTES = 24;

/** Status of a job that ran: its result is whole. */
export const JOB_DONE = 0;
/** Status that the batch writes before the run; a kernel never writes it. */
export const JOB_NOT_RUN = -1;
