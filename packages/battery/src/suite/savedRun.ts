import { readRunResult } from "../kernelTables/trial.ts";
import { type SimulationInputs, STEP_MINUTES } from "../model/inputs.ts";
import type { RunResult } from "../model/runResult.ts";
import { homeOf, type StepHooks, simulate } from "../model/simulate.ts";
import { stateWords } from "../model/state.ts";
import { clipChargeWindows } from "../plan/clipWindows.ts";
import { compilePlan, fillSteps } from "../plan/compilePlan.ts";
import type { Plan } from "../plan/plan.ts";
import { lowPowerSetting } from "./lowPowerCharge.ts";
import { roundedResult } from "./referenceRuns.ts";

const NOMINAL = 0;
const DAY_MINUTES = 1440;

/**
 * The nominal future as it would be saved: each midnight's standing charge is paid, and batteries charge as slowly
 * as their windows allow. Rounded to 4 decimals.
 * @see household model, sections 3, 4.1 item 7, 4.5, 9.7
 */
export function savedRun(inputs: SimulationInputs, plan: Plan): RunResult {
  const home = homeOf(inputs);
  const hooks = { ...slowCharging(inputs, plan, home), ...standingCharges(inputs) };
  const state = simulate(home, NOMINAL, compilePlan(plan, inputs), hooks);
  return roundedResult(readRunResult(stateWords(state)));
}

/** Pays the standing charge in the step that starts a day. */
function standingCharges({ nowMinute, standingChargePencePerDay }: SimulationInputs): StepHooks {
  return {
    recorded(step, _, state) {
      if ((nowMinute + step * STEP_MINUTES) % DAY_MINUTES < STEP_MINUTES) {
        state.costPence += standingChargePencePerDay;
      }
    },
  };
}

/** Tells the inverter the slowest setting that is fast enough, in every step of a charge window. */
function slowCharging(inputs: SimulationInputs, plan: Plan, home: ReturnType<typeof homeOf>): StepHooks {
  const { nowMinute, stepCount } = inputs;
  const endMinutes = new Float64Array(stepCount);
  for (const window of clipChargeWindows(plan)) {
    if (window.targetKwh > 0) fillSteps(endMinutes, window, window.endMinute, inputs);
  }
  const { pvKwh } = inputs.futures[NOMINAL];
  return {
    orderOf(step, segment, { socKwh }) {
      if (!(segment.chargeTargetKwh > 0)) return { action: segment };
      const endMinute = endMinutes[step]!;
      const endStep = Math.min(Math.ceil((endMinute - nowMinute) / STEP_MINUTES), stepCount);
      const chargeSetting = lowPowerSetting({
        home,
        future: home.futures[NOMINAL]!,
        socKwh,
        targetKwh: segment.chargeTargetKwh,
        remainingMinutes: endMinute - nowMinute - step * STEP_MINUTES,
        pvAheadKwh: pvKwh.subarray(step, endStep).reduce((sum, kwh) => sum + kwh, 0),
      });
      return chargeSetting === undefined ? { action: segment } : { action: segment, chargeSetting };
    },
  };
}
