import * as machine from "../protocol/machine.ts";
import * as words from "../protocol/words.ts";
import { laneBase } from "../protocol/words.ts";

// Own constants end up in the machine code, imported ones are read from memory at each use: see protocol/README.md.
const { TEAM, TEAM_LANE, TEAM_OUTCOME, TEAM_SIZE, TEAM_STRIDE } = machine;
const { HEALTH_ALIVE, LANE_HEALTH, LANE_PARKED } = words;

/** Names every worker lane of the pool in a caller's team registers. */
export function nameAll(r: Int32Array, laneCount: number): void {
  r[TEAM_SIZE] = laneCount - 1;
  for (let lane = 1; lane < laneCount; lane++) r[TEAM + TEAM_STRIDE * (lane - 1) + TEAM_LANE] = lane;
}

/** Lanes of the team that ended a batch with this outcome. */
export function countOutcome(r: Int32Array, outcome: number): number {
  let count = 0;
  for (let place = 0; place < r[TEAM_SIZE]!; place++) {
    if (r[TEAM + TEAM_STRIDE * place + TEAM_OUTCOME] === outcome) count++;
  }
  return count;
}

/** Whether a lane is up and sleeps. */
export function isParked(shared: Int32Array, lane: number): boolean {
  const base = laneBase(lane);
  return (
    Atomics.load(shared, base + LANE_HEALTH) === HEALTH_ALIVE &&
    Atomics.load(shared, base + LANE_PARKED) === 1
  );
}

/** How many of the lanes 1 to `lanes` are up and do not sleep: they see a batch without being woken. */
export function countHot(shared: Int32Array, lanes: number): number {
  let hot = 0;
  for (let lane = 1; lane <= lanes; lane++) {
    const base = laneBase(lane);
    if (
      Atomics.load(shared, base + LANE_HEALTH) === HEALTH_ALIVE &&
      Atomics.load(shared, base + LANE_PARKED) === 0
    )
      hot++;
  }
  return hot;
}
