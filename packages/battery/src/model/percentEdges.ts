import { larger, smaller, wholePercent } from "../kernel/physics.ts";
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

/** Bands of charge within which a curve that is read by whole percent does not change. */
export interface ChargeBands {
  /** Smallest charge of each band, in kWh; a last entry that no charge reaches. */
  readonly bandEdges: Float64Array;
  /** A charge times this, rounded, is its band or a neighbour of it. */
  readonly bandsPerKwh: number;
}

/** Bands, and the whole percent that a curve is read at in each. */
interface PercentBands extends ChargeBands {
  readonly percents: readonly number[];
}

/** Bands that are whole percents of the charge as it is. */
export function percentBands(capacityKwh: number, highestKwh: number): PercentBands {
  return wholePercents(percentEdges(capacityKwh), capacityKwh, highestKwh);
}

/** Above this capacity a percent is wider than ten tenths of a kWh, and bands are percents of the rounded charge. */
const TENTHS_UP_TO_KWH = 200;

/**
 * Bands of a curve that is read at the whole percent of the charge rounded to a tenth of a kWh.
 * @see household model, section 4: `R`
 */
export function peerBands(capacityKwh: number, highestKwh: number): PercentBands {
  if (capacityKwh > TENTHS_UP_TO_KWH) {
    return wholePercents(roundedPercentEdges(capacityKwh), capacityKwh, highestKwh);
  }
  const count = Math.trunc(highestKwh * 10 + 0.5) + 2;
  const bandEdges = Float64Array.of(...tenthEdges(count), Number.POSITIVE_INFINITY);
  return {
    bandEdges,
    bandsPerKwh: 10,
    percents: Array.from(bandEdges, (_, tenth) => wholePercent(tenth / 10, capacityKwh)),
  };
}

/** Where each whole percent of the charge rounded to a tenth of a kWh begins; for percents wider than a tenth. */
function roundedPercentEdges(capacityKwh: number): Float64Array {
  return Float64Array.from({ length: 101 }, (_, percent) =>
    percent === 0
      ? 0
      : smallestHolding(0, capacityKwh * 2, (socKwh) => wholePercent(round1(socKwh), capacityKwh) >= percent),
  );
}

/** Bands that are whole percents; charges above the capacity count as 100. */
function wholePercents(edges: Float64Array, capacityKwh: number, highestKwh: number): PercentBands {
  const bandsPerKwh = capacityKwh > 0 ? 100 / capacityKwh : 0;
  const count = larger(Math.trunc(highestKwh * bandsPerKwh + 0.5), 100) + 2;
  const bandEdges = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  bandEdges.set(edges);
  return { bandEdges, bandsPerKwh, percents: Array.from(bandEdges, (_, percent) => smaller(percent, 100)) };
}

/**
 * Band that a charge lies in. The product misses it by one at most: where a charge lies just below or above an edge, or
 * a tie goes to the even digit below.
 */
export function bandOf(socKwh: number, { bandEdges, bandsPerKwh }: ChargeBands): number {
  const near = Math.trunc(socKwh * bandsPerKwh + 0.5);
  if (socKwh < bandEdges[near]!) return near - 1;
  return socKwh >= bandEdges[near + 1]! ? near + 1 : near;
}
