import { expect, test } from "vitest";
import { EvidenceError } from "../problem.ts";
import { readClaim } from "./readClaim.ts";
import { chooseVariants } from "./variants.ts";

const GOOD = `
title: A claim
caching: none
notShown: [more]
inputs: [a.yaml, { file: b.csv, sha256: ${"a".repeat(64)} }]
experiments:
  - name: one
    title: One
    sides:
      run: { command: 'lightcone suite "a b.json" --lanes {lanes} --json {out}/r.json' }
      plain: { command: "lightcone suite {out}", active: { none: true } }
    sweep: { lanes: [0, 4] }
    active: { stats: s.json, lanes: "{lanes}" }
    measures:
      calls: { file: s.json, path: pool.calls }
      all: { total: [calls, calls] }
      jobs: { file: s.json, path: "lanes[].jobs", reduce: sum }
      perCall: { ratio: [jobs, calls] }
    statements:
      - { say: fast, faster: run lanes=4, than: run lanes=0, atLeast: 1.5 }
      - { say: same, equal: calls }
      - { say: small, measure: perCall, side: plain, atMost: 9 }
    tables: [{ title: T, columns: [{ head: c, measure: calls }] }]
    plots: [{ title: P, measure: jobs }]
`;

function problemsOf(text: string): string[] {
  try {
    readClaim(text, "x");
  } catch (error) {
    if (error instanceof EvidenceError) return error.problems.map(({ at, what }) => `${at}: ${what}`);
    throw error;
  }
  return [];
}

test("a sweep multiplies the sides that have its blank, and fills it in", () => {
  const [experiment] = readClaim(GOOD, "x").experiments;
  expect(experiment?.sides.map(({ name }) => name)).toEqual(["run lanes=0", "run lanes=4", "plain"]);
  expect(experiment?.sides[1]?.command).toEqual([
    "lightcone",
    "suite",
    "a b.json",
    "--lanes",
    "4",
    "--json",
    "{out}/r.json",
  ]);
  expect(experiment?.sides.map(({ active }) => (active.by === "stats" ? active.lanes : active.by))).toEqual([
    1,
    4,
    "none",
  ]);
  expect(experiment?.statements.map(({ kind }) => kind)).toEqual(["faster", "equal", "bound"]);
});

test("everything that is wrong is told at once, with its place and value", () => {
  const wrong = GOOD.replace("than: run lanes=0", "than: nobody")
    .replace("equal: calls", "equal: cals")
    .replace("ratio: [jobs, calls]", "ratio: [jobs, later]")
    .replace("{ head: c, measure: calls }", "{ head: c, measure: none }")
    .replace("path: pool.calls", 'path: "pool..calls"')
    .replace('command: "lightcone suite {out}"', 'command: "lightcone {what}"')
    .replace("measure: jobs }", "measure: jobs, along: lanes }");
  expect(problemsOf(wrong)).toEqual([
    "experiments[0].sides.plain.command: has {what}, which nothing fills in",
    'experiments[0].measures.calls: has path "pool..calls"',
    "experiments[0].measures.perCall: needs later, which is not above it",
    'experiments[0].statements[0].than: is "nobody", which is no side here',
    'experiments[0].statements[1].equal: is "cals", which is not measured here',
    'experiments[0].tables[0].columns[0].measure: is "none", which is not measured here',
    'experiments[0].plots[0].along: is "lanes", which is not a number of every side\'s sweep',
  ]);
});

test("a shape that is wrong is told with place and value", () => {
  const wrong = GOOD.replace("caching: none\n", "")
    .replace("[more]", "[]")
    .replace("a.yaml", "../a.yaml")
    .replace("title: One", "title: One\n    rouns: 4");
  const told = problemsOf(wrong);
  expect(told).toContain("caching: is missing");
  expect(told).toContain("notShown: [] is empty: every report ends with what it does not show");
  expect(told).toContain("experiments[0].rouns: is not a field here");
  expect(told.some((line) => line.startsWith("inputs[0]"))).toBe(true);
  expect(problemsOf("a: [")[0]).toMatch(/^the file: is no YAML: /);
  expect(problemsOf("3")[0]).toMatch(/^the file: is 3/);
});

test("a time or memory in another unit would pass for a count, and is refused", () => {
  const inUnit = (unit: string) =>
    problemsOf(GOOD.replace("path: pool.calls }", `path: pool.calls, unit: ${unit} }`));
  expect(["s", "ns", "MB"].map(inUnit)).toEqual(
    ["s", "ns", "MB"].map((unit) => [`experiments[0].measures.calls: has unit ${unit}`]),
  );
  expect(["ms", "us", "bytes", "calls"].flatMap(inUnit)).toEqual([]);
});

test("nothing that a statement says is passed over", () => {
  const wrong = GOOD.replace("atLeast: 1.5", "atMost: 1.5, equal: calls")
    .replace("same, equal: calls", "same, equal: calls, side: plain, sides: [plain]")
    .replace("side: plain, atMost: 9", "side: plain, than: plain, sides: [plain], atMost: 9");
  expect(problemsOf(wrong)).toEqual([
    "experiments[0].statements[0]: holds equal, atMost: no field of such a statement",
    "experiments[0].statements[1]: holds side: no field of such a statement",
    "experiments[0].statements[2]: holds than, sides: no field of such a statement",
  ]);
});

test("a side must say how it is known which engine ran", () => {
  expect(problemsOf(GOOD.replace('    active: { stats: s.json, lanes: "{lanes}" }\n', ""))).toEqual([
    "experiments[0].sides.run.active: does not say how it is known which engine ran",
    "experiments[0].sides.run.active: does not say how it is known which engine ran",
  ]);
});

test("sides are chosen by their name before or after the sweep", () => {
  const claim = readClaim(GOOD, "x");
  const names = (variants: string): string[][] =>
    chooseVariants(claim, { variants }).experiments.map(({ sides }) => sides.map(({ name }) => name));
  expect(names("run")).toEqual([["run lanes=0", "run lanes=4"]]);
  expect(names("run lanes=4,plain")).toEqual([["run lanes=4", "plain"]]);
  expect(chooseVariants(claim, { rounds: 7 }).experiments[0]?.rounds).toBe(7);
  expect(() => chooseVariants(claim, { variants: "runn" })).toThrow(
    '--variants: names "runn", which is no side of x',
  );
});

test("a side is chosen although its name holds a comma", () => {
  const claim = readClaim(
    GOOD.replace("[0, 4]", '["static,0", "static"]')
      .replaceAll("lanes=4", "lanes=static")
      .replace("run lanes=0", '"run lanes=static,0"')
      .replace('lanes: "{lanes}"', "lanes: auto"),
    "x",
  );
  const names = (variants: string): string[] =>
    chooseVariants(claim, { variants }).experiments.flatMap(({ sides }) => sides.map(({ name }) => name));
  expect(names("run lanes=static,0,plain")).toEqual(["run lanes=static,0", "plain"]);
  expect(names("run lanes=static,plain")).toEqual(["run lanes=static", "plain"]);
});
