import type { Plan } from "../plan/plan.ts";
import type { Outcome, PlannedSlot, PlanReport, ReportBattery } from "./planReport.ts";

/** A slot of a report as many times larger; prices, percents and times stay. */
export function scaledSlot<Slot extends PlannedSlot>(slot: Slot, scale: number): Slot {
  const { targetKwh } = slot;
  return {
    ...slot,
    ...(targetKwh === undefined ? {} : { targetKwh: targetKwh * scale }),
    socStartKwh: slot.socStartKwh * scale,
    socEndKwh: slot.socEndKwh * scale,
    socEndPv10Kwh: slot.socEndPv10Kwh * scale,
    socEndPv90Kwh: slot.socEndPv90Kwh * scale,
    pvKwh: slot.pvKwh * scale,
    loadKwh: slot.loadKwh * scale,
    carKwh: slot.carKwh * scale,
    diverterKwh: slot.diverterKwh * scale,
    importKwh: slot.importKwh * scale,
    exportKwh: slot.exportKwh * scale,
    chargeKwh: slot.chargeKwh * scale,
    dischargeKwh: slot.dischargeKwh * scale,
    clippedKwh: slot.clippedKwh * scale,
    costPence: slot.costPence * scale,
  };
}

export function scaledReportBattery(battery: ReportBattery, scale: number): ReportBattery {
  const { capacityKwh, reserveKwh } = battery;
  return { ...battery, capacityKwh: capacityKwh * scale, reserveKwh: reserveKwh * scale };
}

/** A report as many times larger: its energies and sums of money; prices, percents and words stay. */
export function scaledReport(report: PlanReport, scale: number): PlanReport {
  const { futures, baselines } = report;
  return {
    ...report,
    ...scaledChoices(report, scale),
    battery: scaledReportBattery(report.battery, scale),
    windows: scaledWindows(report.windows, scale),
    slots: report.slots.map((slot) => ({
      ...scaledSlot(slot, scale),
      runningCostPence: slot.runningCostPence * scale,
    })),
    futures: {
      nominal: scaledOutcome(futures.nominal, scale),
      pv10: scaledOutcome(futures.pv10, scale),
      pv90: scaledOutcome(futures.pv90, scale),
    },
    baselines: {
      idle: scaledOutcome(baselines.idle, scale),
      demand: scaledOutcome(baselines.demand, scale),
    },
    metricPence: report.metricPence * scale,
    costSoFarPence: report.costSoFarPence * scale,
    standingChargePence: report.standingChargePence * scale,
  };
}

function scaledWindows(windows: Plan, scale: number): Plan {
  return {
    charge: windows.charge.map((window) => ({ ...window, targetKwh: window.targetKwh * scale })),
    export: windows.export,
  };
}

function scaledOutcome(outcome: Outcome, scale: number): Outcome {
  return {
    costPence: outcome.costPence * scale,
    wearPence: outcome.wearPence * scale,
    importKwh: outcome.importKwh * scale,
    exportKwh: outcome.exportKwh * scale,
    socEndKwh: outcome.socEndKwh * scale,
    storedValuePence: outcome.storedValuePence * scale,
  };
}

type Choices = Pick<PlanReport, "proof" | "previous" | "carChoice" | "boostChoice">;

/** What is told of the choice of the plan. */
export function scaledChoices({ proof, previous, carChoice, boostChoice }: Choices, scale: number): Choices {
  return {
    ...(proof === undefined
      ? {}
      : {
          proof: {
            lowerBoundPence: proof.lowerBoundPence * scale,
            executabilityPricePence: proof.executabilityPricePence * scale,
            hedgePricePence: proof.hedgePricePence * scale,
          },
        }),
    ...(previous === undefined
      ? {}
      : {
          previous: {
            ...previous,
            stayingPence: previous.stayingPence * scale,
            keepPence: previous.keepPence * scale,
          },
        }),
    ...(carChoice === undefined
      ? {}
      : { carChoice: { ...carChoice, savedPence: carChoice.savedPence * scale } }),
    ...(boostChoice === undefined
      ? {}
      : {
          boostChoice: {
            ...boostChoice,
            boostKwh: boostChoice.boostKwh * scale,
            savedPence: boostChoice.savedPence * scale,
          },
        }),
  };
}
