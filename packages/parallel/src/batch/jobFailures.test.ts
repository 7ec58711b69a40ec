import fc from "fast-check";
import { expect, test } from "vitest";
import * as layout from "../../test/kernel/trialLayout.ts";
import { REFUSAL, spiedBatch } from "../../test/spiedEngine.ts";
import { computing, type Trial } from "../../test/trialKernel.ts";
import type { Handle } from "./handle.ts";
import { JobError } from "./jobError.ts";

const refused: Trial = { action: layout.ACTION_REFUSE, numbers: [1] };
const trapping: Trial = { action: layout.ACTION_TRAP, numbers: [1] };
const silent: Trial = { action: layout.ACTION_NO_STATUS, numbers: [1] };

function errorOf(handle: Handle<unknown>): unknown {
  try {
    handle.get();
    return undefined;
  } catch (error) {
    return error;
  }
}

test("a job that the kernel refuses rejects its own handle with the kernel's code, and no other", async () => {
  const { batch, spy } = await spiedBatch();
  const handles = [computing(1), refused, computing(2)].map((trial) => batch.enqueue(trial));
  expect(handles[0]!.get().sum).not.toBe(handles[2]!.get().sum);
  const error = errorOf(handles[1]!);
  expect(error).toBeInstanceOf(JobError);
  expect(error).toMatchObject({ code: "job-refused", status: layout.REFUSED });
  expect(String(error)).toMatch(/job 1 of its batch .*parallel-test.*runTrials.*status 7/);
  await expect(handles[1]!.result()).rejects.toBe(error);
  expect(spy.requests.length).toBe(1);
});

test("a job that traps is found, and all others of its chunk have their results", async () => {
  for (const engine of ["kernel", "reference"] as const) {
    const { batch, another } = await spiedBatch({ loading: { engine } });
    const expected = Array.from({ length: 9 }, (_, number) => another().enqueue(computing(number)).get());
    const handles = expected.map((_, number) => batch.enqueue(number === 4 ? trapping : computing(number)));
    expect(handles.filter((_, number) => number !== 4).map((handle) => handle.get())).toEqual(
      expected.filter((_, number) => number !== 4),
    );
    expect(String(errorOf(handles[4]!))).toMatch(/job 4 of its batch.*failed: .*unreachable/);
  }
});

test("a kernel that says nothing about a job is not believed", async () => {
  const { batch, spy } = await spiedBatch();
  const handles = [computing(1), silent, computing(2)].map((trial) => batch.enqueue(trial));
  handles[0]!.get();
  handles[2]!.get();
  expect(String(errorOf(handles[1]!))).toMatch(/job 1 .*was given no status/);
  expect(spy.requests.length).toBe(1);
});

test("failures are not remembered: a failed trial runs again, and never as a result", async () => {
  const { batch, spy } = await spiedBatch();
  for (const trial of [refused, trapping, silent]) {
    spy.requests.length = 0;
    expect(errorOf(batch.enqueue(trial))).toBeInstanceOf(JobError);
    expect(errorOf(batch.enqueue(trial))).toBeInstanceOf(JobError);
    expect(spy.requests.length).toBe(2);
  }
});

test("duplicates of a failing trial all fail", async () => {
  const { batch } = await spiedBatch();
  const handles = [refused, computing(1), refused].map((trial) => batch.enqueue(trial));
  expect(handles.map((handle) => errorOf(handle) instanceof JobError)).toEqual([true, false, true]);
});

test("whatever jobs fail in whatever way, on any lanes and chunks, the others are those of a batch without failures", async () => {
  const { another, engine } = await spiedBatch({ lanes: 3 });
  const healthy = another();
  const sums = Array.from({ length: 40 }, (_, number) => healthy.enqueue(computing(number)).get().sum);
  const kinds = fc.array(fc.constantFrom("good", "good", "good", "refused", "trapping", "silent"), {
    minLength: 1,
    maxLength: 40,
  });
  const schedules = fc.constantFrom("dynamic,1", "dynamic,7", "static", "static,3", "guided");
  const property = fc.property(kinds, schedules, (actions, schedule) => {
    const batch = another({ schedule, cacheEntries: 0 });
    const bad = { refused, trapping, silent };
    const handles = actions.map((kind, number) =>
      batch.enqueue(
        kind === "good" ? computing(number) : { ...bad[kind as keyof typeof bad], numbers: [number] },
      ),
    );
    const isRight = actions.every((kind, number) => {
      if (kind === "good") return handles[number]!.get().sum === sums[number];
      const wanted = { refused: /was refused/, trapping: /failed: /, silent: /no status/ }[
        kind as keyof typeof bad
      ];
      return wanted.test(String(errorOf(handles[number]!)));
    });
    batch.close();
    return isRight;
  });
  fc.assert(property, { numRuns: 60 });
  await engine.close();
});

test("when the memory may not grow, a batch runs in parts that fit, with the same results", async () => {
  const limited = await spiedBatch({ loading: { maximumPages: 17 } });
  const free = await spiedBatch();
  const trials = Array.from({ length: 40 }, (_, index) =>
    computing(...Array.from({ length: 8000 }, (_, word) => index + word * 0.25)),
  );
  const run = ({ batch }: typeof limited) => {
    const handles = trials.map((trial) => batch.enqueue(trial));
    return handles.map((handle) => handle.get());
  };
  expect(run(limited)).toEqual(run(free));
  expect(free.spy.requests.length).toBe(1);
  const counts = limited.spy.requests.map(({ count }) => count);
  expect(counts.length).toBeGreaterThan(2);
  expect(counts.length).toBeLessThan(10); // halves, not single jobs
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
});

test("when the engine refuses midway, what has run keeps its results, and the rest fails and is not run again", async () => {
  const { batch, spy } = await spiedBatch({ loading: { maximumPages: 17 } });
  const trials = Array.from({ length: 40 }, (_, index) =>
    computing(...Array.from({ length: 8000 }, (_, word) => index + word * 0.25)),
  );
  const handles = trials.map((trial) => batch.enqueue(trial));
  spy.refusesAfter = 1;
  expect(() => batch.flush()).toThrow(REFUSAL);
  batch.flush();
  expect(spy.requests.length).toBe(2);
  const errors = handles.map(errorOf);
  const { count } = spy.requests[0]!;
  expect(count).toBeLessThan(40);
  expect(errors.slice(0, count).every((error) => error === undefined)).toBe(true);
  expect(errors.slice(count).every((error) => String(error).includes(REFUSAL))).toBe(true);
});

test("when the engine refuses to repeat what a trap took down, a job that had failed stays failed", async () => {
  const { batch, spy } = await spiedBatch();
  const handles = [refused, trapping, computing(1)].map((trial) => batch.enqueue(trial));
  spy.refusesAfter = 1;
  expect(() => batch.flush()).toThrow(REFUSAL);
  spy.refusesAfter = 9;
  const errors = handles.map(errorOf);
  expect(errors[0]).toMatchObject({ code: "job-refused" });
  expect(errors.slice(1).map(String)).toEqual([`Error: ${REFUSAL}`, `Error: ${REFUSAL}`]);
  expect(spy.requests.length).toBe(2);
});

test("a trial that alone is too large for the memory fails by itself", async () => {
  const { batch } = await spiedBatch({ loading: { maximumPages: 17 } });
  const huge = { action: layout.ACTION_COMPUTE, numbers: new Array(200_000).fill(1) };
  const handles = [computing(1), huge, computing(2)].map((trial) => batch.enqueue(trial));
  expect(handles[0]!.get().sum).not.toBe(handles[2]!.get().sum);
  expect(String(errorOf(handles[1]!))).toMatch(/arena: a block of [0-9]+ bytes does not fit/);
});
