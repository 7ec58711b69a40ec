import { describe, expect, it } from "vitest";
import { follow } from "../../test/model/follow.ts";
import type { HomeChanges } from "../../test/model/plainHome.ts";
import type { Diverter } from "./inputs.ts";

const OFF: Diverter = {
  isSolar: false,
  isCharging: false,
  isOnExport: false,
  preventsDischarge: false,
  maxEnergyKwh: 3,
  maxPowerKw: 2.4,
  minPowerKw: 0.75,
  todayKwh: 0,
  maxImportPencePerKwh: 100,
  maxExportPencePerKwh: 100,
  plannedSlots: [],
};
const PLANNED = [{ startMinute: 605, endMinute: 620, kwh: 0.45 }];

/** What the diverter takes of grid and panels in the first steps. */
function boosts(
  diverter: Partial<Diverter>,
  changes: HomeChanges = {},
  action = {},
  count = 5,
): [number, number][] {
  return follow({ ...changes, diverter: { ...OFF, ...diverter } }, action)
    .slice(0, count)
    .map(({ boost }) => [+boost.boostKwh.toFixed(9), +boost.divertedKwh.toFixed(9)]);
}

const takes = (...kwh: number[]): [number, number][] => kwh.map((boost) => [boost, 0]);

describe("a planned boost", () => {
  it("spreads its energy over its steps and counts as load", () => {
    expect(boosts({ plannedSlots: PLANNED })).toEqual(takes(0, 0.15, 0.15, 0.15, 0));
    const [, step] = follow({ load: [0.1], diverter: { ...OFF, plannedSlots: PLANNED } });
    expect(step!.energies.loadKwh).toBeCloseTo(0.25, 9);
  });

  it("is limited by power, by what is left of the day, and by prices", () => {
    expect(boosts({ plannedSlots: PLANNED, maxPowerKw: 1.2 })).toEqual(takes(0, 0.1, 0.1, 0.1, 0));
    expect(boosts({ plannedSlots: PLANNED, todayKwh: 2.8 })).toEqual(takes(0, 0.15, 0.05, 0, 0));
    expect(boosts({ plannedSlots: PLANNED, maxImportPencePerKwh: 19 })).toEqual(takes(0, 0, 0, 0, 0));
    expect(boosts({ plannedSlots: PLANNED, maxImportPencePerKwh: 20 })).toEqual(
      takes(0, 0.15, 0.15, 0.15, 0),
    );
    expect(boosts({ plannedSlots: PLANNED, maxExportPencePerKwh: 9 })).toEqual(takes(0, 0, 0, 0, 0));
  });

  it("waits in any enabled export window unless it may run there", () => {
    const freeze = { exportTargetPercent: 99 };
    expect(boosts({ plannedSlots: PLANNED }, {}, freeze)).toEqual(takes(0, 0, 0, 0, 0));
    expect(boosts({ plannedSlots: PLANNED, isOnExport: true }, {}, freeze)).toEqual(
      takes(0, 0.15, 0.15, 0.15, 0),
    );
  });

  it("begins anew after midnight, and its total goes on", () => {
    const late = [{ startMinute: 1430, endMinute: 1450, kwh: 0.8 }];
    const home = { nowMinute: 1425, diverter: { ...OFF, plannedSlots: late, todayKwh: 2.7 } };
    const steps = follow(home).slice(0, 5);
    expect(steps.map(({ boost }) => +boost.boostKwh.toFixed(9))).toEqual([0, 0.2, 0.1, 0.2, 0.2]);
    expect(steps[4]!.state.diverterKwh).toBeCloseTo(2.7 + 0.7, 9);
  });
});

describe("boosting while charging", () => {
  it("takes full power in every step of a charge window, reached or not, in place of the plan", () => {
    const charging = { isCharging: true, plannedSlots: PLANNED };
    expect(boosts(charging, {}, { chargeTargetKwh: 4 })).toEqual(takes(0.2, 0.2, 0.2, 0.2, 0.2));
    expect(boosts(charging)).toEqual(takes(0, 0.15, 0.15, 0.15, 0));
    const dear = { ...charging, maxImportPencePerKwh: 5 };
    expect(boosts(dear, {}, { chargeTargetKwh: 4 })).toEqual(takes(0, 0, 0, 0, 0));
  });
});

describe("following the sun", () => {
  it("takes panel energy above the least power, before battery and grid see it", () => {
    const home = { pv: [0.0625, 0.0626, 0.5, 0.15] };
    expect(boosts({ isSolar: true }, home, {}, 4)).toEqual([
      [0, 0],
      [0, 0.0626],
      [0, 0.2],
      [0, 0.15],
    ]);
    const [, , step] = follow({ ...home, diverter: { ...OFF, isSolar: true } });
    expect(step!.energies.loadKwh).toBe(0);
    expect(step!.energies.pvKwh).toBeCloseTo(0.3, 9);
  });

  it("takes what a planned boost leaves of power and day", () => {
    const home = { pv: [0.5] };
    expect(boosts({ isSolar: true, plannedSlots: PLANNED }, home, {}, 2)[1]).toEqual([0.15, 0.05]);
    expect(boosts({ isSolar: true, plannedSlots: PLANNED, todayKwh: 2.63 }, home, {}, 2)).toEqual([
      [0, 0.2],
      [0.15, 0.02],
    ]);
  });

  it("waits in export windows unless it may run there", () => {
    const home = { pv: [0.5] };
    const told = { exportTargetPercent: 20 };
    expect(boosts({ isSolar: true }, home, told, 1)).toEqual([[0, 0]]);
    expect(boosts({ isSolar: true, isOnExport: true }, home, told, 1)).toEqual([[0, 0.2]]);
  });
});

describe("a boost that prevents discharge", () => {
  it("holds the battery at the minimum rate, which following the sun does not", () => {
    const planned = { ...OFF, preventsDischarge: true, plannedSlots: PLANNED };
    const flows = follow({ load: [0.2], diverter: planned }).map(({ flow }) => +flow.batteryKwh.toFixed(9));
    expect(flows.slice(0, 2)).toEqual([0.2, 0.01]);
    const solar = { ...OFF, preventsDischarge: true, isSolar: true };
    expect(follow({ load: [0.4], pv: [0.2], diverter: solar })[0]!.flow.batteryKwh).toBeCloseTo(0.4, 9);
  });
});

it("no diverter, no total", () => {
  expect(follow({})[0]!.state.diverterKwh).toBe(0);
  expect(follow({ diverter: { ...OFF, todayKwh: 1.2 } })[0]!.state.diverterKwh).toBe(1.2);
});
