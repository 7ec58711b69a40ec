import { afterEach, describe, expect, it } from "vitest";
import { laneInThread } from "../../test/laneInThread.ts";
import { createSlotPool, type SlotPool } from "../../test/lanes/slotPool.ts";
import { createHost } from "../host/node.ts";
import { NEXT } from "../protocol/words.ts";
import { type LaneCounters, readCounters } from "./laneCounters.ts";

const JOB_MS = 7;
/** The lane's clock once its programs are loaded. */
const START_MS = 4;

/** Adds to the clock, which is the memory's first word, what each job takes. */
const timedJobs = `export const createReference = ({ buffer }) => ({
  work(params, begin, end) { new Float64Array(buffer)[0] += ${JOB_MS} * (end - begin); },
})`;

/** @param claimed  jobs that others have claimed before the lane gets there */
async function laneAfterBatch(claimed: number): Promise<LaneCounters> {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const clock = new Float64Array(memory.buffer);
  clock[0] = START_MS;
  const control = await laneInThread({
    source: timedJobs,
    memory,
    now: () => clock[0]!,
    prepare: (words) => {
      words[NEXT] = claimed;
    },
  });
  return readCounters(control, 1);
}

describe("a lane", () => {
  it("counts its batch, chunks and jobs, and is busy for as long as they take", async () => {
    const counted = { batches: 1, chunks: 2, jobs: 2, lateStarts: 0, busyMs: 2 * JOB_MS, startMs: START_MS };
    expect(await laneAfterBatch(0)).toMatchObject(counted);
    expect(await laneAfterBatch(1)).toMatchObject({ ...counted, chunks: 1, jobs: 1, busyMs: JOB_MS });
  });

  it("that takes a batch of which nothing is left has started late", async () => {
    const nothing = { chunks: 0, jobs: 0, lateStarts: 1, busyMs: 0 };
    expect(await laneAfterBatch(2)).toMatchObject({ ...nothing, batches: 1 });
  });
});

const pools: SlotPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map(({ pool }) => pool.close()));
});

/** A pool on a machine with two CPUs, whose caller's clock goes on by a step at each look. */
async function openOnClock(lanes: number, costGate: boolean) {
  const clock = { ms: 0, stepMs: 0 };
  const now = (): number => {
    clock.ms += clock.stepMs;
    return clock.ms;
  };
  const host = { ...createHost(), now, hardwareLanes: () => 2 };
  const slot = await createSlotPool({ lanes, costGate, host });
  pools.push(slot);
  return { slot, clock };
}

describe("the caller", () => {
  it("is busy for as long as its jobs take, and brief batches that are not timed count as the one that is", async () => {
    const { slot, clock } = await openOnClock(1, true);
    const busyAfter = (batches: number): number => {
      const before = slot.pool.counters()[0]!.busyMs;
      for (let batch = 0; batch < batches; batch++) slot.run({ count: 2, schedule: "static" });
      return slot.pool.counters()[0]!.busyMs - before;
    };
    clock.stepMs = 5;
    expect(busyAfter(3)).toBe(15);
    clock.stepMs = 0.0001;
    // What a job takes on average falls by a quarter a batch: after some dozens, batches of it are brief.
    busyAfter(60);
    expect(busyAfter(22)).toBeCloseTo(2 * 11 * 0.0001, 9);
  });

  it("keeps to itself what its gate finds too brief, counts it and says so, and shares what is dear", async () => {
    const { slot, clock } = await openOnClock(2, true);
    const runs = (count: number) =>
      Array.from({ length: count }, () => slot.run({ count: 2, schedule: "dynamic,1" }));
    clock.stepMs = 0.0001;
    const first = runs(1);
    const brief = runs(40);
    expect(first[0]).toMatchObject({ isGated: false, lanes: 2 });
    expect(brief.at(-1)).toMatchObject({ isGated: true, lanes: 1 });
    clock.stepMs = 50;
    // What was brief is timed now and then only: it takes a while until it is known to be dear.
    const dear = runs(400);
    expect(dear.some(({ isGated, lanes }) => !isGated && lanes === 2)).toBe(true);
    const kept = [...brief, ...dear].filter(({ isGated }) => isGated).length;
    expect(slot.pool.poolCounters()).toMatchObject({ calls: 441, gatedCalls: kept });
  });

  it("asks no gate where there is none", async () => {
    const { slot, clock } = await openOnClock(2, false);
    clock.stepMs = 0.0001;
    for (let batch = 0; batch < 40; batch++) {
      expect(slot.run({ count: 2, schedule: "dynamic,1" })).toMatchObject({ isGated: false, lanes: 2 });
    }
    expect(slot.pool.poolCounters().gatedCalls).toBe(0);
  });
});
