import { expect, test } from "vitest";
import { randomFrom } from "../../test/model/random.ts";
import { keepCurve } from "./convexRuns.ts";
import type { Curve } from "./curve.ts";
import { clearFamily, emptyFamily, type FunctionFamily } from "./functionFamily.ts";
import { type StorageBand, WHOLE_BAND } from "./storageBands.ts";
import { hullBound, leastCost, type StorageChain } from "./storageChain.ts";

const SLOTS = 6;
const TOLERANCE = 1e-12;

/** Random convex costs of charging 0.3 to discharging 0.3, two kinds for each slot; kind k of slot t has index 2 t + k. */
function randomCosts(seed: number): FunctionFamily {
  const random = randomFrom(seed);
  const family = emptyFamily(64, 2 * SLOTS);
  clearFamily(family, 2 * SLOTS);
  for (let index = 0; index < 2 * SLOTS; index++) {
    const below = random.between(-1, 0.5);
    const above = below + random.between(0, 1);
    const rest = random.between(-0.1, 0.1);
    const curve: Curve = {
      x: Float64Array.of(-0.3, 0, 0.3),
      y: Float64Array.of(rest - 0.3 * below, rest, rest + 0.3 * above),
      count: 3,
    };
    keepCurve(curve, { low: -1, high: 1, tolerance: TOLERANCE }, family);
  }
  return family;
}

function chainOf(costs: FunctionFamily, kindOf: (slot: number) => number): StorageChain {
  const bands = Array.from({ length: SLOTS }, (_, slot) => [bandOf(slot, kindOf(slot))]);
  const low = new Float64Array(SLOTS + 1);
  const high = new Float64Array(SLOTS + 1).fill(1);
  low[0] = 0.5;
  high[0] = 0.5;
  return {
    costs,
    bands,
    rateBands: bands,
    limits: { low, high, drainKwh: new Float64Array(SLOTS), mayBeOver: new Uint8Array(SLOTS) },
    ends: {
      slotHours: { length: SLOTS },
      battery: { targets: [] },
      terminalValue: { kwh: Float64Array.of(Infinity), valuePerKwh: Float64Array.of(0.3) },
    },
    startPhases: [0],
  };
}

function bandOf(slot: number, kind: number): StorageBand {
  return { ...WHOLE_BAND, costIndex: 2 * slot + kind };
}

test("phases that a plan passes through cost what the best moment to change them does", () => {
  for (let seed = 1; seed <= 30; seed++) {
    const costs = randomCosts(seed);
    const changed = Array.from({ length: SLOTS + 1 }, (_, first) =>
      leastCost(
        chainOf(costs, (slot) => (slot < first ? 0 : 1)),
        TOLERANCE,
      ),
    );
    const moves = Array.from({ length: SLOTS }, (_, slot) => [
      { from: 0, to: 0, bands: [bandOf(slot, 0)] },
      { from: 0, to: 1, bands: [bandOf(slot, 1)] },
      // Nobody is in the second phase before the first slot.
      ...(slot === 0 ? [] : [{ from: 1, to: 1, bands: [bandOf(slot, 1)] }]),
    ]);
    const phased = { ...chainOf(costs, () => 0), phases: { count: 2, moves } };
    expect(leastCost(phased, TOLERANCE)).toBeCloseTo(Math.min(...changed), 9);
  }
});

test("the least cost is told with what its tolerance may hide taken off", () => {
  const chain = chainOf(randomCosts(3), () => 0);
  expect(leastCost(chain, 1e-6)).toBeCloseTo(leastCost(chain, TOLERANCE) - (SLOTS + 1) * 1e-6, 9);
});

test("the hull's bound of convex costs is the least cost", () => {
  for (let seed = 1; seed <= 30; seed++) {
    const costs = randomCosts(seed);
    const family = emptyFamily(64, SLOTS);
    clearFamily(family, SLOTS);
    for (let slot = 0; slot < SLOTS; slot++) {
      const begin = costs.runBegin[costs.firstRun[2 * slot]!]!;
      const curve = { x: costs.x.slice(begin, begin + 3), y: costs.y.slice(begin, begin + 3), count: 3 };
      keepCurve(curve, { low: -1, high: 1, tolerance: TOLERANCE }, family);
    }
    const chain = chainOf(costs, () => 0);
    const whole = Array.from({ length: SLOTS }, () => [WHOLE_BAND]);
    const plain = { ...chain, costs: family, bands: whole, rateBands: whole };
    expect(hullBound(plain).lowerBound).toBeCloseTo(leastCost(chain, TOLERANCE), 9);
  }
});
