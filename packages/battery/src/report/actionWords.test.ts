import { describe, expect, it } from "vitest";
import { plausibleDay } from "../../test/plausibleDay.ts";
import { actionRuns, actionWords, nowAndNext } from "./actionWords.ts";
import type { PlannedSlot } from "./planReport.ts";

describe("actionWords", () => {
  it("says each action in plain words", () => {
    const words = [
      actionWords({ action: "demand" }),
      actionWords({ action: "charge", targetPercent: 79.7 }),
      actionWords({ action: "charge" }),
      actionWords({ action: "hold" }),
      actionWords({ action: "export", targetPercent: 20 }),
      actionWords({ action: "freezeExport" }),
    ];
    expect(words).toEqual([
      "Use the battery",
      "Charge to 80 %",
      "Charge",
      "Hold",
      "Export to 20 %",
      "Let the sun export",
    ]);
  });
});

describe("actionRuns", () => {
  const { slots } = plausibleDay();

  it("covers every slot once, and neighbouring runs differ", () => {
    const runs = actionRuns(slots);
    expect(runs[0]?.begin).toBe(0);
    expect(runs.at(-1)?.end).toBe(slots.length);
    const words = runs.map(({ begin }) =>
      JSON.stringify([slots[begin]?.action, slots[begin]?.targetPercent]),
    );
    runs.slice(1).forEach(({ begin }, index) => {
      expect(begin).toBe(runs[index]?.end);
      expect(words[index + 1]).not.toBe(words[index]);
    });
  });
});

describe("actionRuns of one action", () => {
  it("are cut where the target changes", () => {
    const charge = { ...plausibleDay().slots[0], action: "charge" } as PlannedSlot;
    const slots = [80, 80, 95].map((targetPercent) => ({ ...charge, targetPercent }));
    expect(actionRuns(slots)).toEqual([
      { begin: 0, end: 2 },
      { begin: 2, end: 3 },
    ]);
  });
});

describe("nowAndNext", () => {
  it("says what the battery does now and next, naming other days", () => {
    expect(nowAndNext(plausibleDay())).toBe(
      "Now: use the battery until Wed 02:00. Next: charge to 95 % from Wed 02:00 to 05:00.",
    );
  });

  it("says only now when nothing follows, and nothing when nothing is planned", () => {
    expect(nowAndNext(plausibleDay({ slotCount: 2 }))).toBe("Now: use the battery until Wed 00:00.");
    expect(nowAndNext(plausibleDay({ slotCount: 0 }))).toBe("Nothing is planned.");
  });
});
