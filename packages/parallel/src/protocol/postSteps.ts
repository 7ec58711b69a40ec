import { isDealtOut } from "../schedule.ts";
import * as order from "./callerOrder.ts";
import * as machine from "./machine.ts";
import * as words from "./words.ts";
import { laneBase, nextWord, stateOf } from "./words.ts";

// Own constants end up in the machine code, imported ones are read from memory at each use: see protocol/README.md.
const {
  ACTIVE_LIST,
  ANY_DONE,
  AT,
  CHUNK,
  CONTINUE,
  COUNT,
  DEATH,
  ENTRY,
  HELPS,
  KIND,
  LATE_PLACE,
  MAIL_WANTED,
  NOTIFY,
  PENDING,
  PLACE,
  POINTER,
  PROGRAM,
  RANK,
  RANKS,
  STEP,
  TEAM,
  TEAM_LANE,
  TEAM_OUTCOME,
  TEAM_SIZE,
  TEAM_STRIDE,
  TEAM_WORD,
  TURN,
  VALUE,
  WAIT,
} = machine;
const {
  DONE,
  FAILURE_COUNT,
  IDLE,
  LANE_RANK,
  LANE_STATE,
  MAIL,
  NEXT,
  PARAM_ACTIVE,
  PARAM_CHUNK,
  PARAM_COUNT,
  PARAM_ENTRY,
  PARAM_KIND,
  PARAM_POINTER,
  PARAM_PROGRAM,
  PARAM_RANKS,
  POSTED,
  RUNNING,
} = words;
const {
  CALLER_AWAIT,
  CALLER_AWAIT_LATE,
  CALLER_BUMP,
  CALLER_BUMP_READ,
  CALLER_CLAIM,
  CALLER_POST,
  CALLER_POST_READ,
  CALLER_PROGRAM,
  CALLER_RELEASE,
  CALLER_RESET,
} = order;

// Publishing a batch to its team, or mail to all; and an asynchronous caller's wait for its team.

/** Plain writes: no lane runs, and the stores of `post` order them before any lane's reads. */
export function params(shared: Int32Array, r: Int32Array): number {
  r[STEP] = writeParams(shared, r) ? afterProgram(r) : CALLER_PROGRAM;
  return CONTINUE;
}

/** Writes all parameters but the program's number, and forgets the caller's own failures; whether the program is right already. */
export function writeParams(shared: Int32Array, r: Int32Array): boolean {
  write(shared, laneBase(0) + FAILURE_COUNT, 0);
  write(shared, PARAM_ENTRY, r[ENTRY]!);
  write(shared, PARAM_POINTER, r[POINTER]!);
  write(shared, PARAM_COUNT, r[COUNT]!);
  write(shared, PARAM_KIND, r[KIND]!);
  write(shared, PARAM_CHUNK, r[CHUNK]!);
  write(shared, PARAM_RANKS, r[RANKS]!);
  write(shared, PARAM_ACTIVE, r[ACTIVE_LIST]!);
  return shared[PARAM_PROGRAM] === r[PROGRAM];
}

/** Only claimed schedules use NEXT. */
function afterProgram(r: Int32Array): number {
  return isDealtOut(r[KIND]!) ? beginPosting(r) : CALLER_RESET;
}

function beginPosting(r: Int32Array): number {
  r[PLACE] = 0;
  return r[TEAM_SIZE]! > 0 ? CALLER_POST_READ : ownPart(r);
}

/**
 * Writes a word that only the lock's holder writes, unless it is right already: batches are mostly like the one
 * before, and a line that nobody wrote stays in the caches of all lanes.
 */
export function write(shared: Int32Array, word: number, value: number): void {
  if (shared[word] !== value) shared[word] = value;
}

/** Atomic, because lanes look at it before they take a batch. */
export function program(shared: Int32Array, r: Int32Array): number {
  Atomics.store(shared, PARAM_PROGRAM, r[PROGRAM]!);
  r[STEP] = afterProgram(r);
  return CONTINUE;
}

/** No index is claimed yet. */
export function reset(shared: Int32Array, r: Int32Array): number {
  Atomics.store(shared, NEXT, 0);
  r[STEP] = beginPosting(r);
  return CONTINUE;
}

/** The step with which the caller's own share of the work begins. */
function ownPart(r: Int32Array): number {
  r[RANK] = 0;
  r[TURN] = 0;
  return CALLER_CLAIM;
}

/**
 * A lane of the team rests under the lock, so its word is ours to replace, its rank and its count of failures to write.
 * For the same reason a plain read does: whoever held the lock before saw the lane at rest.
 */
export function postRead(shared: Int32Array, r: Int32Array): number {
  const member = TEAM + TEAM_STRIDE * r[PLACE]!;
  const base = laneBase(r[member + TEAM_LANE]!);
  r[member + TEAM_WORD] = nextWord(shared[base + LANE_STATE]!, POSTED);
  r[member + TEAM_OUTCOME] = PENDING;
  write(shared, base + LANE_RANK, r[PLACE]! + r[HELPS]!);
  write(shared, base + FAILURE_COUNT, 0);
  r[STEP] = CALLER_POST;
  return CONTINUE;
}

/** The store that publishes the batch to one lane, and wakes that lane alone. */
export function post(shared: Int32Array, r: Int32Array): number {
  const member = TEAM + TEAM_STRIDE * r[PLACE]!;
  r[AT] = laneBase(r[member + TEAM_LANE]!) + LANE_STATE;
  Atomics.store(shared, r[AT]!, r[member + TEAM_WORD]!);
  afterPost(r);
  return NOTIFY;
}

/** Goes on to the next lane's post, or after the last one to the jobs. */
export function afterPost(r: Int32Array): void {
  r[PLACE]!++;
  if (r[PLACE]! < r[TEAM_SIZE]!) r[STEP] = CALLER_POST_READ;
  else if (r[HELPS] === 1) r[STEP] = ownPart(r);
  else r[STEP] = beginAwait(r);
}

function beginAwait(r: Int32Array): number {
  r[PLACE] = 0;
  r[LATE_PLACE] = -1;
  r[ANY_DONE] = 0;
  return CALLER_AWAIT;
}

/**
 * An asynchronous caller sleeps on the first lane that runs. Once no lane runs, lanes that have not started
 * are left only if the batch waits for them: under claimed schedules a lane that finished has seen every
 * index claimed, so they are taken back.
 */
export function awaitTeam(shared: Int32Array, r: Int32Array): number {
  if (r[DEATH] === 1) return stopAwaiting(r);
  if (r[PLACE] === r[TEAM_SIZE]) return awaitDecision(r);
  const member = TEAM + TEAM_STRIDE * r[PLACE]!;
  r[AT] = laneBase(r[member + TEAM_LANE]!) + LANE_STATE;
  r[VALUE] = Atomics.load(shared, r[AT]!);
  const state = stateOf(r[VALUE]!);
  if (state === RUNNING) return WAIT;
  if (state === DONE) r[ANY_DONE] = 1;
  if (state === POSTED && r[LATE_PLACE] === -1) r[LATE_PLACE] = r[PLACE]!;
  r[PLACE]!++;
  return CONTINUE;
}

function awaitDecision(r: Int32Array): number {
  if (r[LATE_PLACE] === -1 || (r[ANY_DONE] === 1 && !isDealtOut(r[KIND]!))) return stopAwaiting(r);
  const member = TEAM + TEAM_STRIDE * r[LATE_PLACE]!;
  r[AT] = laneBase(r[member + TEAM_LANE]!) + LANE_STATE;
  r[VALUE] = r[member + TEAM_WORD]!;
  r[STEP] = CALLER_AWAIT_LATE;
  return WAIT;
}

/** Looks at the whole team again after waiting for a lane that had not started. */
export function awaitLate(_shared: Int32Array, r: Int32Array): number {
  r[STEP] = r[DEATH] === 1 ? CALLER_AWAIT : beginAwait(r);
  return CONTINUE;
}

/** What nobody claimed or ran is then the caller's, as after a blocking caller's own part. */
function stopAwaiting(r: Int32Array): number {
  r[DEATH] = 0;
  r[STEP] = ownPart(r);
  return CONTINUE;
}

/** Raises the count of messages, BEFORE any lane's word changes. */
export function mail(shared: Int32Array, r: Int32Array): number {
  Atomics.store(shared, MAIL, r[MAIL_WANTED]!);
  r[STEP] = r[TEAM_SIZE]! > 0 ? CALLER_BUMP_READ : CALLER_RELEASE;
  return CONTINUE;
}

/** The lane rests under the lock: its word is ours to replace. */
export function bumpRead(shared: Int32Array, r: Int32Array): number {
  const lane = r[TEAM + TEAM_STRIDE * r[PLACE]! + TEAM_LANE]!;
  r[AT] = laneBase(lane) + LANE_STATE;
  r[VALUE] = nextWord(Atomics.load(shared, r[AT]!), IDLE);
  r[STEP] = CALLER_BUMP;
  return CONTINUE;
}

/** A new word that posts nothing: whoever sleeps on the old one wakes, whoever is about to sleep does not. */
export function bump(shared: Int32Array, r: Int32Array): number {
  Atomics.store(shared, r[AT]!, r[VALUE]!);
  r[PLACE]!++;
  r[STEP] = r[PLACE]! < r[TEAM_SIZE]! ? CALLER_BUMP_READ : CALLER_RELEASE;
  return NOTIFY;
}
