import * as order from "./callerOrder.ts";
import * as machine from "./machine.ts";
import * as words from "./words.ts";
import { laneBase, stateOf } from "./words.ts";

// Own constants end up in the machine code, imported ones are read from memory at each use: see protocol/README.md.
const { AT, CALLER, CONTINUE, DEATH, FINISH, MAIL_WANTED, NOTIFY, PLACE, POOL_LANES, STEP, VALUE, WAIT } =
  machine;
const { IDLE, LANE_STATE, LOCK, LOCK_WAITERS, POSTED, RUNNING } = words;
const {
  CALLER_END,
  CALLER_ENLIST,
  CALLER_LEAVE,
  CALLER_LOCK,
  CALLER_MAIL,
  CALLER_PARAMS,
  CALLER_RELEASE_CHECK,
  CALLER_SEIZE,
  CALLER_SETTLE,
  CALLER_SETTLE_CANCEL,
} = order;

// Taking the pool, and giving it back. Who holds LOCK may write NEXT, the parameters, and the word of every
// lane that is idle or done.

function locked(r: Int32Array): number {
  r[PLACE] = 0;
  r[STEP] = r[MAIL_WANTED] === 0 ? CALLER_PARAMS : CALLER_MAIL;
  return CONTINUE;
}

/** Takes the pool if it is free. */
export function lock(shared: Int32Array, r: Int32Array): number {
  const holder = Atomics.compareExchange(shared, LOCK, 0, r[CALLER]!);
  if (holder === 0) return locked(r);
  r[VALUE] = holder;
  r[STEP] = CALLER_ENLIST;
  return CONTINUE;
}

/** Counted among the waiters before it sleeps, so that `releaseCheck` sees it or it sees the pool free. */
export function enlist(shared: Int32Array, r: Int32Array): number {
  Atomics.add(shared, LOCK_WAITERS, 1);
  r[AT] = LOCK;
  r[STEP] = CALLER_LEAVE;
  return WAIT;
}

/** After the sleep; the holder may have died in the meantime. */
export function leave(shared: Int32Array, r: Int32Array): number {
  Atomics.sub(shared, LOCK_WAITERS, 1);
  r[STEP] = r[DEATH] === 1 ? CALLER_SEIZE : CALLER_LOCK;
  r[DEATH] = 0;
  return CONTINUE;
}

/** Takes the pool from a holder that died; of several waiters one succeeds. */
export function seize(shared: Int32Array, r: Int32Array): number {
  const dead = r[VALUE]!;
  const found = Atomics.compareExchange(shared, LOCK, dead, r[CALLER]!);
  r[PLACE] = 1;
  r[STEP] = found === dead ? CALLER_SETTLE : CALLER_LOCK;
  return CONTINUE;
}

/** Brings every lane to rest that a dead holder left posted or running. Here PLACE is the lane itself. */
export function settle(shared: Int32Array, r: Int32Array): number {
  const died = r[DEATH] === 1;
  r[DEATH] = 0;
  if (r[PLACE] === r[POOL_LANES]) return locked(r);
  r[AT] = laneBase(r[PLACE]!) + LANE_STATE;
  r[VALUE] = Atomics.load(shared, r[AT]!);
  const state = stateOf(r[VALUE]!);
  if (state === POSTED) {
    r[STEP] = CALLER_SETTLE_CANCEL;
    return CONTINUE;
  }
  if (state === RUNNING && !died) return WAIT;
  r[PLACE]!++;
  return CONTINUE;
}

/** Takes back a batch whose caller is gone. */
export function settleCancel(shared: Int32Array, r: Int32Array): number {
  Atomics.compareExchange(shared, r[AT]!, r[VALUE]!, r[VALUE]! - POSTED + IDLE);
  r[STEP] = CALLER_SETTLE;
  return CONTINUE;
}

/** Gives the pool back. */
export function release(shared: Int32Array, r: Int32Array): number {
  Atomics.store(shared, LOCK, 0);
  r[STEP] = CALLER_RELEASE_CHECK;
  return CONTINUE;
}

/** Wakes the callers that wait; if there are none, the request is answered. */
export function releaseCheck(shared: Int32Array, r: Int32Array): number {
  r[STEP] = CALLER_END;
  if (Atomics.load(shared, LOCK_WAITERS) === 0) return FINISH;
  r[AT] = LOCK;
  return NOTIFY;
}

/** The request is answered, and who waited is awake. */
export function end(): number {
  return FINISH;
}
