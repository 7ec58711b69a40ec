import type { LaneHost } from "../host/laneHost.ts";
import { ParallelError } from "../problem.ts";
import { CALLER_THREADS, LOCK, MAXIMUM_CALLERS } from "../protocol/words.ts";

/** Stands for the thread of a caller where the system tells no number. */
const UNKNOWN_THREAD = 0x7fffffff;
const ENDED = -1;

/**
 * Gives the calling thread a number among the callers of a pool, from 1.
 * @throws ParallelError `callers` if all numbers are taken by threads that still live
 */
export function enrolCaller(shared: Int32Array, host: LaneHost): number {
  const thread = host.threadId() || UNKNOWN_THREAD;
  for (let caller = 1; caller <= MAXIMUM_CALLERS; caller++) {
    const before = Atomics.load(shared, CALLER_THREADS + caller);
    const isFree =
      before === 0 || (callerHasEnded(shared, host, caller) && Atomics.load(shared, LOCK) !== caller);
    if (!isFree || Atomics.compareExchange(shared, CALLER_THREADS + caller, before, thread) !== before)
      continue;
    host.onThreadEnd(() => {
      Atomics.compareExchange(shared, CALLER_THREADS + caller, thread, ENDED);
      Atomics.notify(shared, LOCK);
    });
    return caller;
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

/** Frees the number of a caller that leaves; it holds nothing any more. */
export function leaveCallers(shared: Int32Array, caller: number): void {
  Atomics.store(shared, CALLER_THREADS + caller, 0);
}
