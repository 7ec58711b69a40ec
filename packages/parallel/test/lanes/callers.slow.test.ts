import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import type { LaneHost } from "../../src/host/laneHost.ts";
import { createHost } from "../../src/host/node.ts";
import type { CrewMessage } from "../../src/lanes/crew.ts";
import { joinLanePool } from "../../src/lanes/lanePool.ts";
import {
  createSlotPool,
  type SlotBatch,
  type SlotPool,
  slotMemory,
  slotProgram,
  slotRuns,
} from "./slotPool.ts";

const pools: SlotPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map(({ pool }) => pool.close()));
});

interface SecondCaller {
  readonly worker: Worker;
  readonly rounds: number;
  readonly batch: SlotBatch;
}

/** A pool with a program for this thread and one for another thread that has joined it. */
async function openWithSecondCaller(options: Omit<SecondCaller, "worker"> & { lanes: number }) {
  const slot = await createSlotPool({ lanes: options.lanes });
  pools.push(slot);
  const memory = slotMemory();
  const program = await slot.pool.load(slotProgram(memory));
  const workerData = { shared: slot.pool.share(), program, memory, ...options };
  const worker = new Worker(new URL("./secondCaller.ts", import.meta.url), { workerData });
  await once(worker, "message");
  return { slot, worker, others: slotRuns(slot.pool, program, memory) };
}

const madeByWhoLeft = /load: needs the thread that made the pool, which has closed it/;

/** A pool, and the same as a caller has it that joined it, in this very thread. */
async function openJoined() {
  const slot = await createSlotPool({ lanes: 3 });
  pools.push(slot);
  const memory = slotMemory();
  const program = await slot.pool.load(slotProgram(memory));
  const joined = await joinLanePool(slot.pool.share());
  return { slot, joined, runs: slotRuns(joined, program, memory) };
}

describe("two callers at once", () => {
  // 1,500 rounds over 4 lanes on either side: with the step CALLER_LOCK taking the pool without looking,
  // this fails in every run, with wrong slots or a stuck lane.
  it("never see each other's batches", async () => {
    const batch = { count: 40, loops: 50, schedule: "dynamic,1" };
    const { slot, worker } = await openWithSecondCaller({ lanes: 4, rounds: 1500, batch });
    const answer = once(worker, "message");
    worker.postMessage("go");
    let wrong = 0;
    for (let round = 0; round < 1500; round++) {
      const mine = { ...batch, count: 41, schedule: round % 2 === 0 ? "static" : "guided" };
      slot.run(mine);
      wrong += slot.wrongSlots(mine).length;
    }
    expect({ wrong, answer: await answer }).toEqual({ wrong: 0, answer: [{ wrong: 0 }] });
  });

  it("get along without blocking too", async () => {
    const batch = { count: 40, loops: 50, schedule: "dynamic,1" };
    const { slot, worker } = await openWithSecondCaller({ lanes: 3, rounds: 200, batch });
    const answer = once(worker, "message");
    worker.postMessage("go");
    let wrong = 0;
    for (let round = 0; round < 200; round++) {
      await slot.runAsync(batch);
      wrong += slot.wrongSlots(batch).length;
    }
    expect({ wrong, answer: await answer }).toEqual({ wrong: 0, answer: [{ wrong: 0 }] });
  });
});

describe("a caller that has joined", () => {
  it("has lanes started and programs loaded by the pool's maker", async () => {
    const slot = await createSlotPool({ lanes: 3 });
    pools.push(slot);
    const joined = await joinLanePool(slot.pool.share());
    const memory = slotMemory();
    const program = await joined.load(slotProgram(memory));
    const runs = slotRuns(joined, program, memory);
    const batch = { count: 200, loops: 200, schedule: "dynamic,1" };
    let lanes = 1;
    while (lanes < 3) {
      lanes = (await runs.runAsync(batch)).lanes + 1;
      expect(runs.wrongSlots(batch)).toEqual([]);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(runs.run(batch).lanes).toBe(3);
    expect(slot.pool.poolCounters().lanesCreated).toBe(2);
    await joined.close();
    slot.run(batch);
    expect(slot.wrongSlots(batch)).toEqual([]);
  });

  it("hears why a program cannot be loaded, be it its own reason or the maker's", async () => {
    const { slot } = await openJoined();
    const host = createHost();
    // A line on which this test answers in the maker's place.
    const name = host.uniqueName();
    const line = host.openChannel(name, (message) => {
      const { ticket } = message as CrewMessage & { ticket: string };
      line.post({ kind: "refused", ticket, message: "no room" } satisfies CrewMessage);
    });
    const joined = await joinLanePool({ ...slot.pool.share(), channel: name });
    const program = { ...slotProgram(slotMemory()), entries: ["fill", "missing"] };
    await expect(joined.load(program)).rejects.toThrow(/entry missing: is not exported/);
    await expect(joined.load(slotProgram(slotMemory()))).rejects.toThrow(/pool's maker \(no room\)/);
    line.close();
    await joined.close();
  });

  it("is told that the maker has closed the pool instead of waiting for it, and goes on alone", async () => {
    const { slot, joined, runs } = await openJoined();
    const heard = Promise.withResolvers<CrewMessage>();
    const line = createHost().openChannel(slot.pool.share().channel, (message) =>
      heard.resolve(message as CrewMessage),
    );
    await slot.pool.close();
    expect(await heard.promise).toEqual({ kind: "left" });
    line.close();
    await expect(joined.load(slotProgram(slotMemory()))).rejects.toThrow(madeByWhoLeft);
    const batch = { count: 200, schedule: "dynamic,1" };
    runs.run(batch);
    expect(runs.wrongSlots(batch)).toEqual([]);
    await joined.close();
  });

  it.each(["exit", "terminate"])(
    "is told when the thread that made the pool has ended without closing it, by %s",
    async (how) => {
      const worker = new Worker(new URL("./poolMaker.ts", import.meta.url));
      const [shared] = await once(worker, "message");
      const joined = await joinLanePool(shared);
      const ended = once(worker, "exit");
      if (how === "exit") worker.postMessage("exit");
      else void worker.terminate();
      await ended;
      await expect(joined.load(slotProgram(slotMemory()))).rejects.toThrow(
        /load: needs the thread that made the pool, which has ended without closing it/,
      );
      await joined.close();
    },
  );

  it("is not left waiting for an answer when the maker leaves meanwhile, or when it closes itself", async () => {
    const { slot } = await openJoined();
    const host = createHost();
    for (const [leaves, reason] of [
      [true, madeByWhoLeft],
      [false, /load: was not answered/],
    ] as const) {
      // On this line nobody answers, as if the maker's event loop stood still.
      const name = host.uniqueName();
      const asked = Promise.withResolvers<unknown>();
      const line = host.openChannel(name, asked.resolve);
      const joined = await joinLanePool({ ...slot.pool.share(), channel: name });
      const load = expect(joined.load(slotProgram(slotMemory()))).rejects.toThrow(reason);
      await asked.promise;
      if (leaves) line.post({ kind: "left" } satisfies CrewMessage);
      else await joined.close();
      await load;
      line.close();
      await joined.close();
    }
  });
});

describe("a host that tells nothing of threads", () => {
  it("serves all the same, and notices a death when the event loop turns", async () => {
    const host: LaneHost = { ...createHost(), threadId: () => 0, hasThreadEnded: () => false };
    const slot = await createSlotPool({ lanes: 3, host });
    pools.push(slot);
    const batch = { count: 200, schedule: "dynamic,1" };
    slot.run(batch);
    expect(slot.wrongSlots(batch)).toEqual([]);
    await slot.untilParked(1, 2);
    const dear = { count: 400, loops: 200_000, schedule: "static" };
    const pending = slot.runAsync(dear);
    while (slot.slots[0] === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await slot.threads.get(1)!.terminate();
    expect((await pending).died).toBe(1);
    expect(slot.wrongSlots(dear)).toEqual([]);
    expect(slot.pool.laneCount).toBe(2);
  });
});
