import { wholePercent } from "../kernel/physics.ts";
import { round1 } from "./decimalRounding.ts";

/**
 * The smallest double in (low, high] at which a rising condition holds.
 * @param low   the condition does not hold here
 * @param high  the condition holds here
 */
function smallestHolding(low: number, high: number, holds: (value: number) => boolean): number {
  let below = low;
  let above = high;
  for (;;) {
    const middle = below + (above - below) / 2;
    // No double lies between the two: their middle rounds to one of them.
    if (!(middle > below && middle < above)) return above;
    if (holds(middle)) above = middle;
    else below = middle;
  }
}

/** An edge that arithmetic expects within this share of a value is looked for there first. */
const NEAR = 1e-14;

/** {@link smallestHolding} for an edge that is expected close to a value; elsewhere when it is not there. */
function edgeNear(
  expected: number,
  [low, high]: readonly [number, number],
  holds: (value: number) => boolean,
): number {
  const [below, above] = [expected * (1 - NEAR), expected * (1 + NEAR)];
  const isThere = holds(above) && !holds(below);
  return isThere ? smallestHolding(below, above, holds) : smallestHolding(low, high, holds);
}

/**
 * Where each whole percent of a capacity begins.
 * @returns 101 charges in kWh: entry p is the smallest that counts as p percent or more (entry 0 is 0);
 *          infinite for a capacity of 0, all of whose charges count as 0 percent
 * @see household model, section 4.10
 */
export function percentEdges(capacityKwh: number): Float64Array {
  const edges = new Float64Array(101);
  const high = capacityKwh * 2 + 1;
  for (let percent = 1; percent <= 100; percent++) {
    edges[percent] =
      capacityKwh > 0
        ? edgeNear(
            ((percent - 0.5) / 100) * capacityKwh,
            [0, high],
            (socKwh) => wholePercent(socKwh, capacityKwh) >= percent,
          )
        : Number.POSITIVE_INFINITY;
  }
  return edges;
}

/**
 * Where each tenth of a kWh begins.
 * @param count  number of tenths
 * @returns entry t is the smallest charge, in kWh, that rounds to t/10 or more at one decimal (entry 0 is 0)
 */
export function tenthEdges(count: number): Float64Array {
  const edges = new Float64Array(count);
  for (let tenth = 1; tenth < count; tenth++) {
    edges[tenth] = edgeNear(
      (tenth - 0.5) / 10,
      [(tenth - 0.75) / 10, tenth / 10],
      (socKwh) => round1(socKwh) >= tenth / 10,
    );
  }
  return edges;
}

/**
 * Tenth of a kWh that a charge rounds to. The sum overshoots by one at most, where a charge lies just below
 * a half or a tie goes to the even digit below.
 * @param edges  from {@link tenthEdges}
 */
export function tenthOf(socKwh: number, edges: Float64Array): number {
  const tenth = Math.trunc(socKwh * 10 + 0.5);
  return socKwh < edges[tenth]! ? tenth - 1 : tenth;
}
