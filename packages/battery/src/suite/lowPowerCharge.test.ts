import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chargeModeRate } from "../model/battery.ts";
import { round2 } from "../model/decimalRounding.ts";
import { homeOf } from "../model/simulate.ts";
import { deriveInputs } from "../scenario/deriveInputs.ts";
import { generateSuite } from "./generateSuite.ts";
import { type ChargeTask, lowPowerSetting } from "./lowPowerCharge.ts";

const scenario = generateSuite({ count: 1, seed: 0 })[0]!;
const taskOf = (changes: Partial<ChargeTask> = {}, chargeKw = 3): ChargeTask => {
  const battery = { ...scenario.battery, capacityKwh: 10, chargeKw };
  const home = homeOf(deriveInputs({ ...scenario, battery }, "predbat"));
  const future = home.futures[0]!;
  return { home, future, socKwh: 2, targetKwh: 5, remainingMinutes: 180, pvAheadKwh: 0, ...changes };
};

/** What is stored after charging for some minutes at a setting, and the highest rate on the way. */
function chargedAt(task: ChargeTask, setting: number, minutes: number): { socKwh: number; peakRate: number } {
  let { socKwh } = task;
  let peakRate = 0;
  for (let minute = 0; minute < minutes && round2(socKwh) < round2(task.targetKwh); minute += 5) {
    const rate = chargeModeRate(task, socKwh, 0, setting);
    peakRate = Math.max(peakRate, rate);
    socKwh += rate * 5 * task.home.chargeEfficiency;
  }
  return { socKwh, peakRate };
}

describe("the low-power charge setting", () => {
  it("reaches the target ten minutes before the window ends, and the next lower one does not", () => {
    const task = taskOf();
    const setting = lowPowerSetting(task)!;
    expect(setting).toBeCloseTo(1.1 / 60, 12);
    expect(round2(chargedAt(task, setting, 170).socKwh)).toBeGreaterThanOrEqual(5);
    expect(round2(chargedAt(task, setting - 0.1 / 60, 170).socKwh)).toBeLessThan(5);
  });

  it("always reaches the target in time, never at a higher peak than the full rate", () => {
    const arbitrary = fc.record({
      socKwh: fc.integer({ min: 0, max: 1000 }).map((hundredths) => hundredths / 100),
      targetKwh: fc.integer({ min: 1, max: 1000 }).map((hundredths) => hundredths / 100),
      remainingMinutes: fc.integer({ min: 0, max: 100 }).map((steps) => 5 * steps),
    });
    const property = fc.property(arbitrary, fc.integer({ min: 1, max: 80 }), (changes, tenthsKw) => {
      const task = taskOf(changes, tenthsKw / 10);
      const setting = lowPowerSetting(task);
      if (setting === undefined) return true;
      const slow = chargedAt(task, setting, task.remainingMinutes - 10);
      const full = chargedAt(task, task.home.acChargeRate, task.remainingMinutes);
      return (
        round2(slow.socKwh) >= round2(task.targetKwh) &&
        slow.peakRate <= full.peakRate &&
        setting >= 0.4 / 60 - 1e-12
      );
    });
    fc.assert(property, { numRuns: 300 });
  });

  it("is left at the highest where slowing down cannot be afforded or gains nothing", () => {
    expect(lowPowerSetting(taskOf({ pvAheadKwh: 0.11 }))).toBeUndefined();
    expect(lowPowerSetting(taskOf({ pvAheadKwh: 0.1 }))).toBeDefined();
    expect(lowPowerSetting(taskOf({ remainingMinutes: 0 }))).toBeUndefined();
    expect(lowPowerSetting(taskOf({ socKwh: 4.996 }))).toBeUndefined();
    expect(lowPowerSetting(taskOf({ remainingMinutes: 60 }))).toBeUndefined();
    expect(lowPowerSetting(taskOf({ remainingMinutes: 65 }))).toBeUndefined();
  });

  it("never goes under 400 W", () => {
    expect(lowPowerSetting(taskOf({ socKwh: 4.9 }))).toBeCloseTo(0.4 / 60, 12);
  });
});
