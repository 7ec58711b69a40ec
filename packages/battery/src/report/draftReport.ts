import type { PlanProof } from "../bound/planProof.ts";
import type { BoostChoice, CarChoice } from "../cars/jointPlan.ts";
import type { Home } from "../home/home.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { type StepSeries, stepSeries } from "../model/stepSeries.ts";
import { demandSchedule, FREEZE_EXPORT_PERCENT, NO_CHARGE_KWH, planOf } from "../plan/schedule.ts";
import type { Replanned } from "../replan/keptPlan.ts";
import { plannedSlots } from "./plannedSlots.ts";
import type { Outcome, ReportBattery, ReportDraft } from "./planReport.ts";

/** Share of what stored energy is worth that heat in the diverter's tank is worth. */
const DIVERTER_VALUE_SHARE = 0.75;

/** The plan to report, what became of the previous one, how slots of cars and boosts were chosen, and how good it is. */
export interface ToldPlan extends Replanned {
  readonly carChoice?: CarChoice;
  readonly boostChoice?: BoostChoice;
  readonly proof?: PlanProof;
}

/**
 * Everything that a report tells of a plan: the plan followed through the three futures, and what the home
 * would come to without it.
 */
export function draftReport(
  home: Home,
  { chosen, previous, carChoice, boostChoice, proof }: ToldPlan,
): ReportDraft {
  const { inputs } = home;
  const { schedule, metricPence } = chosen;
  const futures = FUTURES.map((future) => stepSeries(inputs, future, schedule)) as [
    StepSeries,
    StepSeries,
    StepSeries,
  ];
  const [nominal, pv10, pv90] = futures;
  return {
    homeName: home.name,
    timeZone: home.timeZone,
    currency: home.currency,
    nowMs: home.nowMs,
    firstMidnightMs: home.firstMidnightMs,
    profile: inputs.profile,
    battery: reportBattery(inputs),
    windows: planOf(schedule, inputs.nowMinute),
    slots: plannedSlots(home, schedule, futures),
    futures: {
      nominal: outcomeOf(inputs, nominal),
      pv10: outcomeOf(inputs, pv10),
      pv90: outcomeOf(inputs, pv90),
    },
    baselines: {
      idle: outcomeOf(inputs, idleSeries(inputs)),
      demand: outcomeOf(inputs, stepSeries(inputs, 0, demandSchedule(inputs.stepCount))),
    },
    metricPence,
    ...(proof === undefined ? {} : { proof }),
    ...(previous === undefined ? {} : { previous }),
    ...(carChoice === undefined ? {} : { carChoice }),
    ...(boostChoice === undefined ? {} : { boostChoice }),
    terminalValue: home.terminalValue,
    costSoFarPence: inputs.costSoFarPence,
    standingChargePence: inputs.standingChargePencePerDay * home.midnightMinutes.length,
    warnings: home.notices.map(({ at, what, mend }) => `${at}: ${what}; ${mend}`),
  };
}

const FUTURES = [0, 1, 2] as const;

/** The nominal future with a battery that rests all the way: panels serve the home and export, the rest is imported. */
function idleSeries(inputs: SimulationInputs): StepSeries {
  const options = { ...inputs.options, freezeExportEnabled: true, chargeDuringExport: false };
  const resting = [
    { endStep: inputs.stepCount, chargeTargetKwh: NO_CHARGE_KWH, exportTargetPercent: FREEZE_EXPORT_PERCENT },
  ];
  return stepSeries({ ...inputs, options }, 0, resting);
}

function outcomeOf(inputs: SimulationInputs, { start, final }: StepSeries): Outcome {
  const heatKwh = final.diverterKwh - start.diverterKwh;
  return {
    costPence: final.costPence - start.costPence,
    wearPence: final.throughputKwh * inputs.battery.wearPencePerKwh,
    importKwh: final.importBatteryKwh + final.importHouseKwh,
    exportKwh: final.exportKwh - start.exportKwh,
    socEndKwh: final.socKwh,
    storedValuePence: (final.socKwh + DIVERTER_VALUE_SHARE * heatKwh) * inputs.terminalValuePencePerKwh,
  };
}

function reportBattery({ battery, inverter }: SimulationInputs): ReportBattery {
  const { chargeEfficiency, dischargeEfficiency, wearPencePerKwh } = battery;
  return {
    capacityKwh: battery.capacityKwh,
    reserveKwh: battery.reserveKwh,
    gridToStoreEfficiency: inverter.efficiency * chargeEfficiency,
    storeToHomeEfficiency: dischargeEfficiency * inverter.efficiency,
    // Storing one kWh takes 1/charge efficiency through the terminals, giving it back the discharge efficiency.
    wearPencePerStoredKwh: wearPencePerKwh * (1 / chargeEfficiency + dischargeEfficiency),
    storingWearPencePerStoredKwh: wearPencePerKwh / chargeEfficiency,
  };
}
