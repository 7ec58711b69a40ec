import { expect, test } from "vitest";
import { plainHome } from "../../test/model/plainHome.ts";
import { searchSpace } from "./searchSpace.ts";

test("the plain actions come first, and all of them where nothing may go to the grid too", () => {
  for (const exportLimitKw of [0, 5]) {
    const home = plainHome({ inverter: { exportLimitKw }, options: { lowPowerExport: false } });
    const { actions, coreCount, courseCount } = searchSpace(home);
    expect([coreCount, courseCount]).toEqual([5, 5]);
    // A freeze keeps panel energy that a full connection loses; a forced export serves a home whose car holds the battery.
    expect(actions.slice(3, 5).map(({ exportTargetPercent }) => exportTargetPercent)).toEqual([99, 0]);
  }
});

test("targets lie where a plan can take the charge, whatever the capacity", () => {
  const battery = { capacityKwh: 1000, reserveKwh: 100, startKwh: 500 };
  const { actions, targetSpanKwh } = searchSpace(
    plainHome({ battery, exportPence: [30], options: { lowPowerExport: false } }),
  );
  expect(targetSpanKwh).toBe(12);
  const charges = actions.map(({ chargeTargetKwh }) => chargeTargetKwh).filter((kwh) => kwh > 0);
  expect(charges).toEqual([1000, 100, 495.5, 497, 498.5, 500, 501.5, 503, 504.5]);
  const percents = actions.map(({ exportTargetPercent }) => exportTargetPercent);
  const targets = percents.filter((percent) => percent > 0 && percent < 99);
  expect(targets.map((percent) => Number(percent.toFixed(9)))).toEqual([
    49.58, 49.76, 49.94, 50.12, 50.3, 50.48,
  ]);
});

test("every action stands once, so that equal places mean equal actions", () => {
  const large = { capacityKwh: 1000, reserveKwh: 100, startKwh: 500 };
  for (const changes of [{}, { options: { lowPowerExport: false } }, { battery: large }]) {
    const { actions } = searchSpace(plainHome(changes));
    const said = actions.map(
      ({ chargeTargetKwh, exportTargetPercent }) => `${chargeTargetKwh} ${exportTargetPercent}`,
    );
    expect(new Set(said).size).toBe(actions.length);
  }
});

test("slow exports are searched where the home allows them", () => {
  const shares = (lowPowerExport: boolean): number[] =>
    searchSpace(plainHome({ exportPence: [30], options: { lowPowerExport } }))
      .actions.map(({ exportTargetPercent }) => exportTargetPercent % 1)
      .filter((share) => share > 0);
  expect(shares(false)).toEqual([]);
  expect(shares(true)).toHaveLength(3);
  expect(searchSpace(plainHome({ options: { lowPowerExport: true } })).courseCount).toBe(8);
});

test("slots are half-hours of the clock, cut where a price changes inside one", () => {
  const inputs = plainHome({ nowMinute: 20, stepCount: 16 });
  const importPencePerKwh = new Float64Array(16).fill(10).fill(20, 5);
  const { slots } = searchSpace({ ...inputs, importPencePerKwh });
  expect(slots.map(({ beginStep, endStep }) => [beginStep, endStep])).toEqual([
    [0, 2],
    [2, 5],
    [5, 8],
    [8, 14],
    [14, 16],
  ]);
});

test("slots end where recording ends", () => {
  const inputs = { ...plainHome({ nowMinute: 0, stepCount: 16 }), endRecordStep: 9 };
  expect(searchSpace(inputs).slots.at(-1)).toEqual({ beginStep: 6, endStep: 9 });
});

test("slots are cut where the export price changes too", () => {
  const inputs = plainHome({ nowMinute: 0, stepCount: 12 });
  const exportPencePerKwh = new Float64Array(12).fill(4).fill(7, 2).fill(9, 8);
  const { slots } = searchSpace({ ...inputs, exportPencePerKwh });
  expect(slots.map(({ beginStep }) => beginStep)).toEqual([0, 2, 6, 8]);
});

test("where prices change all the time, slots are half-hours alone", () => {
  const inputs = plainHome({ nowMinute: 0, stepCount: 288 });
  const importPencePerKwh = Float64Array.from({ length: 288 }, (_, step) => step % 3);
  const { slots } = searchSpace({ ...inputs, importPencePerKwh });
  expect(slots).toHaveLength(48);
});
