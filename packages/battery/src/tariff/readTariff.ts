import { orderSpans, type ReadSpan, type TimeSeries } from "../clock/timeSeries.ts";
import { formatLocal } from "../clock/zone.ts";
import { columnSpans, endRows, readIntervalTable, readOptionalIntervals } from "../home/intervals.ts";
import { nearestName } from "../home/misspelling.ts";
import { QUANTITIES } from "../home/quantities.ts";
import { Section, shown } from "../home/section.ts";
import { type ReadContext, readDocuments } from "../home/source.ts";
import { likelyUnit, minorUnit, priceUnits } from "./currency.ts";
import { bandSpans, readBands } from "./fixedTariff.ts";
import { readOctopusRates } from "./octopus.ts";

/** One tariff on the clock, in minor money units per kWh. */
export interface Tariff {
  /** The tariff itself, without one-off prices. */
  readonly base: TimeSeries;
  /** One-off prices: they win over the base where they speak, and say nothing about other days. */
  readonly sessions: TimeSeries;
  /** File names, `inline` or `fixed`. */
  readonly source: string;
}

/** Time for which a fixed tariff is laid out, UTC epoch ms. */
export interface TimeRange {
  readonly fromMs: number;
  readonly untilMs: number;
}

const FORMS = ["octopus", "csv", "rows", "fixed"] as const;

/**
 * Reads one tariff of a home: a number alone, or a section with one of the forms.
 * @param name  `import` or `export`, under `prices`
 */
export function readTariff(prices: Section, name: string, range: TimeRange, home: ReadContext): Tariff {
  const at = prices.at(name);
  const value = prices.raw(name) ?? (prices.has(name) ? undefined : 0);
  const none: TimeSeries = { unit: minorUnit(home.currency), spans: [], gaps: [] };
  const empty: Tariff = { base: none, sessions: none, source: "none" };
  if (value === undefined) return empty;
  if (typeof value === "number") return flatTariff(value, at, range, home) ?? empty;
  const section = new Section(value, at, at, home.findings);
  const zoned = { ...home, timeZone: tariffZone(section, home) };
  const form = section.oneOf(FORMS);
  const { unit, factor } = writtenUnit(section, zoned);
  const { minimum, maximum } = QUANTITIES.price;
  const context = { ...zoned, price: { unit, minimum: minimum / factor, maximum: maximum / factor } };
  const scaled = (spans: readonly ReadSpan[]) =>
    spans.map((span) => ({ ...span, value: span.value * factor }));
  const rows = scaled(readForm(section, form, range, context));
  const seriesName = { unit: none.unit, timeZone: home.timeZone };
  const base = orderSpans(rows, seriesName, home.findings);
  if (!section.has("unit") && form !== undefined) refuseOtherUnit(base, section.at(form), context);
  const sessionRows = section.has("sessions")
    ? endRows(readOptionalIntervals(section, "sessions", `${at}.sessions[]`, context), at, context)
    : [];
  const sessions = orderSpans(scaled(columnSpans(sessionRows, "value")), seriesName, home.findings);
  return { base, sessions, source: sourceName(section, form) };
}

function flatTariff(price: number, at: string, range: TimeRange, context: ReadContext): Tariff | undefined {
  if (!Number.isFinite(price) || Math.abs(price) > 1000) {
    context.findings.problem({
      at,
      what: `is ${price} ${minorUnit(context.currency)}, which is no possible price`,
      mend: `give a price in ${minorUnit(context.currency)} from -500 to 1000`,
    });
    return undefined;
  }
  const unit = minorUnit(context.currency);
  const base: TimeSeries = { unit, spans: [{ ...range, value: price }], gaps: [] };
  refuseOtherUnit(base, at, context);
  return { base, sessions: { unit, spans: [], gaps: [] }, source: "fixed" };
}

function tariffZone(section: Section, home: ReadContext): string {
  const zone = section.has("timeZone") ? section.timeZone("timeZone") : undefined;
  return zone ?? home.timeZone;
}

function readForm(
  section: Section,
  form: string | undefined,
  range: TimeRange,
  context: ReadContext,
): readonly ReadSpan[] {
  if (form === "octopus") {
    const value = section.raw("octopus");
    const method = section.choice("paymentMethod", ["DIRECT_DEBIT", "NON_DIRECT_DEBIT"]);
    if (value === undefined) return [];
    const pages = readDocuments(value, section.at("octopus"), ["results"], context);
    return pages.length === 0 ? [] : readOctopusRates(pages, method, context);
  }
  if (form === "csv" || form === "rows") {
    const rows = readIntervalTable(section, form, `${section.path}.rows[]`, context);
    return columnSpans(endRows(rows, section.at(form), context), "value");
  }
  if (form !== "fixed") return [];
  const value = section.raw("fixed");
  const at = section.at("fixed");
  if (Array.isArray(value)) {
    const day = readBands(section.sections("fixed"), at, context.findings);
    return bandSpans(day, { ...range, timeZone: context.timeZone, at });
  }
  if (typeof value === "number" && Number.isFinite(value) && Math.abs(value) <= 1000) {
    return [{ ...range, value, at }];
  }
  if (value !== undefined) {
    context.findings.problem({
      at,
      what: `is ${shown(value)}, which is neither a price nor a list of bands`,
      mend: "give one price from -500 to 1000, or a list of {from, to, value}",
    });
  }
  return [];
}

/** The unit that a tariff is written in, and the factor from it to minor units per kWh. */
function writtenUnit(
  section: Section,
  context: ReadContext,
): { readonly unit: string; readonly factor: number } {
  const usual = { unit: minorUnit(context.currency), factor: 1 };
  if (!section.has("unit")) return usual;
  const units = priceUnits(context.currency);
  const written = section.text("unit");
  const factor = units.get(written);
  if (factor !== undefined) return { unit: written, factor };
  if (written === "") return usual;
  const nearest = nearestName(written, [...units.keys()]);
  context.findings.problem({
    at: section.at("unit"),
    what: `is ${shown(written)}, which is no unit of a price`,
    mend: `write one of ${[...units.keys()].join(", ")}${nearest === undefined ? "" : ` (did you mean ${nearest}?)`}`,
  });
  return usual;
}

/** Refuses prices that cannot well be in the minor unit, unless the file says that they are. */
function refuseOtherUnit(series: TimeSeries, at: string, context: ReadContext): void {
  const prices = series.spans.map((span) => span.value);
  const unit = likelyUnit(prices, context.currency);
  if (unit === undefined) return;
  const largest = prices.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a), 0);
  const minor = minorUnit(context.currency);
  context.findings.problem({
    at,
    what: `has prices up to ${largest} ${minor}, which look like ${unit}`,
    mend: `write \`unit: ${unit}\` if they are, or give them in ${minor}; \`unit: ${minor}\` says that they are right as they stand`,
  });
}

function sourceName(section: Section, form: string | undefined): string {
  if (form === undefined) return "none";
  if (form === "fixed") return "fixed";
  const value = section.fields[form];
  const names = (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string");
  const isFile = names.length > 0 && names.every((item) => !/[\n{[]/.test(item));
  return isFile ? names.join(", ") : "inline";
}

/** In plain words: how many prices of what length, and from when to when. */
export function describeSeries(series: TimeSeries, timeZone: string): string {
  const first = series.spans[0];
  const last = series.spans.at(-1);
  if (first === undefined || last === undefined) return "no values";
  const until = Number.isFinite(last.untilMs)
    ? `until ${formatLocal(last.untilMs, timeZone)}`
    : "without end";
  const holes = series.gaps.length === 0 ? "" : `, ${series.gaps.length} hole(s)`;
  return `${series.spans.length} values in ${series.unit} from ${formatLocal(first.fromMs, timeZone)} ${until}${holes}`;
}
