import * as v from "valibot";
import { readStamp } from "../clock/stamp.ts";
import type { ReadSpan } from "../clock/timeSeries.ts";
import { shown } from "../home/section.ts";
import type { Document, ReadContext } from "../home/source.ts";

/** A row of the Octopus Energy API, `standard-unit-rates`. Prices are in p/kWh; value_inc_vat has VAT in it. */
const RateRow = v.object({
  value_inc_vat: v.pipe(v.number(), v.finite(), v.minValue(-1000), v.maxValue(1000)),
  valid_from: v.string(),
  valid_to: v.nullish(v.string()),
  payment_method: v.nullish(v.string()),
});

type RateRow = v.InferOutput<typeof RateRow>;

/** What a page says of itself; rows are checked one by one. */
const RatePage = v.object({
  results: v.array(v.unknown()),
  count: v.nullish(v.number()),
  next: v.nullish(v.string()),
});

/** What each field should be, for messages. */
const WANTED: Readonly<Record<string, string>> = {
  value_inc_vat: "a price in p/kWh from -1000 to 1000, VAT included",
  valid_from: "a UTC time such as 2026-01-14T16:30:00Z",
  valid_to: "a UTC time such as 2026-01-14T17:00:00Z, or null for an open end",
  payment_method: "null, DIRECT_DEBIT or NON_DIRECT_DEBIT",
};

/**
 * Reads pages of Octopus standard unit rates, in any order, into spans in p/kWh with VAT. A null `valid_to` is an
 * open end. Rows for another payment method are passed over.
 * @see https://docs.octopus.energy/rest/guides/endpoints (standard-unit-rates)
 */
export function readOctopusRates(
  pages: readonly Document[],
  paymentMethod: string,
  context: ReadContext,
): ReadSpan[] {
  const rowCounts = { read: 0, passed: 0, promised: 0 };
  let isCut = false;
  const spans = pages.flatMap((page): ReadSpan[] => {
    const opened = openPage(page, context);
    rowCounts.read += opened.rows.length;
    rowCounts.promised = Math.max(rowCounts.promised, opened.count);
    isCut ||= opened.hasNext;
    return opened.rows.flatMap((row, index) => {
      const at = `${page.label}: ${opened.rowsName}[${index}]`;
      const rate = readRate(row, at, context);
      if (rate === undefined) return [];
      const method = rate.payment_method ?? null;
      if (method !== null && method !== paymentMethod) {
        rowCounts.passed++;
        return [];
      }
      return rateSpan(rate, at, context);
    });
  });
  const label = pages[0]?.label ?? "prices";
  if (isCut && rowCounts.read < rowCounts.promised) {
    context.findings.notice({
      kind: "suspicious",
      at: label,
      what: `holds ${rowCounts.read} of ${rowCounts.promised} rows; the answer had further pages`,
      mend: "give every page in a list, or ask the API with a larger page_size",
    });
  }
  if (spans.length === 0 && context.findings.problems.length === 0) {
    context.findings.problem({
      at: label,
      what: `has no rates for payment method ${paymentMethod} (${rowCounts.passed} of ${rowCounts.read} rows are for another)`,
      mend: "download the standard-unit-rates of your tariff again, or set paymentMethod",
    });
  }
  return spans;
}

function openPage(page: Document, { findings }: ReadContext) {
  if (Array.isArray(page.data)) return { rows: page.data, rowsName: "", count: 0, hasNext: false };
  const parsed = v.safeParse(RatePage, page.data);
  if (parsed.success) {
    const { results, count, next } = parsed.output;
    return { rows: results, rowsName: "results", count: count ?? 0, hasNext: typeof next === "string" };
  }
  findings.problem({
    at: page.label,
    what: "is not an answer of the Octopus API: it has no list `results`",
    mend: "give the JSON of .../standard-unit-rates/, with its `results`",
  });
  return { rows: [], rowsName: "results", count: 0, hasNext: false };
}

function readRate(row: unknown, at: string, { findings }: ReadContext): RateRow | undefined {
  const parsed = v.safeParse(RateRow, row);
  if (parsed.success) return parsed.output;
  for (const issue of parsed.issues) {
    const name = issue.path?.[0] === undefined ? "" : String(issue.path[0].key);
    findings.problem({
      at: name === "" ? at : `${at}.${name}`,
      what: `is ${shown(issue.input)}, but must be ${WANTED[name] ?? "a row with value_inc_vat, valid_from and valid_to"}`,
      mend: "download the file again, or correct the row",
    });
  }
  return undefined;
}

function rateSpan(rate: RateRow, at: string, context: ReadContext): ReadSpan[] {
  const fromMs = instantOf(rate.valid_from, `${at}.valid_from`, context);
  const isOpen = rate.valid_to === null || rate.valid_to === undefined;
  const untilMs = isOpen
    ? Number.POSITIVE_INFINITY
    : instantOf(rate.valid_to ?? "", `${at}.valid_to`, context);
  if (fromMs === undefined || untilMs === undefined) return [];
  if (untilMs > fromMs) return [{ fromMs, untilMs, value: rate.value_inc_vat, at }];
  context.findings.problem({
    at: `${at}.valid_to`,
    what: `is ${shown(rate.valid_to)}, which is not after valid_from ${shown(rate.valid_from)}`,
    mend: "correct the row or remove it",
  });
  return [];
}

/** The API writes every time in UTC; local times are read in the tariff's zone where they mean one instant. */
function instantOf(text: string, at: string, { findings, timeZone }: ReadContext): number | undefined {
  const meaning = readStamp(text, timeZone);
  if (meaning.kind === "instant") return meaning.epochMs;
  findings.problem({
    at,
    what: `is ${shown(text)}, which is not one instant`,
    mend: "write a UTC time such as 2026-01-14T16:30:00Z",
  });
  return undefined;
}
