import { expect, test } from "vitest";
import { spiedBatch } from "../../test/spiedEngine.ts";
import { computing, type Trial, trialCodec } from "../../test/trialKernel.ts";
import { markInsideJob } from "../lanes/insideJob.ts";

test("a result awaited anywhere runs all that is queued, once, without blocking", async () => {
  const { batch, spy, engine } = await spiedBatch({ lanes: 2 });
  const handles = [1, 2, 3, 4].map((number) => batch.enqueue(computing(number)));
  const results = await Promise.all(handles.map((handle) => handle.result()));
  expect(spy.requests.map(({ count }) => count)).toEqual([4]);
  expect(results).toEqual(handles.map((handle) => handle.get()));
  expect(new Set(results.map(({ sum }) => sum)).size).toBe(4);
  await engine.close();
});

test("a continuation may queue and read more, which runs in its turn", async () => {
  const { batch, spy, engine } = await spiedBatch({ lanes: 2 });
  const chain = async (number: number): Promise<number[]> => {
    const { sum } = await batch.enqueue(computing(number, 0.5)).result();
    return number === 0 ? [sum] : [sum, ...(await chain(number - 1))];
  };
  const [first, second] = await Promise.all([chain(5), chain(25)]);
  expect([first.length, second.length]).toEqual([6, 26]);
  const { batch: plain } = await spiedBatch();
  expect(second).toEqual(
    Array.from({ length: 26 }, (_, k) => plain.enqueue(computing(25 - k, 0.5)).get().sum),
  );
  expect(spy.requests.length).toBeGreaterThanOrEqual(20);
  await engine.close();
});

test("what is queued while a batch is under way waits for a run of its own", async () => {
  const { batch, spy, engine } = await spiedBatch({ lanes: 2, batch: { cacheEntries: 0 } });
  const early = batch.enqueue(computing(1));
  const flight = early.result();
  const late = batch.enqueue(computing(2));
  const { sum } = await flight;
  expect(spy.requests.map(({ count }) => count)).toEqual([1]);
  expect(late.get().sum).not.toBe(sum);
  expect(spy.requests.map(({ count }) => count)).toEqual([1, 1]);
  await engine.close();
});

test("a result that is on its way can be read at once, and is the same", async () => {
  for (const lanes of [1, 2]) {
    const { batch, engine } = await spiedBatch({ lanes });
    const handles = [1, 2, 3].map((number) => batch.enqueue(computing(number)));
    const onItsWay = handles[0]!.result();
    const read = handles[2]!.get();
    expect(await handles[2]!.result()).toEqual(read);
    const { batch: plain } = await spiedBatch();
    expect(plain.enqueue(computing(3)).get()).toEqual(read);
    expect(await onItsWay).toEqual(plain.enqueue(computing(1)).get());
    await engine.close();
  }
});

test("another batch of the same engine may run while one is under way", async () => {
  const { batch, another, engine } = await spiedBatch({ lanes: 2 });
  const other = another();
  const first = batch.enqueue(computing(1)).result();
  const second = other.enqueue(computing(1)).get();
  expect(await first).toEqual(second);
  await engine.close();
});

test("a flight whose results nobody reads rejects nothing", async () => {
  const { batch, engine } = await spiedBatch({ lanes: 2 });
  const kept = batch.enqueue(computing(1));
  batch.enqueue({ action: 2, numbers: [1] });
  await batch.flushAsync();
  kept.get();
  await engine.close();
});

test("queueing or reading inside a job is an error that says so, and leaves the batch whole", async () => {
  const { batch } = await spiedBatch();
  const handle = batch.enqueue(computing(1));
  markInsideJob(true);
  try {
    expect(() => batch.enqueue(computing(2))).toThrow(/enqueue: was called from inside a job/);
    expect(() => handle.get()).toThrow(/get: was called from inside a job/);
    expect(() => batch.flush()).toThrow(/flush: was called from inside a job/);
    await expect(handle.result()).rejects.toThrow(/inside a job/);
  } finally {
    markInsideJob(false);
  }
  handle.get();
});

test("a codec that queues while it writes is told so, and the queue stays whole", async () => {
  const { another, engine } = await spiedBatch();
  let isNested = true;
  const codec = {
    ...trialCodec,
    write(trial: Trial, words: Float64Array, offset: number) {
      if (isNested) batch.enqueue(computing(99));
      trialCodec.write(trial, words, offset);
    },
  };
  const batch = another({ codec });
  expect(() => batch.enqueue(computing(1))).toThrow(/inside the codec/);
  isNested = false;
  expect(batch.enqueue(computing(1)).get()).toEqual(another().enqueue(computing(1)).get());
  expect(engine.counters().batchSizes.max).toBe(1);
});

test("a codec that throws, or counts no whole words, queues nothing", async () => {
  const { another, spy } = await spiedBatch();
  const codec = {
    ...trialCodec,
    wordCount: (trial: Trial) => (trial.numbers.length === 0 ? Number.NaN : trialCodec.wordCount(trial)),
    write(trial: Trial, words: Float64Array, offset: number) {
      if (trial.numbers[0] === 13) throw new Error("unlucky");
      trialCodec.write(trial, words, offset);
    },
  };
  const batch = another({ codec });
  const before = batch.enqueue(computing(1));
  expect(() => batch.enqueue(computing(13))).toThrow("unlucky");
  expect(() => batch.enqueue(computing())).toThrow(/NaN words/);
  const after = batch.enqueue(computing(2));
  expect(after.get().sum).not.toBe(before.get().sum);
  expect(spy.requests.map(({ count }) => count)).toEqual([2]);
});

test("a closed batch fails what is queued and keeps what was there; its memory goes back", async () => {
  const { batch, kernel, another } = await spiedBatch();
  another().enqueue(computing(7)).get();
  const blocks = kernel.arena.usage().blockCount;
  const done = batch.enqueue(computing(1));
  batch.flush();
  const queued = batch.enqueue(computing(2));
  batch.close();
  batch.close();
  expect(kernel.arena.usage().blockCount).toBe(blocks);
  expect(done.get().sum).toEqual(another().enqueue(computing(1)).get().sum);
  expect(() => queued.get()).toThrow(/closed/);
  expect(() => batch.enqueue(computing(3))).toThrow(/enqueue: was called on a batch that is closed/);
});

test("a batch closed under way hands out its results and gives its memory back", async () => {
  const { batch, kernel, engine } = await spiedBatch({ lanes: 2 });
  const blocks = kernel.arena.usage().blockCount;
  const handle = batch.enqueue(computing(1));
  const onItsWay = handle.result();
  batch.close();
  expect((await onItsWay).sum).toBe(handle.get().sum);
  expect(kernel.arena.usage().blockCount).toBe(blocks);
  await engine.close();
});

test("when the engine itself refuses, the queue waits for a better time", async () => {
  const { batch, another, spy, engine } = await spiedBatch();
  const handle = batch.enqueue(computing(1));
  const later = another().enqueue(computing(1));
  await engine.close();
  expect(() => handle.get()).toThrow(/closed/);
  expect(() => handle.get()).toThrow(/closed/);
  await expect(later.result()).rejects.toThrow(/closed/);
  expect(spy.requests.length).toBe(3);
});
