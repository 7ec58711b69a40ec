import type { Schedule } from "../plan/schedule.ts";
import { carSteps } from "./car.ts";
import type { SimulationInputs } from "./inputs.ts";
import { homeOf, simulate } from "./simulate.ts";
import { type State, startState } from "./state.ts";
import type { StepRecord } from "./step.ts";

/** What each step of one future comes to under a schedule; arrays of one value per step, energies in kWh. */
export interface StepSeries {
  /** Stored at the step's end. */
  readonly socKwh: Float64Array;
  /** What the panels give, before any clipping. */
  readonly pvKwh: Float64Array;
  /** Taken by the home, without cars and diverter. */
  readonly loadKwh: Float64Array;
  readonly carKwh: Float64Array;
  readonly diverterKwh: Float64Array;
  readonly importKwh: Float64Array;
  readonly exportKwh: Float64Array;
  /** Into and out of the battery, at the inverter's side of the battery's loss. */
  readonly chargeKwh: Float64Array;
  readonly dischargeKwh: Float64Array;
  /** What the panels give and nothing can take. */
  readonly clippedKwh: Float64Array;
  /** Paid for import less earned by export; negative is earned. */
  readonly costPence: Float64Array;
  /** The state after the last step. */
  readonly final: State;
  /** The state before the first step: what was spent and exported before now. */
  readonly start: State;
}

/**
 * Follows a schedule through one future, step by step, in the reference model.
 * @param futureIndex  0 nominal, 1 pv10, 2 pv90
 */
export function stepSeries(inputs: SimulationInputs, futureIndex: 0 | 1 | 2, schedule: Schedule): StepSeries {
  const home = homeOf(inputs);
  const { stepCount } = home;
  const column = (): Float64Array => new Float64Array(stepCount);
  const series = {
    socKwh: column(),
    pvKwh: inputs.futures[futureIndex].pvKwh.slice(0, stepCount),
    loadKwh: inputs.futures[futureIndex].loadKwh.slice(0, stepCount),
    carKwh: Float64Array.from(carSteps(inputs).slice(0, stepCount), ({ drawnKwh }) => drawnKwh),
    diverterKwh: column(),
    importKwh: column(),
    exportKwh: column(),
    chargeKwh: column(),
    dischargeKwh: column(),
    clippedKwh: column(),
    costPence: column(),
  };
  const start = startState(home);
  let paidPence = start.costPence;
  const recorded = (step: number, record: StepRecord, state: State): void => {
    const { gridKwh, flow, boost } = record;
    series.socKwh[step] = state.socKwh;
    series.diverterKwh[step] = boost.boostKwh + boost.divertedKwh;
    series.importKwh[step] = Math.max(gridKwh, 0);
    series.exportKwh[step] = Math.max(-gridKwh, 0);
    series.chargeKwh[step] = Math.max(-flow.batteryKwh, 0);
    series.dischargeKwh[step] = Math.max(flow.batteryKwh, 0);
    const usedKwh = boost.divertedKwh + flow.pvStoredKwh + flow.pvAcKwh / home.pvEfficiency;
    const leftKwh = (series.pvKwh[step] as number) - usedKwh;
    series.clippedKwh[step] = leftKwh > ROUNDING_SHARE * (series.pvKwh[step] as number) ? leftKwh : 0;
    series.costPence[step] = state.costPence - paidPence;
    paidPence = state.costPence;
  };
  const final = simulate(home, futureIndex, schedule, { recorded });
  return { ...series, start, final };
}

/** What is left of the panels by rounding alone is less than this share of what they give. */
const ROUNDING_SHARE = 1e-9;
