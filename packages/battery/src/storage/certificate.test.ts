import { describe, expect, it } from "vitest";
import { plainProblem } from "../../test/storage/plainProblem.ts";
import { randomProblem } from "../../test/storage/randomProblem.ts";
import { familyProblem, TARIFF_FAMILIES } from "../../test/storage/tariffFamilies.ts";
import { checkCertificate, withProvenBound } from "./certificate.ts";
import { planStorage, solveStorage } from "./solveStorage.ts";
import type { StorageProblem } from "./storageProblem.ts";
import { storageProblemOf } from "./storageProblemFile.ts";

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
    expect(checkCertificate(problem, raised).findings).toEqual([
      expect.stringMatching(/^lowerBound is .*, but the multipliers prove only /),
    ]);
  });

  it("refuses a gap that is not what lies between plan and bound", () => {
    expect(checkCertificate(problem, answer).findings).toEqual([]);
    const between = answer.objective - answer.lowerBound;
    for (const gap of [answer.gap + 0.01, answer.gap - 0.01, Number.NaN]) {
      expect(checkCertificate(problem, { ...answer, gap }).findings).toEqual([
        `gap is ${gap}, but objective - lowerBound is ${between}`,
      ]);
    }
  });

  it("proves no more than the plan costs where a cap gives way, or a right to export is paid for", () => {
    const overloaded = plainProblem({
      slotHours: [1, 1],
      importPerKwh: [10, 10],
      exportPerKwh: [5, 5],
      loadKwh: [3, 1],
      battery: { max: 1 },
      grid: { importKw: 2 },
    });
    const strained = solveStorage(overloaded);
    expect(strained.violationPenalty).toBeGreaterThan(1);
    // A start of 2 kWh above the least may be sold; what is bought may not.
    const restricted = plainProblem({
      slotHours: [1, 1, 1],
      importPerKwh: [1, 30, 30],
      exportPerKwh: [0, 20, 25],
      loadKwh: [0, 0, 0],
      battery: { max: 6, startKwh: 2 },
      rules: { batteryMayExportGridEnergy: false },
    });
    const sold = solveStorage(restricted);
    expect(sold.exportRightPerKwh).toBeGreaterThan(1);
    for (const [of, plan] of [
      [overloaded, strained],
      [restricted, sold],
    ] as const) {
      const { holds, lowerBound } = checkCertificate(of, plan);
      expect(holds).toBe(true);
      expect(lowerBound).toBeLessThanOrEqual(plan.objective + 1e-6);
      expect(lowerBound).toBeGreaterThan(plan.objective - 1);
    }
  });

  it("refuses to call a plan optimal that lies above what its multipliers prove", () => {
    const gap = answer.objective - checkCertificate(problem, answer).lowerBound;
    expect(gap).toBeGreaterThan(1);
    expect(answer.status).toBe("feasible");
    expect(checkCertificate(problem, answer)).toMatchObject({ holds: true, gap });
    const { holds, findings } = checkCertificate(problem, { ...answer, status: "optimal" });
    expect(holds).toBe(false);
    expect(findings).toEqual([
      expect.stringMatching(/^status is optimal, but the plan costs .* which is 5\.\d+ above/),
    ]);
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

  it("proves a bound where nothing can be stored and the rates depend on what is", () => {
    const nothing = plainProblem({
      slotHours: [1, 1],
      importPerKwh: [10, 20],
      exportPerKwh: [5, 5],
      loadKwh: [1, 1],
      battery: {
        max: 0,
        rateCurve: {
          socFraction: Float64Array.of(0, 0.5),
          chargeKw: Float64Array.of(3, 2),
          dischargeKw: Float64Array.of(3, 3),
        },
      },
    });
    const { holds, lowerBound } = checkCertificate(nothing, solveStorage(nothing));
    expect(holds).toBe(true);
    expect(lowerBound).toBeCloseTo(30, 9);
  });

  it("takes a faint energy beside a huge one for rounding, not a plain one", () => {
    const huge = plainProblem({
      slotHours: [1, 1],
      importPerKwh: [10, 10],
      exportPerKwh: [5, 5],
      loadKwh: [1e9, 0.0005],
      battery: { max: 1 },
      grid: { importKw: 2e9 },
    });
    const planned = solveStorage(huge);
    expect(checkCertificate(huge, planned).findings).toEqual([]);
    const importKwh = planned.importKwh.map((kwh, t) => (t === 1 ? kwh + 0.1 : kwh));
    expect(checkCertificate(huge, { ...planned, importKwh }).findings[0]).toMatch(/^slot 1: .* at the meter/);
  });
});

describe("withProvenBound", () => {
  const problem = familyProblem("nightRate", 96, 2);
  const answer = solveStorage(problem);

  it("leaves an answer whose bound is proven as it is", () => {
    expect(withProvenBound(problem, answer)).toBe(answer);
  });

  it("lowers a claim to what the multipliers prove, and calls the plan feasible", () => {
    const claimed = { ...answer, lowerBound: answer.objective, gap: 0, status: "optimal" as const };
    const kept = withProvenBound(problem, claimed);
    expect(kept.status).toBe("feasible");
    expect(kept.lowerBound).toBeCloseTo(answer.lowerBound, 6);
    expect(checkCertificate(problem, kept).holds).toBe(true);
  });

  it("calls a plan feasible that its multipliers do not prove to be the best", () => {
    expect(planStorage(problem)).toMatchObject({ status: "optimal", gap: answer.gap });
    expect(withProvenBound(problem, planStorage(problem)).status).toBe("feasible");
    const ordinary = familyProblem("agile", 96, 2);
    expect(withProvenBound(ordinary, planStorage(ordinary)).status).toBe("optimal");
  });

  it("is in every answer, so that none claims what the rounding of a huge price raises", () => {
    const file = randomProblem(3429).problem;
    const huge = storageProblemOf({ ...file, importPerKwh: [1e9, ...file.importPerKwh.slice(1)] });
    expect(checkCertificate(huge, planStorage(huge)).holds).toBe(false);
    expect(checkCertificate(huge, solveStorage(huge)).holds).toBe(true);
  });
});
