import { describe, expect, it } from "vitest";
import { plausibleDay } from "../../test/plausibleDay.ts";
import { outcomeFigures, outcomeNotes, outcomeRows, savingWords } from "./outcomeRows.ts";
import { composeReport } from "./planReport.ts";

const report = composeReport(plausibleDay());

describe("outcomes", () => {
  it("shows wear only where there is any", () => {
    const headings = (shown: typeof report) =>
      outcomeFigures(outcomeRows(shown), shown.currency).map(({ heading }) => heading);
    expect(headings(report)).not.toContain("Wear");
    const nominal = { ...report.futures.nominal, wearPence: 4 };
    expect(headings({ ...report, futures: { ...report.futures, nominal } })).toContain("Wear");
  });

  it("says whether the plan saves or loses", () => {
    expect(savingWords(report, "idle")).toBe("£2.48 less than with the battery idle");
    const demand = { ...report.futures.nominal, costPence: report.futures.nominal.costPence - 30 };
    const dearer = { ...report, baselines: { ...report.baselines, demand } };
    expect(savingWords(dearer, "demand")).toBe("£0.30 more than in demand mode all day");
  });

  it("gives the terminal value with its reason, ended by one full stop", () => {
    const noted = (reason: string) =>
      outcomeNotes({ ...report, terminalValue: { pencePerKwh: 8.2, reason } })[1];
    expect(noted("cheapest refill")).toBe("A kWh stored at the end counts 8.2 p: cheapest refill.");
    expect(noted("cheapest refill.")).toBe("A kWh stored at the end counts 8.2 p: cheapest refill.");
    expect(noted("")).toBe("A kWh stored at the end counts 8.2 p.");
  });
});
