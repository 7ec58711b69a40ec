import { readFileSync } from "node:fs";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "../clock/slots.ts";
import type { TimeSeries } from "../clock/timeSeries.ts";
import { Findings } from "../home/findings.ts";
import { Section } from "../home/section.ts";
import type { ReadContext } from "../home/source.ts";
import { expectedLoad, habitOf, loadSpread, pastDays } from "./expectedLoad.ts";
import { readLoad } from "./readLoad.ts";

const ZONE = "Europe/London";
const at = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds;
const HALF_MS = 30 * MINUTE_MS;

/** Half-hourly history over [from, until) with an energy by instant. */
function history(from: string, until: string, kwh: (ms: number) => number): TimeSeries {
  const spans = [];
  for (let ms = at(from); ms < at(until); ms += HALF_MS) {
    spans.push({ fromMs: ms, untilMs: ms + HALF_MS, value: kwh(ms) });
  }
  return { unit: "kWh", spans, gaps: [] };
}

function read(load: Record<string, unknown>, now = "2026-04-14T15:35Z") {
  const findings = new Findings();
  const context: ReadContext = {
    findings,
    timeZone: ZONE,
    currency: { code: "GBP", major: "£", minor: "p" },
    readFile: (path) => {
      throw new Error(`no such file ${path}`);
    },
  };
  const range = { nowMs: at(now), untilMs: at(now) + 24 * 60 * MINUTE_MS, isNowKnown: true };
  return { load: readLoad(new Section(load, "load", "load", findings), range, context), findings };
}

/** A history as CSV text, local times with offset. */
function csvOf(series: TimeSeries): string {
  const lines = series.spans.map(({ fromMs, value }) => {
    const local = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(ZONE);
    return `${local.toString({ timeZoneName: "never" })},${value}`;
  });
  return `start,kwh\n${lines.join("\n")}\n`;
}

describe("past days", () => {
  test("are local days by the wall clock: a repeated half-hour is the mean of both, a skipped one unknown", () => {
    const autumn = history(
      "2026-10-24T23:00Z",
      "2026-10-26T00:00Z",
      (ms) => (ms - at("2026-10-24T23:00Z")) / HALF_MS,
    );
    const [day, ...others] = pastDays(autumn, at("2026-10-27T00:00Z"), ZONE);
    expect(others).toEqual([]);
    expect([...day!.kwh.slice(0, 6)]).toEqual([0, 1, 3, 4, 6, 7]);
    const spring = history("2026-03-29T00:00Z", "2026-03-29T23:00Z", () => 1);
    const [short] = pastDays(spring, at("2026-03-30T00:00Z"), ZONE);
    expect([...short!.kwh.slice(0, 6)]).toEqual([1, 1, Number.NaN, Number.NaN, 1, 1]);
  });

  test("know only what is over and wholly covered", () => {
    const series = history("2026-04-13T23:00Z", "2026-04-14T23:00Z", () => 1);
    const holed = { ...series, spans: series.spans.filter((_, index) => index !== 4) };
    const [day] = pastDays(holed, at("2026-04-14T11:10Z"), ZONE);
    expect(day!.kwh[4]).toBeNaN();
    expect(day!.kwh[23]).toBe(1);
    expect(day!.kwh[24]).toBeNaN();
  });
});

describe("the expected load", () => {
  test("of a habit is the habit, at the same local time on both sides of a clock change", () => {
    const evening = (ms: number) => {
      const { hour } = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(ZONE);
      return hour === 18 ? 2 : 0.25;
    };
    const days = pastDays(
      history("2026-03-14T00:00Z", "2026-03-28T00:00Z", evening),
      at("2026-03-28T00:00Z"),
      ZONE,
    );
    const range = {
      nowMs: at("2026-03-28T00:00Z"),
      fromMs: at("2026-03-28T00:00Z"),
      untilMs: at("2026-03-30T23:00Z"),
    };
    const { series } = expectedLoad(days, range, ZONE);
    expect(series.spans.every((span) => Math.abs(span.value - evening(span.fromMs)) < 1e-12)).toBe(true);
    expect(series.spans).toHaveLength(48 + 46 + 48);
  });

  test("lies nearer to the same weekday, and to recent days", () => {
    const isMonday = (ms: number) =>
      Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO("UTC").dayOfWeek === 1;
    const mondays = history("2026-03-02T00:00Z", "2026-03-23T00:00Z", (ms) => (isMonday(ms) ? 1 : 0));
    const days = pastDays(mondays, at("2026-03-23T00:00Z"), "UTC");
    const now = at("2026-03-23T00:00Z");
    expect(habitOf(days, 1, now)[20]!).toBeGreaterThan(3 * habitOf(days, 2, now)[20]!);
    expect(habitOf(days, 2, now)[20]!).toBeGreaterThan(habitOf(days, 6, now)[20]!);
    const rising = history("2026-03-02T00:00Z", "2026-03-23T00:00Z", (ms) =>
      ms < at("2026-03-16T00:00Z") ? 0 : 1,
    );
    expect(habitOf(pastDays(rising, now, "UTC"), 3, now)[20]!).toBeGreaterThan(0.4);
  });

  test("has heavy and light days by the spread of whole days, and fixed factors without enough of them", () => {
    const now = at("2026-04-14T00:00Z");
    const steady = history("2026-03-20T00:00Z", "2026-04-14T00:00Z", () => 1);
    expect(loadSpread(pastDays(steady, now, "UTC"), now)).toEqual({
      heavy: 1,
      light: 1,
      isFromHistory: true,
    });
    const day = (ms: number) => Math.floor(ms / (1440 * MINUTE_MS));
    const uneven = history("2026-03-20T00:00Z", "2026-04-14T00:00Z", (ms) => 1 + (day(ms) % 5) / 10);
    const spread = loadSpread(pastDays(uneven, now, "UTC"), now);
    expect(spread.heavy).toBeGreaterThan(1.05);
    expect(spread.light).toBeLessThan(0.95);
    const short = history("2026-04-10T00:00Z", "2026-04-14T00:00Z", () => 1);
    expect(loadSpread(pastDays(short, now, "UTC"), now).isFromHistory).toBe(false);
  });
});

describe("a load history", () => {
  const fortnight = history("2026-03-31T23:00Z", "2026-04-14T15:30Z", () => 0.4);

  test("is energy from each start to the next, hourly and half-hourly alike", () => {
    const hourly = { ...fortnight, spans: fortnight.spans.filter((_, index) => index % 2 === 0) };
    for (const [series, kwh] of [
      [fortnight, 0.4],
      [hourly, 0.2],
    ] as const) {
      const { load, findings } = read({ history: csvOf(series) });
      expect(findings.problems).toEqual([]);
      expect(load.series.spans.every((span) => Math.abs(span.value - kwh) < 1e-12)).toBe(true);
    }
  });

  test("with missing rows leaves that time out, and says so", () => {
    const holed = { ...fortnight, spans: fortnight.spans.filter((_, index) => index < 100 || index > 130) };
    const { load, findings } = read({ history: csvOf(holed) });
    expect(findings.notices.map((notice) => notice.what).join()).toContain(
      "rows are missing after Fri 3 Apr 01:30",
    );
    expect(load.series.spans.every((span) => Math.abs(span.value - 0.4) < 1e-12)).toBe(true);
  });

  test("never known at some time of day takes the nearest known half-hour, and says so", () => {
    const localHour = (ms: number) =>
      Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(ZONE).hour;
    const spans = fortnight.spans.filter(({ fromMs }) => localHour(fromMs) < 2 || localHour(fromMs) > 5);
    const { load, findings } = read({ history: csvOf({ ...fortnight, spans }) });
    expect(findings.problems).toEqual([]);
    // Four hours are missing, and the row before them is left out: nothing says how much of the time it covers.
    expect(findings.notices.map((notice) => notice.what).join()).toContain(
      "9 half-hour(s) of the day are never known",
    );
    expect(load.series.spans.every((span) => Math.abs(span.value - 0.4) < 1e-12)).toBe(true);
  });

  test("without offsets over the repeated hour is told apart by order", () => {
    const file = new URL("../../test/home/load-without-offset-2026-10-25.csv", import.meta.url);
    const { load, findings } = read({ forecast: readFileSync(file, "utf8") }, "2026-10-24T23:00Z");
    expect(findings.problems).toEqual([]);
    expect(load.series.spans).toHaveLength(8);
    expect(load.series.spans.every((span) => span.untilMs - span.fromMs === HALF_MS)).toBe(true);
    expect(load.series.spans.map((span) => span.value)).toEqual([
      0.1, 0.11, 0.12, 0.13, 0.14, 0.15, 0.16, 0.17,
    ]);
  });

  test.each([
    ["less than a day", csvOf(history("2026-04-14T00:00Z", "2026-04-14T05:00Z", () => 1)), "only 5 hours"],
    ["one row", "start,kwh\n2026-04-14T00:00Z,1\n", "fewer than two rows"],
    [
      "days for rows",
      "start,kwh\n2026-04-12T00:00Z,9\n2026-04-13T00:00Z,9\n2026-04-14T00:00Z,9\n",
      "too coarse",
    ],
    ["watt-hours", "start,kwh\n2026-04-12T00:00Z,345\n2026-04-12T00:30Z,290\n", "looks like Wh"],
    ["negative energy", "start,kwh\n2026-04-12T00:00Z,-1\n2026-04-12T00:30Z,1\n", "out of range"],
    ["contradictions", `${csvOf(fortnight)}2026-04-10T12:00:00Z,9\n`, "already says 0.4 kWh"],
  ])("of %s is refused", (_, text, what) => {
    const told = read({ history: text }).findings.problems.map((problem) => problem.what);
    expect(told.join("\n")).toContain(what);
  });
});

test("a table whose bad rows leave too few is told its bad rows alone", () => {
  const text = "start,kwh\n2026-04-14T12:00Z,1\n2026-04-14T13:00Z,-1\n";
  for (const form of ["history", "forecast"]) {
    const told = read({ [form]: text }).findings.problems.map(({ what }) => what);
    expect(told).toEqual(["is -1 kWh, which is out of range"]);
  }
});

test("a load is scaled, and its heavy and light factors can be given", () => {
  const { load } = read({ kwhPerDay: 24, scaling: 2, heavyFactor: 1.3, lightFactor: 0.5 });
  const { fromMs, untilMs, value } = load.series.spans[0]!;
  expect((value / (untilMs - fromMs)) * 60 * MINUTE_MS).toBeCloseTo(2, 12);
  expect([load.heavy, load.light]).toEqual([1.3, 0.5]);
});

test("a forecast that begins after now is refused", () => {
  const text = "start,kwh\n2026-04-14T18:00Z,1\n2026-04-14T18:30Z,1\n";
  expect(read({ forecast: text }).findings.problems[0]!.what).toContain("does not cover");
});
