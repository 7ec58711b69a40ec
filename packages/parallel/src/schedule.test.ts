import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ParallelError } from "./problem.ts";
import {
  chunkCount,
  claimSize,
  DYNAMIC,
  formatSchedule,
  GUIDED,
  isDealtOut,
  parseSchedule,
  STATIC,
  STATIC_CYCLIC,
  staticBegin,
} from "./schedule.ts";

it.each([
  ["static", true],
  ["static,7", true],
  ["dynamic,1", false],
  ["guided", false],
  ["active,16", false],
])("under %s parts are dealt out before the batch starts: %s", (text, isDealt) => {
  expect(isDealtOut(parseSchedule(text).kind)).toBe(isDealt);
});

describe("parseSchedule", () => {
  it("reads every kind", () => {
    expect(parseSchedule("static")).toEqual({ kind: STATIC, chunk: 1 });
    expect(parseSchedule("static,7")).toEqual({ kind: STATIC_CYCLIC, chunk: 7 });
    expect(parseSchedule("dynamic,32")).toEqual({ kind: DYNAMIC, chunk: 32 });
    expect(parseSchedule("guided")).toEqual(parseSchedule("guided,1"));
    expect(parseSchedule("dynamic,2147483647")).toEqual({ kind: DYNAMIC, chunk: 2147483647 });
  });

  it.each(["static", "static,7", "dynamic,1", "guided,4", "active,16"])(
    "%s is written as it was read",
    (text) => {
      expect(formatSchedule(parseSchedule(text))).toBe(text);
    },
  );

  it.each([
    ["auto", /is no schedule.*use static/],
    ["dynamic", /has no chunk size.*dynamic,32/],
    ["active", /has no chunk size/],
    ["dynamic,", /has no chunk size/],
    ["static,0", /chunk size "0".*whole number from 1/],
    ["dynamic,1.5", /chunk size "1\.5"/],
    ["dynamic,0x10", /chunk size "0x10"/],
    ["guided,-1", /chunk size "-1"/],
    ["dynamic,4,2", /is no schedule/],
    ["dynamic,99999999999", /2147483647/],
  ])("%s is refused", (text, message) => {
    expect(() => parseSchedule(text)).toThrow(message);
    expect(() => parseSchedule(text)).toThrow(ParallelError);
    const place = { at: `schedule "${text}"` };
    expect(() => parseSchedule(text)).toThrow(
      expect.objectContaining({ code: "schedule", problem: expect.objectContaining(place) }),
    );
  });
});

const batches = fc.record({
  count: fc.integer({ min: 0, max: 0x7fffffff }),
  ranks: fc.integer({ min: 1, max: 64 }),
  chunk: fc.integer({ min: 1, max: 1000 }),
});

describe("chunks", () => {
  it("static parts lie end to end and differ by one index at most", () => {
    fc.assert(
      fc.property(batches, ({ count, ranks }) => {
        const borders = Array.from({ length: ranks + 1 }, (_, rank) => staticBegin(rank, ranks, count));
        const sizes = borders.slice(1).map((end, rank) => end - borders[rank]!);
        return borders[0] === 0 && borders[ranks] === count && Math.max(...sizes) - Math.min(...sizes) <= 1;
      }),
    );
  });

  it("claims take at least one index and never more than there are", () => {
    fc.assert(
      fc.property(batches, fc.constantFrom(DYNAMIC, GUIDED), ({ count, ranks, chunk }, kind) => {
        if (count === 0) return true;
        const size = claimSize(kind, chunk, ranks, count);
        return size >= 1 && size <= count && (kind === GUIDED || size <= chunk);
      }),
    );
  });

  it("guided claims shrink to the smallest size and end the batch", () => {
    const sizes: number[] = [];
    for (let next = 0; next < 1000; ) {
      sizes.push(claimSize(GUIDED, 8, 4, 1000 - next));
      next += sizes.at(-1)!;
    }
    expect(sizes.slice(0, 3)).toEqual([250, 188, 141]);
    expect(sizes.slice(0, -1).every((size, at) => size >= 8 && (at === 0 || size <= sizes[at - 1]!))).toBe(
      true,
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBe(1000);
  });

  it("a batch has no more chunks than lanes can use", () => {
    expect(chunkCount(parseSchedule("dynamic,32"), 64)).toBe(2);
    expect(chunkCount(parseSchedule("dynamic,32"), 65)).toBe(3);
    expect(chunkCount(parseSchedule("static"), 3)).toBe(3);
    expect(chunkCount(parseSchedule("guided"), 0)).toBe(0);
  });
});
