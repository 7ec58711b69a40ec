import * as schedules from "../schedule.ts";
import { isDealtOut } from "../schedule.ts";
import * as order from "./callerOrder.ts";
import * as machine from "./machine.ts";
import { afterPost, write, writeParams } from "./postSteps.ts";
import * as words from "./words.ts";
import { laneBase, nextWord, stateOf } from "./words.ts";

// Own constants end up in the machine code, imported ones are read from memory at each use: see protocol/README.md.
const {
  AT,
  BEGIN,
  CALLER,
  CONTINUE,
  COUNT,
  END,
  FINISH,
  FINISHED,
  HELPS,
  KIND,
  MAIL_WANTED,
  NOTIFY,
  PENDING,
  PLACE,
  RANK,
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
} = machine;
const { STATIC } = schedules;
const { DONE, FAILURE_COUNT, LANE_RANK, LANE_STATE, LOCK, LOCK_WAITERS, NEXT, POSTED } = words;
const {
  CALLER_CANCEL,
  CALLER_CLAIM,
  CALLER_COLLECT,
  CALLER_END,
  CALLER_ENLIST,
  CALLER_MAIL,
  CALLER_PROGRAM,
  CALLER_RELEASE,
} = order;

// A stride is several steps in one go: the same accesses to the shared words in the same order, the same effect and the
// same registers after it, but what one step tells the next stays in the processor. Where something is out of the
// ordinary it ends, and steps go on from there. strides.test.ts shows, for every answer that the shared words can give,
// that a stride cannot be told from its steps: what the explorer finds of them holds for it.

/** From CALLER_LOCK up to the first post, or to the jobs of a caller alone. */
export function openBatch(shared: Int32Array, r: Int32Array): number {
  const holder = Atomics.compareExchange(shared, LOCK, 0, r[CALLER]!);
  if (holder !== 0) {
    r[VALUE] = holder;
    return goOnAt(r, CALLER_ENLIST);
  }
  r[PLACE] = 0;
  if (r[MAIL_WANTED] !== 0) return goOnAt(r, CALLER_MAIL);
  if (!writeParams(shared, r)) return goOnAt(r, CALLER_PROGRAM);
  if (!isDealtOut(r[KIND]!)) Atomics.store(shared, NEXT, 0);
  return r[TEAM_SIZE] === 0 ? openAlone(r) : postFirst(shared, r);
}

function goOnAt(r: Int32Array, step: number): number {
  r[STEP] = step;
  return CONTINUE;
}

/** Without a team the caller's own part is everything. */
function openAlone(r: Int32Array): number {
  const count = r[COUNT]!;
  r[RANK] = 0;
  r[TURN] = 0;
  if (r[KIND] !== STATIC || count === 0) return goOnAt(r, CALLER_CLAIM);
  r[TURN] = 1;
  r[BEGIN] = 0;
  r[END] = count;
  r[UNFINISHED] = 0;
  r[STEP] = CALLER_RELEASE;
  return RUN;
}

function postFirst(shared: Int32Array, r: Int32Array): number {
  const base = laneBase(r[TEAM + TEAM_LANE]!);
  const word = nextWord(shared[base + LANE_STATE]!, POSTED);
  write(shared, base + LANE_RANK, r[HELPS]!);
  write(shared, base + FAILURE_COUNT, 0);
  Atomics.store(shared, base + LANE_STATE, word);
  r[AT] = base + LANE_STATE;
  r[TEAM + TEAM_WORD] = word;
  r[TEAM + TEAM_OUTCOME] = PENDING;
  afterPost(r);
  return NOTIFY;
}

/** From CALLER_CANCEL_LOOK to the first lane that has not started, or past the last one. */
export function lookAtTeam(shared: Int32Array, r: Int32Array): number {
  const size = r[TEAM_SIZE]!;
  let unfinished = r[UNFINISHED]!;
  let place = r[PLACE]!;
  let isLate = false;
  for (; place < size; place++) {
    const member = TEAM + TEAM_STRIDE * place;
    const found = Atomics.load(shared, laneBase(r[member + TEAM_LANE]!) + LANE_STATE);
    isLate = found === r[member + TEAM_WORD];
    if (isLate) break;
    if (stateOf(found) !== DONE) continue;
    r[member + TEAM_OUTCOME] = FINISHED;
    unfinished--;
  }
  r[UNFINISHED] = unfinished;
  r[PLACE] = isLate ? place : 0;
  return goOnAt(r, isLate ? CALLER_CANCEL : unfinished === 0 ? CALLER_RELEASE : CALLER_COLLECT);
}

/** From CALLER_RELEASE to the end, unless another caller waits. */
export function closeBatch(shared: Int32Array, r: Int32Array): number {
  Atomics.store(shared, LOCK, 0);
  r[STEP] = CALLER_END;
  if (Atomics.load(shared, LOCK_WAITERS) === 0) return FINISH;
  r[AT] = LOCK;
  return NOTIFY;
}
