import { once } from "node:events";
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { createSlotPool, type SlotPool, slotMemory, slotProgram, slotRuns } from "./slotPool.ts";
import { EXIT_AT, HOG_AT, NEST_AT, nest, THROW_AT } from "./slotProgram.ts";

// Scenes that a test plays in a process of its own, so that a hang or an early end is seen from outside.
// Run as: node scene.ts NAME. What a scene returns is printed as JSON; the process must then end by itself.

const batch = { count: 400, loops: 2000, schedule: "dynamic,4" };

/** A pool whose lanes are up and parked. */
async function parkedPool(
  lanes: number,
  resourceLimits?: { maxOldGenerationSizeMb: number },
): Promise<SlotPool> {
  const slot = await createSlotPool({ lanes, ...(resourceLimits && { resourceLimits }) });
  slot.run(batch);
  await slot.untilParked(...Array.from({ length: lanes - 1 }, (_, index) => index + 1));
  return slot;
}

/** What is left of a pool after an accident: right results, and how many lanes died. */
async function aftermath(slot: SlotPool): Promise<object> {
  const wrong = slot.wrongSlots(batch).length;
  // The event loop turns, so that the ends of threads arrive.
  while (slot.pool.poolCounters().lanesDied === 0) await sleep(5);
  const later = [];
  for (const schedule of ["static", "dynamic,4", "guided"]) {
    slot.run({ ...batch, schedule });
    later.push(slot.wrongSlots(batch).length);
    await slot.runAsync({ ...batch, schedule });
    later.push(slot.wrongSlots(batch).length);
  }
  const { lanesDied } = slot.pool.poolCounters();
  return { wrong, later, lanesDied, laneCount: slot.pool.laneCount, warnings: slot.warnings.length };
}

function withoutReason(message: string): string {
  return message.replace(/ was called from inside a job.*/, " refused");
}

const scenes: Readonly<Record<string, () => Promise<object>>> = {
  async killedWhileParked() {
    const slot = await parkedPool(4);
    await slot.threads.get(2)!.terminate();
    slot.run(batch);
    return aftermath(slot);
  },

  async killedUnawaitedWhileParked() {
    const slot = await parkedPool(4);
    void slot.threads.get(1)!.terminate();
    for (let round = 0; round < 20; round++) slot.run(batch);
    return aftermath(slot);
  },

  async killedWhileRunning() {
    const slot = await parkedPool(4);
    const pending = slot.runAsync({ ...batch, loops: 200_000 });
    while (slot.slots[0] === 0) await sleep(1);
    await slot.threads.get(1)!.terminate();
    await pending;
    const wrong = slot.wrongSlots({ ...batch, loops: 200_000 });
    slot.run(batch);
    return { ...(await aftermath(slot)), wrong: wrong.length };
  },

  async killedWhileRunningItsDealtPart() {
    const slot = await parkedPool(3);
    const dear = { ...batch, loops: 200_000, schedule: "static" };
    const pending = slot.runAsync(dear);
    while (slot.slots[0] === 0) await sleep(1);
    await slot.threads.get(1)!.terminate();
    await pending;
    const wrong = slot.wrongSlots(dear);
    slot.run(batch);
    return { ...(await aftermath(slot)), wrong: wrong.length };
  },

  /** Jobs end their own thread; each lane that gets there dies, and at last the caller runs the job. */
  async exitInAJobWhileTheCallerWaits() {
    const slot = await parkedPool(3);
    const dear = { ...batch, loops: 20_000, entry: EXIT_AT, schedule: "dynamic,1" };
    let wrong = 0;
    for (let round = 0; round < 20 && slot.pool.poolCounters().lanesDied === 0; round++) {
      slot.run({ ...dear, accidentAt: 200 + round });
      wrong += slot.wrongSlots(dear).length;
    }
    return { ...(await aftermath(slot)), wrong };
  },

  async fullHeapInAJobWhileTheCallerWaits() {
    const slot = await parkedPool(2, { maxOldGenerationSizeMb: 24 });
    const dear = { ...batch, loops: 20_000, entry: HOG_AT, schedule: "static" };
    for (let round = 0; round < 20 && slot.pool.poolCounters().lanesDied === 0; round++) {
      slot.run({ ...dear, accidentAt: 300 });
      const wrong = slot.wrongSlots(dear).length;
      if (wrong > 0) return { wrong };
    }
    slot.run(batch);
    return aftermath(slot);
  },

  async allLanesDead() {
    const slot = await parkedPool(3);
    await Promise.all([...slot.threads.values()].map((thread) => thread.terminate()));
    slot.run(batch);
    return aftermath(slot);
  },

  /** Another thread ends in one of its own jobs, holding the pool: who waits for the pool takes it over. */
  async callerDiesHoldingThePool() {
    const slot = await parkedPool(3);
    const memory = slotMemory();
    const program = await slot.pool.load(slotProgram(memory));
    const shared = slot.pool.share();
    const workerData = { shared, program, memory, rounds: 20, batch, dies: true };
    const worker = new Worker(new URL("./secondCaller.ts", import.meta.url), { workerData });
    await once(worker, "message");
    const end = once(worker, "exit");
    worker.postMessage("go");
    await end;
    const wrong = [];
    for (const schedule of ["static", "dynamic,1"]) {
      slot.run({ ...batch, schedule });
      wrong.push(slot.wrongSlots(batch).length);
      await slot.runAsync({ ...batch, schedule });
      wrong.push(slot.wrongSlots(batch).length);
    }
    return { wrong };
  },

  /** A blocking run comes while this thread's asynchronous one holds the pool: it sees that one through first. */
  async blockingRunMeetsAsyncRun() {
    const slot = await parkedPool(3);
    const memory = slotMemory();
    const others = slotRuns(slot.pool, await slot.pool.load(slotProgram(memory)), memory);
    const wrong = [];
    for (const schedule of ["dynamic,4", "static"]) {
      const dear = { ...batch, loops: 50_000, schedule };
      const pending = slot.runAsync(dear);
      while (slot.slots[0] === 0) await sleep(1);
      others.run(batch);
      wrong.push(others.wrongSlots(batch).length);
      await pending;
      wrong.push(slot.wrongSlots(dear).length);
    }
    return { wrong };
  },

  /** A job that asks the pool for anything gets an error; without it, it would wait for itself. */
  async useInsideAJob() {
    const slot = await parkedPool(2);
    const attempts: (() => unknown)[] = [
      () => slot.run({ count: 1, schedule: "static" }),
      () => slot.pool.preWake(1),
      () => slot.pool.share(),
    ];
    const rejections: Promise<unknown>[] = [];
    const asynchronous = [
      () => slot.runAsync({ count: 1, schedule: "static" }),
      () => slot.pool.load(slotProgram(slotMemory())),
    ];
    const messages = attempts.map((attempt) => {
      nest(() => void attempt());
      const { failures } = slot.run({
        count: 3,
        schedule: "static",
        entry: NEST_AT,
        accidentAt: 1,
        lanes: 1,
      });
      return failures.map(({ message }) => withoutReason(message));
    });
    for (const attempt of asynchronous) {
      nest(() => void rejections.push(attempt().catch((error: unknown) => String(error))));
      slot.run({ count: 3, schedule: "static", entry: NEST_AT, accidentAt: 1, lanes: 1 });
    }
    for (const rejection of await Promise.all(rejections)) messages.push([withoutReason(String(rejection))]);
    nest(undefined);
    const { failures } = slot.run(batch);
    return { messages, failures: failures.length, wrong: slot.wrongSlots(batch).length };
  },

  /** Who hears a warning throws: the batch in whose middle it came is not broken off, and the error not lost. */
  async warningThatThrows() {
    const warn = (): never => {
      throw new Error("the hearer's own trouble");
    };
    const slot = await createSlotPool({ lanes: 3, refusedFrom: 2, warn });
    const heard = once(process, "uncaughtException");
    slot.run(batch);
    const [error] = (await heard) as [Error];
    return { wrong: slot.wrongSlots(batch).length, message: error.message };
  },

  async exitWithParkedLanes() {
    return { lanes: (await parkedPool(4)).pool.laneCount };
  },

  async exitAtOnce() {
    const slot = await createSlotPool({ lanes: 4 });
    slot.run(batch);
    return { wrong: slot.wrongSlots(batch).length };
  },

  /** Growth, a late channel, mail, an asynchronous run: each adds listeners or handles after the lanes were unref'd. */
  async exitAfterLateListeners() {
    const slot = await parkedPool(2);
    slot.pool.share();
    await slot.runAsync(batch);
    slot.pool.preWake(1);
    return { wrong: slot.wrongSlots(batch).length };
  },

  async exitAfterErrors() {
    const slot = await parkedPool(3);
    const { failures } = slot.run({ ...batch, entry: THROW_AT, accidentAt: 5 });
    await slot.threads.get(1)!.terminate();
    slot.run(batch);
    return { failures: failures.length, wrong: slot.wrongSlots(batch).length };
  },

  /** Nothing but the pending run keeps this process: it must not end before the result. */
  onlyAnAsyncRun() {
    return createSlotPool({ lanes: 3 }).then((slot) =>
      slot
        .runAsync({ ...batch, loops: 100_000 })
        .then(() => ({ wrong: slot.wrongSlots({ ...batch, loops: 100_000 }).length })),
    );
  },
};

const scene = scenes[process.argv[2] ?? ""];
if (scene === undefined)
  throw new Error(`no scene "${process.argv[2]}": one of ${Object.keys(scenes).join(", ")}`);
scene().then((result) => writeSync(1, JSON.stringify(result)));
