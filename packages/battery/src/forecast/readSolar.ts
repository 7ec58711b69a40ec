import { orderSpans, type ReadSpan, type Span, type TimeSeries } from "../clock/timeSeries.ts";
import { formatLocal } from "../clock/zone.ts";
import { Findings } from "../home/findings.ts";
import { endRows, type IntervalRow, readIntervalTable } from "../home/intervals.ts";
import type { Section } from "../home/section.ts";
import { type ReadContext, readDocuments } from "../home/source.ts";
import { readSolcast, type SolarSite } from "./solcast.ts";

/** Mean power of the panels in kW, on three forecasts over the same spans. */
export interface SolarForecast {
  readonly expected: TimeSeries;
  /** Exceeded on 9 days of 10. */
  readonly poor: TimeSeries;
  /** Exceeded on 1 day of 10. */
  readonly rich: TimeSeries;
  readonly source: string;
  readonly siteCount: number;
}

const FORMS = ["solcast", "csv", "rows"] as const;

/**
 * Reads the forecast of all sites and sums them. Where poor or rich sun is missing it is the expected times the
 * factors of the file, with a notice.
 */
export function readSolar(section: Section, home: ReadContext): SolarForecast {
  const timeZone = (section.has("timeZone") ? section.timeZone("timeZone") : undefined) ?? home.timeZone;
  const context = { ...home, timeZone };
  const factors = { poor: section.number("p10Factor"), rich: section.number("p90Factor") };
  const scaling = section.number("scaling");
  const form = section.oneOf(FORMS);
  const sites = form === undefined ? [] : readSites(section, form, context);
  const rows = sites.map((site) => completeBands(site, factors, context));
  const column = (name: "kw" | "kw10" | "kw90") => sumSites(rows, name, scaling, home);
  return {
    expected: column("kw"),
    poor: column("kw10"),
    rich: column("kw90"),
    source: form === undefined ? "none" : solarSource(section.fields[form]),
    siteCount: sites.length,
  };
}

function solarSource(value: unknown): string {
  const names = (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string");
  return names.length > 0 && names.every((name) => !/[\n{[]/.test(name)) ? names.join(", ") : "inline";
}

function readSites(section: Section, form: string, context: ReadContext): SolarSite[] {
  if (form !== "solcast") {
    const rows = readIntervalTable(section, form, "solar.rows[]", context);
    return [endRows(rows, section.at(form), context)];
  }
  const value = section.raw("solcast");
  if (value === undefined) return [];
  const documents = readDocuments(value, section.at("solcast"), ["forecasts", "detailedForecast"], context);
  return readSolcast(documents, context);
}

/** Gives every row all three powers, in order: kw10 <= kw <= kw90. */
function completeBands(
  site: SolarSite,
  factors: { readonly poor: number; readonly rich: number },
  { findings }: ReadContext,
): IntervalRow[] {
  let derivedCount = 0;
  let crossedCount = 0;
  const rows = site.map((row) => {
    const kw = row.values.kw ?? 0;
    const kw10 = row.values.kw10 ?? kw * factors.poor;
    const kw90 = row.values.kw90 ?? kw * factors.rich;
    if (row.values.kw10 === undefined || row.values.kw90 === undefined) derivedCount++;
    if (kw10 > kw || kw90 < kw) crossedCount++;
    return { ...row, values: { kw, kw10: Math.min(kw10, kw), kw90: Math.max(kw90, kw) } };
  });
  const at = site[0]?.at ?? "solar";
  if (derivedCount > 0) {
    findings.notice({
      kind: "assumed",
      at,
      what: `${derivedCount} row(s) have no poor or rich sun, taken as ${factors.poor} and ${factors.rich} times the expected`,
      mend: "use a forecast with p10 and p90, or set solar.p10Factor and solar.p90Factor",
    });
  }
  if (crossedCount > 0) {
    findings.notice({
      kind: "mended",
      at,
      what: `${crossedCount} row(s) have poor sun above the expected, or rich sun below it; the expected was taken`,
      mend: "check the forecast",
    });
  }
  return rows;
}

function sumSites(
  sites: readonly (readonly IntervalRow[])[],
  name: "kw" | "kw10" | "kw90",
  scaling: number,
  context: ReadContext,
): TimeSeries {
  const seriesName = { unit: "kW", timeZone: context.timeZone };
  // What is wrong with the order is the same in all three columns: told once, with the expected.
  const isTold = name !== "kw";
  const findings = isTold ? new Findings() : context.findings;
  const ordered = sites.map((rows) => {
    const spans: ReadSpan[] = rows.map(({ fromMs, untilMs, values, at }) => ({
      fromMs,
      untilMs,
      value: (values[name] ?? 0) * scaling,
      at,
    }));
    return orderSpans(spans, seriesName, findings);
  });
  if (isTold && context.findings.problems.length === 0) {
    for (const problem of findings.problems) context.findings.problem(problem);
  }
  return ordered.length === 1 ? ordered[0]! : addSeries(ordered, isTold ? undefined : context);
}

/** Sum of several sites, span by span; where a site is missing the others count alone, with a notice. */
function addSeries(series: readonly TimeSeries[], context?: ReadContext): TimeSeries {
  const edges = [...new Set(series.flatMap(({ spans }) => spans.flatMap((s) => [s.fromMs, s.untilMs])))];
  edges.sort((a, b) => a - b);
  const positions = series.map(() => 0);
  const spans: Span[] = [];
  const gaps: { fromMs: number; untilMs: number }[] = [];
  const partial: number[] = [];
  for (let index = 0; index + 1 < edges.length; index++) {
    const fromMs = edges[index]!;
    const untilMs = edges[index + 1]!;
    let value = 0;
    let count = 0;
    for (const [site, { spans: siteSpans }] of series.entries()) {
      while ((siteSpans[positions[site]!]?.untilMs ?? Number.POSITIVE_INFINITY) <= fromMs) positions[site]!++;
      const span = siteSpans[positions[site]!];
      if (span === undefined || span.fromMs > fromMs) continue;
      value += span.value;
      count++;
    }
    if (count === 0) gaps.push({ fromMs, untilMs });
    else spans.push({ fromMs, untilMs, value });
    if (count > 0 && count < series.length) partial.push(fromMs);
  }
  if (context !== undefined && partial.length > 0) {
    context.findings.notice({
      kind: "suspicious",
      at: "solar",
      what: `not every site has a forecast at every time, first at ${formatLocal(partial[0]!, context.timeZone)}; a missing one counts as nothing`,
      mend: "download the forecasts of all sites at the same time",
    });
  }
  return { unit: "kW", spans, gaps };
}
