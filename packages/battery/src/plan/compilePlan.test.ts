import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomFrom } from "../../test/model/random.ts";
import { compilePlan } from "./compilePlan.ts";
import type { ChargeWindow, ExportWindow, Plan } from "./plan.ts";

const lattice = { nowMinute: 600, stepCount: 12 };

const charge = (startMinute: number, endMinute: number, targetKwh = 5): ChargeWindow => ({
  startMinute,
  endMinute,
  targetKwh,
});
const exporting = (startMinute: number, endMinute: number, targetPercent = 10): ExportWindow => ({
  startMinute,
  endMinute,
  targetPercent,
});

/** Each step as a letter: d demand, c charge, C charge to the second target, x export, f freeze. */
function letters(plan: Partial<Plan>): string {
  let step = 0;
  return compilePlan({ charge: [], export: [], ...plan }, lattice)
    .map(({ endStep, chargeTargetKwh, exportTargetPercent }) => {
      const letter =
        exportTargetPercent === 99
          ? "f"
          : exportTargetPercent < 100
            ? "x"
            : chargeTargetKwh === 5
              ? "c"
              : chargeTargetKwh > 0
                ? "C"
                : "d";
      const run = letter.repeat(endStep - step);
      step = endStep;
      return run;
    })
    .join("");
}

describe("a plan's windows", () => {
  it("take the steps that begin in them, those that began before now included", () => {
    expect(letters({ charge: [charge(590, 610)], export: [exporting(630, 700)] })).toBe("ccddddxxxxxx");
    // A step whose first minute lies in the window is taken whole.
    expect(letters({ charge: [charge(610, 618)] })).toBe("ddccdddddddd");
  });

  it("take none when they are out of step with now", () => {
    expect(letters({ charge: [charge(602, 640)], export: [exporting(621, 640)] })).toBe("d".repeat(12));
  });

  it("do nothing when they are switched off", () => {
    expect(letters({ charge: [charge(600, 660, 0)], export: [exporting(600, 660, 100)] })).toBe(
      "d".repeat(12),
    );
    expect(letters({ charge: [charge(600, 630), charge(600, 660, 0)] })).toBe("ccccccdddddd");
  });

  it("overwrite earlier windows of the list where they overlap", () => {
    expect(letters({ charge: [charge(600, 640), charge(620, 660, 7)] })).toBe("ccccCCCCCCCC");
    expect(letters({ charge: [charge(620, 660, 7), charge(600, 640)] })).toBe("ccccccccCCCC");
    expect(letters({ export: [exporting(600, 640), exporting(620, 660, 99)] })).toBe("xxxxffffffff");
  });

  it("join neighbours that say the same", () => {
    expect(compilePlan({ charge: [charge(600, 630), charge(630, 660)], export: [] }, lattice)).toEqual([
      { endStep: 12, chargeTargetKwh: 5, exportTargetPercent: 100 },
    ]);
  });

  it("clip charges by exports that begin between steps, and the rest is out of step", () => {
    expect(letters({ charge: [charge(600, 660)], export: [exporting(588, 622)] })).toBe("d".repeat(12));
    expect(letters({ charge: [charge(600, 660)], export: [exporting(622, 638)] })).toBe("cccccddddddd");
  });

  it("never charge and export in one step", () => {
    const property = fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      const random = randomFrom(seed);
      const bounds = (): [number, number] => {
        const start = random.chance(0.7) ? 5 * random.whole(110, 135) : random.whole(550, 670);
        return [start, start + random.whole(1, 60)];
      };
      const plan: Plan = {
        charge: Array.from({ length: random.whole(0, 4) }, () => charge(...bounds(), random.pick([0, 3]))),
        export: Array.from({ length: random.whole(0, 4) }, () =>
          exporting(...bounds(), random.pick([100, 99, 5])),
        ),
      };
      const schedule = compilePlan(plan, lattice);
      return (
        schedule.at(-1)!.endStep === 12 &&
        schedule.every((segment) => segment.chargeTargetKwh === 0 || segment.exportTargetPercent === 100)
      );
    });
    fc.assert(property, { numRuns: 2000 });
  });
});
