import { DAY_MINUTES } from "../scenario/suiteScenario.ts";
import type { Draws } from "./draws.ts";

/** Kinds of import tariff that are generated. */
export const IMPORT_KINDS = [
  "flat",
  "day_night",
  "three_rate",
  "agile",
  "agile_negative",
  "tracker",
] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** Kinds of export tariff that are generated; `dear` pays more than any import costs, `none` pays nothing. */
export const EXPORT_KINDS = ["flat", "agile", "dear", "peak", "none"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** Prices are drawn in hundredths of a penny. */
const HUNDREDTHS = 100;
const HALF_HOURS = 48;

/** Import prices of a day, one a minute, in pence per kWh. */
export function importTariff(kind: ImportKind, draws: Draws): Float64Array {
  switch (kind) {
    case "flat":
      return stepped([{ fromMinute: 0, hundredths: draws.between(2000, 3500) }]);
    case "day_night":
      return dayNight(draws);
    case "three_rate":
      return threeRate(draws);
    case "agile":
      return blocks(agileHundredths(draws, 900), 30);
    case "agile_negative":
      return blocks(agileHundredths(draws, -600), 30);
    case "tracker":
      return blocks(trackerHundredths(draws), 60);
  }
}

/**
 * Export prices of a day, one a minute, in pence per kWh.
 * @param dearestImport  highest price of the import tariff, in pence per kWh
 */
export function exportTariff(kind: ExportKind, draws: Draws, dearestImport: number): Float64Array {
  switch (kind) {
    case "flat":
      return stepped([{ fromMinute: 0, hundredths: draws.between(300, 1600) }]);
    case "agile":
      return blocks(agileHundredths(draws, 200), 30);
    case "dear": {
      const hundredths = Math.ceil(dearestImport * HUNDREDTHS) + draws.between(100, 900);
      return stepped([{ fromMinute: 0, hundredths }]);
    }
    case "peak": {
      const low = draws.between(200, 900);
      const start = 16 * 60;
      return stepped([
        { fromMinute: 0, hundredths: low },
        { fromMinute: start, hundredths: low + draws.between(800, 2500) },
        { fromMinute: start + 180, hundredths: low },
      ]);
    }
    case "none":
      return new Float64Array(DAY_MINUTES);
  }
}

interface PriceFrom {
  readonly fromMinute: number;
  readonly hundredths: number;
}

/** A price until the next one; the first starts at midnight. */
function stepped(steps: readonly PriceFrom[]): Float64Array {
  const day = new Float64Array(DAY_MINUTES);
  for (const { fromMinute, hundredths } of steps) day.fill(hundredths / HUNDREDTHS, fromMinute);
  return day;
}

/** One price for each block of minutes. */
function blocks(hundredths: readonly number[], blockMinutes: number): Float64Array {
  return stepped(hundredths.map((price, index) => ({ fromMinute: index * blockMinutes, hundredths: price })));
}

/** A cheap night of seven hours; half of these change inside a 5-minute step, as old meters' clocks do. */
function dayNight(draws: Draws): Float64Array {
  const start = draws.pick([0, 27, 30, 33, 90]);
  const day = draws.between(2600, 3600);
  return stepped([
    { fromMinute: 0, hundredths: day },
    { fromMinute: start, hundredths: draws.between(600, 1300) },
    { fromMinute: start + 420, hundredths: day },
  ]);
}

/** Night, day and an evening peak. */
function threeRate(draws: Draws): Float64Array {
  const day = draws.between(2000, 2800);
  const night = 120 + 30 * draws.between(0, 2);
  return stepped([
    { fromMinute: 0, hundredths: day },
    { fromMinute: night, hundredths: draws.between(900, 1500) },
    { fromMinute: night + 180, hundredths: day },
    { fromMinute: 960, hundredths: day + draws.between(900, 1600) },
    { fromMinute: 1140, hundredths: day },
  ]);
}

/** A wandering price for each half-hour around a floor, with an evening peak. */
function agileHundredths(draws: Draws, floor: number): number[] {
  let wander = draws.between(0, 900);
  return Array.from({ length: HALF_HOURS }, (_, slot) => {
    wander = Math.max(0, Math.min(1600, wander + draws.between(-260, 260)));
    const isPeak = slot >= 32 && slot < 38;
    const sunDip = slot >= 22 && slot < 30 ? draws.between(0, 500) : 0;
    return floor + wander - sunDip + (isPeak ? draws.between(900, 1900) : 0);
  });
}

/** An hourly price that follows the wholesale market with a fixed surcharge. */
function trackerHundredths(draws: Draws): number[] {
  const surcharge = draws.between(800, 1300);
  return Array.from({ length: 24 }, (_, hour) => {
    const isBusy = (hour >= 7 && hour < 10) || (hour >= 17 && hour < 21);
    return surcharge + draws.between(300, 900) + (isBusy ? draws.between(300, 1200) : 0);
  });
}
