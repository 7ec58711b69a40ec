import fc from "fast-check";
import { expect, test } from "vitest";
import { spiedBatch } from "../../test/spiedEngine.ts";
import { computing } from "../../test/trialKernel.ts";

/** The result of a trial that was run in a batch of its own, on an engine of its own. */
async function aloneSums(...firstNumbers: number[]): Promise<number[]> {
  const { batch, engine } = await spiedBatch({ batch: { cacheEntries: 0 } });
  const sums = firstNumbers.map((number) => batch.enqueue(computing(number, 0.5)).get().sum);
  await engine.close();
  return sums;
}

test("nothing runs before the first read, and one read runs all that is queued in one call", async () => {
  const { batch, spy } = await spiedBatch();
  const handles = [1, 2, 3, 4, 5].map((number) => batch.enqueue(computing(number)));
  expect(spy.requests).toEqual([]);
  handles[3]!.get();
  expect(spy.requests.map(({ count }) => count)).toEqual([5]);
  for (const handle of handles) handle.get();
  expect(spy.requests.length).toBe(1);
});

test("a flush runs what is queued, and nothing when nothing is", async () => {
  const { batch, spy } = await spiedBatch();
  batch.flush();
  await batch.flushAsync();
  expect(spy.requests.length).toBe(0);
  const handle = batch.enqueue(computing(1));
  batch.flush();
  expect(spy.requests.length).toBe(1);
  handle.get();
  expect(spy.requests.length).toBe(1);
});

test("what the caller does to a trial after it was queued changes nothing", async () => {
  const { batch } = await spiedBatch();
  const numbers = [7, 0.5];
  const handle = batch.enqueue({ action: 0, numbers });
  numbers[0] = 1e9;
  numbers.push(3);
  const [expected] = await aloneSums(7);
  expect(handle.get().sum).toBe(expected);
});

test("no trial is changed by being run", async () => {
  const { batch } = await spiedBatch();
  const trial = Object.freeze({ action: 0, numbers: Object.freeze([1, 2, 3]) });
  batch.enqueue(trial).get();
  batch.enqueue(trial).get();
  expect(trial).toEqual({ action: 0, numbers: [1, 2, 3] });
});

test("ten trials with ten different results come back to their own handles, in whatever order they are read", async () => {
  const firstNumbers = [3, 1, 4, 15, 9, 2, 6, 5, 35, 8];
  const expected = await aloneSums(...firstNumbers);
  expect(new Set(expected).size).toBe(10); // else a mix-up could go unseen
  const orders = fc.shuffledSubarray(firstNumbers, { minLength: 10 });
  const { batch, another } = await spiedBatch();
  const inOrder = (order: number[], cacheEntries: number) => {
    const fresh = cacheEntries === 0 ? another({ cacheEntries }) : batch;
    const handles = firstNumbers.map((number) => fresh.enqueue(computing(number, 0.5)));
    return order.every((number) => {
      const place = firstNumbers.indexOf(number);
      return handles[place]!.get().sum === expected[place];
    });
  };
  fc.assert(fc.property(orders, fc.constantFrom(0, 1000), inOrder), { numRuns: 50 });
});

test("the order in which trials are queued changes no result", async () => {
  const { another } = await spiedBatch();
  const expected = await aloneSums(1, 2, 3, 4, 5, 6, 7);
  const property = fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7], { minLength: 7 }), (order) => {
    const batch = another({ cacheEntries: 0 });
    const handles = order.map((number) => batch.enqueue(computing(number, 0.5)));
    return handles.every((handle, index) => handle.get().sum === expected[order[index]! - 1]);
  });
  fc.assert(property, { numRuns: 30 });
});

test("trials with the same words run once, and each handle has its result", async () => {
  const { batch, spy, engine } = await spiedBatch();
  const handles = [1, 2, 1, 1, 2, 3].map((number) => batch.enqueue(computing(number, 0.5)));
  const sums = handles.map((handle) => handle.get().sum);
  expect(spy.requests.map(({ count }) => count)).toEqual([3]);
  const [one, two, three] = await aloneSums(1, 2, 3);
  expect(sums).toEqual([one, two, one, one, two, three]);
  expect(engine.counters()).toMatchObject({ duplicates: 3, cacheHits: 0, batchSizes: { count: 1, max: 3 } });
});

test("two handles of one job share no object", async () => {
  const { batch } = await spiedBatch();
  const [first, second] = [batch.enqueue(computing(1)), batch.enqueue(computing(1))];
  expect(first.get()).not.toBe(second.get());
  expect(first.get()).toBe(first.get());
});

test("a trial that ran before is answered without a call, word for word", async () => {
  const { batch, spy, engine } = await spiedBatch();
  const before = [1, 2, 3].map((number) => batch.enqueue(computing(number, 0.5)).get());
  expect(spy.requests.length).toBe(3);
  const again = [3, 1, 2].map((number) => batch.enqueue(computing(number, 0.5)).get());
  expect(again).toEqual([before[2], before[0], before[1]]);
  expect(spy.requests.length).toBe(3);
  expect(engine.counters()).toMatchObject({ cacheHits: 3, duplicates: 0 });
});

test("hits, duplicates and new trials in one batch each get their own result", async () => {
  const { batch, spy } = await spiedBatch();
  for (const number of [10, 20]) batch.enqueue(computing(number, 0.5)).get();
  const order = [30, 10, 30, 20, 40, 10];
  const handles = order.map((number) => batch.enqueue(computing(number, 0.5)));
  expect(handles.map((handle) => handle.get().sum)).toEqual(await aloneSums(...order));
  expect(spy.requests.map(({ count }) => count)).toEqual([1, 1, 2]);
});

test("the cache keeps no more than it may, and none at 0", async () => {
  const bounded = await spiedBatch({ batch: { cacheEntries: 4 } });
  for (let number = 0; number < 10; number++) bounded.batch.enqueue(computing(number)).get();
  bounded.spy.requests.length = 0;
  for (let number = 0; number < 10; number++) bounded.batch.enqueue(computing(number)).get();
  expect(bounded.spy.requests.length).toBeGreaterThanOrEqual(6);
  const none = await spiedBatch({ batch: { cacheEntries: 0 } });
  for (let round = 0; round < 3; round++) none.batch.enqueue(computing(1)).get();
  expect(none.spy.requests.length).toBe(3);
});

test("0 and -0 are different trials", async () => {
  const { batch, spy } = await spiedBatch();
  const handles = [0, -0].map((number) => batch.enqueue(computing(number)));
  for (const handle of handles) handle.get();
  expect(spy.requests.map(({ count }) => count)).toEqual([2]);
});

test("trials of which one is the beginning of the other are different", async () => {
  const { another, spy } = await spiedBatch();
  const codec = {
    wordCount: (trial: number[]) => trial.length,
    write: (trial: number[], words: Float64Array, offset: number) => words.set(trial, offset),
    resultWords: 3,
    read: (words: Float64Array, offset: number) => words[offset]!,
  };
  const batch = another({ codec: codec as never }) as unknown as {
    enqueue(trial: number[]): { get(): number };
  };
  const handles = [
    [3, 0, 7, 0],
    [3, 0, 7],
  ].map((words) => batch.enqueue(words));
  for (const handle of handles) handle.get();
  expect(spy.requests.map(({ count }) => count)).toEqual([2]);
});

test("the k-th new trial pre-wakes lane k - 1 at most; hits and duplicates wake nobody", async () => {
  const { batch, spy, engine } = await spiedBatch({ lanes: 4 });
  batch.enqueue(computing(1)).get();
  for (let repeat = 0; repeat < 5; repeat++) batch.enqueue(computing(1));
  expect(spy.preWakes).toEqual([]);
  for (const number of [2, 2, 3, 1, 3, 4]) batch.enqueue(computing(number));
  expect(spy.preWakes).toEqual([1, 2]);
  for (const number of [5, 6, 7, 8]) batch.enqueue(computing(number));
  expect(spy.preWakes).toEqual([1, 2, 3]);
  await engine.close();
});

test("chunks of several trials pre-wake one lane each", async () => {
  const { spy, another, engine } = await spiedBatch({ lanes: 4 });
  const chunked = another({ schedule: "dynamic,3" });
  for (let number = 0; number < 8; number++) chunked.enqueue(computing(number));
  expect(spy.preWakes).toEqual([1, 2]);
  await engine.close();
});

test("batches that stay on the caller although lanes were woken are no longer pre-woken, but tried again", async () => {
  const { batch, spy, engine } = await spiedBatch({ lanes: 2, batch: { cacheEntries: 0 } });
  spy.pretend = { isGated: true };
  const wakes = Array.from({ length: 8 }, (_, round) => {
    spy.preWakes.length = 0;
    for (const number of [1, 2, 3]) batch.enqueue(computing(number + round));
    batch.flush();
    return spy.preWakes.length;
  });
  expect(wakes).toEqual([1, 0, 1, 0, 0, 1, 0, 0]);
  await engine.close();
});

test("wrong options are refused with their value", async () => {
  const { another } = await spiedBatch();
  expect(() => another({ entry: "runRays" })).toThrow(/runRays.*parallel-test.*runTrials/);
  expect(() => another({ cacheEntries: -1 })).toThrow(/cacheEntries is -1/);
  expect(() => another({ cacheEntries: 1.5 })).toThrow(/cacheEntries is 1.5/);
  expect(() => another({ schedule: "dynamic" })).toThrow(/schedule "dynamic"/);
});
