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

test("a ratio is shown at what is claimed, and not refuted where its interval reaches that", () => {
  const said = (b: readonly number[]): string =>
    verdictOf(experimentWith(twice), [...times("a", [30, 30, 30, 30, 30]), ...times("b", b)]);
  expect(said([15, 15, 15, 15, 15])).toBe(
    "shown: 2.000 times, interval 2.000 to 2.000 of 5 pairs; claimed at least 2",
  );
  expect(said([20, 20, 20, 15, 15])).toBe(
    "undecided: 1.500 times, interval 1.500 to 2.000 of 5 pairs; claimed at least 2",
  );
});

test("rounds in which one side does not tell, or tells 0, are no pairs", () => {
  const less: Statement = { ...twice, by: "visits" };
  const told = (side: string, visits: readonly unknown[]): Run[] =>
    visits.map((each, index) => sampleRun(side, index + 1, { json: { "s.json": { visits: each } } }));
  const said = (a: readonly unknown[], b: readonly unknown[]): string =>
    verdictOf(experimentWith(less), [...told("a", a), ...told("b", b)]);
  const few = "undecided: 2 of 5 rounds have an undisturbed run of both sides, 3 are needed";
  expect(said([8, 8, "?", "?", "?"], [4, 4, 4, 4, 4])).toBe(few);
  expect(said([8, 8, 8, 8, 8], [4, 4, "?", "?", "?"])).toBe(few);
  expect(said([8, 8, 8, 8, 8], [4, 4, 0, 0, 0])).toBe(few);
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
  expect(findings.map(({ verdict, because }) => `${verdict}: ${because}`)).toEqual([
    "shown: 6 runs",
    "refuted: x: 1 in run 1 (a), 2 in run 1 (b), and 2 more",
    "undecided: the sides do not leave the same: their times are not compared",
  ]);
  expect(findings[1]?.say).toBe("All runs of all sides leave the same.");
  const count = experimentWith({ ...twice, by: "visits" }, { identical: experiment.identical });
  expect(verdictOf(count, runs)).toMatch(/^undecided: 0 of 5 rounds/);
  const same = [...times("a", [30, 30, 30], left("1")), ...times("b", [1, 1, 1], left("1"))];
  expect(
    judgeExperiment(experiment, same, compareRuns(experiment, same)).map(({ verdict }) => verdict),
  ).toEqual(["shown", "shown", "shown"]);
});

test("what was compared is told in full; one run, or runs without output, are nothing to compare", () => {
  const fields = [{ file: "s.json", paths: ["v[]"], tolerance: 0 }];
  const identityOf = (runs: readonly Run[], identical: Partial<Experiment["identical"]>): string[] => {
    const experiment = sampleExperiment(["a"], { identical: { files: [], fields: [], ...identical } });
    return judgeExperiment(experiment, runs, compareRuns(experiment, runs))
      .slice(1)
      .map(({ verdict, because }) => `${verdict}: ${because}`);
  };
  const left = { files: [{ file: "x", bytes: 1, sha256: "1" }], json: { "s.json": { v: [4, 5] } } };
  const [one, two] = [sampleRun("a", 1, left), sampleRun("a", 2, left)];
  expect(identityOf([one, two], { files: ["x"], fields })).toEqual([
    "shown: 2 runs: 1 files a run and 2 fields a run compared, no difference",
  ]);
  expect(identityOf([one, two], { files: ["x", "y"], fields })).toHaveLength(1);
  expect(identityOf([one, two], {})).toEqual([]);
  expect(identityOf([one], { files: ["x"] })).toEqual(["undecided: there was nothing to compare"]);
  expect(identityOf([one, two], { files: ["y"] })).toEqual(["undecided: there was nothing to compare"]);
  const other = sampleRun("a", 2, { ...left, files: [{ file: "x", bytes: 1, sha256: "2" }] });
  expect(identityOf([one, other], { files: ["x"] })).toEqual(["refuted: x: 1 in run 1 (a), 2 in run 2 (a)"]);
  // As many fields as files: neither count hides the other.
  const single = sampleRun("a", 1, { files: left.files, json: { "s.json": { v: [4] } } });
  const again = { ...single, number: 2, round: 2 };
  expect(identityOf([single, again], { files: ["x"], fields })).toEqual([
    "shown: 2 runs: 1 files a run and 1 fields a run compared, no difference",
  ]);
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

test("a statement is undecided when a side it names has a faulty run, and only then", () => {
  const faulty = times("b", [1], { use: "faulty", faults: [{ kind: "timed out", what: "" }] });
  const runs = [...times("a", [3, 3, 3]), ...faulty];
  const untried = /^undecided: run 1 \(b\) is no evidence/;
  const bound = { kind: "bound", say: "", measure: "wallMs", least: 0, most: 9 } as const;
  expect(verdictOf(experimentWith({ ...twice, side: "a", than: "b" }), runs)).toMatch(untried);
  expect(verdictOf(experimentWith({ ...bound, side: "b" }), runs)).toMatch(untried);
  expect(verdictOf(experimentWith({ ...bound, side: "a" }), runs)).toMatch(/^shown/);
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
  expect(verdictOf(experiment, [run("a", 7, "counted"), run("b", "7", "counted")])).toBe(
    "undecided: run 1 (b) has no visits",
  );
  const third = [run("a", 7, "counted"), run("b", 7, "counted"), run("c", 8, "counted")];
  expect(verdictOf(experiment, third)).toMatch(/^shown/);
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
  expect(verdictOf(bound("wallMs", 10), times("a", [9, 9]))).toBe(
    "undecided: 2 runs tell wallMs, 3 are needed",
  );
  expect(verdictOf(bound("wallMs", 10), times("a", [9, 9, 9]))).toMatch(/^shown/);
  expect(verdictOf(bound("wallMs", 10), times("a", [9, 11, 9]))).toBe(
    "undecided: wallMs is 9 to 11 in 3 runs; claimed at most 10",
  );
  const disturbed = times("a", [9], { use: "thrown away" });
  expect(verdictOf(bound("wallMs", 10), [...times("a", [9, 9]), ...disturbed])).toMatch(/^undecided/);
});

test("a bound is of its own side, holds at its ends, and needs a count of every run", () => {
  const within = (least: number, most: number): Experiment =>
    experimentWith({ kind: "bound", say: "", measure: "visits", side: "a", least, most });
  const told = (side: string, visits: unknown): Run =>
    sampleRun(side, 1, { use: "thrown away", json: { "s.json": { visits } } });
  expect(verdictOf(within(7, 9), [told("a", 7), told("a", 9), told("b", 99)])).toBe(
    "shown: visits is 7 to 9 in 2 runs; claimed at least 7 and at most 9",
  );
  expect(verdictOf(within(8, Number.POSITIVE_INFINITY), [told("a", 7), told("a", 6)])).toBe(
    "refuted: visits is 6 to 7 in 2 runs; claimed at least 8",
  );
  expect(verdictOf(within(0, 9), [told("a", 7), told("a", "?")])).toBe(
    "undecided: 1 runs tell visits, 2 are needed",
  );
});
