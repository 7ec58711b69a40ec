import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import type { TimeSeries } from "../clock/timeSeries.ts";
import { Findings } from "../home/findings.ts";
import { Section } from "../home/section.ts";
import type { ReadContext } from "../home/source.ts";
import { readSolar } from "./readSolar.ts";

const at = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds;

function read(solar: Record<string, unknown>, files: Record<string, unknown> = {}) {
  const findings = new Findings();
  const context: ReadContext = {
    findings,
    timeZone: "Europe/London",
    currency: { code: "GBP", major: "£", minor: "p" },
    readFile: (path) => JSON.stringify(files[path]),
  };
  return { solar: readSolar(new Section(solar, "solar", "solar", findings), context), findings };
}

const apiRow = (end: string, kw: number, period = "PT30M") => ({
  pv_estimate: kw,
  pv_estimate10: kw / 2,
  pv_estimate90: kw * 1.5,
  period_end: end,
  period,
});
const homeRow = (start: string, kw: number) => ({
  pv_estimate: kw,
  pv_estimate10: kw / 2,
  pv_estimate90: kw * 1.5,
  period_start: start,
});
const values = (series: TimeSeries) => series.spans.map((span) => span.value);

describe("a Solcast forecast", () => {
  test("of the API is stamped at the end of each period, with seven digits of a fraction", () => {
    const { solar } = read({ solcast: { forecasts: [apiRow("2026-04-14T12:30:00.0000000Z", 3)] } });
    expect(solar.expected.spans).toMatchObject([
      { fromMs: at("2026-04-14T12:00Z"), untilMs: at("2026-04-14T12:30Z"), value: 3 },
    ]);
    expect(values(solar.poor)).toEqual([1.5]);
    expect(values(solar.rich)).toEqual([4.5]);
  });

  test("has periods of its own length", () => {
    const { solar } = read({ solcast: { forecasts: [apiRow("2026-04-14T12:30:00Z", 3, "PT5M")] } });
    expect(solar.expected.spans[0]!.fromMs).toBe(at("2026-04-14T12:25Z"));
  });

  test("of Home Assistant is stamped at the start, in local time, one document a day", () => {
    const today = { detailedForecast: [homeRow("2026-04-14T12:00:00+01:00", 3)] };
    const tomorrow = { detailedForecast: [homeRow("2026-04-15T12:00:00+01:00", 4)] };
    const { solar, findings } = read(
      { solcast: ["a.json", "b.json"] },
      { "a.json": today, "b.json": tomorrow },
    );
    expect(solar.expected.spans.map((span) => span.fromMs)).toEqual([
      at("2026-04-14T11:00Z"),
      at("2026-04-15T11:00Z"),
    ]);
    expect(solar.siteCount).toBe(1);
    expect(findings.notices).toEqual([]);
  });

  test("of several sites is summed, also where their periods differ; a missing site is told", () => {
    const east = { forecasts: [apiRow("2026-04-14T12:30:00Z", 3), apiRow("2026-04-14T13:00:00Z", 2)] };
    const west = { forecasts: [apiRow("2026-04-14T12:15:00Z", 1, "PT15M")] };
    const { solar, findings } = read({ solcast: [east, west] });
    expect(values(solar.expected)).toEqual([4, 3, 2]);
    expect(solar.siteCount).toBe(2);
    expect(findings.notices[0]!.what).toContain("first at Tue 14 Apr 13:15");
  });

  test("without poor and rich sun has them by factor, with a notice", () => {
    const row = { pv_estimate: 2, period_end: "2026-04-14T12:30:00Z" };
    const { solar, findings } = read({ solcast: [row], p10Factor: 0.5 });
    expect([values(solar.poor), values(solar.rich)]).toEqual([[1], [2.5]]);
    expect(findings.notices[0]!.kind).toBe("assumed");
  });

  test("keeps poor <= expected <= rich, with a notice where it does not", () => {
    const row = { ...apiRow("2026-04-14T12:30:00Z", 2), pv_estimate10: 3, pv_estimate90: 1 };
    const { solar, findings } = read({ solcast: { forecasts: [row] } });
    expect([values(solar.poor), values(solar.rich)]).toEqual([[2], [2]]);
    expect(findings.notices[0]!.kind).toBe("mended");
  });

  test("is scaled as a whole", () => {
    const { solar } = read({ solcast: { forecasts: [apiRow("2026-04-14T12:30:00Z", 2)] }, scaling: 0.5 });
    expect([values(solar.expected), values(solar.poor)]).toEqual([[1], [0.5]]);
  });

  test.each([
    ["watts", { ...apiRow("2026-04-14T12:30:00Z", 2), pv_estimate: 2400 }, "looks like W"],
    ["a negative power", { ...apiRow("2026-04-14T12:30:00Z", 2), pv_estimate10: -1 }, "is -1"],
    ["no number", { ...apiRow("2026-04-14T12:30:00Z", 2), pv_estimate: "high" }, '"high"'],
    ["no time", { pv_estimate: 2 }, "neither period_end nor period_start"],
    ["a bad time", apiRow("noon", 2), "not one instant"],
    ["a bad period", apiRow("2026-04-14T12:30:00Z", 2, "P1D"), "no length of time"],
  ])("with %s is refused, row by row", (_, row, what) => {
    const { problems } = read({ solcast: { forecasts: [row] } }).findings;
    expect(problems[0]!.at).toContain("solar.solcast: forecasts[0]");
    expect(problems[0]!.what).toContain(what);
  });

  test("that contradicts itself is refused", () => {
    const rows = [apiRow("2026-04-14T12:30:00Z", 2), apiRow("2026-04-14T12:30:00Z", 3)];
    expect(read({ solcast: { forecasts: rows } }).findings.problems).toHaveLength(1);
    const bands = [rows[0], { ...rows[0], pv_estimate10: 0.1 }];
    expect(read({ solcast: { forecasts: bands } }).findings.problems).toHaveLength(1);
  });

  test("of another shape is refused", () => {
    expect(read({ solcast: { estimates: [] } }).findings.problems[0]!.what).toContain("no Solcast forecast");
    expect(read({ solcast: { forecasts: [] } }).findings.problems[0]!.what).toContain("an empty list");
  });
});

test("a plain table of mean power is read too", () => {
  const csv = "start,kw,kw10,kw90\n2026-04-14T12:00+01:00,2,1,3\n2026-04-14T12:30+01:00,4,,\n";
  const { solar } = read({ csv });
  expect(values(solar.expected)).toEqual([2, 4]);
  expect(values(solar.poor)).toEqual([1, 2.4]);
  expect(solar.expected.spans[1]!.untilMs).toBe(at("2026-04-14T12:00Z"));
});
