import { createEngine, type Engine } from "@lightcone/parallel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleHome } from "../../test/exampleHome.ts";
import { planJointly } from "../cars/jointPlan.ts";
import type { Home } from "../home/home.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { stepSeries } from "../model/stepSeries.ts";
import { type ScheduleFinder, scheduleFinderOn } from "../plan/planHome.ts";
import type { Schedule } from "../plan/schedule.ts";

let engine: Engine;
let findSchedules: ScheduleFinder;
beforeAll(async () => {
  engine = await createEngine({ lanes: 1 });
  findSchedules = await scheduleFinderOn(engine);
});
afterAll(() => engine.close());

/** The example home without its car, with a water heater. */
const heatedHome = (fields: string): Home =>
  exampleHome((text) => `${text.replace(/^cars:[\s\S]*?(?=^#)/m, "cars: []\n")}\ndiverter: { ${fields} }\n`);

/** Taken by the heater in the first steps of each future. */
function heatKwh(inputs: SimulationInputs, schedule: Schedule, stepCount: number): number[] {
  return ([0, 1, 2] as const).map((future) =>
    stepSeries(inputs, future, schedule)
      .diverterKwh.subarray(0, stepCount)
      .reduce((sum, kwh) => sum + kwh, 0),
  );
}

const stepsUntil = (home: Home): number =>
  Math.floor((home.flexibleBoost!.wish.readyByMs - home.nowMs) / 300_000);

describe("heat wanted by a time", () => {
  test.each([
    'solar: false, maxEnergyKwh: 5, needKwh: 4, readyBy: "07:00"',
    'solar: true, maxEnergyKwh: 8, needKwh: 6, readyBy: "09:00"',
    'solar: false, maxEnergyKwh: 4, todayKwh: 3, needKwh: 4, readyBy: "08:00"',
    'solar: true, charging: true, maxEnergyKwh: 3, needKwh: 3, readyBy: "23:30"',
  ])("is there in all three futures, whatever the battery does: %s", (fields) => {
    const home = heatedHome(fields);
    const wanted = Number(/needKwh: (\d+)/.exec(fields)?.[1]);
    const joint = planJointly(home, findSchedules);
    const heat = heatKwh(joint.home.inputs, joint.best.schedule, stepsUntil(home));
    expect(Math.min(...heat)).toBeGreaterThanOrEqual(wanted - 1e-6);
    expect(home.notices.filter(({ at }) => at.startsWith("diverter"))).toEqual([]);
  });

  test("counts on no more sun than the poorest future has", () => {
    const without = heatedHome('solar: true, maxEnergyKwh: 8, plan: [], readyBy: "09:00"');
    const home = heatedHome('solar: true, maxEnergyKwh: 8, needKwh: 6, readyBy: "09:00"');
    const demand = [{ endStep: home.inputs.stepCount, chargeTargetKwh: 0, exportTargetPercent: 100 }];
    const sun = heatKwh(without.inputs, demand, stepsUntil(home));
    expect(Math.min(...sun)).toBeGreaterThan(0);
    expect(Math.max(...sun)).toBeGreaterThan(Math.min(...sun));
    expect(home.flexibleBoost!.boostKwh).toBeCloseTo(6 - Math.min(...sun), 9);
  });

  test("needs no boosts where poor sun gives it all", () => {
    const home = heatedHome('solar: true, needKwh: 0.5, readyBy: "16:00"');
    expect(home.flexibleBoost).toBeUndefined();
    expect(home.inputs.diverter?.plannedSlots).toEqual([]);
  });

  test("that cannot be had is told of, and what can be had is planned", () => {
    const home = heatedHome('solar: false, maxPowerKw: 1, maxEnergyKwh: 5, needKwh: 5, readyBy: "19:00"');
    const [notice] = home.notices.filter(({ at }) => at === "diverter.needKwh");
    expect(notice).toMatchObject({ kind: "shortened" });
    expect(notice?.what).toMatch(/^2\.6 of 5 kWh of heat cannot be had by .*19:00$/);
  });

  test("is boosted only where prices let the heater run", () => {
    const home = heatedHome(
      'solar: false, maxEnergyKwh: 5, needKwh: 2, maxImportPencePerKwh: 20, readyBy: "07:00"',
    );
    const { inputs } = planJointly(home, findSchedules).home;
    for (const { startMinute, endMinute } of inputs.diverter!.plannedSlots) {
      for (let minute = startMinute; minute < endMinute; minute += 5) {
        expect(inputs.importPencePerKwh[(minute - inputs.nowMinute) / 5]).toBeLessThanOrEqual(20);
      }
    }
  });
});

describe("boosts planned together with the battery", () => {
  /** The same at one price all day: it does not say when to heat, the sun does. */
  const atOnePrice = (fields: string): Home =>
    exampleHome((text) => {
      const priced = text
        .replace(/ {2}import:\n {4}octopus: .*\n/, "  import: 28\n")
        .replace(/ {2}export:\n {4}octopus: .*\n/, "  export: 4\n");
      return `${priced.replace(/^cars:[\s\S]*?(?=^#)/m, "cars: []\n")}\ndiverter: { ${fields} }\n`;
    });

  test("cost no more than in the cheapest slots, and less where the battery or the sun serves them better", () => {
    const fields = 'solar: false, maxEnergyKwh: 5, needKwh: 4, readyBy: "15:00"';
    const savings = [heatedHome(fields), atOnePrice(fields)].map((home) => {
      const { best, boostChoice } = planJointly(home, findSchedules);
      const [cheapest] = findSchedules([home.inputs], home.changePence);
      expect(best.judgedPence).toBeCloseTo(cheapest!.judgedPence - boostChoice!.savedPence, 9);
      expect(boostChoice?.chosenBy).toBe(boostChoice!.savedPence > 0 ? "marginalCost" : "importPrice");
      return boostChoice!.savedPence;
    });
    expect(savings[0]).toBeGreaterThanOrEqual(0);
    expect(savings[1]).toBeGreaterThan(5);
  });

  test("move beside a car that moves too", () => {
    const home = exampleHome(
      (text) =>
        `${text.replace("chargeKw: 7.4", "chargeKw: 2.3").replace('readyBy: "07:00"', 'readyBy: "15:00"')}
diverter: { solar: false, maxEnergyKwh: 5, needKwh: 4, readyBy: "16:00" }\n`,
    );
    const { carChoice, boostChoice, home: planned } = planJointly(home, findSchedules);
    expect(carChoice?.savedPence).toBe(boostChoice?.savedPence);
    expect(carChoice?.savedPence).toBeGreaterThan(1);
    expect(planned.inputs.cars[0]?.slots).not.toEqual(home.inputs.cars[0]?.slots);
  });
});

test("a wish for heat that contradicts itself is refused, all at once", () => {
  const refusal = (): Home =>
    heatedHome(
      'needKwh: 4, maxEnergyKwh: 3, onExport: false, plan: [{ start: "03:00", end: "04:00", kwh: 2 }]',
    );
  expect(refusal).toThrow(/diverter\.plan: gives boosts, and needKwh asks the plan to place them/);
  expect(refusal).toThrow(/diverter\.onExport: is false, and needKwh wants heat/);
  expect(refusal).toThrow(/diverter\.needKwh: is 4 kWh, above the diverter's maxEnergyKwh 3/);
});
