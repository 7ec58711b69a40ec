import { describe, expect, it } from "vitest";
import { familyProblem, TARIFF_FAMILIES } from "../../test/storage/tariffFamilies.ts";
import { checkCertificate } from "./certificate.ts";
import { solveStorage } from "./solveStorage.ts";
import type { StorageProblem } from "./storageProblem.ts";

describe("checkCertificate", () => {
  const problem = familyProblem("nightRate", 96, 2);
  const answer = solveStorage(problem);

  it("proves the same of a plain slot and of one that only looks hard", () => {
    // One rate for all stored energies, and a hybrid without loss that passes everything, change nothing.
    const oneRate = {
      socFraction: Float64Array.of(0),
      chargeKw: Float64Array.of(1000),
      dischargeKw: Float64Array.of(1000),
    };
    for (const family of TARIFF_FAMILIES) {
      const drawn = familyProblem(family, 96, 5);
      const plain: StorageProblem = {
        ...drawn,
        exportPerKwh: drawn.exportPerKwh.map((price, t) => price - 8 * (t % 4)),
        battery: { ...drawn.battery, chargeKw: 1 },
      };
      const hard: StorageProblem = {
        ...plain,
        battery: { ...plain.battery, rateCurve: oneRate },
        inverter: { kind: "hybrid", acKw: 1000, dcAcEfficiency: 1 },
      };
      const proven = checkCertificate(plain, solveStorage(plain)).lowerBound;
      expect(checkCertificate(hard, solveStorage(plain)).lowerBound).toBeCloseTo(proven, 6);
    }
  });

  it("refuses a bound above what the multipliers prove", () => {
    const raised = { ...answer, lowerBound: answer.lowerBound + 0.01, gap: answer.gap - 0.01 };
    expect(checkCertificate(problem, raised).findings).toHaveLength(1);
  });

  it("refuses the bound with any multiplier moved", () => {
    const multipliers = answer.multipliers.map((value, t) => (t === 40 ? value + 1 : value));
    expect(checkCertificate(problem, { ...answer, multipliers }).holds).toBe(false);
  });

  it("refuses flows that do not balance, and sums that are not theirs", () => {
    const importKwh = answer.importKwh.map((kwh, t) => (t === 10 ? kwh + 0.1 : kwh));
    const { findings } = checkCertificate(problem, { ...answer, importKwh });
    expect(findings.some((one) => one.startsWith("slot 10: the energies at the meter"))).toBe(true);
    expect(findings.some((one) => one.startsWith("bill is"))).toBe(true);
  });
});
