import { expect, test } from "vitest";
import { createHost } from "../host/node.ts";
import { callerRegisters } from "../protocol/machine.ts";
import { controlWords, HEALTH_ALIVE, HEALTH_DEAD, LANE_HEALTH, laneBase } from "../protocol/words.ts";
import { hireCrew } from "./crew.ts";

const LANES = 4;

test("a crew is starting from the first lane that is needed until each lane that was started is up or dead", () => {
  const control = new Int32Array(controlWords(LANES));
  const started: number[] = [];
  const host = {
    ...createHost(),
    spawnLane: ({ lane }: { readonly lane: number }) => {
      started.push(lane);
      return { post: () => {}, terminate: async () => {} };
    },
    onThreadEnd: () => () => {},
  };
  const crew = hireCrew({ control, laneCount: LANES, host, warn: () => {}, channel: "none" });
  const setHealth = (lane: number, health: number) => {
    control[laneBase(lane) + LANE_HEALTH] = health;
  };
  expect(crew.isStarting()).toBe(false);
  expect(crew.gather(2, new Int32Array(callerRegisters(LANES)))).toBe(2);
  expect([started, crew.isStarting()]).toEqual([[1, 2], true]);
  setHealth(1, HEALTH_ALIVE);
  expect(crew.isStarting()).toBe(true);
  setHealth(2, HEALTH_DEAD);
  expect(crew.isStarting()).toBe(false);
  // The dead lane is passed over, the third is started in its place, and no lane twice.
  expect(crew.gather(2, new Int32Array(callerRegisters(LANES)))).toBe(2);
  expect([started, crew.isStarting()]).toEqual([[1, 2, 3], true]);
});
