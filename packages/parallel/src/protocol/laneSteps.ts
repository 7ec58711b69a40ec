import * as schedules from "../schedule.ts";
import { claimSize, isDealtOut } from "../schedule.ts";
import { dealNext } from "./dealing.ts";
import type { StepTable } from "./machine.ts";
import * as machine from "./machine.ts";
import * as words from "./words.ts";
import { stateOf } from "./words.ts";

// Own constants end up in the machine code, imported ones are read from memory at each use: see protocol/README.md.
const {
  AT,
  BASE,
  BEGIN,
  CHUNK,
  CONTINUE,
  COUNT,
  END,
  KIND,
  MAIL_READ,
  NOTIFY,
  PROGRAM,
  RANK,
  RANKS,
  READ_MAIL,
  RUN,
  STEP,
  TURN,
  VALUE,
  WAIT,
  WORD,
} = machine;
const {
  CLAIM_BEGIN,
  CLAIM_END,
  DONE,
  LANE_RANK,
  LANE_STATE,
  MAIL,
  NEXT,
  PARAM_CHUNK,
  PARAM_COUNT,
  PARAM_KIND,
  PARAM_PROGRAM,
  PARAM_RANKS,
  POSTED,
  RUNNING,
} = words;

const { STATIC } = schedules;

// Steps of a lane, in the order in which a batch passes through them.
export const LANE_LOOK = 0;
export const LANE_PEEK = 1;
export const LANE_MAIL = 2;
export const LANE_TAKE = 3;
export const LANE_PARAMS = 4;
export const LANE_CLAIM = 5;
export const LANE_LOG_BEGIN = 6;
export const LANE_LOG_END = 7;
export const LANE_ADVANCE = 8;
export const LANE_CLEAR = 9;
export const LANE_DONE = 10;

function look(shared: Int32Array, r: Int32Array): number {
  const word = Atomics.load(shared, r[BASE]! + LANE_STATE);
  r[WORD] = word;
  r[STEP] = stateOf(word) === POSTED ? LANE_PEEK : LANE_MAIL;
  return CONTINUE;
}

/**
 * Which program the batch wants, read BEFORE the batch is taken: the sequence in WORD vouches for it in `take`. So a
 * plain read does: one that raced with the next batch belongs to a word that has changed.
 */
function peek(shared: Int32Array, r: Int32Array): number {
  r[PROGRAM] = shared[PARAM_PROGRAM]!;
  r[STEP] = r[PROGRAM]! < r[MAIL_READ]! ? LANE_TAKE : LANE_MAIL;
  return CONTINUE;
}

/** Mail is counted up before the lane's word changes, so a lane that saw the old count cannot sleep on the new word. */
function mail(shared: Int32Array, r: Int32Array): number {
  r[STEP] = LANE_LOOK;
  if (Atomics.load(shared, MAIL) > r[MAIL_READ]!) return READ_MAIL;
  r[AT] = r[BASE]! + LANE_STATE;
  r[VALUE] = r[WORD]!;
  return WAIT;
}

function take(shared: Int32Array, r: Int32Array): number {
  const posted = r[WORD]!;
  const running = posted - POSTED + RUNNING;
  const found = Atomics.compareExchange(shared, r[BASE]! + LANE_STATE, posted, running);
  r[STEP] = found === posted ? LANE_PARAMS : LANE_LOOK;
  return CONTINUE;
}

/** Plain reads: the compare-exchange of `take` orders them after the caller's writes. */
function params(shared: Int32Array, r: Int32Array): number {
  r[COUNT] = shared[PARAM_COUNT]!;
  r[KIND] = shared[PARAM_KIND]!;
  r[CHUNK] = shared[PARAM_CHUNK]!;
  r[RANKS] = shared[PARAM_RANKS]!;
  r[RANK] = shared[r[BASE]! + LANE_RANK]!;
  r[TURN] = 0;
  r[STEP] = LANE_CLAIM;
  return CONTINUE;
}

function claim(shared: Int32Array, r: Int32Array): number {
  if (isDealtOut(r[KIND]!)) {
    const isDealt = dealNext(r);
    // Nobody has more than one part of a static batch: it is not asked for a second time.
    if (!isDealt || r[KIND] === STATIC) r[STEP] = LANE_DONE;
    return isDealt ? RUN : CONTINUE;
  }
  return choose(r, Atomics.load(shared, NEXT));
}

/** Chooses the claim that starts at `next`, or the end of the batch. */
function choose(r: Int32Array, next: number): number {
  const unclaimed = r[COUNT]! - next;
  r[BEGIN] = next;
  r[END] = next + claimSize(r[KIND]!, r[CHUNK]!, r[RANKS]!, unclaimed);
  r[STEP] = unclaimed > 0 ? LANE_LOG_BEGIN : LANE_CLEAR;
  return CONTINUE;
}

function logBegin(shared: Int32Array, r: Int32Array): number {
  Atomics.store(shared, r[BASE]! + CLAIM_BEGIN, r[BEGIN]!);
  r[STEP] = LANE_LOG_END;
  return CONTINUE;
}

function logEnd(shared: Int32Array, r: Int32Array): number {
  Atomics.store(shared, r[BASE]! + CLAIM_END, r[END]!);
  r[STEP] = LANE_ADVANCE;
  return CONTINUE;
}

/** The claim itself, after it was logged: a lane that dies from here on has named what it had. */
function advance(shared: Int32Array, r: Int32Array): number {
  const found = Atomics.compareExchange(shared, NEXT, r[BEGIN]!, r[END]!);
  if (found !== r[BEGIN]) return choose(r, found);
  r[STEP] = LANE_CLAIM;
  return RUN;
}

/** Leaves an empty claim behind, so that death in a later batch never names indices of this one. */
function clear(shared: Int32Array, r: Int32Array): number {
  Atomics.store(shared, r[BASE]! + CLAIM_END, 0);
  r[STEP] = LANE_DONE;
  return CONTINUE;
}

function done(shared: Int32Array, r: Int32Array): number {
  r[AT] = r[BASE]! + LANE_STATE;
  Atomics.store(shared, r[AT]!, r[WORD]! - POSTED + DONE);
  r[STEP] = LANE_LOOK;
  return NOTIFY;
}

/**
 * Takes the step of a worker lane that has this LANE_ number. Called by name, the steps of a batch become one piece
 * of machine code; through a table each would be a call of its own.
 */
export function takeLaneStep(step: number, shared: Int32Array, r: Int32Array): number {
  switch (step) {
    case LANE_LOOK:
      return look(shared, r);
    case LANE_PEEK:
      return peek(shared, r);
    case LANE_MAIL:
      return mail(shared, r);
    case LANE_TAKE:
      return take(shared, r);
    case LANE_PARAMS:
      return params(shared, r);
    case LANE_CLAIM:
      return claim(shared, r);
    case LANE_LOG_BEGIN:
      return logBegin(shared, r);
    case LANE_LOG_END:
      return logEnd(shared, r);
    case LANE_ADVANCE:
      return advance(shared, r);
    case LANE_CLEAR:
      return clear(shared, r);
    default:
      return done(shared, r);
  }
}

/** The same steps one by one, indexed by the LANE_ constants. */
export const laneSteps: StepTable = Array.from(
  { length: LANE_DONE + 1 },
  (_, step) => (shared: Int32Array, r: Int32Array) => takeLaneStep(step, shared, r),
);
