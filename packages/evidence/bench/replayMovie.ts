/**
 * `node packages/evidence/bench/replayMovie.ts SHOT OUT [FRAMES]`: records what each ray of a movie costs in each slab,
 * replays it under each schedule for lanes that this machine has not, and compares replays for a few lanes with runs
 * on them. Leaves OUT/replay.json.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type RayReplay, replaySlabs, type SlabCosts } from "../src/index.ts";
import { medianOf, readJson, runLightcone } from "./commandRun.ts";

const SCHEDULES = ["static", "static,32", "dynamic,32", "dynamic,128", "guided", "active,128"];
const PREDICTED_LANES = [2, 4, 8, 16, 64];
/** Two lanes are what a small machine has; four are more than it has. */
const CHECKED_LANES = [2, 4];
const CHECKED_SCHEDULES = ["static", "static,32", "dynamic,32", "active,128"];
/** Runs of which the median counts. */
const ROUNDS = 3;

/** What a run's --stats tells of the pools that all lanes share. */
interface Pools {
  readonly batchMs: number;
  readonly firstSlab: { readonly lanes: number };
  readonly lanes: readonly { readonly lane: number; readonly steps: number }[];
}

const [shot = "", out = "", frames = ""] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const costsFile = join(out, "costs.json");
render(1, "active,128", ["--costs", costsFile]);
const { slabs } = readJson<{ slabs: SlabCosts[] }>(costsFile);
const predictions = SCHEDULES.flatMap((schedule) =>
  PREDICTED_LANES.map((lanes) => brief(replaySlabs(slabs, schedule, lanes))),
);
const aloneMs = medianOf(poolsOf(1, "active,128").map(({ batchMs }) => batchMs));
const checks = CHECKED_SCHEDULES.flatMap((schedule) => CHECKED_LANES.map((lanes) => check(schedule, lanes)));
const speedUpOf = (schedule: string, lanes: number): number =>
  predictions.find((row) => row.schedule === schedule && row.lanes === lanes)!.speedUp;
const result = {
  slabs: slabs.length,
  cores: availableParallelism(),
  predictions,
  checks,
  largestSpeedUpError: Math.max(...checks.map(({ speedUpError }) => speedUpError)),
  largestBalanceError: Math.max(...checks.map(({ balanceError }) => balanceError)),
  gainOn16: speedUpOf("active,128", 16) / speedUpOf("static", 16),
};
writeFileSync(join(out, "replay.json"), `${JSON.stringify(result, null, 1)}\n`);

function render(lanes: number, schedule: string, more: readonly string[]): void {
  const movie = join(out, "movie");
  rmSync(movie, { recursive: true, force: true });
  const range = frames === "" ? [] : ["--frames", frames];
  const how = ["--lanes", `${lanes}`, "--schedule", schedule, "--lanes-first"];
  runLightcone(["render", shot, ...range, "--out", movie, ...how, ...more]);
}

/** The pools of some runs. */
function poolsOf(lanes: number, schedule: string): Pools[] {
  return Array.from({ length: ROUNDS }, (_, round) => {
    const statsFile = join(out, `stats-${lanes}-${schedule.replace(",", "-")}-${round}.json`);
    render(lanes, schedule, ["--stats", statsFile]);
    return readJson<{ movie: { pools: Pools } }>(statsFile).movie.pools;
  });
}

/** Without the lists by lane. */
function brief({
  stepsByLane: _,
  visitsByLane: __,
  ...replay
}: RayReplay): Omit<RayReplay, "stepsByLane" | "visitsByLane"> {
  return replay;
}

/** A replay beside runs of the same schedule on as many lanes, on the cores that this machine has. */
function check(schedule: string, lanes: number) {
  const pools = poolsOf(lanes, schedule);
  const predicted = replaySlabs(slabs, schedule, lanes, availableParallelism());
  const balance = medianOf(pools.map((pool) => balanceOf(pool, lanes)));
  const speedUp = aloneMs / medianOf(pools.map(({ batchMs }) => batchMs));
  return {
    schedule,
    lanes,
    predictedSpeedUp: predicted.speedUp,
    speedUp,
    speedUpError: Math.abs(predicted.speedUp - speedUp) / speedUp,
    predictedBalance: predicted.balance,
    balance,
    balanceError: Math.abs(predicted.balance - balance) / balance,
    predictedFirstSlabLanes: predicted.firstSlabLanes,
    firstSlabLanes: medianOf(pools.map(({ firstSlab }) => firstSlab.lanes)),
  };
}

/** Largest over mean steps a lane. */
function balanceOf(pools: Pools, lanes: number): number {
  const steps = pools.lanes.map((row) => row.steps);
  return Math.max(...steps) / (steps.reduce((sum, count) => sum + count, 0) / lanes);
}
