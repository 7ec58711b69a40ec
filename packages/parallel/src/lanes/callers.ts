import type { LaneHost } from "../host/laneHost.ts";
import { ParallelError } from "../problem.ts";
import { CALLER_THREADS, LOCK, MAXIMUM_CALLERS } from "../protocol/words.ts";

/** Stands for the thread of a caller where the system tells no number. */
const UNKNOWN_THREAD = 0x7fffffff;
const ENDED = -1;

/** The calling thread's place among the callers of a pool. */
export interface CallerPlace {
  /** From 1. */
  readonly number: number;
  /** Frees the number; the thread holds nothing of the pool any more. */
  leave(): void;
}

/**
 * Gives the calling thread a place among the callers of a pool.
 * @throws ParallelError `callers` if all numbers are taken by threads that still live
 */
export function enrolCaller(shared: Int32Array, host: LaneHost): CallerPlace {
  const thread = host.threadId() || UNKNOWN_THREAD;
  for (let caller = 1; caller <= MAXIMUM_CALLERS; caller++) {
    const before = Atomics.load(shared, CALLER_THREADS + caller);
    const isFree =
      before === 0 || (callerHasEnded(shared, host, caller) && Atomics.load(shared, LOCK) !== caller);
    if (!isFree || Atomics.compareExchange(shared, CALLER_THREADS + caller, before, thread) !== before)
      continue;
    const forget = host.onThreadEnd(() => {
      Atomics.compareExchange(shared, CALLER_THREADS + caller, thread, ENDED);
      Atomics.notify(shared, LOCK);
    });
    return {
      number: caller,
      leave() {
        forget();
        Atomics.store(shared, CALLER_THREADS + caller, 0);
      },
    };
  }
  throw new ParallelError("callers", {
    at: "joinLanePool",
    what: `finds all ${MAXIMUM_CALLERS} places for callers taken`,
    mend: "close pools in threads that no longer need them, or share one pool among fewer threads",
  });
}

/** Whether the thread of a caller has certainly ended. */
export function callerHasEnded(shared: Int32Array, host: LaneHost, caller: number): boolean {
  const thread = Atomics.load(shared, CALLER_THREADS + caller);
  return thread === ENDED || (thread !== UNKNOWN_THREAD && host.hasThreadEnded(thread));
}
