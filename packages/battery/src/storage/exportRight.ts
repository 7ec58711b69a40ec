import type { SlotMeter } from "./slotMeter.ts";
import type { StorageProblem } from "./storageProblem.ts";
import type { StoreExchange } from "./storeExchange.ts";

/**
 * What a slot does to the right to export from the battery, in stored kWh: what is taken from the store for export
 * uses it, what is stored of the panels' energy adds to it. The panels serve the load first; what the battery gives
 * beyond the rest of the load is exported; the panels' rest is stored before anything from the grid.
 * @param flowKwh    the battery's flow, positive discharging
 * @param outputKwh  what battery and panels give together
 */
export function rightUsed(
  meter: SlotMeter,
  exchange: StoreExchange,
  flowKwh: number,
  outputKwh: number,
): number {
  const panels = outputKwh - flowKwh;
  if (flowKwh < 0) {
    const rest = Math.max(0, panels - Math.max(0, meter.stillOutput));
    return exchange.takenBy(-Math.min(-flowKwh, rest));
  }
  const serving = Math.min(flowKwh, Math.max(0, meter.stillOutput - panels));
  return exchange.takenBy(flowKwh) - exchange.takenBy(serving);
}

/** The right to export that the store has at the start, in stored kWh. */
export function rightAtStart({ battery }: StorageProblem): number {
  return Math.max(0, battery.startKwh - battery.minKwh[0]!);
}

/** What the right to export costs in each slot: `price` up to `limitKwh` of it, `priceAbove` beyond; per stored kWh. */
export interface RightPrices {
  readonly price: Float64Array;
  readonly limitKwh: Float64Array;
  readonly priceAbove: number;
}

/** One price in all slots. */
export function evenPrices(price: number, slotCount: number): RightPrices {
  const limitKwh = new Float64Array(slotCount).fill(Infinity);
  return { price: new Float64Array(slotCount).fill(price), limitKwh, priceAbove: price };
}
