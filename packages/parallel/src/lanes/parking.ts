import * as words from "../protocol/words.ts";

// Own constants end up in the machine code, imported ones are read from memory at each use: see protocol/README.md.
const { LANE_PARKED, LANE_STATE } = words;

// Waking costs a system call and a lock that all threads of the process share, so only those who sleep are woken.
// Each side writes first and looks second: the lane says that it parks, then looks at its word, which the wait
// itself does; the caller changes the word, then looks whether the lane has said so. One of the two sees the other.

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
