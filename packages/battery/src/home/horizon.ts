import type { StepGrid } from "../clock/resample.ts";
import { floorToMinutes, MINUTE_MS, type Slot, slotGrid, slotStartMs } from "../clock/slots.ts";
import { gapsWithin, knownUntilMs, overlay, type TimeSeries } from "../clock/timeSeries.ts";
import { formatLocal, midnightsBetween } from "../clock/zone.ts";
import { STEP_MINUTES } from "../model/inputs.ts";
import type { Findings } from "./findings.ts";
import type { HomeParts } from "./homeParts.ts";

/** The time that is planned, on every clock in use. */
export interface Horizon {
  readonly nowMinute: number;
  readonly endMs: number;
  readonly grid: StepGrid;
  readonly slots: readonly Slot[];
  readonly midnightMinutes: readonly number[];
}

/** A series without which nothing can be planned, and what to do for more of it. */
interface NeededSeries {
  readonly at: string;
  readonly what: string;
  readonly series: TimeSeries;
  readonly mend: string;
}

/** Prices as they hold: the tariff with its one-off prices over it. */
export function effectivePrices(tariff: HomeParts["importTariff"]): TimeSeries {
  return tariff.sessions.spans.length === 0 ? tariff.base : overlay(tariff.base, tariff.sessions);
}

/**
 * The time to plan: `plan.hours` from the start of the running slot, cut to where prices and load are known without
 * a hole; nothing is extended beyond its last value.
 * @throws InputError when not even the first step is known
 */
export function planHorizon(parts: HomeParts, findings: Findings): Horizon {
  const { nowMs, timeZone, firstMidnightMs } = parts.clock;
  const { hours, slotMinutes } = parts.settings;
  const wishedMs = slotStartMs(nowMs, slotMinutes, timeZone) + floorToMinutes(hours * 60 * MINUTE_MS, 5);
  const laterPrices = "plan again when later prices are published, or give them";
  const needed: readonly NeededSeries[] = [
    {
      at: "prices.import",
      what: "import price",
      series: effectivePrices(parts.importTariff),
      mend: laterPrices,
    },
    {
      at: "prices.export",
      what: "export price",
      series: effectivePrices(parts.exportTariff),
      mend: laterPrices,
    },
    { at: "load", what: "load", series: parts.load.series, mend: "give a longer forecast" },
  ];
  let endMs = wishedMs;
  for (const each of needed) endMs = cutToKnown(each, { nowMs, endMs, wishedMs, timeZone }, findings);
  findings.throwIfAny();
  const stepCount = (endMs - nowMs) / (STEP_MINUTES * MINUTE_MS);
  const midnights = midnightsBetween(firstMidnightMs, endMs, timeZone);
  return {
    nowMinute: (nowMs - firstMidnightMs) / MINUTE_MS,
    endMs,
    grid: { startMs: nowMs, stepMinutes: STEP_MINUTES, stepCount },
    slots: slotGrid(nowMs, endMs, slotMinutes, timeZone),
    midnightMinutes: midnights.map((midnightMs) => (midnightMs - firstMidnightMs) / MINUTE_MS),
  };
}

interface Cut {
  readonly nowMs: number;
  readonly endMs: number;
  readonly wishedMs: number;
  readonly timeZone: string;
}

function cutToKnown(needed: NeededSeries, cut: Cut, findings: Findings): number {
  const { nowMs, endMs, wishedMs, timeZone } = cut;
  const knownMs = knownUntilMs(needed.series, nowMs);
  if (knownMs >= endMs) return endMs;
  const cutMs = floorToMinutes(knownMs, STEP_MINUTES);
  const last = needed.series.spans.at(-1);
  if (cutMs <= nowMs) {
    const spans = needed.series.spans;
    const range =
      last === undefined
        ? "it has none at all"
        : `it runs from ${formatLocal(spans[0]!.fromMs, timeZone)} to ${formatLocal(last.untilMs, timeZone)}`;
    findings.problem({
      at: needed.at,
      what: `has no ${needed.what} for now, ${formatLocal(nowMs, timeZone)}; ${range}`,
      mend: "download newer data, or set `now` to a time that the data cover",
    });
    return endMs;
  }
  const isHole = last !== undefined && last.untilMs > knownMs;
  findings.notice({
    kind: "shortened",
    at: needed.at,
    what: `the ${needed.what} is known without a hole only until ${formatLocal(cutMs, timeZone)}${isHole ? " (a hole follows)" : ""}, so the plan ends there, not at ${formatLocal(wishedMs, timeZone)}`,
    mend: needed.mend,
  });
  return cutMs;
}

/** Tells of the holes of a series that are filled with nothing, such as the sun at night. */
export function tellHoles(
  series: TimeSeries,
  hole: { readonly at: string; readonly what: string; readonly mend: string },
  parts: HomeParts,
  horizon: Horizon,
  findings: Findings,
): void {
  const gaps = gapsWithin(series, parts.clock.nowMs, horizon.endMs);
  const first = gaps[0];
  if (first === undefined) return;
  const more = gaps.length > 1 ? ` and ${gaps.length - 1} other time(s)` : "";
  const { timeZone } = parts.clock;
  findings.notice({
    kind: "assumed",
    at: hole.at,
    what: `${hole.what} from ${formatLocal(first.fromMs, timeZone)} to ${formatLocal(first.untilMs, timeZone)}${more}; taken as none`,
    mend: hole.mend,
  });
}
