import { describe, expect, test } from "vitest";
import { Findings } from "../home/findings.ts";
import { gapsWithin, knownUntilMs, orderSpans, overlay, type ReadSpan } from "./timeSeries.ts";

const name = { unit: "p/kWh", timeZone: "UTC" };
const row = (fromMs: number, untilMs: number, value: number): ReadSpan => ({
  fromMs,
  untilMs,
  value,
  at: `rows[${fromMs}]`,
});

describe("spans put in order", () => {
  test("are sorted, and holes between them are recorded", () => {
    const findings = new Findings();
    const series = orderSpans([row(40, 50, 3), row(0, 10, 1), row(10, 20, 2)], name, findings);
    expect(series.spans.map((span) => span.value)).toEqual([1, 2, 3]);
    expect(series.gaps).toEqual([{ fromMs: 20, untilMs: 40 }]);
    expect(findings.problems).toEqual([]);
  });

  test("are folded with a word when a row repeats another exactly", () => {
    const findings = new Findings();
    expect(orderSpans([row(0, 10, 1), row(0, 10, 1)], name, findings).spans).toHaveLength(1);
    expect(findings.notices.map((notice) => notice.kind)).toEqual(["mended"]);
    expect(findings.problems).toEqual([]);
  });

  test.each([
    ["another value for the same time", row(0, 10, 2)],
    ["the same value for a longer time", row(0, 11, 1)],
    ["a time that begins inside", row(9, 20, 1)],
  ])("are refused when a row gives %s", (_, other) => {
    const findings = new Findings();
    orderSpans([row(0, 10, 1), other], name, findings);
    expect(findings.problems).toHaveLength(1);
    expect(findings.problems[0]!.what).toContain("already says 1 p/kWh");
  });

  test("are refused under an open end that a later row overlaps", () => {
    const findings = new Findings();
    orderSpans([row(0, Number.POSITIVE_INFINITY, 1), row(5, 9, 2)], name, findings);
    expect(findings.problems).toHaveLength(1);
  });
});

describe("a series", () => {
  const series = orderSpans([row(0, 10, 1), row(10, 20, 2), row(30, 40, 3)], name, new Findings());

  test("is known up to its first hole and never beyond its last value", () => {
    expect(knownUntilMs(series, 5)).toBe(20);
    expect(knownUntilMs(series, 20)).toBe(20);
    expect(knownUntilMs(series, 30)).toBe(40);
    expect(knownUntilMs(series, 45)).toBe(45);
  });

  test("has its holes before, between and after its spans", () => {
    expect(gapsWithin(series, -5, 50)).toEqual([
      { fromMs: -5, untilMs: 0 },
      { fromMs: 20, untilMs: 30 },
      { fromMs: 40, untilMs: 50 },
    ]);
  });

  test("gives way to what is laid over it", () => {
    const over = orderSpans([row(5, 12, 9)], name, new Findings());
    expect(overlay(series, over).spans.map(({ fromMs, untilMs, value }) => [fromMs, untilMs, value])).toEqual(
      [
        [0, 5, 1],
        [5, 12, 9],
        [12, 20, 2],
        [30, 40, 3],
      ],
    );
  });
});
