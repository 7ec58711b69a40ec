import type { TimeSeries } from "../clock/timeSeries.ts";
import { formatLocal } from "../clock/zone.ts";
import { minorUnit } from "../tariff/currency.ts";
import { terminalValuePencePerKwh } from "../tariff/terminalValue.ts";
import type { TerminalValue } from "./home.ts";
import type { HomeParts } from "./homeParts.ts";
import type { Horizon } from "./horizon.ts";

/** Prices of the spans that reach past an instant. */
function pricesFrom(series: TimeSeries, fromMs: number): number[] {
  return series.spans.filter((span) => span.untilMs > fromMs).map((span) => span.value);
}

/** Prices in words: one where they are all the same, otherwise from the lowest to the highest. */
function priceRange(low: number, high: number, unit: string): string {
  return low === high ? `${low} ${unit}` : `${low} to ${high} ${unit}`;
}

const lowest = (prices: readonly number[]) => prices.reduce((a, b) => Math.min(b, a));
const highest = (prices: readonly number[]) => prices.reduce((a, b) => Math.max(b, a));

/**
 * Worth of a kWh left at the end: the file's, or from the tariff known from now on. Expired prices and one-off prices
 * have no say in it.
 */
export function homeTerminalValue(parts: HomeParts, horizon: Horizon): TerminalValue {
  const given = parts.settings.terminalValuePencePerKwh;
  if (given !== undefined) return { pencePerKwh: given, reason: "given in the home file" };
  const { nowMs, timeZone } = parts.clock;
  const imports = pricesFrom(parts.importTariff.base, nowMs);
  const exports = pricesFrom(parts.exportTariff.base, nowMs);
  if (imports.length === 0 || exports.length === 0) {
    return {
      pencePerKwh: 1,
      reason: "no lasting price is known, only one-off ones; the least worth is taken",
    };
  }
  const afterEnd = pricesFrom(parts.importTariff.base, horizon.endMs);
  const isKnownAfter = afterEnd.length > 0;
  const { battery } = parts.battery;
  const market = {
    cheapestImport: lowest(isKnownAfter ? afterEnd : imports),
    dearestImport: highest(imports),
    dearestExport: highest(exports),
    cheapestExport: lowest(exports),
    inverterEfficiency: parts.inverter.efficiency,
    chargeEfficiency: battery.chargeEfficiency,
    dischargeEfficiency: battery.dischargeEfficiency,
    wearPencePerKwh: battery.wearPencePerKwh,
  };
  const unit = minorUnit(parts.currency);
  const since = isKnownAfter
    ? `after ${formatLocal(horizon.endMs, timeZone)}`
    : "from now on (none is known after the end)";
  const reason =
    `what buying it again costs at the cheapest import price ${since}, ${market.cheapestImport} ${unit}, with losses and wear, ` +
    `at most what it saves at the dearest import (${market.dearestImport} ${unit}), less where export ` +
    `(${priceRange(market.cheapestExport, market.dearestExport, unit)}) pays less than import`;
  return { pencePerKwh: terminalValuePencePerKwh(market), reason };
}
