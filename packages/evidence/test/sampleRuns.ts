import type { Experiment, Side } from "../src/claim/claim.ts";
import { RUN_MEASURES } from "../src/claim/runMeasures.ts";
import type { RawRun, Run } from "../src/judge/run.ts";

/** A side that runs nothing. */
export function sampleSide(name: string, changes: Partial<Side> = {}): Side {
  return {
    name,
    baseName: name,
    command: ["true"],
    parameters: {},
    active: { by: "none" },
    setup: [],
    ...changes,
  };
}

/** An experiment of the given sides that asks for nothing. */
export function sampleExperiment(sides: readonly string[], changes: Partial<Experiment> = {}): Experiment {
  return {
    name: "sample",
    title: "Sample",
    about: "",
    sides: sides.map((name) => sampleSide(name)),
    rounds: 3,
    warmups: 0,
    timeoutSeconds: 10,
    identical: { files: [], fields: [] },
    measures: RUN_MEASURES,
    statements: [],
    tables: [],
    plots: [],
    ...changes,
  };
}

/** What a command left that ended well after a second. */
export function sampleRaw(changes: Partial<RawRun> = {}): RawRun {
  return {
    command: "true",
    exitCode: 0,
    signal: null,
    isTimedOut: false,
    wasFresh: true,
    wallMs: 1000,
    dayClockMs: 1000,
    userMs: 900,
    systemMs: 50,
    peakBytes: 1 << 20,
    foreignShare: 0,
    files: [],
    json: {},
    pictureFaults: [],
    stdout: new Uint8Array(0),
    stderr: new Uint8Array(0),
    ...changes,
  };
}

/** A counted run. */
export function sampleRun(side: string, round: number, changes: Partial<Run> = {}): Run {
  return { ...sampleRaw(), number: round, side, round, use: "counted", faults: [], ...changes };
}
