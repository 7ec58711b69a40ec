import * as schedules from "../schedule.ts";
import { claimSize, isDealtOut } from "../schedule.ts";
import * as order from "./callerOrder.ts";
import { dealNext } from "./dealing.ts";
import * as machine from "./machine.ts";
import * as words from "./words.ts";
import { laneBase, stateOf } from "./words.ts";

// Own constants end up in the machine code, imported ones are read from memory at each use: see protocol/README.md.
const {
  AT,
  BEGIN,
  CANCELLED,
  CHUNK,
  CONTINUE,
  COUNT,
  DEATH,
  DIED,
  END,
  FINISHED,
  HELPS,
  KIND,
  PENDING,
  PLACE,
  RANK,
  RANKS,
  RUN,
  STEP,
  TEAM,
  TEAM_LANE,
  TEAM_OUTCOME,
  TEAM_SIZE,
  TEAM_STRIDE,
  TEAM_WORD,
  TURN,
  UNFINISHED,
  VALUE,
  WAIT,
} = machine;
const { STATIC } = schedules;
const { CLAIM_BEGIN, CLAIM_END, DONE, IDLE, LANE_STATE, NEXT, POSTED, RUNNING } = words;
const {
  CALLER_ADVANCE,
  CALLER_CANCEL,
  CALLER_CANCEL_LOOK,
  CALLER_CLAIM,
  CALLER_COLLECT,
  CALLER_LEFTOVER,
  CALLER_LEFT_BEGIN,
  CALLER_LEFT_END,
  CALLER_PART,
  CALLER_RELEASE,
} = order;

// The caller's own part of a batch; then taking back, waiting for and standing in for the lanes of its team.

/** The caller claims as lanes do, but logs nothing: when it dies, its batch has died with it. */
export function claim(shared: Int32Array, r: Int32Array): number {
  if (!isDealtOut(r[KIND]!)) return choose(r, Atomics.load(shared, NEXT));
  if (r[HELPS] !== 1 || !dealNext(r)) return ownPartOver(r);
  // Nobody has more than one part of a static batch: it is not asked for a second time.
  if (r[KIND] === STATIC) ownPartOver(r);
  return RUN;
}

function choose(r: Int32Array, next: number): number {
  const unclaimed = r[COUNT]! - next;
  if (unclaimed <= 0) return ownPartOver(r);
  r[BEGIN] = next;
  r[END] = next + claimSize(r[KIND]!, r[CHUNK]!, r[RANKS]!, unclaimed);
  r[STEP] = CALLER_ADVANCE;
  return CONTINUE;
}

function ownPartOver(r: Int32Array): number {
  r[PLACE] = 0;
  r[UNFINISHED] = r[TEAM_SIZE]!;
  r[STEP] = r[TEAM_SIZE]! > 0 ? CALLER_CANCEL_LOOK : CALLER_RELEASE;
  return CONTINUE;
}

/** The claim itself. */
export function advance(shared: Int32Array, r: Int32Array): number {
  const found = Atomics.compareExchange(shared, NEXT, r[BEGIN]!, r[END]!);
  if (found !== r[BEGIN]) return choose(r, found);
  r[STEP] = CALLER_CLAIM;
  return RUN;
}

/** A lane that has started is left alone: a compare-exchange that fails would take its word from it for nothing. */
export function cancelLook(shared: Int32Array, r: Int32Array): number {
  const member = TEAM + TEAM_STRIDE * r[PLACE]!;
  const found = Atomics.load(shared, laneBase(r[member + TEAM_LANE]!) + LANE_STATE);
  if (found === r[member + TEAM_WORD]) {
    r[STEP] = CALLER_CANCEL;
    return CONTINUE;
  }
  if (stateOf(found) === DONE) noteFinished(r, member);
  return nextPlace(r, r[UNFINISHED] === 0 ? CALLER_RELEASE : CALLER_COLLECT);
}

/** Takes the batch back from a lane that has not started; fails when it has, and it is waited for then. */
export function cancel(shared: Int32Array, r: Int32Array): number {
  const member = TEAM + TEAM_STRIDE * r[PLACE]!;
  const posted = r[member + TEAM_WORD]!;
  const word = laneBase(r[member + TEAM_LANE]!) + LANE_STATE;
  const found = Atomics.compareExchange(shared, word, posted, posted - POSTED + IDLE);
  if (found === posted) r[member + TEAM_OUTCOME] = CANCELLED;
  r[STEP] = CALLER_CANCEL_LOOK;
  return nextPlace(r, CALLER_COLLECT);
}

function noteFinished(r: Int32Array, member: number): void {
  r[member + TEAM_OUTCOME] = FINISHED;
  r[UNFINISHED]!--;
}

/** Once nobody runs: whether anybody left something over. */
function afterCollecting(r: Int32Array): number {
  return nextPlace(r, r[UNFINISHED] === 0 ? CALLER_RELEASE : CALLER_LEFTOVER);
}

/** Goes on to the next lane of the team, or after the last one to the step `after`. */
function nextPlace(r: Int32Array, after: number): number {
  r[PLACE]!++;
  if (r[PLACE] === r[TEAM_SIZE]) {
    r[PLACE] = 0;
    r[STEP] = after;
  }
  return CONTINUE;
}

/** Waits until the lane is done. `died` is the driver's word, given only after the thread's end was certain. */
export function collect(shared: Int32Array, r: Int32Array): number {
  const died = r[DEATH] === 1;
  r[DEATH] = 0;
  const member = TEAM + TEAM_STRIDE * r[PLACE]!;
  if (r[member + TEAM_OUTCOME] !== PENDING) return afterCollecting(r);
  r[AT] = laneBase(r[member + TEAM_LANE]!) + LANE_STATE;
  r[VALUE] = Atomics.load(shared, r[AT]!);
  if (stateOf(r[VALUE]!) === DONE) noteFinished(r, member);
  else if (died && stateOf(r[VALUE]!) === RUNNING) r[member + TEAM_OUTCOME] = DIED;
  else return WAIT;
  return afterCollecting(r);
}

/** All other lanes rest now. Runs what a lane was dealt and never ran, or what a dead lane had claimed. */
export function leftover(_shared: Int32Array, r: Int32Array): number {
  const outcome = r[TEAM + TEAM_STRIDE * r[PLACE]! + TEAM_OUTCOME]!;
  if (isDealtOut(r[KIND]!) && outcome !== FINISHED) {
    r[RANK] = r[PLACE]! + r[HELPS]!;
    r[TURN] = 0;
    r[STEP] = CALLER_PART;
    return CONTINUE;
  }
  if (outcome === DIED) {
    r[STEP] = CALLER_LEFT_BEGIN;
    return CONTINUE;
  }
  return nextLeftover(r);
}

function nextLeftover(r: Int32Array): number {
  r[STEP] = CALLER_LEFTOVER;
  return nextPlace(r, CALLER_RELEASE);
}

/** The whole part that was dealt to a lane which was taken back or died. */
export function part(_shared: Int32Array, r: Int32Array): number {
  return dealNext(r) ? RUN : nextLeftover(r);
}

/** What a dead lane had claimed: its last words. */
export function leftBegin(shared: Int32Array, r: Int32Array): number {
  const lane = r[TEAM + TEAM_STRIDE * r[PLACE]! + TEAM_LANE]!;
  r[BEGIN] = Atomics.load(shared, laneBase(lane) + CLAIM_BEGIN);
  r[STEP] = CALLER_LEFT_END;
  return CONTINUE;
}

/** Runs that claim again: jobs write only their own slots, so a job that had run already is merely repeated. */
export function leftEnd(shared: Int32Array, r: Int32Array): number {
  const lane = r[TEAM + TEAM_STRIDE * r[PLACE]! + TEAM_LANE]!;
  const claimEnd = Atomics.load(shared, laneBase(lane) + CLAIM_END);
  r[END] = Math.min(claimEnd, r[COUNT]!);
  nextLeftover(r);
  return r[BEGIN]! < r[END]! ? RUN : CONTINUE;
}
