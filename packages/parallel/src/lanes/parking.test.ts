import { describe, expect, test } from "vitest";
import { controlWords, LANE_STATE, laneBase } from "../protocol/words.ts";
import { announceAwaited, announceParked, hasAnnouncedAwaited, hasAnnouncedParked } from "./parking.ts";

// The parts of park() and wakeIfParked(), and of awaitLane() and wakeIfAwaited(), each one access to the shared words,
// in every order in which two threads can take them. The system's part is played by `asleep`: a wait sleeps only if
// the word still holds its value.

interface Scene {
  readonly shared: Int32Array;
  isAsleep: boolean;
}
type Action = (scene: Scene) => void;

const base = laneBase(1);
const wait: Action = (scene) => {
  scene.isAsleep = scene.shared[base + LANE_STATE] === 0;
};
const change: Action = ({ shared }) => Atomics.store(shared, base + LANE_STATE, 5);

/** Who sleeps and who wakes: what the one says before it sleeps, and what the other looks at before it wakes. */
const pairs = [
  {
    what: "a lane that parks while a batch is posted",
    announce: ({ shared }: Scene) => announceParked(shared, base, true),
    look: ({ shared }: Scene) => hasAnnouncedParked(shared, base),
  },
  {
    what: "a caller that goes to sleep while its lane gets done",
    announce: ({ shared }: Scene) => announceAwaited(shared, base, true),
    look: ({ shared }: Scene) => hasAnnouncedAwaited(shared, base),
  },
];

/** Every order in which two threads can take their actions. */
function interleavings(a: readonly Action[], b: readonly Action[]): Action[][] {
  if (a.length === 0 || b.length === 0) return [[...a, ...b]];
  return [
    ...interleavings(a.slice(1), b).map((rest) => [a[0]!, ...rest]),
    ...interleavings(a, b.slice(1)).map((rest) => [b[0]!, ...rest]),
  ];
}

/** In how many orders the sleeper sleeps for ever on a word that has changed. */
function lostWakeUps(sleeper: readonly Action[], waker: readonly Action[]): number {
  return interleavings(sleeper, waker).filter((actions) => {
    const scene: Scene = { shared: new Int32Array(controlWords(2)), isAsleep: false };
    for (const action of actions) action(scene);
    return scene.isAsleep;
  }).length;
}

describe.each(pairs)("$what", ({ announce, look }) => {
  const wakeIfAnnounced: Action = (scene) => {
    if (look(scene)) scene.isAsleep = false;
  };

  test("never sleeps on it", () => {
    expect(interleavings([announce, wait], [change, wakeIfAnnounced])).toHaveLength(6);
    expect(lostWakeUps([announce, wait], [change, wakeIfAnnounced])).toBe(0);
  });

  test("would, if either side took its two steps the other way round", () => {
    expect(lostWakeUps([wait, announce], [change, wakeIfAnnounced])).toBeGreaterThan(0);
    expect(lostWakeUps([announce, wait], [wakeIfAnnounced, change])).toBeGreaterThan(0);
  });
});
