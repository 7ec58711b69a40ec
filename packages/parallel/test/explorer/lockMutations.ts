import * as caller from "../../src/protocol/callerOrder.ts";
import {
  AT,
  CALLER,
  CONTINUE,
  DEATH,
  NOTIFY,
  PLACE,
  POOL_LANES,
  STEP,
  VALUE,
  WAIT,
} from "../../src/protocol/machine.ts";
import { IDLE, LOCK, LOCK_WAITERS, POSTED } from "../../src/protocol/words.ts";
import { callerStep, EXTRA, goOn, inCaller, type Mutation, silently } from "./weakening.ts";

/** Each step by which callers share the pool, weakened. */
export const lockMutations: readonly Mutation[] = [
  inCaller("the pool is taken with a plain store", {
    [caller.CALLER_LOCK]: (shared, r) => {
      if (Atomics.load(shared, LOCK) !== 0) return callerStep(caller.CALLER_LOCK)(shared, r);
      r[STEP] = EXTRA;
      return CONTINUE;
    },
    [EXTRA]: (shared, r) => {
      shared[LOCK] = 0;
      return callerStep(caller.CALLER_LOCK)(shared, r);
    },
  }),
  inCaller("the pool is used without being taken", {
    [caller.CALLER_LOCK]: (shared, r) => {
      const holder = shared[LOCK]!;
      shared[LOCK] = 0;
      const effect = callerStep(caller.CALLER_LOCK)(shared, r);
      shared[LOCK] = holder === 0 ? r[CALLER]! : holder;
      return effect;
    },
  }),
  inCaller("the pool is not given back", { [caller.CALLER_RELEASE]: goOn(caller.CALLER_RELEASE_CHECK) }),
  inCaller("giving the pool back wakes nobody", {
    [caller.CALLER_RELEASE_CHECK]: silently(callerStep(caller.CALLER_RELEASE_CHECK)),
  }),
  inCaller("waiters are looked for before the pool is free", {
    [caller.CALLER_RELEASE]: (shared, r) => {
      const waiters = Atomics.load(shared, LOCK_WAITERS);
      r[AT] = LOCK;
      r[STEP] = EXTRA;
      return waiters === 0 ? CONTINUE : NOTIFY;
    },
    [EXTRA]: (shared, r) => {
      Atomics.store(shared, LOCK, 0);
      r[STEP] = caller.CALLER_END;
      return CONTINUE;
    },
  }),
  inCaller("a waiter does not enlist", {
    [caller.CALLER_ENLIST]: (_shared, r) => {
      r[AT] = LOCK;
      r[STEP] = caller.CALLER_LOCK;
      return WAIT;
    },
  }),
  inCaller("nobody takes the pool from a dead holder", {
    [caller.CALLER_LEAVE]: (shared, r) => {
      r[DEATH] = 0;
      return callerStep(caller.CALLER_LEAVE)(shared, r);
    },
  }),
  inCaller("the pool is seized with a plain store", {
    [caller.CALLER_SEIZE]: (shared, r) => {
      Atomics.store(shared, LOCK, r[CALLER]!);
      r[PLACE] = 1;
      r[STEP] = caller.CALLER_SETTLE;
      return CONTINUE;
    },
  }),
  inCaller("what a dead holder left posted or running is not brought to rest", {
    [caller.CALLER_SETTLE]: (shared, r) => {
      r[PLACE] = r[POOL_LANES]!;
      return callerStep(caller.CALLER_SETTLE)(shared, r);
    },
  }),
  inCaller("a dead holder's post is taken back with a plain store", {
    [caller.CALLER_SETTLE_CANCEL]: (shared, r) => {
      Atomics.store(shared, r[AT]!, r[VALUE]! - POSTED + IDLE);
      r[STEP] = caller.CALLER_SETTLE;
      return CONTINUE;
    },
  }),
];
