import { afterEach, describe, expect, it } from "vitest";
import {
  createSlotPool,
  type SlotPool,
  type SlotPoolOptions,
  slotMemory,
  slotProgram,
  slotRuns,
} from "../../test/lanes/slotPool.ts";
import { ADD, slotValue, THROW_AT } from "../../test/lanes/slotProgram.ts";
import { createHost } from "../host/node.ts";
import { parseSchedule } from "../schedule.ts";
import { createLanePool } from "./lanePool.ts";

const pools: SlotPool[] = [];

async function open(options: SlotPoolOptions): Promise<SlotPool> {
  const pool = await createSlotPool(options);
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map(({ pool }) => pool.close()));
});

const schedules = [
  "static",
  "static,1",
  "static,7",
  "static,32",
  "dynamic,1",
  "dynamic,32",
  "guided",
  "guided,8",
];

describe("results", () => {
  it.each([0, 1, 2, 3, 4, 8, 16])("are the same bytes on %d lanes under every schedule", async (lanes) => {
    const slot = await open({ lanes });
    for (const schedule of schedules) {
      for (const count of [0, 1, 2, 5, 100, 1001]) {
        const batch = { count, schedule };
        expect(slot.run(batch).failures).toEqual([]);
        expect({ schedule, count, wrong: slot.wrongSlots(batch) }).toEqual({ schedule, count, wrong: [] });
      }
    }
  });

  it.each([1, 2, 5])("are the same bytes without blocking, on %d lanes", async (lanes) => {
    const slot = await open({ lanes });
    for (const schedule of schedules) {
      const batch = { count: 300, schedule };
      await slot.runAsync(batch);
      expect({ schedule, wrong: slot.wrongSlots(batch) }).toEqual({ schedule, wrong: [] });
    }
  });

  it("every job runs exactly once, whoever claims it", async () => {
    const slot = await open({ lanes: 4 });
    for (const schedule of schedules) {
      for (let round = 0; round < 20; round++) {
        slot.run({ entry: ADD, count: 500, schedule });
        expect(slot.slots.subarray(0, 500).every((runs) => runs === 1)).toBe(true);
      }
    }
  });

  it.each([1, 4])(
    "of a list of active indices are written there and nowhere else, on %d lanes",
    async (lanes) => {
      const slot = await open({ lanes });
      const active = Array.from({ length: 400 }, (_, at) => at * 3 + (at % 7 === 0 ? 1 : 0)).filter(
        (at) => at < 1000,
      );
      for (const schedule of ["active,1", "active,16"]) {
        slot.run({ count: 1000, active, schedule });
        const written = slot.slots.subarray(0, 1000);
        const expected = written.map((_, index) => (active.includes(index) ? slotValue(index, 20) : 0));
        expect(written).toEqual(expected);
      }
    },
  );
});

describe("lanes", () => {
  const long = { loops: 200_000, schedule: "dynamic,1" };

  it("a batch of 3 long jobs on 16 lanes wakes 2 workers and no more", async () => {
    const slot = await open({ lanes: 16 });
    for (let round = 0; round < 4; round++) {
      expect(slot.run({ ...long, count: 3 }).lanes).toBe(3);
    }
    expect(slot.pool.poolCounters().lanesCreated).toBe(2);
    const woken = slot.pool
      .counters()
      .map(({ usefulWakes, cancelledWakes, batches }) => usefulWakes + cancelledWakes + batches);
    expect(woken.slice(3)).toEqual(Array(13).fill(0));
  });

  it("all start at once where that is asked for, and a batch then has them", async () => {
    const slot = await open({ lanes: 4 });
    slot.pool.startLanes();
    expect(slot.pool.poolCounters().lanesCreated).toBe(3);
    slot.pool.startLanes();
    expect(slot.run({ ...long, count: 2 }).lanes).toBe(2);
    expect(slot.pool.poolCounters().lanesCreated).toBe(3);
    const alone = await open({ lanes: 1 });
    alone.pool.startLanes();
    expect(alone.pool.poolCounters().lanesCreated).toBe(0);
  });

  it("stop growing once there are enough, and a smaller batch wakes fewer", async () => {
    const slot = await open({ lanes: 6 });
    const created = [2, 3, 6, 40, 6, 3, 40].map((count) => {
      slot.run({ ...long, loops: 2000, count });
      return slot.pool.poolCounters().lanesCreated;
    });
    expect(created).toEqual([1, 2, 5, 5, 5, 5, 5]);
    expect(slot.run({ ...long, count: 2 }).lanes).toBe(2);
    await slot.untilParked(1, 2, 3, 4, 5);
    const before = slot.pool.counters().map(({ parkedMs }) => parkedMs);
    slot.run({ ...long, loops: 2000, count: 3 });
    await slot.untilParked(1, 2);
    const disturbed = slot.pool.counters().filter(({ parkedMs }, lane) => parkedMs !== before[lane]);
    expect(disturbed.every(({ lane }) => lane <= 2)).toBe(true);
  });

  it("are as many for `auto` as the host says", async () => {
    const { pool } = await open({ lanes: "auto", host: { ...createHost(), hardwareLanes: () => 3 } });
    expect(pool.laneCount).toBe(3);
    const { pool: byDefault } = await open({ host: { ...createHost(), hardwareLanes: () => 5 } });
    expect(byDefault.laneCount).toBe(5);
  });

  it("that are refused leave fewer lanes, down to the caller, with one warning", async () => {
    for (const refusedFrom of [1, 2, 3]) {
      const slot = await open({ lanes: 8, refusedFrom });
      for (let round = 0; round < 3; round++) {
        const batch = { count: 200, schedule: "dynamic,1" };
        slot.run(batch);
        expect(slot.wrongSlots(batch)).toEqual([]);
      }
      expect(slot.pool.laneCount).toBe(refusedFrom);
      expect(slot.pool.poolCounters()).toMatchObject({ lanesCreated: refusedFrom - 1, lanesRefused: 1 });
      expect(slot.warnings).toEqual([expect.stringContaining("refused (ERR_WORKER_INIT_FAILED: EAGAIN)")]);
    }
  });

  it("get programs that are loaded while they are parked", async () => {
    const slot = await open({ lanes: 3 });
    slot.run({ count: 100, schedule: "dynamic,1" });
    await slot.untilParked(1, 2);
    const memory = slotMemory();
    const second = await slot.pool.load(slotProgram(memory));
    const others = slotRuns(slot.pool, second, memory);
    const batch = { count: 2000, loops: 500, schedule: "dynamic,1" };
    others.run(batch);
    expect(others.wrongSlots(batch)).toEqual([]);
    expect(slot.run(batch).failures).toEqual([]);
    expect(slot.wrongSlots(batch)).toEqual([]);
    expect([slot.pool.poolCounters().lanesDied, slot.warnings]).toEqual([0, []]);
  });
});

describe("a job that throws", () => {
  it.each([1, 4])("is reported with its range, and loses nothing else, on %d lanes", async (lanes) => {
    const slot = await open({ lanes });
    const batch = { count: 200, schedule: "dynamic,4", entry: THROW_AT, accidentAt: 41 };
    const { failures } = slot.run(batch);
    expect(failures).toEqual([
      lanes === 1
        ? expect.objectContaining({ begin: 0, end: 200 })
        : expect.objectContaining({ begin: 40, end: 44, message: "Error: the job's own trouble" }),
    ]);
    const { begin, end } = failures[0]!;
    expect(slot.wrongSlots(batch).every((index) => index >= begin && index < end)).toBe(true);
    expect(slot.run({ ...batch, accidentAt: -1 }).failures).toEqual([]);
    expect(slot.wrongSlots(batch)).toEqual([]);
  });

  it("more often than a lane can note leaves ranges that cover every failure", async () => {
    const slot = await open({ lanes: 2 });
    const { failures } = slot.run({ count: 0, schedule: "dynamic,1" });
    expect(failures).toEqual([]);
    const memory = slotMemory();
    const program = await slot.pool.load({
      ...slotProgram(memory),
      referenceUrl: `data:text/javascript,export const createReference = () => ({ fail() { throw "no"; } })`,
      entries: ["fail"],
    });
    const report = slot.pool.run({
      program,
      entry: 0,
      paramsPointer: 0,
      count: 100,
      schedule: parseSchedule("dynamic,1"),
    });
    const covered = (index: number): boolean =>
      report.failures.some(({ begin, end }) => index >= begin && index < end);
    expect(Array.from({ length: 100 }, (_, index) => index).every(covered)).toBe(true);
    expect(report.failures[0]!.message).toBe("no");
  });
});

describe("preWake", () => {
  /** A pool on a machine that is said to have this many CPUs, its first lanes parked. */
  async function parked(cpus: number, options: SlotPoolOptions = {}): Promise<SlotPool> {
    const host = { ...createHost(), hardwareLanes: () => cpus };
    const slot = await open({ lanes: 3, host, ...options });
    slot.run({ count: 3, loops: 2000, schedule: "dynamic,1" });
    await slot.untilParked(1, 2);
    return slot;
  }

  it("lets one parked lane spin, and is wasted if no batch comes", async () => {
    const slot = await parked(4);
    slot.pool.preWake(2);
    while (slot.pool.counters()[2]!.preWakesWasted === 0)
      await new Promise((resolve) => setTimeout(resolve, 1));
    expect(slot.pool.counters().map(({ preWakesWasted }) => preWakesWasted)).toEqual([0, 0, 1]);
    expect(slot.pool.poolCounters().preWakes).toBe(1);
    const batch = { count: 50, schedule: "dynamic,1" };
    slot.run(batch);
    expect(slot.wrongSlots(batch)).toEqual([]);
  });

  it("leaves lanes alone that have no CPU, are the caller, do not exist, or when it is switched off", async () => {
    const crowded = await parked(2);
    for (const lane of [2, 0, -1, 3, 99]) crowded.pool.preWake(lane);
    expect(crowded.pool.poolCounters().preWakes).toBe(0);
    const off = await parked(4, { preWake: false });
    off.pool.preWake(1);
    expect(off.pool.poolCounters().preWakes).toBe(0);
  });

  it("changes no result, whenever it comes", async () => {
    const slot = await parked(4);
    for (let round = 0; round < 300; round++) {
      const batch = { count: 1 + (round % 7), schedule: "dynamic,1" };
      for (let lane = 1; lane <= round % 3; lane++) slot.pool.preWake(lane);
      slot.run(batch);
      expect(slot.wrongSlots(batch)).toEqual([]);
    }
  });
});

describe("callers on one thread", () => {
  it("are served one after the other", async () => {
    const slot = await open({ lanes: 3 });
    const memory = slotMemory();
    const others = slotRuns(slot.pool, await slot.pool.load(slotProgram(memory)), memory);
    const batch = { count: 400, loops: 3000, schedule: "dynamic,1" };
    for (const schedule of ["dynamic,1", "static"]) {
      const pending = slot.runAsync({ ...batch, schedule });
      const queued = slot.pool.runAsync({
        ...{ program: 0, entry: 0, paramsPointer: 1024, count: 400 },
        schedule: parseSchedule("guided"),
      });
      others.run(batch);
      expect(others.wrongSlots(batch)).toEqual([]);
      await Promise.all([pending, queued]);
      expect(slot.wrongSlots(batch)).toEqual([]);
    }
  });
});

describe("closing", () => {
  it("waits for what was begun, whoever asks first and how often, and leaves nothing behind", async () => {
    const ends = new Set<() => void>();
    const onThreadEnd = (callback: () => void) => {
      ends.add(callback);
      return () => void ends.delete(callback);
    };
    const slot = await createSlotPool({ lanes: 3, host: { ...createHost(), onThreadEnd } });
    expect(ends.size).toBeGreaterThan(0);
    const batch = { count: 400, loops: 20_000, schedule: "static" };
    const order: string[] = [];
    const run = slot.runAsync(batch).then(({ died }) => order.push(`run, ${died} died`));
    const closes = ["first", "second"].map((name) => slot.pool.close().then(() => order.push(name)));
    await Promise.all([run, ...closes]);
    expect(order).toEqual(["run, 0 died", "first", "second"]);
    expect(slot.wrongSlots(batch)).toEqual([]);
    expect(ends.size).toBe(0);
  });
});

describe("wrong use", () => {
  it.each([-1, 1.5, Number.NaN, 5000])("%d lanes are refused", async (lanes) => {
    await expect(open({ lanes })).rejects.toThrow(/lanes: is .*use "auto" or a whole number/);
  });

  it("of a closed pool is refused", async () => {
    const { pool } = await createSlotPool({ lanes: 2 });
    await pool.close();
    await pool.close();
    const request = { program: 0, entry: 0, paramsPointer: 0, count: 1, schedule: parseSchedule("static") };
    expect(() => pool.run(request)).toThrow(/run: was called on a pool that is closed/);
    await expect(pool.load(slotProgram(slotMemory()))).rejects.toThrow(
      /load: was called on a pool that is closed/,
    );
  });

  it("of a thread that may not block is refused, and the other way shown", async () => {
    const host = { ...createHost(), canBlock: () => false };
    const pool = await createLanePool({ lanes: 2, host });
    const request = { program: 0, entry: 0, paramsPointer: 0, count: 1, schedule: parseSchedule("static") };
    await pool.load(slotProgram(slotMemory()));
    expect(() => pool.run(request)).toThrow(/may not block.*use runAsync/);
    await pool.close();
  });
});
