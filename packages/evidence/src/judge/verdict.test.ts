import { expect, test } from "vitest";
import { sampleExperiment, sampleRun } from "../../test/sampleRuns.ts";
import type { Experiment, Measure, Statement } from "../claim/claim.ts";
import { RUN_MEASURES } from "../claim/runMeasures.ts";
import { compareRuns } from "./identity.ts";
import type { Run } from "./run.ts";
import { judgeExperiment } from "./verdict.ts";

const visits: Measure = {
  name: "visits",
  unit: "",
  from: { kind: "json", file: "s.json", path: "visits", reduce: "only" },
};
const twice: Statement = { kind: "faster", say: "twice", side: "b", than: "a", by: "wallMs", atLeast: 2 };

function experimentWith(statement: Statement, changes: Partial<Experiment> = {}): Experiment {
  return sampleExperiment(["a", "b"], {
    statements: [statement],
    measures: [...RUN_MEASURES, visits],
    rounds: 5,
    ...changes,
  });
}

function times(side: string, walls: readonly number[], changes: Partial<Run> = {}): Run[] {
  return walls.map((wallMs, index) => sampleRun(side, index + 1, { wallMs, ...changes }));
}

function verdictOf(experiment: Experiment, runs: readonly Run[]): string {
  const findings = judgeExperiment(experiment, runs, compareRuns(experiment, runs));
  return `${findings.at(-1)?.verdict}: ${findings.at(-1)?.because}`;
}

test("a ratio is shown when its whole interval keeps what is claimed, refuted when none of it does", () => {
  const slow = times("a", [30, 31, 32, 30, 31]);
  expect(verdictOf(experimentWith(twice), [...slow, ...times("b", [10, 10, 11, 10, 10])])).toMatch(
    /^shown: 3\.0/,
  );
  expect(verdictOf(experimentWith(twice), [...slow, ...times("b", [20, 21, 20, 20, 20])])).toMatch(
    /^refuted: 1\.5/,
  );
  expect(verdictOf(experimentWith(twice), [...slow, ...times("b", [10, 20, 11, 19, 15])])).toMatch(
    /^undecided: 2\.0/,
  );
});

test("pairs are those of a round: a drift of the machine that meets both cancels", () => {
  const a = times("a", [30, 60, 90, 120, 150]);
  expect(verdictOf(experimentWith(twice), [...a, ...times("b", [10, 20, 30, 40, 50])])).toMatch(
    /^shown: 3\.000 times, interval 3\.000 to 3\.000 of 5 pairs/,
  );
});

test("on a noisy machine nothing is decided", () => {
  const noisy = times("b", [1, 1, 1, 1, 1], { use: "thrown away" });
  expect(verdictOf(experimentWith(twice), [...times("a", [9, 9, 9, 9, 9]), ...noisy])).toBe(
    "undecided: 0 of 5 rounds have an undisturbed run of both sides, 3 are needed",
  );
});

test("where outputs differ no time is believed", () => {
  const experiment = experimentWith(twice, { identical: { files: ["x"], fields: [] } });
  const left = (sha256: string): Partial<Run> => ({ files: [{ file: "x", bytes: 1, sha256 }] });
  const runs = [...times("a", [30, 30, 30], left("1")), ...times("b", [1, 1, 1], left("2"))];
  const findings = judgeExperiment(experiment, runs, compareRuns(experiment, runs));
  expect(findings.map(({ verdict }) => verdict)).toEqual(["shown", "refuted", "undecided"]);
  const same = [...times("a", [30, 30, 30], left("1")), ...times("b", [1, 1, 1], left("1"))];
  expect(
    judgeExperiment(experiment, same, compareRuns(experiment, same)).map(({ verdict }) => verdict),
  ).toEqual(["shown", "shown", "shown"]);
});

test("a side without a whole run decides nothing, identity included", () => {
  const experiment = experimentWith(twice, { identical: { files: ["x"], fields: [] } });
  const files = [{ file: "x", bytes: 1, sha256: "1" }];
  const faulty = times("b", [1], { use: "faulty", faults: [{ kind: "timed out", what: "" }], files });
  const runs = [...times("a", [3, 3, 3], { files }), ...faulty];
  const findings = judgeExperiment(experiment, runs, compareRuns(experiment, runs));
  expect(findings.map(({ verdict, because }) => `${verdict}: ${because}`)).toEqual([
    "refuted: run 1 (b) is no evidence: timed out: ",
    "undecided: run 1 (b) is no evidence: timed out: ",
    "undecided: run 1 (b) is no evidence: timed out: ",
  ]);
});

test("a count is equal in all runs or it is refuted; one that is missing decides nothing", () => {
  const equal: Statement = { kind: "equal", say: "equal", measure: "visits", sides: ["a", "b"] };
  const run = (side: string, value: unknown, use: Run["use"]): Run =>
    sampleRun(side, 1, { use, json: { "s.json": { visits: value } } });
  const experiment = experimentWith(equal);
  expect(verdictOf(experiment, [run("a", 7, "counted"), run("b", 7, "thrown away")])).toBe(
    "shown: visits is 7 in all 2 runs",
  );
  expect(verdictOf(experiment, [run("a", 7, "counted"), run("b", 8, "thrown away")])).toMatch(
    /^refuted: visits is 7 in run 1/,
  );
  expect(verdictOf(experiment, [run("a", 7, "counted"), run("b", "7", "counted")])).toMatch(/^undecided/);
});

test("a bound on a count needs one run, one on a time three undisturbed ones", () => {
  const bound = (measure: string, most: number): Experiment =>
    experimentWith({
      kind: "bound",
      say: "bound",
      measure,
      side: "a",
      least: Number.NEGATIVE_INFINITY,
      most,
    });
  const counted = [sampleRun("a", 1, { json: { "s.json": { visits: 7 } } })];
  expect(verdictOf(bound("visits", 7), counted)).toMatch(/^shown/);
  expect(verdictOf(bound("visits", 6), counted)).toMatch(
    /^refuted: visits is 7 in 1 runs; claimed at most 6/,
  );
  expect(verdictOf(bound("wallMs", 10), times("a", [9, 9]))).toMatch(/^undecided/);
  expect(verdictOf(bound("wallMs", 10), times("a", [9, 9, 9]))).toMatch(/^shown/);
  expect(verdictOf(bound("wallMs", 10), times("a", [9, 11, 9]))).toMatch(/^undecided/);
});

test("sides of one revision with different kernels are refuted", () => {
  const kernel = (sha256: string): Partial<Run> => ({
    json: { "s.json": { kernels: [{ name: "k", finding: { sha256 } }] } },
  });
  const experiment = sampleExperiment(["a", "b"]);
  const judged = (second: string) => {
    const runs = [sampleRun("a", 1, kernel("1")), sampleRun("b", 1, kernel(second))];
    return judgeExperiment(experiment, runs, compareRuns(experiment, runs)).map(({ verdict }) => verdict);
  };
  expect(judged("1")).toEqual(["shown", "shown"]);
  expect(judged("2")).toEqual(["shown", "refuted"]);
});
