import { readFileSync } from "node:fs";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { slotGrid } from "../clock/slots.ts";
import { gapsWithin, orderSpans } from "../clock/timeSeries.ts";
import { startOfDayMs } from "../clock/zone.ts";
import { Findings } from "../home/findings.ts";
import type { ReadContext } from "../home/source.ts";
import { readOctopusRates } from "./octopus.ts";

const at = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds;

function context(): ReadContext {
  return {
    findings: new Findings(),
    timeZone: "Europe/London",
    currency: { code: "GBP", major: "£", minor: "p" },
    readFile: () => "",
  };
}

const rate = (from: string, to: string | null, value: number, method: string | null = null) => ({
  value_exc_vat: value / 1.05,
  value_inc_vat: value,
  valid_from: from,
  valid_to: to,
  payment_method: method,
});

const page = (results: unknown, label = "prices.json") => ({
  label,
  data: { count: 2, next: null, results },
});

describe("Octopus rates", () => {
  test("are read in p/kWh with VAT, a null end as open, pages one after the other", () => {
    const open = rate("2026-04-14T16:30:00Z", null, 21.5);
    const ended = rate("2026-04-14T16:00:00Z", "2026-04-14T16:30:00Z", -3.25);
    const spans = readOctopusRates(
      [page([open], "1.json"), page([ended], "2.json")],
      "DIRECT_DEBIT",
      context(),
    );
    expect(spans).toEqual([
      {
        fromMs: at("2026-04-14T16:30Z"),
        untilMs: Number.POSITIVE_INFINITY,
        value: 21.5,
        at: "1.json: results[0]",
      },
      {
        fromMs: at("2026-04-14T16:00Z"),
        untilMs: at("2026-04-14T16:30Z"),
        value: -3.25,
        at: "2.json: results[0]",
      },
    ]);
  });

  test("for another payment method are passed over", () => {
    const rows = [
      rate("2026-04-14T00:00:00Z", null, 25, "DIRECT_DEBIT"),
      rate("2026-04-14T00:00:00Z", null, 27, "NON_DIRECT_DEBIT"),
    ];
    expect(readOctopusRates([page(rows)], "DIRECT_DEBIT", context()).map((span) => span.value)).toEqual([25]);
    expect(readOctopusRates([page(rows)], "NON_DIRECT_DEBIT", context()).map((s) => s.value)).toEqual([27]);
    const none = context();
    expect(readOctopusRates([page([rows[1]])], "DIRECT_DEBIT", none)).toEqual([]);
    expect(none.findings.problems[0]!.what).toContain("1 of 1 rows are for another");
  });

  test("that are wrong are told by file, row, field and value", () => {
    const told = context();
    const rows = [
      rate("2026-04-14T16:00:00Z", "2026-04-14T15:00:00Z", 20),
      { ...rate("2026-04-14T16:30:00Z", null, 20), value_inc_vat: "20 p" },
      { ...rate("yesterday", null, 20) },
      7,
    ];
    readOctopusRates([page(rows)], "DIRECT_DEBIT", told);
    expect(told.findings.problems.map((problem) => problem.at)).toEqual([
      "prices.json: results[0].valid_to",
      "prices.json: results[1].value_inc_vat",
      "prices.json: results[2].valid_from",
      "prices.json: results[3]",
    ]);
    expect(told.findings.problems[1]!.what).toContain('"20 p"');
  });

  test("of another shape, or with pages left out, are told", () => {
    const wrong = context();
    readOctopusRates([{ label: "x.json", data: { detail: "Not found." } }], "DIRECT_DEBIT", wrong);
    expect(wrong.findings.problems[0]!.what).toContain("no list `results`");
    const cut = context();
    const data = { count: 5, next: "?page=2", results: [rate("2026-04-14T16:00:00Z", null, 20)] };
    readOctopusRates([{ label: "x.json", data }], "DIRECT_DEBIT", cut);
    expect(cut.findings.notices[0]!.what).toContain("1 of 5 rows");
  });

  test.each([
    ["prices-london-2026-03-29.json", 30, 46],
    ["prices-london-2026-10-25.json", 30, 50],
    ["prices-quarters-2026-10-25.json", 15, 100],
  ])("%s covers its local day slot by slot", (file, slotMinutes, count) => {
    const data = JSON.parse(readFileSync(new URL(`../../test/home/${file}`, import.meta.url), "utf8"));
    const told = context();
    const rows = readOctopusRates([{ label: file, data }], "DIRECT_DEBIT", told);
    const series = orderSpans(rows, { unit: "p/kWh", timeZone: "Europe/London" }, told.findings);
    const startMs = series.spans[0]!.fromMs;
    const endMs = startOfDayMs(startMs, "Europe/London", 1);
    const slots = slotGrid(startMs, endMs, slotMinutes, "Europe/London");
    expect(startOfDayMs(startMs, "Europe/London")).toBe(startMs);
    expect(gapsWithin(series, startMs, endMs)).toEqual([]);
    expect(slots).toHaveLength(count);
    expect(slots.map((slot) => slot.startMs)).toEqual(series.spans.map((span) => span.fromMs));
    expect(told.findings.problems).toEqual([]);
  });
});
