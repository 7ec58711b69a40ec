/**
 * `node packages/evidence/bench/replayPlans.ts SCENARIOS OUT [IDS]`: records what each run of the planner's engine costs
 * on one lane, replays the suite on more lanes, and compares two and four lanes with runs on them. Leaves
 * OUT/replay.json.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type RunCosts, replayRuns } from "../src/index.ts";
import { medianOf, readJson, runLightcone } from "./commandRun.ts";

const PREDICTED_LANES = [2, 4, 8, 16, 64];
const CHECKED_LANES = [2, 4];
/** What the work of a job is multiplied by: a machine on which the kernel dominates. */
const REPEATS = [1, 8];

/** Runs of which the median counts. */
const ROUNDS = 3;

/** A run as --costs tells it. */
interface NamedCosts extends RunCosts {
  readonly entry: string;
}

interface Doctor {
  readonly worker: { readonly startMs: number | null; readonly wakeMicroseconds: number | null };
}

const [scenarios = "", out = "", ids = ""] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const doctorFile = join(out, "doctor.json");
runLightcone(["doctor", "--json", doctorFile]);
const { worker } = readJson<Doctor>(doctorFile);
// The caller goes on while lanes start: what it waits for is the wake-up of each run.
const laneCosts = { wakeMs: (worker.wakeMicroseconds ?? 0) / 1000, startMs: 0 };
const rows = REPEATS.map(replayRepeat);
const result = {
  laneCosts,
  entries: rows[0]!.entries,
  predictions: rows.flatMap(({ predictions }) => predictions),
  checks: rows.flatMap(({ checks }) => checks),
};
writeFileSync(join(out, "replay.json"), `${JSON.stringify(result, null, 1)}\n`);

/** @returns wall time in milliseconds, the median of some runs */
function suite(words: readonly string[]): number {
  const only = ids === "" ? [] : ["--ids", ids];
  return medianOf(
    Array.from({ length: ROUNDS }, () => runLightcone(["suite", scenarios, ...only, ...words])),
  );
}

function replayRepeat(repeat: number) {
  const costsFile = join(out, `costs-${repeat}.json`);
  const aloneMs = suite(["--lanes", "1", "--repeat-work", `${repeat}`, "--costs", costsFile]);
  const { runs } = readJson<{ runs: NamedCosts[] }>(costsFile);
  const repeated = runs.map(({ jobs, nanosecondsPerJob }) => ({
    jobs,
    nanosecondsPerJob: nanosecondsPerJob * repeat,
  }));
  const inRunsMs = repeated.reduce(
    (sum, { jobs, nanosecondsPerJob }) => sum + (jobs * nanosecondsPerJob) / 1e6,
    0,
  );
  const outsideMs = aloneMs - inRunsMs;
  const replayOn = (lanes: number, cores = lanes) =>
    replayRuns(repeated, outsideMs, lanes, { ...laneCosts, cores });
  const predictions = PREDICTED_LANES.map((lanes) => ({ repeat, aloneMs, outsideMs, ...replayOn(lanes) }));
  const checks = CHECKED_LANES.map((lanes) => {
    const wallMs = suite(["--lanes", `${lanes}`, "--repeat-work", `${repeat}`]);
    const predictedMs = replayOn(lanes, availableParallelism()).wallMs;
    return { repeat, lanes, predictedMs, wallMs, error: Math.abs(predictedMs - wallMs) / wallMs };
  });
  return { entries: entriesOf(runs), predictions, checks };
}

/** Calls, jobs and times of each entry of the kernel. */
function entriesOf(runs: readonly NamedCosts[]) {
  const totalNs = (own: readonly NamedCosts[]): number =>
    own.reduce((sum, { jobs, nanosecondsPerJob }) => sum + jobs * nanosecondsPerJob, 0);
  return [...new Set(runs.map(({ entry }) => entry))].map((entry) => {
    const own = runs.filter((run) => run.entry === entry);
    const sizes = own.map(({ jobs }) => jobs).toSorted((a, b) => a - b);
    const jobs = sizes.reduce((sum, size) => sum + size, 0);
    return {
      entry,
      calls: own.length,
      jobs,
      medianJobs: sizes[Math.floor(sizes.length / 2)]!,
      p95Jobs: sizes[Math.ceil(0.95 * sizes.length) - 1]!,
      mostJobs: sizes.at(-1)!,
      microsecondsAJob: jobs === 0 ? 0 : totalNs(own) / jobs / 1000,
      totalMs: totalNs(own) / 1e6,
    };
  });
}
