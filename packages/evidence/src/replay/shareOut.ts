import { claimSize, isDealtOut, type Schedule, STATIC, staticBegin } from "@lightcone/parallel";

/** Who ran what in a replay, and how long the last one took. */
export interface Shares {
  /** Lane of each index. */
  readonly owners: Int32Array;
  /** Cost of the lane that was last to finish, in the unit of the costs. */
  readonly makespan: number;
  /** Lanes that had anything to do. */
  readonly busyLanes: number;
  readonly chunks: number;
}

/**
 * Shares indices out to lanes as a schedule does, on a machine on which every lane runs all the time: chunks are claimed
 * by the lane that is free first, of equals by the lowest.
 * @param costs  of each index, in any one unit
 * @param chunkCost  of claiming a chunk, in the same unit
 */
export function shareOut(
  costs: ArrayLike<number>,
  schedule: Schedule,
  lanes: number,
  chunkCost: number,
): Shares {
  const owners = new Int32Array(costs.length);
  const loads = new Float64Array(lanes);
  let chunks = 0;
  const give = (lane: number, begin: number, end: number): void => {
    if (begin >= end) return;
    chunks++;
    loads[lane] = loads[lane]! + chunkCost + costOf(costs, begin, end);
    owners.fill(lane, begin, end);
  };
  if (isDealtOut(schedule.kind)) dealOut(costs.length, schedule, lanes, give);
  else claim(costs.length, schedule, loads, give);
  const makespan = loads.reduce((most, load) => Math.max(most, load), 0);
  return { owners, makespan, busyLanes: loads.filter((load) => load > 0).length, chunks };
}

/**
 * Wall time of shares on so many cores: where more lanes are busy than there are cores, each has its share of a core to
 * the end, as a system that is fair to all of them gives it.
 */
export function timeOn({ makespan, busyLanes }: Shares, cores: number): number {
  return makespan * Math.max(1, busyLanes / cores);
}

type Give = (lane: number, begin: number, end: number) => void;

function dealOut(count: number, { kind, chunk }: Schedule, lanes: number, give: Give): void {
  if (kind === STATIC) {
    for (let lane = 0; lane < lanes; lane++) {
      give(lane, staticBegin(lane, lanes, count), staticBegin(lane + 1, lanes, count));
    }
    return;
  }
  for (let begin = 0, turn = 0; begin < count; begin += chunk, turn++) {
    give(turn % lanes, begin, Math.min(begin + chunk, count));
  }
}

function claim(count: number, { kind, chunk }: Schedule, loads: Float64Array, give: Give): void {
  for (let begin = 0; begin < count; ) {
    const end = begin + claimSize(kind, chunk, loads.length, count - begin);
    give(freest(loads), begin, end);
    begin = end;
  }
}

function freest(loads: Float64Array): number {
  let best = 0;
  for (let lane = 1; lane < loads.length; lane++) if (loads[lane]! < loads[best]!) best = lane;
  return best;
}

function costOf(costs: ArrayLike<number>, begin: number, end: number): number {
  let sum = 0;
  for (let index = begin; index < end; index++) sum += costs[index]!;
  return sum;
}
