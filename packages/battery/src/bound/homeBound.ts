import type { SimulationInputs } from "../model/inputs.ts";
import { homeOf } from "../model/simulate.ts";
import { normalisedWeights } from "../plan/metric.ts";
import { hullBound, leastCost } from "../storage/storageChain.ts";
import {
  certainFuture,
  demandFuture,
  diverterCourse,
  diverterWays,
  heatPence,
  mayRunOut,
} from "./diverterWays.ts";
import { type Closeness, type RelaxedFuture, relaxedChain } from "./homeRelaxation.ts";
import { slackPence, soFarPence, turnoverPence } from "./relaxationSlack.ts";
import type { FutureWays } from "./stepWays.ts";

/**
 * `quick`: convex costs and powers in three ranges of what is stored, at a few prices of what a diverter takes.
 * `exact`: more such prices, then each step's cost as it is, and powers by what is stored.
 */
export type BoundEffort = "exact" | "quick";

/** What the solver's own rounding may hide, as a share of the money that a future turns over. */
const ROUNDING_SHARE = 1e-9;

/** How far the function of one moment may be off, as a share of the scale: below 0.01 p a day in a home. */
const TOLERANCE = 1e-8;

/** Units of the metric's last decimal in a penny. */
const METRIC_UNITS = 1e4;

/** How often a price on a diverter's energy is changed: in the first future, and in others that begin with its prices. */
const PRICE_TRIALS: Readonly<Record<BoundEffort, { readonly first: number; readonly later: number }>> = {
  exact: { first: 12, later: 6 },
  quick: { first: 1, later: 0 },
};

/** The nominal future alone, wear and carbon counted: what a plan's net cost in it cannot undercut, in pence. */
export function nominalBoundPence(inputs: SimulationInputs): number {
  return futureBound({ ...nominalAlone(inputs), home: homeOf(inputs) }, "exact").pence;
}

/**
 * What one more stored kWh is worth at the end of each step of the nominal future, in pence: used in the best way from
 * there on, losses and wear of using it counted, with the highest powers at any charge and a diverter that does as in
 * demand mode.
 */
export function storedEnergyPence(inputs: SimulationInputs): Float64Array {
  const relaxed = { ...nominalAlone(inputs), home: homeOf(inputs) };
  const { chain, scale } = relaxedChain(relaxed, demandFuture(relaxed, 0), "whole");
  return hullBound(chain).multipliers.map((multiplier) => multiplier * scale.pricePerKwh);
}

/**
 * What no plan's three-future metric can undercut, in pence, rounded down to the metric's 4 decimals: each future at
 * its own best, weighed. What it lies below the best plan holds what knowing the future would be worth.
 */
export function metricBoundPence(inputs: SimulationInputs, effort: BoundEffort): number {
  const { pv10Weight, pv90Weight } = normalisedWeights(inputs);
  const home = homeOf(inputs);
  let prices: DayPrices = [];
  const sum = [
    { cost: 1 - pv10Weight - pv90Weight, side: 1 },
    { cost: pv10Weight, side: 0 },
    { cost: pv90Weight, side: 0 },
  ].reduce((pence, weights, futureIndex) => {
    // A future without weight costs nothing, whatever happens in it.
    if (weights.cost === 0 && weights.side === 0) return pence;
    const bound = futureBound({ inputs, home, futureIndex, weights }, effort, prices);
    prices = bound.prices;
    return pence + bound.pence;
  }, 0);
  return Math.floor(sum * METRIC_UNITS) / METRIC_UNITS;
}

function nominalAlone(inputs: SimulationInputs): Omit<RelaxedFuture, "home"> {
  return { inputs, futureIndex: 0, weights: { cost: 1, side: 1 } };
}

/** What no plan can undercut in one future, and at which prices. The exact bound is never below the quick one. */
function futureBound(
  relaxed: RelaxedFuture,
  effort: BoundEffort,
  prices: DayPrices = [],
): { readonly pence: number; readonly prices: DayPrices } {
  const fixedPence = soFarPence(relaxed) + slackPence(relaxed) - ROUNDING_SHARE * turnoverPence(relaxed);
  const certain = certainFuture(relaxed);
  const bounded =
    certain === undefined
      ? pricedDiverter(relaxed, prices, effort)
      : { ways: certain, pence: waysPence(relaxed, certain, "coarse"), prices: [] };
  const finePence = effort === "exact" ? waysPence(relaxed, bounded.ways, "fine") : -Infinity;
  return { pence: fixedPence + Math.max(bounded.pence, finePence), prices: bounded.prices };
}

function waysPence(relaxed: RelaxedFuture, ways: FutureWays, closeness: Closeness): number {
  const { chain, scale } = relaxedChain(relaxed, ways, closeness);
  return ways.constantPence + leastCost(chain, TOLERANCE) * scale.money;
}

/** Prices of what a diverter takes in each day, as shares of what it is worth in the tank; empty where none are known. */
type DayPrices = readonly number[];

/** A future's ways, the coarse bound that they give, and the prices in them. */
interface BoundedWays {
  readonly ways: FutureWays;
  readonly pence: number;
  readonly prices: DayPrices;
}

/** The best of a few prices on what a diverter takes in each day: by steps that get smaller, from those of another future. */
function pricedDiverter(relaxed: RelaxedFuture, known: DayPrices, effort: BoundEffort): BoundedWays {
  const course = diverterCourse(relaxed);
  const heat = heatPence(relaxed);
  const boundedAt = (prices: DayPrices): BoundedWays => {
    const ways = diverterWays(
      course,
      prices.map((price) => price * heat),
    );
    return { ways, prices, pence: waysPence(relaxed, ways, "coarse") };
  };
  const open = course.days.flatMap((day, index) => (mayRunOut(day) ? [index] : []));
  const trialCount = open.length === 0 ? 0 : PRICE_TRIALS[effort][known.length === 0 ? "first" : "later"];
  let best = boundedAt(course.days.map((_, index) => known[index] ?? 0));
  let step = 0.5;
  let isBack = false;
  for (let trial = 0, at = 0; trial < trialCount; trial++) {
    const day = open[at % open.length]!;
    const change = isBack ? -step : step;
    const bounded = boundedAt(best.prices.map((price, index) => (index === day ? price + change : price)));
    if (bounded.pence > best.pence) best = bounded;
    else if (isBack) {
      isBack = false;
      at++;
      if (at % open.length === 0) step /= 2;
    } else isBack = true;
  }
  return best;
}
