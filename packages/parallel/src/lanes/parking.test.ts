import { expect, test } from "vitest";
import { controlWords, LANE_STATE, laneBase } from "../protocol/words.ts";
import { announceParked, hasAnnouncedParked } from "./parking.ts";

// The parts of park() and wakeIfParked(), each one access to the shared words, in every order in which two threads
// can take them. The system's part is played by `asleep`: a wait sleeps only if the word still holds its value.

interface Scene {
  readonly shared: Int32Array;
  isAsleep: boolean;
}
type Action = (scene: Scene) => void;

const base = laneBase(1);
const announce: Action = ({ shared }) => announceParked(shared, base, true);
const wait: Action = (scene) => {
  scene.isAsleep = scene.shared[base + LANE_STATE] === 0;
};
const post: Action = ({ shared }) => Atomics.store(shared, base + LANE_STATE, 5);
const look: Action = (scene) => {
  if (hasAnnouncedParked(scene.shared, base)) scene.isAsleep = false;
};

/** Every order in which two threads can take their actions. */
function interleavings(a: readonly Action[], b: readonly Action[]): Action[][] {
  if (a.length === 0 || b.length === 0) return [[...a, ...b]];
  return [
    ...interleavings(a.slice(1), b).map((rest) => [a[0]!, ...rest]),
    ...interleavings(a, b.slice(1)).map((rest) => [b[0]!, ...rest]),
  ];
}

/** In how many orders the lane sleeps for ever on a batch that was posted. */
function lostWakeUps(lane: readonly Action[], caller: readonly Action[]): number {
  return interleavings(lane, caller).filter((actions) => {
    const scene: Scene = { shared: new Int32Array(controlWords(2)), isAsleep: false };
    for (const action of actions) action(scene);
    return scene.isAsleep;
  }).length;
}

test("a lane that parks while a batch is posted never sleeps on it", () => {
  expect(interleavings([announce, wait], [post, look])).toHaveLength(6);
  expect(lostWakeUps([announce, wait], [post, look])).toBe(0);
});

test("with either side's two steps the other way round, a wake-up is lost", () => {
  expect(lostWakeUps([wait, announce], [post, look])).toBeGreaterThan(0);
  expect(lostWakeUps([announce, wait], [look, post])).toBeGreaterThan(0);
});
