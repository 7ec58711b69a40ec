import * as words from "../protocol/words.ts";

// Own constants end up in the machine code, imported ones are read from memory at each use: see protocol/README.md.
const { LANE_AWAITED, LANE_PARKED, LANE_STATE } = words;

// Waking costs a system call and a lock that all threads of the process share, so only those who sleep are woken.
// Each side writes first and looks second: the lane says that it parks, then looks at its word, which the wait
// itself does; the caller changes the word, then looks whether the lane has said so. One of the two sees the other.
// It is the same the other way round, with a caller that sleeps until the lane has changed its word to done.

/** Lane: says that it sleeps from now on, or no longer. Before the wait, never after it. */
export function announceParked(shared: Int32Array, base: number, isParked: boolean): void {
  Atomics.store(shared, base + LANE_PARKED, isParked ? 1 : 0);
}

/** Lane: sleeps while its word holds `value`; returns at once when it does not. */
export function park(shared: Int32Array, base: number, value: number): void {
  announceParked(shared, base, true);
  Atomics.wait(shared, base + LANE_STATE, value);
  announceParked(shared, base, false);
}

/** Caller: wakes the lane whose word it has just changed, if the lane sleeps. */
export function wakeIfParked(shared: Int32Array, base: number): void {
  if (hasAnnouncedParked(shared, base)) Atomics.notify(shared, base + LANE_STATE);
}

/** Whether the lane has said that it sleeps. */
export function hasAnnouncedParked(shared: Int32Array, base: number): boolean {
  return Atomics.load(shared, base + LANE_PARKED) === 1;
}

/** Caller: says that it sleeps until the lane is done, or no longer. Before the wait, never after it. */
export function announceAwaited(shared: Int32Array, base: number, isAwaited: boolean): void {
  Atomics.store(shared, base + LANE_AWAITED, isAwaited ? 1 : 0);
}

/** Caller: sleeps while the lane's word holds `value`, for a slice of time at most; what Atomics.wait says. */
export function awaitLane(
  shared: Int32Array,
  base: number,
  value: number,
  sliceMs: number,
): "ok" | "not-equal" | "timed-out" {
  announceAwaited(shared, base, true);
  const outcome = Atomics.wait(shared, base + LANE_STATE, value, sliceMs);
  announceAwaited(shared, base, false);
  return outcome;
}

/** Lane: wakes whoever sleeps until its word, which it has just changed, says that it is done. */
export function wakeIfAwaited(shared: Int32Array, base: number): void {
  if (hasAnnouncedAwaited(shared, base)) Atomics.notify(shared, base + LANE_STATE);
}

/** Whether a caller has said that it sleeps until the lane is done. */
export function hasAnnouncedAwaited(shared: Int32Array, base: number): boolean {
  return Atomics.load(shared, base + LANE_AWAITED) === 1;
}
