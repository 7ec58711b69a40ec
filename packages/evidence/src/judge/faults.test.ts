import { expect, test } from "vitest";
import { sampleExperiment, sampleRaw, sampleSide } from "../../test/sampleRuns.ts";
import type { ActivityRule, Experiment } from "../claim/claim.ts";
import { findFaults, jsonFilesOf } from "./faults.ts";
import type { RawRun } from "./run.ts";

const CPUS = 2;
const stats: ActivityRule = {
  by: "stats",
  file: "stats.json",
  engine: "kernel",
  kernels: ["battery"],
  lanes: 2,
};

/** The faults of a run of one side, in words. */
function named(
  raw: Partial<RawRun>,
  experiment: Partial<Experiment> = {},
  active: ActivityRule = { by: "none" },
): string[] {
  const whole = sampleExperiment(["a"], experiment);
  const faults = findFaults(sampleRaw(raw), sampleSide("a", { active }), whole, CPUS);
  return faults.map(({ kind, what }) => `${kind}: ${what}`);
}

function kinds(...run: Parameters<typeof named>): string[] {
  return named(...run).map((words) => words.split(":", 1)[0]!);
}

const battery = { name: "battery", activeEngine: "kernel", fallbackReason: null };

function statsOf(json: object): Partial<RawRun> {
  return { files: [{ file: "stats.json", bytes: 2, sha256: "" }], json: { "stats.json": json } };
}

function counters(changes: object, pool: object = {}): Partial<RawRun> {
  const kernels = [{ ...battery, ...changes }];
  return statsOf({ laneCount: 2, pool: { lanesRefused: 0, lanesDied: 0, ...pool }, kernels });
}

test("a run that ended well has no fault", () => {
  expect(kinds({})).toEqual([]);
  expect(kinds(counters({}), {}, stats)).toEqual([]);
});

test("a command that failed, was killed or took too long is named, and what it left is not looked at", () => {
  const files = { identical: { files: ["x"], fields: [] } };
  expect(named({ exitCode: 1 }, files)).toEqual(["exit status: exited with 1"]);
  expect(named({ exitCode: null, signal: "SIGSEGV" }, files)).toEqual(["exit status: was ended by SIGSEGV"]);
  const stderr = new TextEncoder().encode(
    "a trace\n--count: is x\n  to mend: give a number\nHelp: run --help\n\n",
  );
  const words = "--count: is x | to mend: give a number | Help: run --help";
  expect(named({ exitCode: 2, stderr }, files)).toEqual([`exit status: exited with 2: ${words}`]);
  expect(named({ exitCode: null, signal: "SIGABRT", stderr }, files)).toEqual([
    `exit status: was ended by SIGABRT: ${words}`,
  ]);
  expect(named({ exitCode: null, signal: "SIGKILL", isTimedOut: true }, files)).toEqual([
    "timed out: was ended after 10 s",
  ]);
});

test("output that an earlier run may have left is no output of this one", () => {
  expect(named({ wasFresh: false })).toEqual([
    "output not fresh: the output folder could not be emptied before the run",
  ]);
});

test("a file that is missing or cannot be parsed is named", () => {
  const fields = [{ file: "r.json", paths: ["x"], tolerance: 0 }];
  const experiment = { identical: { files: ["frames/*.png"], fields } };
  expect(named({}, experiment)).toEqual([
    "output missing: left no frames/*.png",
    "output missing: left no r.json",
  ]);
  const files = ["r.json", "frames/1.png"].map((file) => ({ file, bytes: 1, sha256: "" }));
  expect(named({ files }, experiment)).toEqual(["output unreadable: r.json is no JSON"]);
  expect(named({}, {}, stats)).toEqual(["output missing: left no stats.json"]);
});

test("the JSON files that are read are those of compared fields, measures, the side's own tables and its counters", () => {
  const table = { title: "", path: "lanes[]", columns: [] };
  const experiment = sampleExperiment(["a", "b"], {
    identical: { files: ["x.bin"], fields: [{ file: "r.json", paths: ["x"], tolerance: 0 }] },
    measures: [
      { name: "wallMs", unit: "ms", from: { kind: "run", field: "wallMs" } },
      { name: "n", unit: "", from: { kind: "json", file: "m.json", path: "n", reduce: "only" } },
      { name: "k", unit: "", from: { kind: "json", file: "m.json", path: "k", reduce: "only" } },
      { name: "both", unit: "", from: { kind: "total", of: ["n", "k"] } },
    ],
    tables: [
      { ...table, side: "a", file: "a.json" },
      { ...table, side: "b", file: "b.json" },
      { title: "", columns: [], sides: ["a"] },
    ],
  });
  expect(jsonFilesOf(experiment, sampleSide("a", { active: stats }))).toEqual([
    "a.json",
    "r.json",
    "m.json",
    "stats.json",
  ]);
  expect(jsonFilesOf(experiment, sampleSide("b"))).toEqual(["b.json", "r.json", "m.json"]);
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
  expect(named(counters({ name: "other" }), {}, stats)).toEqual([
    "engine unknown: stats.json does not name kernel battery",
  ]);
  expect(kinds(counters({ activeEngine: "reference" }), {}, { ...stats, engine: "reference" })).toEqual([]);
  expect(named(counters({ activeEngine: "reference" }), {}, stats)).toEqual([
    "engine fell back: kernel battery ran as reference, not as kernel",
  ]);
});

test("what one kernel does not tell is not taken from the next", () => {
  const kernels = [{ name: "sky" }, { ...battery, activeEngine: "reference", fallbackReason: "no SIMD" }];
  const pool = { lanesRefused: 0, lanesDied: 0 };
  expect(named(statsOf({ laneCount: 2, pool, kernels }), {}, stats)).toEqual([
    "engine fell back: kernel sky ran as undefined, not as kernel",
    "engine fell back: kernel battery ran as reference, not as kernel: no SIMD",
  ]);
});

test("counters that tell nothing are no counters", () => {
  expect(named(statsOf({}), {}, stats)).toEqual([
    "engine unknown: stats.json names no kernel",
    "lanes: stats.json does not say how many lanes ran",
    "lanes: pool.lanesRefused is missing, not 0",
    "lanes: pool.lanesDied is missing, not 0",
  ]);
});

test("where silence is asked for, the first line of what was said is told", () => {
  const stderr = new TextEncoder().encode("\nkernel battery refused: wrong ABI\nthe reference engine runs\n");
  expect(named({ stderr }, {}, { by: "silence" })).toEqual([
    "engine unknown: wrote to standard error: kernel battery refused: wrong ABI",
  ]);
  expect(kinds({ stderr })).toEqual([]);
  expect(kinds({ stderr: new TextEncoder().encode(" \n") }, {}, { by: "silence" })).toEqual([]);
  expect(kinds({}, {}, { by: "silence" })).toEqual([]);
});

test("other lanes than were asked for, and lanes that were refused or died, are named", () => {
  expect(named(counters({}), {}, { ...stats, lanes: 4 })).toEqual(["lanes: ran on 2 lanes, not on 4"]);
  expect(kinds(counters({}), {}, { ...stats, lanes: "auto" })).toEqual([]);
  expect(named(counters({}, { lanesDied: 1 }), {}, { ...stats, lanes: "auto" })).toEqual([
    "lanes: pool.lanesDied is 1, not 0",
  ]);
  expect(kinds(counters({}, { lanesRefused: 1 }), {}, stats)).toEqual(["lanes"]);
});

test("a clock that jumps, stands or gives more CPU time than there are CPUs is named", () => {
  expect(named({ dayClockMs: 4_600_000 })).toEqual([
    "clock jumped: the clock of the day moved by 4600000 ms while 1000 ms went by",
  ]);
  expect(kinds({ dayClockMs: -200 })).toEqual(["clock jumped"]);
  expect(named({ wallMs: 0, dayClockMs: 0, userMs: 0, systemMs: 0 })).toEqual([
    "clock jumped: the run took 0 ms",
  ]);
  expect(named({ userMs: 2900 })).toEqual(["clock jumped: 2950 ms of CPU time on 2 CPUs in 1000 ms"]);
});

test("clocks may disagree by 50 ms and by 1 in 100, and CPU time too where a machine tells it", () => {
  expect([1060, 1061, 940, 939].map((dayClockMs) => kinds({ dayClockMs }).length)).toEqual([0, 1, 0, 1]);
  expect([2070, 2071].map((userMs) => kinds({ userMs }).length)).toEqual([0, 1]);
  expect(kinds({ userMs: null, systemMs: 2121 })).toEqual(["clock jumped"]);
  expect(kinds({ userMs: 2121, systemMs: null })).toEqual(["clock jumped"]);
});

test("pictures that are not whole are named", () => {
  expect(kinds({ pictureFaults: ["a.png: is cut off"] })).toEqual(["picture"]);
});
