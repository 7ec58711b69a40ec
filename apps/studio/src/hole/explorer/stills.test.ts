import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "../../page/store.ts";
import { FIRST_STATE, type HoleState } from "./holeState.ts";
import { paintStills } from "./stills.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe(): void {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Painting on a thread that never answers: what it was asked for, and what was said. */
function painting(live: { isBehind: () => boolean } | undefined) {
  const asked: string[] = [];
  const said: string[] = [];
  const stopped: number[] = [];
  const store = createStore<HoleState>(FIRST_STATE);
  const ask = (_: "still", { shot }: { readonly shot: string }): Promise<never> => {
    asked.push(shot);
    return new Promise(() => undefined);
  };
  paintStills({
    store,
    painted: { classList: { remove: () => undefined }, dataset: {} } as unknown as HTMLCanvasElement,
    size: () => ({ widthPx: 600, heightPx: 400 }),
    thread: { ask, start: () => undefined, stop: () => stopped.push(asked.length) } as never,
    live,
    meters: { say: (words: string) => said.push(words) } as never,
    onTrouble: () => undefined,
  });
  return { asked, said, stopped, store };
}

test("painting waits for the first view, whatever that takes: it would keep the stage black", () => {
  let isBehind = true;
  const { asked, said } = painting({ isBehind: () => isBehind });
  vi.advanceTimersByTime(20_000);
  expect(asked).toEqual([]);
  expect(said).toEqual(["tracing …"]);
  isBehind = false;
  vi.advanceTimersByTime(200);
  expect(asked).toHaveLength(1);
  expect(said).toEqual(["tracing …", "painting …"]);
});

test("what changes is painted when it has been still, and what is no longer wanted is broken off", () => {
  const { asked, stopped, store } = painting({ isBehind: () => false });
  for (let turn = 1; turn <= 10; turn++) {
    store.set({ azDeg: turn });
    vi.advanceTimersByTime(300);
  }
  expect(asked).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain("azDeg: 10");
  store.set({ azDeg: 11 });
  expect(stopped).toEqual([1]);
});

test("without a live view a coarse picture is asked for at once", () => {
  const { asked } = painting(undefined);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain("widthPx: 100, heightPx: 67");
});
