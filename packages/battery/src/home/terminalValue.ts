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

/**
 * The middle of the import prices from an instant on: half of the time it costs no more. The cheapest would stand for
 * a short time, perhaps paid for, and tempt to sell all that is stored before the end.
 */
function middlePrice(series: TimeSeries, fromMs: number): number {
  const spans = series.spans
    .filter((span) => span.untilMs > fromMs)
    .map(({ value, ...span }) => ({ value, lengthMs: span.untilMs - Math.max(span.fromMs, fromMs) }))
    .sort((a, b) => a.value - b.value);
  const halfMs = spans.reduce((sum, { lengthMs }) => sum + lengthMs, 0) / 2;
  let sumMs = 0;
  for (const { value, lengthMs } of spans) {
    sumMs += lengthMs;
    if (sumMs >= halfMs) return value;
  }
  return spans.at(-1)?.value ?? 0;
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
    cheapestImport: isKnownAfter ? lowest(afterEnd) : middlePrice(parts.importTariff.base, nowMs),
    dearestImport: highest(imports),
    dearestExport: highest(exports),
    cheapestExport: lowest(exports),
    inverterEfficiency: parts.inverter.efficiency,
    chargeEfficiency: battery.chargeEfficiency,
    dischargeEfficiency: battery.dischargeEfficiency,
    wearPencePerKwh: battery.wearPencePerKwh,
  };
  const unit = minorUnit(parts.currency);
  const price = isKnownAfter
    ? `the cheapest import price after ${formatLocal(horizon.endMs, timeZone)}`
    : "the middle import price from now on (none is known after the end)";
  const reason =
    `what buying it again costs at ${price}, ${market.cheapestImport} ${unit}, with losses and wear, ` +
    `at most what it saves at the dearest import (${market.dearestImport} ${unit}), less where export ` +
    `(${priceRange(market.cheapestExport, market.dearestExport, unit)}) pays less than import`;
  return { pencePerKwh: terminalValuePencePerKwh(market), reason };
}
