import { MINUTE_MS } from "../clock/slots.ts";
import type { TimeSeries } from "../clock/timeSeries.ts";
import { knownUntilMs } from "../clock/timeSeries.ts";
import { startOfDayMs } from "../clock/zone.ts";
import { readIntervalTable } from "../home/intervals.ts";
import type { Section } from "../home/section.ts";
import type { ReadContext } from "../home/source.ts";
import { expectedLoad, loadSpread, pastDays } from "./expectedLoad.ts";
import { loadSeries } from "./loadHistory.ts";

/** What the home is expected to use, and how it was told. */
export interface LoadForecast {
  /** kWh over each span. */
  readonly series: TimeSeries;
  /** Heavy and light use as factors on the expected. */
  readonly heavy: number;
  readonly light: number;
  readonly source: string;
  /** In plain words. */
  readonly what: string;
}

/** When the forecast must reach, UTC epoch ms. */
export interface LoadRange {
  readonly nowMs: number;
  readonly untilMs: number;
  /** False while the file's `now` is wrong: then nothing is judged by it. */
  readonly isNowKnown: boolean;
}

const FORMS = ["history", "forecast", "kwhPerDay"] as const;
const DAY_MS = 1440 * MINUTE_MS;
/** Fewer past days than this are told as a thin base. */
const GOOD_HISTORY_DAYS = 7;

/** Reads what the home uses: from past days, from a forecast, or as so much a day. */
export function readLoad(section: Section, range: LoadRange, home: ReadContext): LoadForecast {
  const timeZone = (section.has("timeZone") ? section.timeZone("timeZone") : undefined) ?? home.timeZone;
  const context = { ...home, timeZone };
  const form = section.oneOf(FORMS);
  const scaling = section.number("scaling");
  const told = readForm(section, form, range, context);
  const heavy = section.optionalNumber("heavyFactor") ?? told.heavy;
  const light = section.optionalNumber("lightFactor") ?? told.light;
  if (!section.has("heavyFactor")) home.findings.assume(section.at("heavyFactor"), heavy.toFixed(3));
  if (!section.has("lightFactor")) home.findings.assume(section.at("lightFactor"), light.toFixed(3));
  const spans = told.series.spans.map((span) => ({ ...span, value: span.value * scaling }));
  return { ...told, series: { ...told.series, spans }, heavy, light };
}

function readForm(
  section: Section,
  form: string | undefined,
  range: LoadRange,
  context: ReadContext,
): LoadForecast {
  const spread = loadSpread([], range.nowMs);
  const unit = "kWh";
  if (form === undefined || form === "kwhPerDay") {
    const kwh = form === undefined ? 0 : section.number("kwhPerDay");
    const fromMs = startOfDayMs(range.nowMs, context.timeZone);
    const untilMs = range.untilMs + DAY_MS;
    const value = (kwh * (untilMs - fromMs)) / DAY_MS;
    const series = { unit, spans: [{ fromMs, untilMs, value }], gaps: [] };
    return {
      series,
      heavy: spread.heavy,
      light: spread.light,
      source: "fixed",
      what: `${kwh} kWh a day, evenly`,
    };
  }
  const problemsBefore = context.findings.problems.length;
  const rows = readIntervalTable(section, form, `load.${form}[]`, context);
  const hasBadRows = context.findings.problems.length > problemsBefore;
  const value = section.fields[form];
  const source = typeof value === "string" && !/[\r\n]/.test(value.trim()) ? value : "inline";
  const label = source === "inline" ? section.at(form) : source;
  const series = loadSeries(rows, { label, hasBadRows }, context);
  if (form === "history") return fromHistory(series, { source, label }, range, context);
  refuseShortForecast(series, label, range, context);
  return { series, heavy: spread.heavy, light: spread.light, source, what: "a forecast, as given" };
}

function refuseShortForecast(series: TimeSeries, label: string, range: LoadRange, { findings }: ReadContext) {
  if (!range.isNowKnown || series.spans.length === 0) return;
  if (knownUntilMs(series, range.nowMs) > range.nowMs) return;
  findings.problem({
    at: label,
    what: "does not cover the time of the plan's beginning",
    mend: "give a forecast that begins at or before now, or `load.history` instead",
  });
}

function fromHistory(
  series: TimeSeries,
  origin: { readonly source: string; readonly label: string },
  range: LoadRange,
  context: ReadContext,
): LoadForecast {
  const { findings, timeZone } = context;
  const days = pastDays(series, range.nowMs, timeZone);
  const isJudged = range.isNowKnown && series.spans.length > 0;
  const knownHours = days.reduce(
    (sum, day) => sum + day.kwh.filter((kwh) => !Number.isNaN(kwh)).length / 2,
    0,
  );
  if (isJudged && knownHours < 24) {
    findings.problem({
      at: origin.label,
      what: `knows only ${knownHours} hours of use before now`,
      mend: "give at least a whole day of history, better two weeks, or `load.kwhPerDay` instead",
    });
  } else if (isJudged && days.length < GOOD_HISTORY_DAYS) {
    findings.notice({
      kind: "suspicious",
      at: origin.label,
      what: `has only ${days.length} day(s), so weekdays cannot be told apart well`,
      mend: "give two weeks or more",
    });
  }
  const reach = { nowMs: range.nowMs, fromMs: range.nowMs, untilMs: range.untilMs + DAY_MS };
  const expected = expectedLoad(days, reach, timeZone);
  if (isJudged && knownHours >= 24 && expected.filledCount > 0) {
    findings.notice({
      kind: "mended",
      at: origin.label,
      what: `${expected.filledCount} half-hour(s) of the day are never known; the nearest known half-hour was taken`,
      mend: "complete the history",
    });
  }
  const spread = loadSpread(days, range.nowMs);
  const what = `${days.length} past days, recent ones and the same weekday counting more`;
  return { series: expected.series, heavy: spread.heavy, light: spread.light, source: origin.source, what };
}
