/**
 * `node packages/evidence/bench/replayMovie.ts SHOT OUT [FRAMES]`: records what each ray of a movie costs in each slab,
 * replays it under each schedule for lanes that this machine has not, and compares replays for a few lanes with runs
 * on them. Leaves OUT/replay.json.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RayReplay, replaySlabs, type SlabCosts } from "../src/index.ts";
import { readJson, runLightcone } from "./commandRun.ts";

const SCHEDULES = ["static", "static,32", "dynamic,32", "dynamic,128", "guided", "active,128"];
const PREDICTED_LANES = [4, 8, 16, 64];
/** Two lanes are what a small machine has; four are more than it has. */
const CHECKED_LANES = [2, 4];
const CHECKED_SCHEDULES = ["static", "static,32", "dynamic,32", "active,128"];

interface Stats {
  readonly movie: {
    readonly pools: {
      readonly firstSlab: { readonly lanes: number };
      readonly lanes: readonly { readonly lane: number; readonly steps: number }[];
    };
  };
}

const [shot = "", out = "", frames = ""] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const costsFile = join(out, "costs.json");
render("recorded", 1, "active,128", ["--costs", costsFile]);
const { slabs } = readJson<{ slabs: SlabCosts[] }>(costsFile);
const predictions = SCHEDULES.flatMap((schedule) =>
  PREDICTED_LANES.map((lanes) => brief(replaySlabs(slabs, schedule, lanes))),
);
const checks = CHECKED_SCHEDULES.flatMap((schedule) => CHECKED_LANES.map((lanes) => check(schedule, lanes)));
const largestError = Math.max(...checks.map(({ balanceError }) => balanceError));
writeFileSync(
  join(out, "replay.json"),
  `${JSON.stringify({ slabs: slabs.length, predictions, checks, largestError }, null, 1)}\n`,
);

function render(name: string, lanes: number, schedule: string, more: readonly string[]): void {
  const range = frames === "" ? [] : ["--frames", frames];
  runLightcone([
    "render",
    shot,
    ...range,
    "--out",
    join(out, name),
    "--lanes",
    `${lanes}`,
    "--schedule",
    schedule,
    ...more,
  ]);
}

/** Without the lists by lane. */
function brief({
  stepsByLane: _,
  visitsByLane: __,
  ...replay
}: RayReplay): Omit<RayReplay, "stepsByLane" | "visitsByLane"> {
  return replay;
}

/** A replay beside a run of the same schedule on as many lanes. */
function check(schedule: string, lanes: number) {
  const statsFile = join(out, `stats-${lanes}-${schedule.replace(",", "-")}.json`);
  render(`checked-${lanes}-${schedule.replace(",", "-")}`, lanes, schedule, ["--stats", statsFile]);
  const { pools } = readJson<Stats>(statsFile).movie;
  const steps = Array.from(
    { length: lanes },
    (_, lane) => pools.lanes.find((row) => row.lane === lane)?.steps ?? 0,
  );
  const mean = steps.reduce((sum, count) => sum + count, 0) / lanes;
  const replay = replaySlabs(slabs, schedule, lanes);
  const balance = Math.max(...steps) / mean;
  return {
    schedule,
    lanes,
    predictedBalance: replay.balance,
    balance,
    balanceError: Math.abs(replay.balance - balance) / balance,
    predictedFirstSlabLanes: replay.firstSlabLanes,
    firstSlabLanes: pools.firstSlab.lanes,
  };
}
