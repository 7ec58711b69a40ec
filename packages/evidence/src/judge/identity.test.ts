import { expect, test } from "vitest";
import { sampleExperiment, sampleRun } from "../../test/sampleRuns.ts";
import { compareRuns } from "./identity.ts";
import type { Run } from "./run.ts";

const experiment = sampleExperiment(["a", "b"], {
  identical: {
    files: ["movie.lensmap", "frames/*.png"],
    fields: [{ file: "r.json", paths: ["results[].cost", "name"], tolerance: 0 }],
  },
});

function run(
  side: string,
  round: number,
  { digest = "d1", costs = [1, 2], name = "x" } = {},
  changes: Partial<Run> = {},
): Run {
  const files = ["movie.lensmap", "frames/0.png", "frames/1.png", "events.csv"].map((file, index) => {
    return { file, bytes: 10, sha256: index === 1 ? digest : `d${index}` };
  });
  const json = { "r.json": { name, results: costs.map((cost) => ({ cost })) } };
  return sampleRun(side, round, { files, json, ...changes });
}

test("what is the same is counted", () => {
  const identity = compareRuns(experiment, [run("a", 1), run("b", 1), run("b", 2)]);
  expect(identity).toMatchObject({ comparedRuns: 3, filesARun: 3, fieldsARun: 3, differences: [] });
});

test("one file with other bytes, one number off by its last bit, a missing value: each is named with its runs", () => {
  expect(compareRuns(experiment, [run("a", 1), run("b", 2, { digest: "d9" })]).differences).toEqual([
    "frames/0.png: d1 in run 1 (a), d9 in run 2 (b)",
  ]);
  expect(
    compareRuns(experiment, [run("a", 1), run("b", 2, { costs: [1, 2 + 2 ** -51] })]).differences,
  ).toEqual(["r.json: results[].cost no. 2 is 2 in run 1 (a), 2.0000000000000004 in run 2 (b)"]);
  const fewer = compareRuns(experiment, [run("a", 1), run("b", 2, { costs: [1] })]).differences;
  expect(fewer).toEqual(["r.json: results[].cost has 2 values in run 1 (a), 1 in run 2 (b)"]);
  const [gone] = compareRuns(experiment, [
    run("a", 1),
    run("b", 2, {}, { files: run("b", 2).files.slice(1) }),
  ]).differences;
  expect(gone).toBe("movie.lensmap: d0 in run 1 (a), is not there in run 2 (b)");
});

test("a field that a run does not tell differs, and values of one path never stand for those of another", () => {
  const told = (json: object, round: number): Run => sampleRun("a", round, { json: { "r.json": json } });
  const two = sampleExperiment(["a"], {
    identical: { files: [], fields: [{ file: "r.json", paths: ["x[]", "y[]"], tolerance: 0 }] },
  });
  const between = (first: object, second: object) =>
    compareRuns(two, [told(first, 1), told(second, 2)]).differences;
  expect(between({ x: [1], y: [2] }, { x: [1] })).toEqual(["r.json: y[] is not in run 2 (a)"]);
  expect(between({ x: [1] }, { x: [1], y: [2] })).toEqual([
    "r.json: y[] has 0 values in run 1 (a), 1 in run 2 (a)",
  ]);
  expect(between({ x: [5, 5], y: [5] }, { x: [5], y: [5, 5] })).toEqual([
    "r.json: x[] has 2 values in run 1 (a), 1 in run 2 (a)",
    "r.json: y[] has 1 values in run 1 (a), 2 in run 2 (a)",
  ]);
  expect(between({ x: [5], y: [5] }, { x: [5], y: ["5"] })).toEqual([
    'r.json: y[] is 5 in run 1 (a), "5" in run 2 (a)',
  ]);
  expect(between({ x: [5], y: ["p"] }, { x: [5], y: ["q"] })).toEqual([
    'r.json: y[] is "p" in run 1 (a), "q" in run 2 (a)',
  ]);
  const plan = { charge: [[60, 90]] };
  expect(between({ x: [plan], y: [1] }, { x: [{ ...plan }], y: [1] })).toEqual([]);
  expect(between({ x: [0], y: [1] }, { x: [-0], y: [1] })).toEqual([
    "r.json: x[] is 0 in run 1 (a), -0 in run 2 (a)",
  ]);
});

test("a long digest is told by its beginning", () => {
  const digest = "0123456789abcdef0123";
  const [told] = compareRuns(experiment, [run("a", 1, { digest }), run("b", 2)]).differences;
  expect(told).toBe("frames/0.png: 0123456789abcdef in run 1 (a), d1 in run 2 (b)");
});

test("a file that only a later run left differs too", () => {
  const first = run("a", 1, {}, { files: run("a", 1).files.slice(0, 2) });
  expect(compareRuns(experiment, [first, run("b", 2)]).differences).toEqual([
    "frames/1.png: is not there in run 1 (a), d2 in run 2 (b)",
  ]);
});

test("a stated tolerance is kept to", () => {
  const loose = {
    ...experiment,
    identical: { files: [], fields: [{ file: "r.json", paths: ["results[].cost"], tolerance: 0.01 }] },
  };
  expect(compareRuns(loose, [run("a", 1), run("b", 1, { costs: [1, 2.01] })]).differences).toEqual([]);
  expect(compareRuns(loose, [run("a", 1), run("b", 1, { costs: [1, 2.02] })]).differences).toHaveLength(1);
  const half = {
    ...experiment,
    identical: { files: [], fields: [{ file: "r.json", paths: ["results[].cost"], tolerance: 0.5 }] },
  };
  expect(compareRuns(half, [run("a", 1), run("b", 1, { costs: [1, 2.5] })]).differences).toEqual([]);
  expect(compareRuns(half, [run("a", 1), run("b", 1, { costs: [1, 1.5] })]).differences).toEqual([]);
  const words = sampleRun("b", 1, { json: { "r.json": { results: [{ cost: 1 }, { cost: "2" }] } } });
  expect(compareRuns(half, [run("a", 1), words]).differences).toHaveLength(1);
  expect(compareRuns(half, [words, run("a", 1)]).differences).toHaveLength(1);
});

test("runs that failed are not compared, disturbed ones are", () => {
  const failed = run(
    "b",
    1,
    { digest: "d9" },
    { use: "faulty", faults: [{ kind: "exit status", what: "" }] },
  );
  expect(compareRuns(experiment, [run("a", 1), failed]).comparedRuns).toBe(1);
  const nothing = { comparedRuns: 0, filesARun: 0, fieldsARun: 0, files: [], differences: [] };
  expect(compareRuns(experiment, [failed])).toEqual(nothing);
  const disturbed = run("b", 1, { digest: "d9" }, { use: "thrown away" });
  expect(compareRuns(experiment, [run("a", 1), disturbed]).differences).toHaveLength(1);
});
