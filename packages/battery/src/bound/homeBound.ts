import type { Home } from "../model/home.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { homeOf } from "../model/simulate.ts";
import { normalisedWeights } from "../plan/metric.ts";
import { hullBound } from "../storage/hullBound.ts";
import { solveStorage } from "../storage/solveStorage.ts";
import type { StorageProblem } from "../storage/storageProblem.ts";
import { type HomeRelaxation, homeRelaxations, type RelaxedFuture } from "./homeRelaxation.ts";

/** What no way of telling the inverter can undercut, and what stored energy is worth in the best of all. */
export interface HomeBound {
  /** In pence; the best free use of the battery, less what rounding may hide. */
  readonly lowerBoundPence: number;
  /** Value of one more stored kWh at the end of each step, in pence. */
  readonly multipliers: Float64Array;
}

/**
 * `exact`: the least cost with battery powers by what is stored. `quick`: what the hull's prices prove with the highest
 * powers at any charge; lower by 0.5 p in the middle of the suite's homes, and some twenty times sooner there.
 */
export type BoundEffort = "exact" | "quick";

/** What the solver's own rounding may hide, as a share of the money that a problem turns over. */
const ROUNDING_SHARE = 1e-9;

/** Units of the metric's last decimal in a penny. */
const METRIC_UNITS = 1e4;

/** The nominal future alone, wear and carbon counted: what a plan's net cost in it cannot undercut. */
export function nominalBound(inputs: SimulationInputs): HomeBound {
  return exactBound(homeOf(inputs), { ...nominalAlone(inputs), rates: "byCharge" });
}

/**
 * What one more stored kWh is worth at the end of each step of the nominal future, in pence: used in the best way from
 * there on, losses and wear of using it counted, powers as high as they are at any charge.
 */
export function storedEnergyPence(inputs: SimulationInputs): Float64Array {
  return exactBound(homeOf(inputs), { ...nominalAlone(inputs), rates: "highest" }).multipliers;
}

/**
 * What no plan's three-future metric can undercut, in pence, rounded down to the metric's 4 decimals: each future at
 * its own best, weighed. What it lies below the best plan holds what knowing the future would be worth.
 */
export function metricBoundPence(inputs: SimulationInputs, effort: BoundEffort): number {
  const { pv10Weight, pv90Weight } = normalisedWeights(inputs);
  const home = homeOf(inputs);
  const sum = [
    { cost: 1 - pv10Weight - pv90Weight, side: 1 },
    { cost: pv10Weight, side: 0 },
    { cost: pv90Weight, side: 0 },
  ].reduce((pence, weights, futureIndex) => {
    // A future without weight costs nothing, whatever happens in it.
    if (weights.cost === 0 && weights.side === 0) return pence;
    const future = { inputs, futureIndex, weights };
    return pence + (effort === "exact" ? exactPence(home, future) : quickPence(home, future));
  }, 0);
  return Math.floor(sum * METRIC_UNITS) / METRIC_UNITS;
}

type WeighedFuture = Omit<RelaxedFuture, "rates">;

function nominalAlone(inputs: SimulationInputs): WeighedFuture {
  return { inputs, futureIndex: 0, weights: { cost: 1, side: 1 } };
}

function exactPence(home: Home, future: WeighedFuture): number {
  return exactBound(home, { ...future, rates: "byCharge" }).lowerBoundPence;
}

/** The dearest of the bounds that the relaxations of one future give. */
function exactBound(home: Home, relaxed: RelaxedFuture): HomeBound {
  return homeRelaxations(home, relaxed)
    .map((relaxation) => {
      const answer = solveStorage(relaxation.problem);
      const objective = answer.status === "optimal" ? answer.objective : answer.lowerBound;
      return {
        lowerBoundPence: boundPence(relaxation, objective - answer.violationPenalty),
        multipliers: answer.multipliers,
      };
    })
    .reduce((a, b) => (b.lowerBoundPence > a.lowerBoundPence ? b : a));
}

/** The same from the hull alone. */
function quickPence(home: Home, future: WeighedFuture): number {
  const relaxations = homeRelaxations(home, { ...future, rates: "highest" });
  return Math.max(...relaxations.map((each) => boundPence(each, hullBound(each.problem))));
}

function boundPence({ problem, constantPence }: HomeRelaxation, leastCost: number): number {
  return constantPence + leastCost - ROUNDING_SHARE * turnoverPence(problem);
}

/** The most money that a problem's energies can come to. */
function turnoverPence({ importPerKwh, exportPerKwh, loadKwh, pvKwh, battery }: StorageProblem): number {
  return importPerKwh.reduce((sum, price, step) => {
    const dearest = Math.max(Math.abs(price), Math.abs(exportPerKwh[step]!));
    return sum + dearest * (loadKwh[step]! + pvKwh[step]! + battery.maxKwh[step]!);
  }, 0);
}
