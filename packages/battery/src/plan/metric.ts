import { round4 } from "../model/decimalRounding.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import type { RunResult } from "../model/runResult.ts";

/** What a metric is weighed with: the parts of a home's inputs that it reads. */
export type MetricTerms = Pick<
  SimulationInputs,
  "terminalValuePencePerKwh" | "pv10Weight" | "pv90Weight" | "carbonPencePerKg"
> & { readonly battery: Pick<SimulationInputs["battery"], "wearPencePerKwh"> };

/** Share of what stored energy is worth that the energy in the diverter's tank is worth. */
export const DIVERTER_VALUE_SCALING = 0.75;

/**
 * The three-future metric that plans are chosen by, in pence, 4 decimals: each future's cost less what is stored
 * at its end, weighed, and the nominal future's keep, wear and carbon in full.
 * @param results  nominal, PV10, PV90, all without standing charge and low-power charging
 * @see household model, section 5.3 (M)
 */
export function threeFutureMetric(
  [nominal, pv10, pv90]: readonly [RunResult, RunResult, RunResult],
  terms: MetricTerms,
): number {
  const { pv10Weight, pv90Weight } = normalisedWeights(terms);
  return round4(
    (1 - pv10Weight - pv90Weight) * netCostPence(nominal, terms) +
      pv10Weight * netCostPence(pv10, terms) +
      pv90Weight * netCostPence(pv90, terms) +
      sidePence(nominal, terms),
  );
}

/**
 * The metric of a suite's result row, in pence, 4 decimals: nominal and PV10 only.
 * @param saved  the nominal run as it would be saved: with standing charge and low-power charging
 * @param pv10   the PV10 run, without either
 * @see household model, sections 3 and 9.7
 */
export function rowMetric(saved: RunResult, pv10: RunResult, terms: MetricTerms): number {
  const { pv10Weight } = terms;
  return round4(
    (1 - pv10Weight) * netCostPence(saved, terms) +
      pv10Weight * netCostPence(pv10, terms) +
      sidePence(saved, terms),
  );
}

/** Weights as they are; scaled to a sum of 1 when they exceed it. */
export function normalisedWeights({ pv10Weight, pv90Weight }: MetricTerms): {
  readonly pv10Weight: number;
  readonly pv90Weight: number;
} {
  const sum = pv10Weight + pv90Weight;
  return sum > 1
    ? { pv10Weight: pv10Weight / sum, pv90Weight: pv90Weight / sum }
    : { pv10Weight, pv90Weight };
}

/** Cost less the value of what is stored at the end. */
function netCostPence(result: RunResult, { terminalValuePencePerKwh }: MetricTerms): number {
  const storedKwh = result.socFinalKwh + result.diverterKwh * DIVERTER_VALUE_SCALING;
  return result.costPence - storedKwh * terminalValuePencePerKwh;
}

/** What the nominal future alone answers for. */
function sidePence(nominal: RunResult, { battery, carbonPencePerKg }: MetricTerms): number {
  return (
    (nominal.carbonGrams / 1000) * carbonPencePerKg +
    nominal.throughputKwh * battery.wearPencePerKwh +
    nominal.keepPence
  );
}
