import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plausibleDay } from "../../test/plausibleDay.ts";
import { randomDay } from "../../test/randomDay.ts";
import { composeReport, netPence, savedPence } from "./planReport.ts";

describe("composeReport", () => {
  it("runs the cost up slot by slot, and changes nothing that was given", () => {
    fc.assert(
      fc.property(randomDay, (draft) => {
        const before = JSON.stringify(draft);
        let sum = 0;
        const isRunning = composeReport(draft).slots.every((slot, index) => {
          sum += draft.slots[index]?.costPence ?? Number.NaN;
          return slot.runningCostPence === sum;
        });
        return isRunning && JSON.stringify(draft) === before;
      }),
    );
  });

  it("gives every slot a reason", () => {
    fc.assert(
      fc.property(randomDay, (draft) =>
        composeReport(draft).slots.every(
          ({ why }) => /^[a-z-]+$/.test(why.code) && /^[A-Z].*[^.]$/.test(why.text),
        ),
      ),
    );
  });
});

describe("savedPence", () => {
  it("counts wear, and what is stored at the end, on both sides", () => {
    const draft = plausibleDay();
    const plan = { ...draft.futures.nominal, costPence: 100, wearPence: 8, storedValuePence: 30 };
    const idle = { ...draft.baselines.idle, costPence: 250, wearPence: 0, storedValuePence: 20 };
    expect(netPence(plan)).toBe(78);
    const report = { futures: { ...draft.futures, nominal: plan }, baselines: { ...draft.baselines, idle } };
    expect(savedPence(report, "idle")).toBe(152);
  });
});
