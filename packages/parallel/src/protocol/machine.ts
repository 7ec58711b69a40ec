/**
 * What a step of the protocol is. A machine (a lane's or a caller's) is a row of registers: plain i32 words
 * that only its own thread touches. A step reads and writes registers and makes at most ONE access to the
 * shared words, then names the next step. Threads run steps in a tight loop; the tests run the very same
 * functions in every possible order.
 */
export type Step = (shared: Int32Array, r: Int32Array) => number;

/** A machine's steps, indexed by the number in its STEP register. */
export type StepTable = readonly Step[];

/** The step is over, nothing else to do. */
export const CONTINUE = 0;
/** Sleep while the word at AT holds VALUE, or until woken; may return early for any reason. */
export const WAIT = 1;
/** Wake whoever sleeps on the word at AT. */
export const NOTIFY = 2;
/** Run the jobs [BEGIN, END) of the batch. */
export const RUN = 3;
/** There is mail to read before the next step: let the thread's event loop turn. */
export const READ_MAIL = 4;
/** The caller's request is answered. */
export const FINISH = 5;

// Registers of both machines.
export const STEP = 0;
export const AT = 1;
export const VALUE = 2;
export const BEGIN = 3;
export const END = 4;
/** How many parts of a dealt-out schedule this machine has begun. */
export const TURN = 5;
export const COUNT = 6;
export const KIND = 7;
export const CHUNK = 8;
export const RANKS = 9;
export const RANK = 10;
/** First shared word of the machine's own lane. */
export const BASE = 11;
export const PROGRAM = 12;

// Registers of a lane.
/** The lane's word as last read. */
export const WORD = 13;
/** Messages read: equal to the number of programs that this lane has. */
export const MAIL_READ = 14;
export const LANE_REGISTERS = 16;

// Registers of a caller.
/** Place in the team that the step is about. */
export const PLACE = 13;
/** Set by the driver after a WAIT when the thread waited for has ended; taken back by the step that sees it. */
export const DEATH = 14;
/** This caller's number, from 1: what it writes into LOCK. */
export const CALLER = 15;
/** Lanes of the pool, the caller's included. */
export const POOL_LANES = 16;
export const TEAM_SIZE = 17;
/** 1 if the caller runs a part of its own; 0 if it only waits (asynchronous runs). */
export const HELPS = 18;
/** Number of messages to announce; 0 if the request is a batch. */
export const MAIL_WANTED = 19;
export const ENTRY = 20;
export const POINTER = 21;
export const ACTIVE_LIST = 22;
/** First place whose lane had not started when an asynchronous caller looked, or -1. */
export const LATE_PLACE = 23;
/** 1 once an asynchronous caller saw a lane of its team finish. */
export const ANY_DONE = 24;
/** Lanes of the team that are not known to have finished: what is left to wait for, or to do in their stead. */
export const UNFINISHED = 25;
/** The lanes that a batch is posted to, three registers each. */
export const TEAM = 26;
export const TEAM_LANE = 0;
/** The word with which the lane was posted. */
export const TEAM_WORD = 1;
export const TEAM_OUTCOME = 2;
export const TEAM_STRIDE = 3;

export const PENDING = 0;
export const FINISHED = 1;
export const CANCELLED = 2;
export const DIED = 3;

/** Registers that a caller of a pool needs. */
export function callerRegisters(laneCount: number): number {
  return TEAM + TEAM_STRIDE * laneCount;
}
