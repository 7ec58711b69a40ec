import { expect, test } from "vitest";
import { OPEN_CASES } from "../../test/storage/openCases.ts";
import { FEATURES, randomProblem } from "../../test/storage/randomProblem.ts";
import { InputError } from "../problem.ts";
import { readStorageProblem } from "./readStorageProblem.ts";
import { type StorageProblemFile, storageProblemOf } from "./storageProblemFile.ts";

const PLAIN: StorageProblemFile = {
  slotMinutes: 30,
  importPerKwh: [10, 20],
  exportPerKwh: [5, 5],
  loadKwh: [0.5, 0.5],
  pvKwh: [0, 1],
  battery: { minKwh: 0.5, maxKwh: 5, startKwh: 2, chargeKw: 3, dischargeKw: 3 },
  grid: { importKw: 10, exportKw: 5 },
  terminalValuePerKwh: 12,
};

/** What is wrong with a text: one line per problem. */
function problemsOf(text: string): readonly string[] {
  try {
    readStorageProblem(text);
  } catch (error) {
    if (error instanceof InputError) return error.message.split("\n");
    throw error;
  }
  return [];
}

const problemsWith = (change: (file: Record<string, object>) => void): readonly string[] => {
  const file = structuredClone(PLAIN) as unknown as Record<string, object>;
  change(file);
  return problemsOf(JSON.stringify(file));
};

test("what a file leaves out takes its written default", () => {
  const problem = readStorageProblem(JSON.stringify(PLAIN));
  expect(problem).toEqual(
    storageProblemOf({
      ...PLAIN,
      slotMinutes: [30, 30],
      pvCurtailable: true,
      battery: {
        ...PLAIN.battery,
        minKwh: [0.5, 0.5],
        maxKwh: [5, 5],
        chargeEfficiency: 1,
        dischargeEfficiency: 1,
        wearPerKwh: 0,
        standbyKw: 0,
        targets: [],
      },
      inverter: { kind: "ac" },
      grid: { ...PLAIN.grid, peakPricePerKw: 0, peakFloorKw: 0 },
      rules: { batteryMayExport: true, batteryMayChargeFromGrid: true, batteryMayExportGridEnergy: true },
    }),
  );
  expect(problem.slotHours).toEqual(Float64Array.of(0.5, 0.5));
  expect(problem.battery.capacityKwh).toBe(5);
  expect(problem.battery.endKwh).toBeNull();
  expect(problem.terminalValue.kwh).toEqual(Float64Array.of(Number.POSITIVE_INFINITY));
});

test("every feature of the format is read as it is written", () => {
  const files = [
    ...OPEN_CASES.map(({ problem }) => problem),
    ...Array.from({ length: 100 }, (_, seed) => randomProblem(seed, FEATURES).problem),
  ];
  for (const file of files) expect(readStorageProblem(JSON.stringify(file))).toEqual(storageProblemOf(file));
});

test("everything that is wrong is told at once, each with path, value and remedy", () => {
  const problems = problemsWith((file) => {
    Object.assign(file, { exportPerKwh: [5], slotMinutes: 0, loadKwh: [0.5, -1], pvCurtailable: "yes" });
    Object.assign(file.battery!, { chargeEfficency: 0.9, maxKwh: null, dischargeEfficiency: 95 });
    Object.assign(file, { grid: { importKw: "10" }, inverter: { kind: "dc" } });
  });
  expect(problems).toEqual([
    'inverter.kind: is "dc"; write "ac" or "hybrid"',
    "slotMinutes: is 0, which is below 0.01; give a number from 0.01 to 1440 (minutes)",
    "exportPerKwh: has 1 entries instead of 2; give exactly 2 numbers in money per kWh",
    "loadKwh[1]: is -1, which is below 0; give a number from 0 to 1000000000 (kWh)",
    'pvCurtailable: is "yes", not true or false; write true or false',
    "battery.chargeEfficency: is no field of a storage problem; did you mean `chargeEfficiency`? Rename or remove it",
    "battery.maxKwh: is null, not a finite number; give a number from 0 to 1000000000 (kWh)",
    "battery.dischargeEfficiency: is 95, which is above 1; give a number from 0.01 to 1 (share, such as 0.95)",
    'grid.importKw: is "10", not a finite number; give a number from 0 to 1000000000 (kW)',
    "grid.exportKw: is missing; give a number from 0 to 1000000000 (kW)",
  ]);
});

test("lists and curves must fit together", () => {
  const battery = (fields: object) =>
    problemsWith((file) => Object.assign(file.battery!, fields)).map((line) => line.replace(/;.*/, ""));
  expect(battery({ minKwh: [1, 6] })).toEqual(["battery.minKwh[1]: is 6, above the maximum 5 of slot 1"]);
  expect(battery({ minKwh: 7 })).toEqual(["battery.minKwh: is 7, above the maximum 5"]);
  expect(battery({ rateCurve: { socFraction: [0.1, 0.1], chargeKw: [1, 2], dischargeKw: [1] } })).toEqual([
    "battery.rateCurve.socFraction[1]: is 0.1, not above the 0.1 before it",
    "battery.rateCurve.socFraction[0]: is 0.1",
    "battery.rateCurve.dischargeKw: has 1 entries instead of 2",
  ]);
  expect(
    battery({ efficiencyCurve: { powerKw: [], chargeEfficiency: [], dischargeEfficiency: [] } }),
  ).toEqual(["battery.efficiencyCurve.powerKw: has 0 entries"]);
  expect(battery({ targets: [{ slot: 2, minKwh: 1 }] })).toEqual([
    "battery.targets[0].slot: is 2, which is above 1",
    "battery.targets[0].penaltyPerKwh: is missing",
  ]);
  const terminal = problemsWith((file) =>
    Object.assign(file, { terminalValuePerKwh: { kwh: [2, 1], valuePerKwh: [1] } }),
  );
  expect(terminal.map((line) => line.replace(/;.*/, ""))).toEqual([
    "terminalValuePerKwh.kwh[1]: is 1, not above the 2 before it",
    "terminalValuePerKwh.valuePerKwh: has 1 entries instead of 2",
  ]);
});

test("what is no problem file at all is told in one line", () => {
  expect(problemsOf("{")).toHaveLength(1);
  expect(problemsOf("{")[0]).toMatch(/^problem: is no JSON \(.*\); correct the file at that place$/);
  expect(problemsOf("[]")).toEqual([
    "problem: is a list of 0, not a map of fields; give the fields below this name",
  ]);
  expect(problemsWith((file) => Object.assign(file, { importPerKwh: [] }))).toEqual([
    "importPerKwh: has 0 entries; give one price per slot, 1 to 5000",
  ]);
  expect(problemsWith((file) => Object.assign(file, { importPerKwh: new Array(5001).fill(1) }))).toEqual([
    "importPerKwh: has 5001 entries; give one price per slot, 1 to 5000",
  ]);
});

test("acKw and dcAcEfficiency go with a hybrid only", () => {
  const problems = problemsWith((file) => Object.assign(file, { inverter: { kind: "ac", acKw: 5 } }));
  expect(problems).toEqual(['inverter.acKw: belongs to a hybrid only; remove it, or write "kind": "hybrid"']);
});

test("an efficiency curve must store and take more at more power", () => {
  const found = problemsWith((file) => {
    file.battery = {
      ...file.battery,
      efficiencyCurve: {
        powerKw: [1, 1.5, 2],
        chargeEfficiency: [0.9, 0.9, 0.5],
        dischargeEfficiency: [0.5, 0.9, 0.9],
      },
    };
  });
  expect(found).toEqual([
    expect.stringContaining(
      "battery.efficiencyCurve.chargeEfficiency[2]: stores 1 kW at 2 kW, not more than the 1.35 kW",
    ),
    expect.stringContaining(
      "battery.efficiencyCurve.dischargeEfficiency[1]: takes 1.6666666666666665 kW at 1.5 kW",
    ),
  ]);
});
