import { describe, expect, it } from "vitest";
import { plausibleDay } from "../../test/plausibleDay.ts";
import { actionRuns, nowAndNext, wordsOfActions } from "./actionWords.ts";
import type { PlannedSlot } from "./planReport.ts";

const slotOf = (given: Partial<PlannedSlot>): PlannedSlot =>
  ({ ...plausibleDay().slots[0], targetPercent: undefined, ...given }) as PlannedSlot;
const battery = { capacityKwh: 10 };

describe("wordsOfActions", () => {
  it("says each action in plain words", () => {
    const slots = [
      slotOf({ action: "demand" }),
      slotOf({ action: "charge", targetPercent: 79.7, socEndKwh: 7.97 }),
      slotOf({ action: "charge" }),
      slotOf({ action: "hold" }),
      slotOf({ action: "export", targetPercent: 20, socEndKwh: 2 }),
      slotOf({ action: "freezeExport" }),
    ];
    expect(wordsOfActions(slots, battery)).toEqual([
      "Use the battery",
      "Charge to 80 %",
      "Charge",
      "Hold",
      "Export to 20 %",
      "Let the sun export",
    ]);
  });

  it("says how far the sun takes a charge past what it is told, and not what was there before", () => {
    const charge = (targetPercent: number, socStartKwh: number, socEndKwh: number) =>
      slotOf({ action: "charge", targetPercent, socStartKwh, socEndKwh });
    const slots = [charge(98, 2, 9.5), charge(98, 9.5, 10), charge(50, 8, 8.9), charge(98.4, 2, 9.8)];
    expect(wordsOfActions(slots, battery)).toEqual([
      "Charge to 100 % (told 98 %)",
      "Charge to 100 % (told 98 %)",
      "Charge to 50 %",
      "Charge to 98 %",
    ]);
  });

  it("says how far it gets where that is short of what it is told", () => {
    const charge = (targetPercent: number, socEndKwh: number) =>
      slotOf({ action: "charge", targetPercent, socStartKwh: 9, socEndKwh });
    const sell = (targetPercent: number, socEndKwh: number) =>
      slotOf({ action: "export", targetPercent, socEndKwh });
    const slots = [charge(100, 0.9), charge(100, 1.3), charge(90, 4), charge(90, 8.96), charge(50, 8.9)];
    expect(wordsOfActions([...slots, sell(4, 5), sell(4, 3), sell(30, 2.9)], battery)).toEqual([
      "Charge to 13 % (told 100 %)",
      "Charge to 13 % (told 100 %)",
      "Charge to 90 %",
      "Charge to 90 %",
      "Charge to 50 %",
      "Export to 30 % (told 4 %)",
      "Export to 30 % (told 4 %)",
      "Export to 30 %",
    ]);
    expect(wordsOfActions(slots.slice(0, 1), { capacityKwh: 0 })).toEqual(["Charge to 100 %"]);
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
