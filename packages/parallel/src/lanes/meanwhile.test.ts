import { afterEach, expect, it } from "vitest";
import { createSlotPool, type SlotPool } from "../../test/lanes/slotPool.ts";

const pools: SlotPool[] = [];

async function open(lanes: number): Promise<SlotPool> {
  const pool = await createSlotPool({ lanes });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map(({ pool }) => pool.close()));
});

it.each([0, 1, 2, 4])(
  "what the caller does besides is done once, whatever lanes leave it, on %d lanes",
  async (lanes) => {
    const slot = await open(lanes);
    for (const schedule of ["static", "dynamic,1", "guided"]) {
      for (const count of [0, 1, 2, 300]) {
        let done = 0;
        slot.run({ count, schedule }, () => void done++);
        expect({ schedule, count, done, wrong: slot.wrongSlots({ count, schedule }) }).toEqual({
          schedule,
          count,
          done: 1,
          wrong: [],
        });
      }
    }
  },
);

it("the other lanes run jobs while the caller does something else, and the caller none yet", async () => {
  const slot = await open(2);
  slot.run({ count: 100, schedule: "dynamic,1" });
  await slot.untilParked(1);
  const before = slot.pool.counters()[0]!.jobs;
  let byOthers = 0;
  let byCaller = -1;
  slot.run({ count: 100, schedule: "dynamic,1" }, () => {
    // All but the one that the caller has claimed for itself.
    const untilMs = performance.now() + 20_000;
    while (byOthers < 99 && performance.now() < untilMs) {
      byOthers = slot.slots.subarray(0, 100).reduce((count, value) => count + (value === 0 ? 0 : 1), 0);
    }
    byCaller = slot.pool.counters()[0]!.jobs - before;
  });
  expect([byOthers, byCaller]).toEqual([99, 0]);
  expect(slot.wrongSlots({ count: 100, schedule: "dynamic,1" })).toEqual([]);
});

it.each([1, 3])("what it throws comes out once all jobs are done, on %d lanes", async (lanes) => {
  const slot = await open(lanes);
  const batch = { count: 50, schedule: "dynamic,1" };
  const fail = (): never => {
    throw new RangeError("no room on the disk");
  };
  expect(() => slot.run(batch, fail)).toThrow("no room on the disk");
  expect(slot.wrongSlots(batch)).toEqual([]);
  expect(slot.run(batch).failures).toEqual([]);
});

it("it may not use the pool", async () => {
  const slot = await open(2);
  const batch = { count: 5, schedule: "static" };
  expect(() => slot.run(batch, () => void slot.run(batch))).toThrow("was called from inside a job");
});
