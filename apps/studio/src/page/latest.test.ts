import { expect, test } from "vitest";
import { latest } from "./latest.ts";

test("what waits is replaced by what is asked later, and nothing runs beside something else", async () => {
  const done: number[] = [];
  const ends: (() => void)[] = [];
  const queue = latest<number>(async (question) => {
    await new Promise<void>((resolve) => ends.push(resolve));
    done.push(question);
  });
  for (const question of [1, 2, 3]) queue.ask(question);
  expect(queue.isBusy()).toBe(true);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await new Promise((resolve) => setTimeout(resolve));
  expect(done).toEqual([1]);
  ends[1]?.();
  await new Promise((resolve) => setTimeout(resolve));
  expect(done).toEqual([1, 3]);
  expect(queue.isBusy()).toBe(false);
});
