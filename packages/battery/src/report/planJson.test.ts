import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plausibleDay } from "../../test/plausibleDay.ts";
import { randomDay } from "../../test/randomDay.ts";
import { planJson } from "./planJson.ts";
import { composeReport, type PlanReport } from "./planReport.ts";
import { readPlanJson } from "./readPlanJson.ts";

const report = composeReport(plausibleDay({ carKwh: 7, warnings: ["Prices end early."] }));

describe("planJson", () => {
  it("has its keys in one order whatever order the report has them in", () => {
    expect(planJson(reversedKeys(report) as PlanReport)).toBe(planJson(report));
    expect(Object.keys(JSON.parse(planJson(report)))).toEqual([
      "format",
      "version",
      "homeName",
      "timeZone",
      "currency",
      "profile",
      "firstMidnight",
      "now",
      "nowMinute",
      "battery",
      "windows",
      "slots",
      "totals",
      "terminalValue",
      "warnings",
    ]);
  });

  it("names windows in absolute minutes and in local time", () => {
    const { windows, nowMinute } = JSON.parse(planJson(report));
    expect(nowMinute).toBe(1380);
    expect(windows.charge[0]).toEqual({
      start: "2026-04-29T02:00:00+01:00",
      end: "2026-04-29T02:30:00+01:00",
      startMinute: 1560,
      endMinute: 1590,
      mode: "charge",
      targetKwh: 9.025,
      targetPercent: 95,
    });
    expect(windows.charge[6]).toMatchObject({ mode: "hold", targetKwh: 0.38, targetPercent: 4 });
    expect(windows.export[0]).toMatchObject({ mode: "freeze", targetPercent: 99 });
    expect(windows.export.at(-1)).toMatchObject({ mode: "export", targetPercent: 40 });
  });

  it("says of windows that are switched off that they are", () => {
    const span = { startMinute: 0, endMinute: 30 };
    const off = { charge: [{ ...span, targetKwh: 0 }], export: [{ ...span, targetPercent: 100 }] };
    const { windows } = JSON.parse(planJson({ ...report, windows: off }));
    expect([windows.charge[0].mode, windows.export[0].mode]).toEqual(["off", "off"]);
  });

  it("tells the repeated hour apart by its offset", () => {
    const midnightMs = 1_792_882_800_000; // 2026-10-25T00:00+01:00
    const autumn = composeReport(
      plausibleDay({ startMs: midnightMs, firstMidnightMs: midnightMs, slotCount: 50 }),
    );
    const { slots } = JSON.parse(planJson(autumn));
    expect(slots.slice(2, 6).map((slot: { start: string }) => slot.start)).toEqual([
      "2026-10-25T01:00:00+01:00",
      "2026-10-25T01:30:00+01:00",
      "2026-10-25T01:00:00+00:00",
      "2026-10-25T01:30:00+00:00",
    ]);
    expect(slots.at(-1).endMinute).toBe(1500);
  });

  it("has no number with more than four decimals, none that is not finite, no negative zero", () => {
    fc.assert(
      fc.property(randomDay, (draft) => {
        const text = planJson(composeReport(draft));
        const figures = JSON.stringify(
          JSON.parse(text, (_, value) => (typeof value === "string" ? "" : value)),
        );
        return !/\.\d{5}|NaN|Infinity|e-|-0[,}\]]/.test(figures);
      }),
    );
  });

  it("refuses a number that is not finite, and says where it is", () => {
    const slots = report.slots.map((slot, index) => (index === 3 ? { ...slot, pvKwh: Number.NaN } : slot));
    expect(() => planJson({ ...report, slots })).toThrow(
      new RangeError("slots[3].pvKwh of the report is NaN: give a finite number"),
    );
    const battery = { ...report.battery, capacityKwh: Number.POSITIVE_INFINITY };
    expect(() => planJson({ ...report, battery })).toThrow("battery.capacityKwh of the report is Infinity");
  });

  it("reads back as a report that writes the same bytes", () => {
    fc.assert(
      fc.property(randomDay, (draft) => {
        const text = planJson(composeReport(draft));
        return planJson(readPlanJson(text)) === text;
      }),
    );
  });

  it("reads back with every field, to four decimals", () => {
    expect(fourDecimals(readPlanJson(planJson(report)))).toEqual(fourDecimals(report));
  });
});

function fourDecimals(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, item) =>
    typeof item === "number" ? Number(item.toFixed(4)) : item,
  );
}

function reversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversedKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, item]) => [key, reversedKeys(item)]));
}
