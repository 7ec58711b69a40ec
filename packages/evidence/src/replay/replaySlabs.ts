import { parseSchedule } from "@lightcone/parallel";
import { shareOut, timeOn } from "./shareOut.ts";

/** What a slab of rays cost, as --costs writes it. */
export interface SlabCosts {
  readonly slots: number;
  /** Slots of active rays as half-open ranges: begin, end, begin, end ... */
  readonly active: readonly number[];
  /** Integrator steps of each active ray. */
  readonly steps: readonly number[];
}

/** What a schedule makes of recorded slabs. */
export interface RayReplay {
  readonly schedule: string;
  readonly lanes: number;
  /** Cost of all slabs, each as long as its last lane; in costs of a step. */
  readonly makespan: number;
  /** Cost on one lane over that on these. */
  readonly speedUp: number;
  /** Largest over mean steps a lane. */
  readonly balance: number;
  /** Lanes that had an active ray in the first slab. */
  readonly firstSlabLanes: number;
  readonly stepsByLane: readonly number[];
  readonly visitsByLane: readonly number[];
}

/** A visit costs about as much as a step beside its steps: the ray is loaded and stored. */
const VISIT_COST = 1;
/** A slot without an active ray is one look at its status. */
const IDLE_COST = 0.01;
/** A claim is one atomic addition, of a few nanoseconds to a tenth of a microsecond. */
const CHUNK_COST = 0.1;

/**
 * Replays recorded slabs under a schedule on any number of lanes, with a barrier after each slab.
 * @param schedule  words of the engine; `active,n` goes over the active rays alone, all others over the whole table
 * @param cores     that the lanes have, see {@link timeOn}
 */
export function replaySlabs(
  slabs: readonly SlabCosts[],
  schedule: string,
  lanes: number,
  cores: number = lanes,
): RayReplay {
  const isCompacted = schedule.startsWith("active");
  const rule = parseSchedule(schedule.replace("active", "dynamic"));
  const steps = new Float64Array(lanes);
  const visits = new Float64Array(lanes);
  let [makespan, alone, firstSlabLanes] = [0, 0, 0];
  slabs.forEach((slab, index) => {
    const slots = slotsOf(slab);
    const costs = isCompacted ? slab.steps.map((count) => count + VISIT_COST) : tableCosts(slab, slots);
    const shares = shareOut(costs, rule, lanes, CHUNK_COST);
    const visitors = new Set<number>();
    slots.forEach((slot, place) => {
      const lane = shares.owners[isCompacted ? place : slot]!;
      visitors.add(lane);
      steps[lane]! += slab.steps[place]!;
      visits[lane]! += 1;
    });
    makespan += timeOn(shares, cores);
    alone += costs.reduce((sum, cost) => sum + cost, 0);
    if (index === 0) firstSlabLanes = visitors.size;
  });
  const mean = steps.reduce((sum, count) => sum + count, 0) / lanes;
  return {
    schedule,
    lanes,
    makespan,
    speedUp: makespan === 0 ? 1 : alone / makespan,
    balance: mean === 0 ? 1 : steps.reduce((most, count) => Math.max(most, count), 0) / mean,
    firstSlabLanes,
    stepsByLane: [...steps],
    visitsByLane: [...visits],
  };
}

/** The slots of a slab's active rays. */
export function slotsOf({ active }: SlabCosts): number[] {
  const slots: number[] = [];
  for (let pair = 0; pair + 1 < active.length; pair += 2) {
    for (let slot = active[pair]!; slot < active[pair + 1]!; slot++) slots.push(slot);
  }
  return slots;
}

function tableCosts({ slots: count, steps }: SlabCosts, slots: readonly number[]): number[] {
  const costs = new Array<number>(count).fill(IDLE_COST);
  slots.forEach((slot, place) => {
    costs[slot] = steps[place]! + VISIT_COST;
  });
  return costs;
}
