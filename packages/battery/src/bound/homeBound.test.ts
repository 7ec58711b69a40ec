import { describe, expect, test } from "vitest";
import { certain, metricOf, undercutBounds } from "../../test/boundedPlans.ts";
import { exampleHome } from "../../test/exampleHome.ts";
import { demandSchedule } from "../plan/schedule.ts";
import { nominalBoundPence, storedEnergyPence } from "./homeBound.ts";

describe("no plan costs less than the bound", () => {
  test("in homes of every kind, in both profiles", { timeout: 60_000 }, () => {
    expect(undercutBounds(0, 4)).toEqual([]);
  });

  test("where a charge for a reserve above the capacity takes paid imports and stores nothing", () => {
    expect(undercutBounds(1017, 1)).toEqual([]);
  });
});

test("the bound is no lower than a good plan needs: the example home's leaves less than 2 p to its plan", () => {
  const inputs = certain(exampleHome().inputs);
  const demand = metricOf(inputs, demandSchedule(inputs.stepCount));
  const lowerBoundPence = nominalBoundPence(inputs);
  // What `lightcone plan` finds for the nominal future alone is 0.6 p; demand mode comes to 86.4 p.
  expect(lowerBoundPence).toBeGreaterThan(0.6 - 2);
  expect(lowerBoundPence).toBeLessThan(demand);
});

test("a stored kWh is worth the terminal value at the end, and no less than its best sale while all can be sold", () => {
  const { inputs } = exampleHome((text) => text.replace("hours: 24", "hours: 8"));
  const multipliers = storedEnergyPence(inputs);
  expect(multipliers).toHaveLength(inputs.stepCount);
  const { battery, inverter } = inputs;
  const out = inverter.efficiency * battery.dischargeEfficiency;
  const bestSale =
    Math.max(...inputs.exportPencePerKwh) * out - battery.wearPencePerKwh * battery.dischargeEfficiency;
  expect(multipliers[0]).toBeGreaterThan(bestSale - 4);
  const { inputs: short } = exampleHome((text) => text.replace("hours: 24", "hours: 1"));
  expect(storedEnergyPence(short).at(-1)).toBeCloseTo(short.terminalValuePencePerKwh, 9);
});

test("one more stored kWh lowers what the day must cost by what it is said to be worth", () => {
  const { inputs } = exampleHome((text) => text.replace(/chargeCurve: \{.*\}/, "chargeCurve: { 0: 1 }"));
  const startKwh = inputs.battery.startKwh + 0.1;
  const richer = { ...inputs, battery: { ...inputs.battery, startKwh } };
  const savedPence = nominalBoundPence(inputs) - nominalBoundPence(richer);
  expect(savedPence / 0.1).toBeCloseTo(storedEnergyPence(inputs)[0]!, 0);
});
