import { expect, test } from "vitest";
import { sampleExperiment, sampleRaw, sampleSide } from "../../test/sampleRuns.ts";
import type { ActivityRule, Experiment } from "../claim/claim.ts";
import { findFaults } from "./faults.ts";
import type { RawRun } from "./run.ts";

const CPUS = 2;
const stats: ActivityRule = {
  by: "stats",
  file: "stats.json",
  engine: "kernel",
  kernels: ["battery"],
  lanes: 2,
};

function kinds(
  raw: Partial<RawRun>,
  experiment: Partial<Experiment> = {},
  active: ActivityRule = { by: "none" },
): string[] {
  const whole = sampleExperiment(["a"], experiment);
  return findFaults(sampleRaw(raw), sampleSide("a", { active }), whole, CPUS).map(({ kind }) => kind);
}

function counters(changes: object, pool: object = {}): Partial<RawRun> {
  const kernel = { name: "battery", activeEngine: "kernel", fallbackReason: null, ...changes };
  const json = { laneCount: 2, pool: { lanesRefused: 0, lanesDied: 0, ...pool }, kernels: [kernel] };
  return { files: [{ file: "stats.json", bytes: 2, sha256: "" }], json: { "stats.json": json } };
}

test("a run that ended well has no fault", () => {
  expect(kinds({})).toEqual([]);
  expect(kinds(counters({}), {}, stats)).toEqual([]);
});

test("a command that failed, was killed or took too long is named, and what it left is not looked at", () => {
  const files = { identical: { files: ["x"], fields: [] } };
  expect(kinds({ exitCode: 1 }, files)).toEqual(["exit status"]);
  expect(kinds({ exitCode: null, signal: "SIGSEGV" }, files)).toEqual(["exit status"]);
  expect(kinds({ exitCode: null, signal: "SIGKILL", isTimedOut: true }, files)).toEqual(["timed out"]);
});

test("output that an earlier run may have left is no output of this one", () => {
  expect(kinds({ wasFresh: false })).toEqual(["output not fresh"]);
});

test("a file that is missing or cannot be parsed is named", () => {
  const fields = [{ file: "r.json", paths: ["x"], tolerance: 0 }];
  const experiment = { identical: { files: ["frames/*.png"], fields } };
  expect(kinds({}, experiment)).toEqual(["output missing", "output missing"]);
  const files = ["r.json", "frames/1.png"].map((file) => ({ file, bytes: 1, sha256: "" }));
  expect(kinds({ files }, experiment)).toEqual(["output unreadable"]);
});

test("a side that ran on another engine, or does not tell, is named", () => {
  const fell = findFaults(
    sampleRaw(counters({ activeEngine: "reference", fallbackReason: "ABI 3, wanted 4" })),
    sampleSide("a", { active: stats }),
    sampleExperiment(["a"]),
    CPUS,
  );
  expect(fell).toEqual([
    { kind: "engine fell back", what: "kernel battery ran as reference, not as kernel: ABI 3, wanted 4" },
  ]);
  expect(kinds(counters({ name: "other" }), {}, stats)).toEqual(["engine unknown"]);
  expect(kinds(counters({ activeEngine: "reference" }), {}, { ...stats, engine: "reference" })).toEqual([]);
  const stderr = new TextEncoder().encode("kernel battery refused: the reference engine runs\n");
  expect(kinds({ stderr }, {}, { by: "silence" })).toEqual(["engine unknown"]);
  expect(kinds({}, {}, { by: "silence" })).toEqual([]);
});

test("other lanes than were asked for, and lanes that were refused or died, are named", () => {
  expect(kinds(counters({}), {}, { ...stats, lanes: 4 })).toEqual(["lanes"]);
  expect(kinds(counters({}), {}, { ...stats, lanes: "auto" })).toEqual([]);
  expect(kinds(counters({}, { lanesDied: 1 }), {}, { ...stats, lanes: "auto" })).toEqual(["lanes"]);
  expect(kinds(counters({}, { lanesRefused: 1 }), {}, stats)).toEqual(["lanes"]);
});

test("a clock that jumps, stands or gives more CPU time than there are CPUs is named", () => {
  expect(kinds({ dayClockMs: 4_600_000 })).toEqual(["clock jumped"]);
  expect(kinds({ dayClockMs: -200 })).toEqual(["clock jumped"]);
  expect(kinds({ dayClockMs: 1030 })).toEqual([]);
  expect(kinds({ wallMs: 0, dayClockMs: 0, userMs: 0, systemMs: 0 })).toEqual(["clock jumped"]);
  expect(kinds({ userMs: 2900 })).toEqual(["clock jumped"]);
});

test("pictures that are not whole are named", () => {
  expect(kinds({ pictureFaults: ["a.png: is cut off"] })).toEqual(["picture"]);
});
