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
  expect(fewer).toEqual(["r.json: 3 values in run 1 (a), 2 in run 2 (b)"]);
  const [gone] = compareRuns(experiment, [
    run("a", 1),
    run("b", 2, {}, { files: run("b", 2).files.slice(1) }),
  ]).differences;
  expect(gone).toBe("movie.lensmap: d0 in run 1 (a), is not there in run 2 (b)");
});

test("a stated tolerance is kept to", () => {
  const loose = {
    ...experiment,
    identical: { files: [], fields: [{ file: "r.json", paths: ["results[].cost"], tolerance: 0.01 }] },
  };
  expect(compareRuns(loose, [run("a", 1), run("b", 1, { costs: [1, 2.01] })]).differences).toEqual([]);
  expect(compareRuns(loose, [run("a", 1), run("b", 1, { costs: [1, 2.02] })]).differences).toHaveLength(1);
});

test("runs that failed are not compared, disturbed ones are", () => {
  const failed = run(
    "b",
    1,
    { digest: "d9" },
    { use: "faulty", faults: [{ kind: "exit status", what: "" }] },
  );
  expect(compareRuns(experiment, [run("a", 1), failed]).comparedRuns).toBe(1);
  const disturbed = run("b", 1, { digest: "d9" }, { use: "thrown away" });
  expect(compareRuns(experiment, [run("a", 1), disturbed]).differences).toHaveLength(1);
});
