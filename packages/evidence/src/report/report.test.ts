import { expect, test } from "vitest";
import { sampleExperiment, sampleRun } from "../../test/sampleRuns.ts";
import { compareRuns } from "../judge/identity.ts";
import { judgeExperiment } from "../judge/verdict.ts";
import type { Proof } from "../proof.ts";
import { figure } from "./figure.ts";
import { plotSvg } from "./plot.ts";
import { writeReport } from "./writeReport.ts";

const experiment = sampleExperiment(["a <b>", "c"], {
  statements: [{ kind: "faster", say: "c is fast", side: "c", than: "a <b>", by: "wallMs", atLeast: 2 }],
  tables: [
    {
      title: "Times",
      sides: [],
      columns: [{ head: "wall", measure: "wallMs", show: "largest", unit: "s", digits: 2 }],
    },
  ],
  plots: [{ title: "Wall & more", measure: "wallMs", unit: "s" }],
});
const runs = [1, 2, 3].flatMap((round) => [
  sampleRun("a <b>", round, { wallMs: 3000 + round }),
  sampleRun("c", round, { wallMs: 1000, ...(round === 3 ? { use: "thrown away", wallMs: 99_000 } : {}) }),
]);
const identity = compareRuns(experiment, runs);
const proof: Proof = {
  claim: {
    name: "x",
    title: "T",
    about: "About | it.",
    inputs: [],
    experiments: [experiment],
    checks: [],
    caching: "None.",
    tried: [],
    notShown: ["Other homes."],
  },
  tag: "one",
  environment: {
    cpuModel: "cpu",
    logicalCpus: 2,
    physicalCores: null,
    usableCpus: 2,
    cpuQuota: null,
    governor: null,
    memoryBytes: 1 << 30,
    system: "s",
    node: "24",
    v8: "13",
    packages: {},
    kernels: [],
    revision: "abc",
    changedFiles: ["M x"],
    variables: {},
  },
  inputs: [],
  experiments: [{ experiment, runs, identity, findings: judgeExperiment(experiment, runs, identity) }],
  checks: [{ command: "doctor", exitCode: 0, said: "well" }],
  tried: [{ file: "design/0001.md", text: "**What failed.** Twice\nthe time." }],
  findings: [],
  command: "npx lightcone prove x.yaml",
};

function written(): Record<string, string> {
  const files: Record<string, string> = {};
  writeReport(proof, { write: (file, content) => Object.assign(files, { [file]: content }) });
  return files;
}

test("the report ends with what it does not show, and says when the tree was dirty", () => {
  const { "report.md": report = "" } = written();
  expect(report.trimEnd().endsWith("## What this does not show\n\n- Other homes.")).toBe(true);
  expect(report).toContain("dirty: M x");
  expect(report).toContain("npx lightcone prove x.yaml");
});

test("what was tried before stands in the report in the note's own words, and that it was not run again", () => {
  const { "report.md": report = "" } = written();
  const section = report.split("\n## ").find((part) => part.startsWith("What was tried and did not pay"));
  expect(section).toContain("- **What failed.** Twice the time. (`design/0001.md`)");
  expect(section).toContain("nothing of it was run for this report");
});

test("a disturbed run tells no time: not in a table, not in a ratio", () => {
  const { "report.md": report = "" } = written();
  expect(report).toContain("| a <b> | 3.00 |\n| c | 1.00 |");
  expect(report).toContain(
    "| c is fast | undecided | 2 of 3 rounds have an undisturbed run of both sides, 3 are needed |",
  );
  expect(report).toContain("| 3 | c | 3 | thrown away |");
  expect(report).toContain("1 undecided. Others disturbed 1 of 6 runs, whose times are thrown away.");
});

test("the page loads nothing and runs nothing, and names stand for themselves", () => {
  const { "report.html": page = "" } = written();
  expect(page).not.toMatch(/<script|<link|<img|\bsrc=|@import|url\(/);
  expect(page).toContain("a &lt;b&gt;");
  expect(page).not.toContain("a <b>");
  expect(page).toContain("<svg");
  expect(page).toContain("Wall &amp; more");
});

test("figures are written in their column's unit", () => {
  expect(figure(1234567, "ms", "s", 1)).toBe("1,234.6");
  expect(figure(3 * 2 ** 20, "bytes", "", 0)).toBe("3");
  expect(figure(0.0612, "", "%", 1)).toBe("6.1 %");
  expect(figure(undefined, "", "", 0)).toBe("-");
});

test("a sweep is drawn as a line for each other parameter, with every round as a dot", () => {
  const point = (x: number) => ({ x, median: 10 - x, rounds: [10 - x, 11 - x, 9 - x] });
  const series = ["work=1", "work=8"].map((name) => ({ name, points: [1, 2, 4].map(point) }));
  const svg = plotSvg({ title: "Wall", unit: "s", along: "lanes", series, bars: [] });
  expect(svg.match(/<path d="M[^"V]*L/g)).toHaveLength(2);
  expect(svg.match(/<circle/g)).toHaveLength(2 * 3 * 3);
  expect(svg).not.toContain("NaN");
  expect(
    plotSvg({ title: "Wall", unit: "s", along: "", series: [{ name: "", points: [] }], bars: ["a"] }),
  ).toContain("No undisturbed run tells this.");
});

test("names of lines that end close to each other do not cover each other", () => {
  const ends = [5, 5.01, 4.99, 1];
  const series = ends.map((median, index) => ({
    name: `side ${index}`,
    points: [1, 2].map((x) => ({ x, median, rounds: [median] })),
  }));
  const svg = plotSvg({ title: "Wall", unit: "s", along: "lanes", series, bars: [] });
  const heights = ends.map((_, index) =>
    Number(new RegExp(`y="([\\d.]+)"[^>]*>side ${index}<`).exec(svg)![1]),
  );
  const gaps = heights.toSorted((a, b) => a - b).map((y, index, all) => y - (all[index - 1] ?? -100));
  expect(gaps.every((gap) => gap >= 12)).toBe(true);
});
