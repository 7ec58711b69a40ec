import { expect, test } from "vitest";
import { createStore } from "./store.ts";

test("a watcher sees the present part at once, then each change of it and no other", () => {
  const store = createStore({ count: 1, name: "a" });
  const seen: number[] = [];
  const end = store.watch(
    ({ count }) => count,
    (count) => seen.push(count),
  );
  store.set({ name: "b" });
  store.set({ count: 2 });
  store.set({ count: 2 });
  end();
  store.set({ count: 3 });
  expect(seen).toEqual([1, 2]);
  expect(store.get()).toEqual({ count: 3, name: "b" });
});

test("a change made while watchers are told reaches all of them", () => {
  const store = createStore({ asked: 0, done: 0 });
  const seen: number[] = [];
  store.watch(
    ({ asked }) => asked,
    (asked) => {
      if (asked > 0) store.set({ done: asked });
    },
  );
  store.watch(
    ({ done }) => done,
    (done) => seen.push(done),
  );
  store.set({ asked: 7 });
  expect(seen).toEqual([0, 7]);
});
