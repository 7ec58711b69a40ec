import { describe, expect, it } from "vitest";
import { plausibleDay } from "../../test/plausibleDay.ts";
import { InputError, type Problem } from "../problem.ts";
import { planJson } from "./planJson.ts";
import { composeReport } from "./planReport.ts";
import { readPlanJson } from "./readPlanJson.ts";

const TEXT = planJson(composeReport(plausibleDay()));
const MEND = "give a file that `lightcone plan --json` wrote";

/** What is said of the plan file after it was changed. */
function problemsOf(text: string): readonly Problem[] {
  try {
    readPlanJson(text);
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
  return [];
}

function changed(change: (file: ReturnType<typeof JSON.parse>) => void): string {
  const file = JSON.parse(TEXT);
  change(file);
  return JSON.stringify(file);
}

describe("readPlanJson", () => {
  it("finds nothing wrong with what was written, nor with fields that it does not know", () => {
    expect(problemsOf(TEXT)).toEqual([]);
    const more = changed((file) => {
      file.colour = "blue";
      file.slots[0].mood = 1;
    });
    expect(problemsOf(more)).toEqual([]);
  });

  it("says what is no JSON, and what is no plan", () => {
    expect(problemsOf("{")[0]?.what).toMatch(/^is no JSON/);
    expect(problemsOf("[]")).toEqual([{ at: "plan file", what: "is a list, not an object", mend: MEND }]);
    expect(problemsOf("null")[0]?.what).toBe("is null, not an object");
    expect(problemsOf("{}")).toContainEqual({ at: "format", what: "is missing", mend: MEND });
  });

  it("names everything that is wrong at once, each with path and value", () => {
    const text = changed((file) => {
      file.slots[3].importKwh = "much";
      file.slots[6].action = "rest";
      file.timeZone = "Europe/Atlantis";
      file.battery.storeToHomeEfficiency = 1.2;
      delete file.totals.pv10.costPence;
    });
    expect(problemsOf(text).map(({ at, what }) => `${at} ${what}`)).toEqual([
      'timeZone is "Europe/Atlantis", not a name such as Europe/London',
      "battery.storeToHomeEfficiency is 1.2, not <=1",
      'slots[3].importKwh is "much", not number',
      'slots[6].action is "rest", not ("demand" | "charge" | "hold" | "export" | "freezeExport")',
      "totals.pv10.costPence is missing",
    ]);
  });

  it("refuses another version and says what to do", () => {
    const text = changed((file) => {
      file.version = 2;
    });
    expect(problemsOf(text)).toEqual([
      { at: "version", what: "is 2, not 1", mend: "plan again with this release" },
    ]);
  });

  it("refuses times that contradict the minutes, spans that end before they start, and gaps", () => {
    const text = changed((file) => {
      file.windows.charge[0].startMinute = 1500;
      file.windows.export[0].endMinute = file.windows.export[0].startMinute;
      file.windows.export[0].end = file.windows.export[0].start;
      file.slots.splice(5, 1);
    });
    expect(problemsOf(text).map(({ at, what }) => `${at} ${what}`)).toEqual([
      "windows.charge[0].start is 2026-04-29T02:00:00+01:00, but startMinute says 1500",
      "windows.export[0].endMinute is 2040, not after the start 2040",
      "slots[5].start is 2026-04-29T02:00:00+01:00, but the slot before ends 2026-04-29T01:30:00+01:00",
    ]);
  });

  it("refuses a time without its offset", () => {
    const text = changed((file) => {
      file.now = "2026-04-28T23:00:00";
    });
    expect(problemsOf(text)).toEqual([
      { at: "now", what: 'is "2026-04-28T23:00:00", not ISO 8601 with an offset', mend: MEND },
    ]);
  });
});
