import { expect, it } from "vitest";
import { checkCertificate } from "../../src/storage/certificate.ts";
import { solveStorage } from "../../src/storage/solveStorage.ts";
import type { StorageProblem } from "../../src/storage/storageProblem.ts";
import { storageProblemOf } from "../../src/storage/storageProblemFile.ts";
import { FEATURES, randomProblem } from "./randomProblem.ts";

const FIRST_SEED = 100_000;
const PROBLEMS = 400;

/** Ways of asking too much: no rates, no prices, no room, more drain than charge, hardly a connection. */
const EXTREMES: readonly ((problem: StorageProblem) => StorageProblem)[] = [
  (problem) => problem,
  (problem) => ({ ...problem, battery: { ...problem.battery, chargeKw: 0 } }),
  (problem) => ({ ...problem, battery: { ...problem.battery, dischargeKw: 0 } }),
  (problem) => ({
    ...problem,
    importPerKwh: problem.importPerKwh.map(() => 0),
    exportPerKwh: problem.exportPerKwh.map(() => 0),
  }),
  // Steps of rates may leave no way to keep a single allowed energy: then the plan breaks it and says so.
  ({ battery, ...problem }) => ({
    ...problem,
    battery: { ...battery, maxKwh: battery.minKwh.slice(), targets: [], rateCurve: null },
  }),
  (problem) => ({ ...problem, battery: { ...problem.battery, standbyKw: 0.7 } }),
  (problem) => ({ ...problem, grid: { ...problem.grid, importKw: 0.01, exportKw: 0 } }),
];

it("plans whatever is asked within the physics, with a bound that its certificate proves", () => {
  const faults: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + PROBLEMS; seed++) {
    const { problem: file, features } = randomProblem(seed, FEATURES);
    const problem = EXTREMES[seed % EXTREMES.length]!(storageProblemOf(file));
    const answer = solveStorage(problem);
    const { findings } = checkCertificate(problem, answer);
    if (findings.length > 0 || !(answer.gap >= 0)) {
      faults.push(`seed ${seed} (${[...features].join(", ")}): ${findings.join("; ")}, gap ${answer.gap}`);
    }
  }
  expect(faults).toStrictEqual([]);
});
