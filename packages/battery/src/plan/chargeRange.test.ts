import { describe, expect, test } from "vitest";
import { type HomeChanges, plainHome } from "../../test/model/plainHome.ts";
import { randomFrom } from "../../test/model/random.ts";
import { randomInputs, randomSchedule } from "../../test/model/randomInputs.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { homeOf, simulate } from "../model/simulate.ts";
import { chargeRange } from "./chargeRange.ts";

/** An hour of half a kWh a step in a battery of 1,000 kWh, 6 kW each way, whose worth at the end is the import's. */
function largeHome(changes: HomeChanges = {}): SimulationInputs {
  const { battery, ...others } = changes;
  return plainHome({
    load: [0.1],
    terminalValuePencePerKwh: 15,
    battery: {
      capacityKwh: 1000,
      reserveKwh: 100,
      startKwh: 500,
      chargeKw: 600,
      dischargeKw: 600,
      ...battery,
    },
    ...others,
  });
}

function limits(inputs: SimulationInputs): number[] {
  const { lowestKwh, highestKwh } = chargeRange(inputs);
  return [lowestKwh, highestKwh].map((kwh) => Number(kwh.toFixed(9)));
}

describe("the charges that matter", () => {
  test("where nothing is worth trading, are those that load and panels lead to", () => {
    expect(limits(largeHome())).toEqual([498.8, 500]);
    expect(limits(largeHome({ pv: [0.3] }))).toEqual([500, 503.6]);
    expect(limits(largeHome({ battery: { startKwh: 100.5 } }))).toEqual([100, 101.2]);
  });

  test("reach as far as the powers where an import, or a sale, is repaid", () => {
    expect(limits(largeHome({ terminalValuePencePerKwh: 21 }))).toEqual([498.8, 1000]);
    expect(limits(largeHome({ exportPence: [16] }))).toEqual([100, 500]);
    expect(limits(largeHome({ exportPence: [21] }))).toEqual([100, 1000]);
    expect(limits(largeHome({ importPence: [20, -1, 20] }))).toEqual([100, 1000]);
    const slow = { chargeKw: 6, dcChargeKw: 6, dischargeKw: 6, exportKw: 3 };
    expect(limits(largeHome({ exportPence: [21], battery: slow }))).toEqual([494, 506]);
  });

  test("hold no sale where nothing may go to the grid, and room for the panels where they fill the battery", () => {
    expect(limits(largeHome({ exportPence: [21], inverter: { exportLimitKw: 0 } }))).toEqual([498.8, 500]);
    expect(limits(largeHome({ pv: [0.3], battery: { startKwh: 999 } }))).toEqual([399, 1000]);
  });

  test("count losses: a sale at the import's price repays no import", () => {
    const lossy = { chargeEfficiency: 0.9, dischargeEfficiency: 0.8 };
    expect(limits(largeHome({ exportPence: [21], battery: lossy }))).toEqual([100, 500]);
    expect(limits(largeHome({ battery: lossy }))).toEqual([498.5, 500]);
  });

  test("reach up to the charge that is to be kept", () => {
    expect(limits(largeHome({ options: { keepKwh: 600 } }))).toEqual([498.8, 600]);
  });
});

test("no plan's charge leaves the range where everything may be worth trading", () => {
  const outside: string[] = [];
  for (let seed = 0; seed < 300; seed++) {
    const random = randomFrom(seed);
    const drawn = randomInputs(random);
    const inputs = {
      ...drawn,
      terminalValuePencePerKwh: 1e6,
      exportPencePerKwh: drawn.exportPencePerKwh.map(() => 1e7),
    };
    const { lowestKwh, highestKwh } = chargeRange(inputs);
    const home = homeOf(inputs);
    const recorded = (step: number, _: unknown, { socKwh }: { socKwh: number }): void => {
      if (step >= inputs.endRecordStep) return;
      if (socKwh < lowestKwh - 1e-9 || socKwh > highestKwh + 1e-9)
        outside.push(`seed ${seed}, step ${step}: ${lowestKwh} ${socKwh} ${highestKwh}`);
    };
    simulate(home, random.whole(0, 2), randomSchedule(random, inputs), { recorded });
  }
  expect(outside).toEqual([]);
});
