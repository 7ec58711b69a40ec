import { Temporal } from "temporal-polyfill";
import * as v from "valibot";
import { MINUTE_MS } from "../clock/slots.ts";
import { readStamp } from "../clock/stamp.ts";
import type { IntervalRow } from "../home/intervals.ts";
import { isFields, shown } from "../home/section.ts";
import type { Document, ReadContext } from "../home/source.ts";

const MOST_KW = 100;
const Power = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(MOST_KW));

/** A row of the Solcast API (stamped at its end) or of the Home Assistant integration (at its start). Powers in kW. */
const SolarRow = v.object({
  pv_estimate: Power,
  pv_estimate10: v.nullish(Power),
  pv_estimate90: v.nullish(Power),
  period_end: v.nullish(v.string()),
  period_start: v.nullish(v.string()),
  period: v.nullish(v.string()),
});

type SolarRow = v.InferOutput<typeof SolarRow>;

const WANTED: Readonly<Record<string, string>> = {
  pv_estimate: `mean power in kW from 0 to ${MOST_KW}`,
  pv_estimate10: `mean power in kW from 0 to ${MOST_KW}`,
  pv_estimate90: `mean power in kW from 0 to ${MOST_KW}`,
  period_end: "a time such as 2026-01-14T17:00:00.0000000Z",
  period_start: "a time such as 2026-01-14T16:30:00+00:00",
  period: "an ISO duration such as PT30M",
};

/** Rows of the panels on one roof, mean power in the columns kw, kw10, kw90. */
export type SolarSite = readonly IntervalRow[];

/**
 * Reads Solcast documents. Each answer of the API (`forecasts`) is one site, to be summed; what Home Assistant shows
 * (`detailedForecast`, a document a day, or bare rows) has its sites summed already, so these are one site together.
 * @see https://docs.solcast.com.au (rooftop sites, forecasts), stamped at period_end, in UTC
 */
export function readSolcast(documents: readonly Document[], context: ReadContext): SolarSite[] {
  const sites: SolarSite[] = [];
  const days: IntervalRow[] = [];
  for (const document of documents) {
    const opened = openDocument(document, context);
    if (opened === undefined) continue;
    const rows = opened.rows.flatMap((row, index) =>
      readSolarRow(row, `${document.label}: ${opened.name}[${index}]`, context),
    );
    if (opened.name === "forecasts") sites.push(rows);
    else days.push(...rows);
  }
  if (days.length > 0) sites.push(days);
  return sites.filter((site) => site.length > 0);
}

function openDocument({ data, label }: Document, { findings }: ReadContext) {
  if (Array.isArray(data)) return { name: "", rows: data };
  if (isFields(data)) {
    for (const name of ["forecasts", "detailedForecast"]) {
      const rows = data[name];
      if (Array.isArray(rows)) {
        if (rows.length > 0) return { name, rows };
        findings.problem({ at: `${label}: ${name}`, what: "is an empty list", mend: "download it again" });
        return undefined;
      }
    }
  }
  findings.problem({
    at: label,
    what: "is no Solcast forecast: it has no list `forecasts` and no `detailedForecast`",
    mend: "give the JSON of .../rooftop_sites/ID/forecasts, or the attributes of the Home Assistant sensor",
  });
  return undefined;
}

function readSolarRow(row: unknown, at: string, context: ReadContext): IntervalRow[] {
  const parsed = v.safeParse(SolarRow, row);
  if (!parsed.success) {
    for (const issue of parsed.issues) reportIssue(issue, at, context);
    return [];
  }
  const interval = intervalOf(parsed.output, at, context);
  if (interval === undefined) return [];
  const { pv_estimate: kw, pv_estimate10: kw10, pv_estimate90: kw90 } = parsed.output;
  const values = { kw, ...(typeof kw10 === "number" && { kw10 }), ...(typeof kw90 === "number" && { kw90 }) };
  return [{ ...interval, values, at }];
}

function reportIssue(issue: v.BaseIssue<unknown>, at: string, { findings }: ReadContext): void {
  const name = issue.path?.[0] === undefined ? "" : String(issue.path[0].key);
  const value = issue.input;
  const isWatts = typeof value === "number" && value > MOST_KW && value <= MOST_KW * 1000;
  findings.problem({
    at: name === "" ? at : `${at}.${name}`,
    what: `is ${shown(value)}, ${isWatts ? "which looks like W" : `but must be ${WANTED[name] ?? "a row with pv_estimate and period_end"}`}`,
    mend: isWatts ? "divide the powers by 1000: they are kW" : "download the file again, or correct the row",
  });
}

const DEFAULT_PERIOD = "PT30M";

function intervalOf(row: SolarRow, at: string, context: ReadContext) {
  const stamped = row.period_end ?? row.period_start;
  const name = typeof row.period_end === "string" ? "period_end" : "period_start";
  if (typeof stamped !== "string") {
    context.findings.problem({
      at,
      what: "has neither period_end nor period_start",
      mend: "give one of them to every row",
    });
    return undefined;
  }
  const meaning = readStamp(stamped, context.timeZone);
  const lengthMs = periodMs(row.period ?? DEFAULT_PERIOD);
  if (meaning.kind !== "instant") {
    context.findings.problem({
      at: `${at}.${name}`,
      what: `is ${shown(stamped)}, which is not one instant`,
      mend: `write ${WANTED[name]}, with its offset from UTC`,
    });
  }
  if (lengthMs === undefined) {
    context.findings.problem({
      at: `${at}.period`,
      what: `is ${shown(row.period)}, which is no length of time from 5 minutes to 3 hours`,
      mend: `write ${WANTED.period}`,
    });
  }
  if (meaning.kind !== "instant" || lengthMs === undefined) return undefined;
  const fromMs = name === "period_end" ? meaning.epochMs - lengthMs : meaning.epochMs;
  return { fromMs, untilMs: fromMs + lengthMs };
}

function periodMs(text: string): number | undefined {
  try {
    const minutes = Temporal.Duration.from(text).total("minutes");
    return minutes >= 5 && minutes <= 180 ? minutes * MINUTE_MS : undefined;
  } catch {
    return undefined;
  }
}
