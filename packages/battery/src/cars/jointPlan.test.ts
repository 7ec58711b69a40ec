import { createEngine, type Engine } from "@lightcone/parallel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleHome } from "../../test/exampleHome.ts";
import type { Home } from "../home/home.ts";
import { carSteps } from "../model/car.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { type ScheduleFinder, scheduleFinderOn } from "../plan/planHome.ts";
import { planJointly } from "./jointPlan.ts";

let engine: Engine;
let findSchedules: ScheduleFinder;
beforeAll(async () => {
  engine = await createEngine({ lanes: 1 });
  findSchedules = await scheduleFinderOn(engine);
});
afterAll(() => engine.close());

/** The example home with a slow charger and a car that may stay until the afternoon. */
const slowCharger = (...more: [string, string][]): Home =>
  exampleHome((text) =>
    [["chargeKw: 7.4", "chargeKw: 2.3"], ['readyBy: "07:00"', 'readyBy: "15:00"'], ...more].reduce(
      (changed, [from, to]) => changed.replace(from as string, to as string),
      text,
    ),
  );

const drawnKwh = (inputs: SimulationInputs): number =>
  carSteps(inputs).reduce((sum, step) => sum + step.drawnKwh, 0);

describe("a car planned together with the battery", () => {
  test("costs less than in the cheapest slots where charging there takes the battery's or the sun's place", () => {
    const home = slowCharger();
    const { carChoice, best } = planJointly(home, findSchedules);
    const [cheapest] = findSchedules([home.inputs], home.changePence);
    expect(carChoice?.savedPence).toBeGreaterThan(1);
    expect(best.judgedPence).toBeCloseTo(
      (cheapest?.judgedPence as number) - (carChoice?.savedPence as number),
      9,
    );
  });

  test("gets all that it wants by its deadline, at no less than its lowest power", () => {
    for (const minimumKw of [0, 1.4]) {
      const home = slowCharger(["# minimumKw: 0", `minimumKw: ${minimumKw}`]);
      const { inputs } = planJointly(home, findSchedules).home;
      const { wish } = home.flexibleCars[0]!;
      const deadlineMinute = (wish.readyByMs - home.firstMidnightMs) / 60_000;
      const { slots } = inputs.cars[0]!;
      expect(drawnKwh(inputs)).toBeCloseTo(drawnKwh(home.inputs), 9);
      expect(drawnKwh(inputs)).toBeCloseTo(18 / 0.92, 9);
      expect(slots.every(({ endMinute }) => endMinute <= deadlineMinute)).toBe(true);
      const powers = slots.map(({ startMinute, endMinute, kwh }) => (60 * kwh) / (endMinute - startMinute));
      expect(Math.min(...powers)).toBeGreaterThanOrEqual(minimumKw - 1e-9);
      expect(Math.max(...powers)).toBeLessThanOrEqual(2.3 + 1e-9);
    }
  });

  test("is moved within its time to charge alone", () => {
    const home = slowCharger(['# chargeFrom: "23:00"', 'chargeFrom: "04:00"']);
    const { home: planned, carChoice } = planJointly(home, findSchedules);
    const fromMinute = 28 * 60;
    expect(carChoice?.chosenBy).not.toBe("importPrice");
    expect(planned.inputs.cars[0]!.slots.every(({ startMinute }) => startMinute >= fromMinute)).toBe(true);
    expect(drawnKwh(planned.inputs)).toBeCloseTo(18 / 0.92, 9);
  });

  test("stays in the slots that its file gives", () => {
    const home = slowCharger(["plan: cheapest", 'plan: [{start: "01:00", end: "05:00"}]']);
    expect(home.flexibleCars).toEqual([]);
    const joint = planJointly(home, findSchedules);
    expect(joint.home).toBe(home);
    expect(joint.carChoice).toBeUndefined();
  });

  test("moves only where that saves something", () => {
    const home = exampleHome();
    const { carChoice, home: planned } = planJointly(home, findSchedules);
    expect(carChoice).toEqual({ chosenBy: "importPrice", savedPence: 0 });
    expect(planned.inputs).toBe(home.inputs);
  });
});

test("a car's lowest power above its highest is refused", () => {
  expect(() => slowCharger(["# minimumKw: 0", "minimumKw: 3"])).toThrow(
    /cars\[0\]\.minimumKw: is 3 kW, above the car's chargeKw 2\.3/,
  );
});
