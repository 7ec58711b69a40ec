import { describe, expect, test } from "vitest";
import { certain, metricOf, undercutBounds } from "../../test/boundedPlans.ts";
import { exampleHome } from "../../test/exampleHome.ts";
import { demandSchedule } from "../plan/schedule.ts";
import { nominalBound } from "./homeBound.ts";

describe("no plan costs less than the bound", () => {
  test("in homes of every kind, in both profiles", { timeout: 60_000 }, () => {
    expect(undercutBounds(0, 4)).toEqual([]);
  });
});

test("the bound is no lower than a good plan needs: the example home's leaves less than 2 p to its plan", () => {
  const inputs = certain(exampleHome().inputs);
  const demand = metricOf(inputs, demandSchedule(inputs.stepCount));
  const { lowerBoundPence } = nominalBound(inputs);
  // What `lightcone plan` finds for the nominal future alone is 0.6 p; demand mode comes to 86.4 p.
  expect(lowerBoundPence).toBeGreaterThan(0.6 - 2);
  expect(lowerBoundPence).toBeLessThan(demand);
});

test("a stored kWh is worth the terminal value at the end, and never less than its best sale while it can be sold", () => {
  const { inputs } = exampleHome((text) => text.replace("hours: 24", "hours: 4"));
  const { multipliers } = nominalBound(inputs);
  expect(multipliers).toHaveLength(inputs.stepCount);
  const { battery, inverter } = inputs;
  const out = inverter.efficiency * battery.dischargeEfficiency;
  const bestSale =
    Math.max(...inputs.exportPencePerKwh) * out - battery.wearPencePerKwh * battery.dischargeEfficiency;
  expect(multipliers[0]).toBeGreaterThan(bestSale - 4);
});
