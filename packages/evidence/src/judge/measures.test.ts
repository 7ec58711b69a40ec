import { expect, test } from "vitest";
import { sampleRun } from "../../test/sampleRuns.ts";
import type { Measure, MeasureSource, Reduction } from "../claim/claim.ts";
import { RUN_MEASURES } from "../claim/runMeasures.ts";
import { measuresTime, summarise, valuesOf } from "./measures.ts";

function measure(name: string, from: MeasureSource, unit = ""): Measure {
  return { name, unit, from };
}

/** What one reduction makes of a list in a run's JSON. */
function reduction(reduce: Reduction, list: readonly unknown[]): number | undefined {
  const from: MeasureSource = { kind: "json", file: "s.json", path: "list[]", reduce };
  return valuesOf(sampleRun("a", 1, { json: { "s.json": { list } } }), [measure("it", from)]).it;
}

const json = (path: string): MeasureSource => ({ kind: "json", file: "s.json", path, reduce: "only" });
/** Of 24 and 6. */
const derived: readonly Measure[] = [
  measure("large", json("large"), "ms"),
  measure("small", json("small")),
  measure("sum", { kind: "total", of: ["small", "large", "small"] }),
  measure("left", { kind: "rest", of: "large", less: ["small", "small"] }),
  measure("share", { kind: "ratio", over: "large", under: "small" }),
];

function derivedOf(numbers: Record<string, unknown>): unknown[] {
  const values = valuesOf(sampleRun("a", 1, { json: { "s.json": numbers } }), derived);
  return [values.sum, values.left, values.share];
}

test("what is measured of a command itself; what the machine does not tell is nothing, not 0", () => {
  expect(valuesOf(sampleRun("a", 1, { foreignShare: 0.01 }), RUN_MEASURES)).toEqual({
    wallMs: 1000,
    userMs: 900,
    systemMs: 50,
    cpuMs: 950,
    cpuOverWall: 0.95,
    peakBytes: 1 << 20,
    foreignShare: 0.01,
  });
  const noUser = valuesOf(sampleRun("a", 1, { userMs: null, peakBytes: null }), RUN_MEASURES);
  expect(noUser).toMatchObject({ userMs: undefined, systemMs: 50, peakBytes: undefined });
  expect([noUser.cpuMs, noUser.cpuOverWall]).toEqual([undefined, undefined]);
  expect(valuesOf(sampleRun("a", 1, { systemMs: null }), RUN_MEASURES).cpuMs).toBeUndefined();
});

test("a list becomes one number in the way that is asked for", () => {
  const list = [6, 0, 3];
  const ways: readonly Reduction[] = ["sum", "max", "min", "mean", "count", "nonzero", "maxOverMean"];
  expect(ways.map((way) => reduction(way, list))).toEqual([9, 6, 0, 3, 3, 2, 2]);
  expect(reduction("only", [7])).toBe(7);
});

test("a list that holds something else, too much or nothing makes no number", () => {
  expect(reduction("only", [7, 7])).toBeUndefined();
  expect(reduction("sum", [])).toBeUndefined();
  expect(reduction("sum", [1, "2"])).toBeUndefined();
  expect(reduction("max", [1, Number.POSITIVE_INFINITY])).toBeUndefined();
  expect(reduction("sum", [Number.MAX_VALUE, Number.MAX_VALUE])).toBeUndefined();
  expect(reduction("maxOverMean", [0, 0])).toBeUndefined();
});

test("totals, rests and ratios are made of the measures before them, and of nothing when one is missing", () => {
  expect(derivedOf({ large: 24, small: 6 })).toEqual([36, 12, 4]);
  expect(derivedOf({ large: 24 })).toEqual([undefined, undefined, undefined]);
  expect(derivedOf({ small: 6 })).toEqual([undefined, undefined, undefined]);
  expect(derivedOf({ large: 24, small: 0 })).toEqual([24, 24, undefined]);
});

test("what is made of a time is a time: only counts may be told by a disturbed run", () => {
  const all = [
    ...RUN_MEASURES,
    ...derived,
    measure("memory", json("memory"), "bytes"),
    measure("brief", json("brief"), "us"),
    measure("under", { kind: "ratio", over: "small", under: "large" }),
    measure("less", { kind: "rest", of: "small", less: ["small", "large"] }),
    measure("counts", { kind: "total", of: ["small", "small"] }),
    measure("countShare", { kind: "ratio", over: "counts", under: "small" }),
    measure("countsLeft", { kind: "rest", of: "counts", less: ["small"] }),
  ];
  const times = all.filter(({ name }) => measuresTime(all, name)).map(({ name }) => name);
  const made = ["large", "sum", "left", "share", "memory", "brief", "under", "less"];
  expect(times).toEqual([...RUN_MEASURES.map(({ name }) => name), ...made]);
  expect(measuresTime(all, "unheard of")).toBe(false);
});

test("rounds are summed up by their median, best, largest and spread", () => {
  expect(summarise([5, 2, 9, 3])).toEqual({ count: 4, median: 4, best: 2, largest: 9, spread: 7 });
  expect(summarise([])).toBeUndefined();
});
