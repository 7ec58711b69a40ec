import { expect, test } from "vitest";
import { InputError } from "../problem.ts";
import { readEvccRequest } from "./readEvccRequest.ts";

const BATTERY = {
  s_min: 1000,
  s_max: 8000,
  s_initial: 5000,
  c_min: 0,
  c_max: 4000,
  d_max: 3000,
  p_a: 0.0002,
};
const REQUEST = {
  batteries: [BATTERY],
  time_series: {
    dt: [900, 3600],
    gt: [250, 1000],
    ft: [0, 2000],
    p_N: [0.0003, 0.0004],
    p_E: [0.0001, 0.0001],
  },
};

const read = (change: object) => readEvccRequest(JSON.stringify({ ...REQUEST, ...change }));
const withBattery = (...fields: object[]) =>
  read({ batteries: fields.map((each) => ({ ...BATTERY, ...each })) });

/** What is wrong with a request: one line per problem. */
function problemsOf(change: object): readonly string[] {
  try {
    read(change);
  } catch (error) {
    if (error instanceof InputError) return error.message.split("\n");
    throw error;
  }
  return [];
}

test("watts, watt-hours, seconds and prices per watt-hour become kW, kWh, hours and prices per kWh", () => {
  const { problem, passedOver } = read({ eta_c: 0.9, strategy: { charging_strategy: "none" } });
  expect(problem.slotHours).toEqual(Float64Array.of(0.25, 1));
  expect(problem.loadKwh).toEqual(Float64Array.of(0.25, 1));
  expect(problem.pvKwh).toEqual(Float64Array.of(0, 2));
  expect(Array.from(problem.importPerKwh, (price) => price.toFixed(9))).toEqual([
    "0.300000000",
    "0.400000000",
  ]);
  const [{ battery, terminalValue, rules }] = problem.storages as [(typeof problem.storages)[number]];
  expect(battery).toMatchObject({
    startKwh: 5,
    chargeKw: 4,
    dischargeKw: 3,
    leastChargeKw: 0,
    capacityKwh: 8,
  });
  expect(battery).toMatchObject({ chargeEfficiency: 0.9, dischargeEfficiency: 0.95 });
  expect(terminalValue.valuePerKwh[0]).toBeCloseTo(0.2, 12);
  expect(rules).toMatchObject({ batteryMayExport: false, batteryMayChargeFromGrid: false });
  expect(passedOver).toEqual(["strategy"]);
});

test("limits that are not given are out of reach; a priced import limit becomes a charge on the peak above it", () => {
  const { grid } = read({}).problem;
  expect(grid.importKw).toBeGreaterThan(4 + 1);
  expect(grid.exportKw).toBeGreaterThan(3 + 2);
  expect(read({ grid: { p_max_imp: 2000, p_max_exp: 1000 } }).problem.grid).toEqual({
    importKw: 2,
    exportKw: 1,
    peakPricePerKw: 0,
    peakFloorKw: 0,
  });
  const priced = read({ grid: { p_max_imp: 2000, prc_p_exc_imp: 0.05 } }).problem.grid;
  expect(priced).toMatchObject({ peakPricePerKw: 50, peakFloorKw: 2 });
  expect(priced.importKw).toBeGreaterThan(5);
});

test("a goal is a target that no trade is worth missing", () => {
  const [storage] = withBattery({ s_goal: [0, 7000] }).problem.storages;
  expect(storage!.battery.targets).toEqual([{ slot: 1, minKwh: 7, penaltyPerKwh: expect.closeTo(40, 9) }]);
});

test("a demand raises the least stored energy, until the store is full or the least power no longer fits", () => {
  const least = (fields: object): readonly string[] =>
    Array.from(
      withBattery({ d_max: 0, p_demand: [1000, 2000], ...fields }).problem.storages[0]!.battery.minKwh,
      (kwh) => kwh.toFixed(4),
    );
  expect(least({})).toEqual(["5.9500", "7.8500"]);
  expect(least({ s_max: 6500 })).toEqual(["5.9500", "6.5000"]);
  expect(least({ s_max: 6500, c_min: 1000 })).toEqual(["5.9500", "5.9500"]);
  expect(least({ p_demand: [0, 1000], d_max: 3000 })).toEqual(["4.2105", "5.1605"]);
});

test("everything that is wrong is told at once, each with path, value and remedy", () => {
  const series = { ...REQUEST.time_series, ft: [0], gt: ["x", 1] };
  expect(
    problemsOf({ time_series: series, eta_c: 1.2, batteries: [{ ...BATTERY, s_min: 9000, c_max: -1 }] }),
  ).toEqual([
    'time_series.gt[0]: is "x", not a finite number; give a number from 0 to 1000000000000 (Wh)',
    "time_series.ft: has 1 entries instead of 2; give exactly 2 numbers in Wh",
    "eta_c: is 1.2, which is above 1; give a number from 0.01 to 1 (share, such as 0.95)",
    "batteries[0].s_min: is 9000, above s_max 8000; give a minimum not above the maximum",
    "batteries[0].c_max: is -1, which is below 0; give a number from 0 to 1000000000000 (W)",
  ]);
  expect(problemsOf({ batteries: [] })).toEqual(["batteries: has 0 entries; give 1 to 16 batteries"]);
  expect(problemsOf({ time_series: { dt: [] } })).toEqual([
    "time_series.dt: has 0 entries; give the seconds of each slot, 1 to 5000",
  ]);
  expect(() => readEvccRequest("nothing")).toThrow(/^request: is no JSON/);
});
