import type { SimulationInputs } from "../model/inputs.ts";
import { normalisedWeights } from "../plan/metric.ts";
import { solveStorage } from "../storage/solveStorage.ts";
import { homeRelaxations, type RelaxedFuture } from "./homeRelaxation.ts";

/** What no way of telling the inverter can undercut, and what stored energy is worth in the best of all. */
export interface HomeBound {
  /** In pence; the best free use of the battery, less what rounding may hide. */
  readonly lowerBoundPence: number;
  /** Value of one more stored kWh at the end of each step, in pence. */
  readonly multipliers: Float64Array;
}

/** What the solver's own rounding may hide, as a share of the money that a problem turns over. */
const ROUNDING_SHARE = 1e-9;

/** The dearest of the bounds that the relaxations of one future give. */
function futureBound(relaxed: RelaxedFuture): HomeBound {
  return homeRelaxations(relaxed)
    .map(({ problem, constantPence }) => {
      const answer = solveStorage(problem);
      const turnover = problem.importPerKwh.reduce((sum, price, step) => {
        const dearest = Math.max(Math.abs(price), Math.abs(problem.exportPerKwh[step]!));
        return (
          sum + dearest * (problem.loadKwh[step]! + problem.pvKwh[step]! + problem.battery.maxKwh[step]!)
        );
      }, 0);
      const objective = answer.status === "optimal" ? answer.objective : answer.lowerBound;
      return {
        lowerBoundPence: constantPence + objective - answer.violationPenalty - ROUNDING_SHARE * turnover,
        multipliers: answer.multipliers,
      };
    })
    .reduce((a, b) => (b.lowerBoundPence > a.lowerBoundPence ? b : a));
}

/** The nominal future alone, wear and carbon counted: what a plan's net cost in it cannot undercut. */
export function nominalBound(inputs: SimulationInputs): HomeBound {
  return futureBound({ inputs, futureIndex: 0, weights: { cost: 1, side: 1 }, rates: "byCharge" });
}

/**
 * What one more stored kWh is worth at the end of each step of the nominal future, in pence: used in the best way from
 * there on, losses and wear of using it counted, powers as high as they are at any charge.
 */
export function storedEnergyPence(inputs: SimulationInputs): Float64Array {
  return futureBound({ inputs, futureIndex: 0, weights: { cost: 1, side: 1 }, rates: "highest" }).multipliers;
}

/**
 * What no plan's three-future metric can undercut, in pence: each future at its own best, weighed. What it lies below
 * the best plan holds what knowing the future would be worth.
 */
export function metricBoundPence(inputs: SimulationInputs): number {
  const { pv10Weight, pv90Weight } = normalisedWeights(inputs);
  return [
    { cost: 1 - pv10Weight - pv90Weight, side: 1 },
    { cost: pv10Weight, side: 0 },
    { cost: pv90Weight, side: 0 },
  ].reduce(
    (sum, weights, futureIndex) =>
      // A future without weight costs nothing, whatever happens in it.
      weights.cost === 0 && weights.side === 0
        ? sum
        : sum + futureBound({ inputs, futureIndex, weights, rates: "byCharge" }).lowerBoundPence,
    0,
  );
}
