import * as layout from "../kernel/layout.ts";
import type { Home } from "../model/home.ts";
import type { RelaxedFuture } from "./homeRelaxation.ts";

/**
 * What the model may cost less than its relaxation, whatever the inverter is told: penalties that may be negative, and
 * what is stored above the capacity. In pence, to be added.
 */
export function slackPence({ home, futureIndex, inputs, weights }: RelaxedFuture): number {
  const future = home.futures[futureIndex]!;
  const loss = home.inverterEfficiency;
  const value = inputs.terminalValuePencePerKwh;
  let costPence = 0;
  let sidePence = 0;
  let cheapestPence = 0;
  for (let step = 0; step < home.stepCount; step++) {
    const row = (byteOffset: number): number => future.rows[step * layout.ROW_WORDS + byteOffset / 8]!;
    const importPence = row(layout.ROW_IMPORT_PENCE);
    cheapestPence = Math.min(cheapestPence, importPence);
    sidePence += keepPence(home, importPence);
    if (!home.canExportOnPv) {
      sidePence += Math.min(row(layout.ROW_EXPORT_PENCE), 0) * row(layout.ROW_PV_AC_KWH) * 5;
    }
  }
  // What is stored above the capacity falls down to it at once, which makes room for paid imports.
  const overKwh = Math.max(home.startKwh - home.capacityKwh, 0);
  costPence += overKwh * (cheapestPence / (loss * home.chargeEfficiency) + Math.min(value, 0));
  return weights.cost * costPence + weights.side * sidePence;
}

/** The least that the penalty for too little stored comes to: below 0 only where imports are paid for. */
function keepPence(home: Home, importPence: number): number {
  const lowestKwh = Math.min(home.reserveKwh, home.startKwh);
  if (!(home.keepKwh > lowestKwh) || importPence >= 0) return 0;
  return ((home.keepKwh - lowestKwh) * importPence * home.keepWeight * 5) / 60;
}

/** What a plan has spent before its first step, in pence. */
export function soFarPence({ home, inputs, weights }: RelaxedFuture): number {
  const carbonPence = ((weights.side * inputs.carbonPencePerKg) / 1000) * home.carbonSoFarGrams;
  return weights.cost * home.costSoFarPence + carbonPence;
}

/** The most money that a future's energies can come to, in pence. */
export function turnoverPence({ home, futureIndex, inputs, weights }: RelaxedFuture): number {
  const { rows, meterRows } = home.futures[futureIndex]!;
  let sum = 0;
  for (let step = 0; step < home.stepCount; step++) {
    const row = (byteOffset: number): number => rows[step * layout.ROW_WORDS + byteOffset / 8]!;
    const meter = (byteOffset: number): number => meterRows[step * layout.METER_WORDS + byteOffset / 8]!;
    const importPence =
      Math.abs(row(layout.ROW_IMPORT_PENCE)) + Math.abs(meter(layout.METER_CAR_PREMIUM_PENCE));
    const money = weights.cost * Math.max(importPence, Math.abs(row(layout.ROW_EXPORT_PENCE)));
    const carbon = ((weights.side * inputs.carbonPencePerKg) / 1000) * meter(layout.METER_CARBON_GRAMS);
    sum +=
      (money + Math.abs(carbon)) * (row(layout.ROW_LOAD_KWH) + row(layout.ROW_PV_KWH) + home.capacityKwh);
  }
  return sum;
}
