import * as layout from "../kernel/layout.ts";
import type { Home, HomeFuture } from "../model/home.ts";
import type { RelaxedFuture } from "./homeRelaxation.ts";

/**
 * What the model may cost less than its relaxation, or must cost more, whatever the inverter is told: prices of their
 * own for cars, penalties that may be negative, stored energy that the model lets go to waste. In pence, to be added.
 */
export function slackPence(home: Home, future: HomeFuture, { inputs, weights }: RelaxedFuture): number {
  const loss = home.inverterEfficiency;
  const value = inputs.terminalValuePencePerKwh;
  let costPence = 0;
  let sidePence = 0;
  let cheapestPence = 0;
  for (let step = 0; step < home.stepCount; step++) {
    const row = (byteOffset: number): number => future.rows[step * layout.ROW_WORDS + byteOffset / 8]!;
    const meter = (byteOffset: number): number =>
      future.meterRows[step * layout.METER_WORDS + byteOffset / 8]!;
    const importPence = row(layout.ROW_IMPORT_PENCE);
    cheapestPence = Math.min(cheapestPence, importPence);
    costPence += carPence(meter(layout.METER_CAR_PREMIUM_PENCE), meter(layout.METER_CAR_KWH));
    // The peer's panels charge a full AC battery on, and lose more than they give.
    if (!home.isHybrid && !home.isPhysical && importPence < 0) {
      costPence += importPence * row(layout.ROW_PV_KWH) * (1 / loss - 1);
    }
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

/** A price on top is paid at least for nothing, one off the price at most for all that cars draw. */
function carPence(premiumPence: number, carKwh: number): number {
  return Math.min(premiumPence, 0) * carKwh;
}

/** The least that the penalty for too little stored comes to: below 0 only where imports are paid for. */
function keepPence(home: Home, importPence: number): number {
  const lowestKwh = Math.min(home.reserveKwh, home.startKwh);
  if (!(home.keepKwh > lowestKwh) || importPence >= 0) return 0;
  return ((home.keepKwh - lowestKwh) * importPence * home.keepWeight * 5) / 60;
}
