import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plausibleDay } from "../../test/plausibleDay.ts";
import { randomDay } from "../../test/randomDay.ts";
import { fixed } from "./figures.ts";
import { composeReport, type PlanReport } from "./planReport.ts";
import { planTable, type TableOptions } from "./planTable.ts";
import { mergedRows, slotColumns } from "./slotColumns.ts";

const PLAIN: TableOptions = { width: 80, hasColour: false, mergesEqualSlots: false, showsReasons: false };
const AUTUMN_MIDNIGHT_MS = 1_792_882_800_000; // 2026-10-25T00:00+01:00
const SPRING_MIDNIGHT_MS = 1_774_742_400_000; // 2026-03-29T00:00+00:00
const ROW = /^\d\d:\d\d/;
const ANSI = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");

const table = (report: PlanReport, options: Partial<TableOptions> = {}) =>
  planTable(report, { ...PLAIN, ...options });
const rowsOf = (text: string) => text.split("\n").filter((line) => ROW.test(line));
const report = composeReport(plausibleDay({ carKwh: 7, warnings: ["Prices end early."] }));

/** The figures of one column of the day's table, the total last. */
function cellsOf(shown: PlanReport, heading: string): readonly string[] {
  return slotColumns(shown, shown.slots).find((column) => column.heading === heading)?.cells ?? [];
}

describe("planTable", () => {
  it("shows the rows of a day as people read them", () => {
    const lines = table(report).split("\n");
    expect(lines.slice(0, 12)).toEqual([
      "14 Acacia Avenue: plan from Tue 28 Apr 23:00 (Europe/London)",
      "Now: use the battery until Wed 02:00. Next: charge to 95 % from Wed 02:00 to",
      "  05:00.",
      "",
      "Time    Buy  Sell Action             SoC      PV Import Export   Cost    Sum",
      "      p/kWh p/kWh                      %     kWh    kWh    kWh      p      p",
      "── Tue 28 Apr ──────────────────────────────────────────────────────────────",
      "23:00  17.1  10.3 Use the battery     31 ↘  0.00   0.00   0.00    0.0    0.0",
      "23:30  16.0   9.6 Use the battery     29 ↘  0.00   0.00   0.00    0.0    0.0",
      "── Wed 29 Apr ──────────────────────────────────────────────────────────────",
      "00:00  15.2   9.1 Use the battery     28 ↘  0.00   0.00   0.00    0.0    0.0",
      "00:30  14.1   8.5 Use the battery     26 ↘  0.00   0.00   0.00    0.0    0.0",
    ]);
  });

  it("shows every column at 120 characters and drops the least important first", () => {
    const headings = (width: number) =>
      table(report, { width })
        .split("\n")
        .find((line) => line.startsWith("Time"))
        ?.split(/ +/);
    const all = [
      "Time",
      "Buy",
      "Sell",
      "Action",
      "Target",
      "SoC",
      "Band",
      "PV",
      "Load",
      "Car",
      "Import",
      "Export",
      "Cost",
      "Sum",
    ];
    expect(headings(120)).toEqual(all);
    expect(headings(80)).toEqual(
      all.filter((heading) => !["Target", "Band", "Car", "Load"].includes(heading)),
    );
    expect(headings(48)).toEqual(["Time", "Buy", "Action", "SoC", "Cost"]);
  });

  it("stays within its width, with all rows of a table equally long", () => {
    const widths = fc.integer({ min: 60, max: 200 });
    fc.assert(
      fc.property(randomDay, widths, fc.boolean(), (draft, width, mergesEqualSlots) => {
        const text = table(composeReport(draft), { width, mergesEqualSlots, showsReasons: true });
        const lines = text.split("\n");
        const dayTable = lines.slice(lines.findIndex((line) => line.startsWith("Time")));
        const rows = dayTable.filter((line) => /^\d\d:\d\d[ab]? .*\d\.\d( +-?[\d.]+)?$/.test(line));
        const isLevel = rows.every(({ length }) => length === rows[0]?.length);
        return isLevel && lines.every((line) => line.length <= width || !line.trim().includes(" "));
      }),
    );
  });

  it("shows parts that add up to the totals, and totals that are those of the plan", () => {
    fc.assert(
      fc.property(randomDay, (draft) => {
        const shown = composeReport(draft);
        const figures = { PV: "pvKwh", Load: "loadKwh", Import: "importKwh", Export: "exportKwh" } as const;
        const energies = Object.entries(figures).every(([heading, key]) => {
          const total = draft.slots.reduce((sum, slot) => sum + slot[key], 0);
          return addsUp(cellsOf(shown, heading), fixed(total, 2));
        });
        const cost = shown.slots.at(-1)?.runningCostPence ?? 0;
        const sums = cellsOf(shown, "Sum");
        return energies && addsUp(cellsOf(shown, "Cost"), fixed(cost, 1)) && sums.at(-2) === fixed(cost, 1);
      }),
    );
  });

  it("looks the same without its colours, and has none unless asked", () => {
    const coloured = table(report, { hasColour: true, showsReasons: true });
    expect(coloured).toMatch(ANSI);
    expect(coloured.replace(ANSI, "").replace(/ +$/gm, "")).toBe(table(report, { showsReasons: true }));
    expect(table(report, { showsReasons: true })).not.toMatch(ANSI);
  });

  it("shows a day of 50 half-hours with the repeated hour told apart", () => {
    const autumn = composeReport(
      plausibleDay({ startMs: AUTUMN_MIDNIGHT_MS, firstMidnightMs: AUTUMN_MIDNIGHT_MS, slotCount: 50 }),
    );
    const text = table(autumn);
    const rows = rowsOf(text);
    expect(rows).toHaveLength(50);
    expect(rows.slice(2, 6).map((row) => row.slice(0, 6))).toEqual(["01:00a", "01:30a", "01:00b", "01:30b"]);
    expect(text).toContain("clocks go back from 02:00 to 01:00, which comes twice");
    expect(text.match(/^── /gm)).toHaveLength(1);
  });

  it("shows a day of 46 half-hours without the missing hour", () => {
    const spring = composeReport(
      plausibleDay({ startMs: SPRING_MIDNIGHT_MS, firstMidnightMs: SPRING_MIDNIGHT_MS, slotCount: 46 }),
    );
    const clocks = rowsOf(table(spring)).map((row) => row.slice(0, 5));
    expect(clocks).toHaveLength(46);
    expect(clocks.slice(0, 4)).toEqual(["00:00", "00:30", "02:00", "02:30"]);
    expect(table(spring)).toContain("clocks go forward from 01:00 to 02:00");
  });

  it("compares the plan with its baselines and the other futures", () => {
    const lines = table(report).split("\n");
    expect(lines.find((line) => line.startsWith("Battery idle"))).toMatch(/ 248\.4$/);
    expect(lines.find((line) => line.startsWith("Demand all day"))).toMatch(/ 141\.7$/);
    expect(lines.some((line) => line.startsWith("Plan, weak sun"))).toBe(true);
    expect(lines.at(-2)).toBe("Warning: Prices end early.");
  });

  it("lets no name or warning command the terminal", () => {
    const named = composeReport(plausibleDay({ homeName: "a\u001b[2Jb", warnings: ["c\u0007\nd"] }));
    expect(table(named).replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
    expect(table(named)).toContain("Warning: c\ufffd\ufffdd");
  });
});

describe("mergedRows", () => {
  const flat = { importPencePerKwh: 20, exportPencePerKwh: 5, action: "demand" } as const;
  const draft = plausibleDay();
  const merged = composeReport({ ...draft, slots: draft.slots.map((slot) => ({ ...slot, ...flat })) });

  it("joins equal slots of a day and keeps every sum", () => {
    const rows = mergedRows({
      ...merged,
      slots: merged.slots.map(({ targetKwh: _, targetPercent: __, ...slot }) => slot),
    });
    expect(rows.map(({ startMs, endMs }) => (endMs - startMs) / 3_600_000)).toEqual([1, 23]);
    const sum = (slots: PlanReport["slots"]) => slots.reduce((total, slot) => total + slot.importKwh, 0);
    expect(sum(rows)).toBeCloseTo(sum(merged.slots), 9);
    expect(rows.at(-1)?.runningCostPence).toBe(merged.slots.at(-1)?.runningCostPence);
    expect(rows[0]?.socStartKwh).toBe(merged.slots[0]?.socStartKwh);
  });

  it("joins nothing across a change of price, action or target", () => {
    const plain = merged.slots.slice(4, 6).map(({ targetKwh: _, targetPercent: __, ...slot }) => slot);
    const rowCount = (change: Partial<PlanReport["slots"][number]>) =>
      mergedRows({
        ...merged,
        slots: plain.map((slot, index) => ({ ...slot, ...(index === 1 ? change : {}) })),
      }).length;
    expect(rowCount({})).toBe(1);
    expect(rowCount({ importPencePerKwh: 21 })).toBe(2);
    expect(rowCount({ exportPencePerKwh: 6 })).toBe(2);
    expect(rowCount({ action: "hold" })).toBe(2);
    expect(rowCount({ targetKwh: 5 })).toBe(2);
  });
});

function addsUp(cells: readonly string[], total: string): boolean {
  const sum = cells.slice(0, -1).reduce((parts, cell) => parts + Number(cell), 0);
  return cells.at(-1) === total && Math.abs(sum - Number(total)) < 1e-6;
}
