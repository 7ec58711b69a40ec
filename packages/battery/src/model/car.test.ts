import { describe, expect, it } from "vitest";
import { follow } from "../../test/model/follow.ts";
import { plainHome } from "../../test/model/plainHome.ts";
import { carPremium, carSteps } from "./car.ts";
import type { Car, CarSlot } from "./inputs.ts";

const car = (slot: Partial<CarSlot>, changes: Partial<Car> = {}): Car => ({
  slots: [{ startMinute: 600, endMinute: 630, kwh: 3, ...slot }],
  startKwh: 0,
  limitKwh: 50,
  efficiency: 0.8,
  ...changes,
});

describe("a car", () => {
  it("draws its slot's power while a step begins in the slot, and stores what its charger leaves", () => {
    const steps = carSteps(plainHome({ cars: [car({ startMinute: 605, endMinute: 620, kwh: 1.5 })] }));
    expect(steps.map(({ drawnKwh }) => +drawnKwh.toFixed(9))).toEqual([
      0,
      0.5,
      0.5,
      0.5,
      ...Array(8).fill(0),
    ]);
  });

  it("stops when it is full, in the middle of a step too", () => {
    const cars = [car({}, { startKwh: 10, limitKwh: 10.6 })];
    const drawn = carSteps(plainHome({ cars })).map(({ drawnKwh }) => +drawnKwh.toFixed(9));
    // A step stores 0.4 kWh, and 0.2 kWh of room are left for the second.
    expect(drawn.slice(0, 3)).toEqual([0.5, 0.25, 0]);
    expect(carSteps(plainHome({ cars }))[2]!.holdsDischarge).toBe(false);
  });

  it("takes the first slot of the list that covers a step", () => {
    const [first] = [car({}).slots[0]!];
    const cars = [{ ...car({}), slots: [{ ...first, kwh: 6 }, first] }];
    expect(carSteps(plainHome({ cars }))[0]!.drawnKwh).toBeCloseTo(1, 9);
  });

  it("holds the battery's discharge at the minimum rate, and in the physical profile a forced export too", () => {
    const home = { load: [0.2], cars: [car({})] };
    expect(follow(home)[0]!.flow.batteryKwh).toBeCloseTo(0.01, 9);
    expect(follow({ ...home, options: { carsUseBattery: true } })[0]!.flow.batteryKwh).toBeCloseTo(0.5, 9);
    expect(follow(home, { exportTargetPercent: 0 })[0]!.flow.batteryKwh).toBeCloseTo(0.5, 9);
    const physical = { ...home, profile: "physical" as const };
    expect(follow(physical, { exportTargetPercent: 0 })[0]!.flow.batteryKwh).toBeCloseTo(0.01, 9);
  });
});

describe("two cars at once", () => {
  const cars = [car({}), car({ kwh: 6 })];

  it("count the first one twice in the peer's load, and once physically", () => {
    expect(carSteps(plainHome({ cars }))[0]!.loadKwh).toBeCloseTo(0.5 + 1.5, 9);
    expect(carSteps(plainHome({ cars, profile: "physical" }))[0]!.loadKwh).toBeCloseTo(1.5, 9);
  });

  it("lie outside the load where they have a meter of their own, and take an export first", () => {
    const home = {
      cars,
      options: { carsInLoad: false },
      pv: [2],
      battery: { startKwh: 10 },
      inverter: { limitKw: 60, exportLimitKw: 60 },
    };
    const [step] = follow(home);
    expect(step!.energies.loadKwh).toBe(0);
    expect(step!.gridKwh).toBe(-2);
    expect(step!.state.exportKwh).toBe(2);
    expect(step!.state.costPence).toBeCloseTo(-(2 - 1.5) * 10, 9);
  });
});

describe("a car's price", () => {
  const cost = (slot: Partial<CarSlot>, importPence: number, profile: "predbat" | "physical") =>
    follow({ profile, cars: [car(slot)], importPence: [importPence], battery: { startKwh: 1 } })[0]!.state
      .costPence;

  it("is the home's, and when the supplier gave it one of its own, that", () => {
    expect(cost({}, 20, "predbat")).toBeCloseTo(10, 9);
    expect(cost({ pencePerKwh: 30 }, 20, "predbat")).toBeCloseTo(15, 9);
    expect(cost({ pencePerKwh: 30 }, 20, "physical")).toBeCloseTo(15, 9);
  });

  it("is never below the home's for the peer, who also bills at 0 what should be paid", () => {
    expect(cost({ pencePerKwh: 7 }, 20, "predbat")).toBeCloseTo(10, 9);
    expect(cost({ pencePerKwh: 7 }, 20, "physical")).toBeCloseTo(3.5, 9);
    expect(cost({}, -6, "predbat")).toBeCloseTo(0, 9);
    expect(cost({}, -6, "physical")).toBeCloseTo(-3, 9);
  });

  it("is the dearest car's on all of the cars' energy for the peer, and each car's own physically", () => {
    const cars = [car({ pencePerKwh: 30 }), car({ pencePerKwh: 25 })];
    const premium = (profile: "predbat" | "physical") => {
      const inputs = plainHome({ cars, profile });
      return carPremium(inputs, carSteps(inputs)[0]!, 20);
    };
    expect(premium("predbat")).toBe(10);
    expect(premium("physical")).toBeCloseTo(7.5, 9);
  });

  it("is paid on what is imported only", () => {
    const home = {
      cars: [car({ pencePerKwh: 30 })],
      pv: [0.3],
      battery: { startKwh: 1, chargeKw: 0, minimumRateKw: 0 },
    };
    expect(follow(home)[0]!.state.costPence).toBeCloseTo(0.2 * 30, 9);
  });
});
