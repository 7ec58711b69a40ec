import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../problem.ts";
import { type Comparison, compareResults, describeComparison } from "./compareResults.ts";

const row = (id: number): Record<string, unknown> => ({
  id,
  seed: 0,
  metric: 100.25 + id,
  soc_min: 0.38,
  runtime_ms: 12,
  plan: { charge: [[120, 150, 7.5]], charge_limit: [5.2], export: [], export_limit: [] },
});
const file = (homes: readonly object[], name = "a.json"): { name: string; text: string } => ({
  name,
  text: JSON.stringify({ results: homes }),
});
const compare = (first: readonly object[], second: readonly object[]): Comparison =>
  compareResults(file(first, "a.json"), file(second, "b.json"));

/** Every place of a value that is no map and no list, as keys from the top. */
function places(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [[...path]];
  return Object.entries(value).flatMap(([key, entry]) => places(entry, [...path, key]));
}

/** The same homes with one value replaced. */
function changed(homes: readonly object[], path: readonly string[], replacement: unknown): object[] {
  const copy = structuredClone(homes) as unknown as Record<string, unknown>;
  let parent = copy;
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
  parent[path.at(-1)!] = replacement;
  return copy as unknown as object[];
}

describe("comparing two result files", () => {
  it("finds any single changed field, names it with its home, and nothing else", () => {
    const homes = [row(3), row(5)];
    const comparable = places(homes).filter((path) => !["id", "runtime_ms"].includes(path.at(-1)!));
    expect(comparable).toHaveLength(14);
    const bump = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((x) => x !== 0),
      fc.string(),
      fc.constant(null),
    );
    const property = fc.property(fc.constantFrom(...comparable), bump, (path, value) => {
      const before = path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], homes);
      if (before === value) return true;
      const { mismatches, isEqual } = compare(homes, changed(homes, path, value));
      const place = mismatches[0];
      return (
        mismatches.length === 1 &&
        !isEqual &&
        place!.id === homes[Number(path[0])]!.id &&
        place!.field.startsWith(path[1]!) &&
        place!.first === JSON.stringify(before) &&
        place!.second === JSON.stringify(value)
      );
    });
    fc.assert(property, { numRuns: 300 });
  });

  it("sees the last bit of a number", () => {
    expect(compare([{ id: 1, cost: 0.1 + 0.2 }], [{ id: 1, cost: 0.3 }]).mismatches).toHaveLength(1);
  });

  it("calls equal homes equal, in any order, whatever their times", () => {
    const comparison = compare(
      [row(1), row(2)],
      [
        { ...row(2), runtime_ms: 9000 },
        { ...row(1), runtime_ms: 0 },
      ],
    );
    expect(comparison).toMatchObject({ isEqual: true, homeCount: 2, mismatches: [] });
    expect(comparison.fieldCount).toBe(2 * 9);
  });

  it("reports a field or an entry that only one file has", () => {
    const { plan: _, ...without } = row(1);
    const fields = compare([row(1)], [without]).mismatches.map(({ field, second }) => `${field} ${second}`);
    expect(fields).toContain("plan.charge_limit[0] absent");
    expect(fields).toContain("plan.export absent");
    const longer = compare([{ id: 1, list: [1] }], [{ id: 1, list: [1, 2] }]).mismatches;
    expect(longer).toEqual([{ id: 1, field: "list[1]", first: "absent", second: "2" }]);
  });

  it("never calls files equal that hold different homes or nothing to compare", () => {
    expect(compare([row(1)], [row(1), row(2)])).toMatchObject({ isEqual: false, onlyInSecond: [2] });
    expect(compare([row(1), row(2)], [row(1)])).toMatchObject({ isEqual: false, onlyInFirst: [2] });
    expect(compare([], [])).toMatchObject({ isEqual: false, fieldCount: 0 });
    expect(compare([{ id: 1, runtime_ms: 3 }], [{ id: 1, runtime_ms: 3 }])).toMatchObject({ isEqual: false });
  });

  it("compares the layout of evaluations too", () => {
    const text = JSON.stringify({ scenarios: [{ id: 1, vectors: [{ name: "x", metric3: 4 }] }] });
    expect(compareResults({ name: "a", text }, { name: "b", text })).toMatchObject({
      isEqual: true,
      fieldCount: 2,
    });
  });

  it("refuses a file without results, and one with a home twice", () => {
    expect(() => compareResults(file([row(1)]), { name: "b.json", text: "{}" })).toThrow(
      /b\.json: results: is missing, not a list/,
    );
    expect(() => compare([row(1), row(1)], [row(1)])).toThrow(InputError);
  });
});

describe("the comparison in words", () => {
  it("names home, field and both values, and counts what was compared", () => {
    const text = describeComparison(compare([row(1)], [{ ...row(1), soc_min: 0.4 }]), "a.json", "b.json");
    expect(text).toBe(
      "home 1: soc_min is 0.38 against 0.4\nNOT equal: 9 fields of 1 homes compared, 1 differ (times left out)\n",
    );
  });

  it("names homes that one file lacks, and says when nothing was compared", () => {
    const text = describeComparison(compare([row(1)], [row(2)]), "a.json", "b.json");
    expect(text).toBe(
      "only a.json has home 1\nonly b.json has home 2\nnothing was compared\n" +
        "NOT equal: 0 fields of 0 homes compared, 0 differ (times left out)\n",
    );
  });
});
