import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bruteCost } from "../../test/storage/bruteStorage.ts";
import { hardProblem } from "../../test/storage/hardProblem.ts";
import { type PlainProblem, plainProblem } from "../../test/storage/plainProblem.ts";
import { familyProblem, TARIFF_FAMILIES } from "../../test/storage/tariffFamilies.ts";
import { checkCertificate } from "./certificate.ts";
import { planStorage, sharedSolver, solveStorage } from "./solveStorage.ts";
import type { StorageProblem } from "./storageProblem.ts";

const tenths = (low: number, high: number): fc.Arbitrary<number> =>
  fc.integer({ min: low * 10, max: high * 10 }).map((whole) => whole / 10);

const three = (each: fc.Arbitrary<number>): fc.Arbitrary<number[]> =>
  fc.array(each, { minLength: 3, maxLength: 3 });

/** Problems of three slots with all that the brute force knows. */
const tinyProblem: fc.Arbitrary<StorageProblem> = fc
  .record({
    slotHours: three(fc.constantFrom(0.25, 0.5, 1)),
    importPerKwh: three(tenths(-10, 30)),
    exportPerKwh: three(tenths(-5, 35)),
    loadKwh: three(tenths(0, 2)),
    pvKwh: three(fc.oneof(fc.constant(0), tenths(0, 4))),
    pvCurtailable: fc.boolean(),
    startKwh: tenths(1, 5),
    chargeKw: tenths(0, 4),
    dischargeKw: tenths(0, 4),
    efficiency: fc.constantFrom(1, 0.95, 0.8),
    wearPerKwh: fc.constantFrom(0, 1.5),
    standbyKw: fc.constantFrom(0, 0.05),
    isHybrid: fc.boolean(),
    importKw: fc.constantFrom(1000, 4),
    exportKw: fc.constantFrom(1000, 2),
    rules: fc.record({
      batteryMayExport: fc.boolean(),
      batteryMayChargeFromGrid: fc.boolean(),
      batteryMayExportGridEnergy: fc.boolean(),
    }),
    value: tenths(-2, 20),
  })
  .map(({ startKwh, chargeKw, dischargeKw, efficiency, wearPerKwh, standbyKw, isHybrid, ...said }) =>
    plainProblem({
      ...said,
      battery: {
        min: 0.5,
        max: 5,
        startKwh,
        chargeKw,
        dischargeKw,
        chargeEfficiency: efficiency,
        dischargeEfficiency: efficiency,
        wearPerKwh,
        standbyKw,
      },
      inverter: isHybrid ? { kind: "hybrid", acKw: 3, dcAcEfficiency: 0.9 } : { kind: "ac" },
      grid: { importKw: said.importKw, exportKw: said.exportKw },
    }),
  );

const flat = (count: number, value: number): number[] => new Array<number>(count).fill(value);

/** Eight hours at two prices: cheap, then dear. */
const cheapThenDear: PlainProblem = {
  slotHours: flat(8, 1),
  importPerKwh: [...flat(4, 10), ...flat(4, 30)],
  exportPerKwh: flat(8, 5),
  loadKwh: flat(8, 1),
  battery: { max: 10, startKwh: 0, chargeKw: 5, dischargeKw: 5 },
};

describe("solveStorage", () => {
  it("is never beaten by trying plans, and proves what it says", () => {
    fc.assert(
      fc.property(tinyProblem, (problem) => {
        const answer = solveStorage(problem);
        const { holds } = checkCertificate(problem, answer);
        if (!holds) return false;
        if (answer.violations.length > 0) return true;
        const scale = 1 + Math.abs(answer.objective);
        const isExact = planStorage(problem).status === "optimal";
        const claimed = isExact ? answer.objective : answer.lowerBound;
        return claimed <= bruteCost(problem) + 1e-7 * scale && answer.gap >= 0;
      }),
      { numRuns: 300 },
    );
  });

  it("finds a plan that costs what the brute force finds where that knows all bends", () => {
    const problem = plainProblem({ ...cheapThenDear, slotHours: flat(3, 1), importPerKwh: [10, 10, 30] });
    expect(solveStorage(problem).objective).toBeLessThanOrEqual(bruteCost(problem));
    expect(solveStorage(problem).objective).toBeCloseTo(10 + 10 + 10 / 0.95 / 0.95, 9);
  });

  it.each(TARIFF_FAMILIES)("certifies two days of half-hours of the tariff %s", (family) => {
    const problem = familyProblem(family, 96, 1);
    const answer = solveStorage(problem);
    expect(checkCertificate(problem, answer)).toMatchObject({ holds: true, findings: [] });
    expect(answer.gap).toBeGreaterThanOrEqual(0);
    expect(answer.gap).toBeLessThan(0.03 * Math.abs(answer.objective));
  });

  it("gives the same bits however often and in whatever company it is asked", () => {
    const problem = familyProblem("nightRate", 96, 3);
    const first = solveStorage(problem);
    solveStorage(familyProblem("exportAbove", 192, 2));
    expect(solveStorage(problem)).toStrictEqual(first);
  });

  it("plans a battery of milliwatt-hours and one of gigawatt-hours alike", () => {
    const sized = (factor: number): StorageProblem =>
      plainProblem({
        ...cheapThenDear,
        loadKwh: flat(8, factor),
        battery: { max: 10 * factor, startKwh: factor, chargeKw: 5 * factor, dischargeKw: 5 * factor },
        grid: { importKw: 1000 * factor, exportKw: 1000 * factor },
      });
    const one = solveStorage(sized(1));
    for (const factor of [1e-6, 1e6]) {
      const other = solveStorage(sized(factor));
      expect(other.objective / factor).toBeCloseTo(one.objective, 6);
      other.socKwh.forEach((kwh, t) => {
        expect(kwh / factor).toBeCloseTo(one.socKwh[t]!, 6);
      });
    }
  });
});

describe("ties", () => {
  it("fall to charging at once and in one go", () => {
    const { chargeKwh } = solveStorage(plainProblem(cheapThenDear));
    expect([...chargeKwh].map((kwh) => Math.round(kwh * 1e6) / 1e6)).toStrictEqual([
      4.432133, 0, 0, 0, 0, 0, 0, 0,
    ]);
  });

  it("fall to rest where nothing is gained", () => {
    const answer = solveStorage(
      plainProblem({
        ...cheapThenDear,
        importPerKwh: flat(8, 10),
        exportPerKwh: flat(8, 10),
        battery: { max: 10, startKwh: 5, chargeEfficiency: 1, dischargeEfficiency: 1 },
        value: 10,
      }),
    );
    expect([...answer.socKwh]).toStrictEqual(flat(8, 5));
  });

  it("fall to the previous plan before they fall to the earlier charge", () => {
    const problem = plainProblem({ ...cheapThenDear, importPerKwh: [11, 10, 10, 11, ...flat(4, 30)] });
    const alone = solveStorage(problem);
    const later = alone.socKwh.map((kwh, t) => (t < 2 ? 0 : kwh));
    expect(alone.chargeKwh.findIndex((kwh) => kwh > 0)).toBe(1);
    expect([...solveStorage(problem, later).socKwh]).toStrictEqual([...later]);
  });
});

describe("wishes that cannot be met", () => {
  it("exceed the import cap by what nothing else can give, and say so", () => {
    const problem = plainProblem({
      ...cheapThenDear,
      loadKwh: [1, 1, 1, 1, 1, 1, 1, 9],
      grid: { importKw: 3, exportKw: 3 },
    });
    const answer = solveStorage(problem);
    expect(answer.violations).toMatchObject([{ kind: "import-cap", slot: 7, unit: "kWh" }]);
    expect(answer.violations[0]!.amount).toBeCloseTo(1, 9);
    expect(checkCertificate(problem, answer).findings).toStrictEqual([]);
  });

  it("miss an end that is out of reach by as little as possible", () => {
    const problem = plainProblem({
      ...cheapThenDear,
      battery: { max: 100, startKwh: 0, chargeKw: 1, dischargeKw: 1, endKwh: 50 },
    });
    const answer = solveStorage(problem);
    expect(answer.terminalKwh).toBeCloseTo(8 * 0.95, 9);
    expect(answer.violations).toMatchObject([{ kind: "end", slot: 7 }]);
  });

  it("miss a target where its penalty is less than what it costs", () => {
    const target = (penaltyPerKwh: number): number => {
      const targets = [{ slot: 6, minKwh: 3, penaltyPerKwh }];
      const problem = plainProblem({ ...cheapThenDear, battery: { max: 10, startKwh: 0, targets } });
      return solveStorage(problem).violations.reduce((sum, { amount }) => sum + amount, 0);
    };
    expect(target(1)).toBeCloseTo(3 - 1 / 0.95, 9);
    expect(target(100)).toBe(0);
  });
});

describe("a start over the maximum", () => {
  const over = plainProblem({
    ...cheapThenDear,
    importPerKwh: [20, -10, 20, 20, 20, -10, 20, 20],
    exportPerKwh: flat(8, -11),
    battery: { max: 1, startKwh: 2, chargeKw: 5, dischargeKw: 0, standbyKw: 0.01 },
    value: 5,
  });

  it("may stay, but is not added to, and is reported in every slot", () => {
    const answer = solveStorage(over);
    expect([...answer.chargeKwh]).toStrictEqual(flat(8, 0));
    expect(answer.violations.every(({ kind }) => kind === "maximum")).toBe(true);
    expect(answer.violations).toHaveLength(8);
    expect(checkCertificate(over, answer).findings).toStrictEqual([]);
  });
});

describe("an input made to blow up the value functions", () => {
  it("is solved with few points, and its gap is proven", () => {
    const problem = hardProblem(96, 160);
    const answer = solveStorage(problem);
    expect(sharedSolver.largestFunction().pointCount).toBeLessThanOrEqual(1024);
    expect(answer.status).toBe("feasible");
    expect(answer.gap).toBeLessThan(0.01 * Math.abs(answer.objective));
    expect(checkCertificate(problem, answer).findings).toStrictEqual([]);
  });
});

describe("a peak charge", () => {
  const quarters: PlainProblem = {
    slotHours: flat(16, 0.25),
    importPerKwh: [...flat(8, 0.1), ...flat(8, 0.3)],
    exportPerKwh: flat(16, 0.03),
    loadKwh: [...flat(8, 0.3), ...flat(8, 0.9)],
    battery: { min: 1, max: 10, startKwh: 1 },
    grid: { peakPricePerKw: 4 },
  };

  it("levels the import, and the shares of its price prove that no plan is better", () => {
    const problem = plainProblem(quarters);
    const answer = solveStorage(problem);
    expect(answer.status).toBe("optimal");
    expect(answer.objective).toBeCloseTo(11.81519, 5);
    expect(Math.max(...answer.importKwh) - Math.min(...answer.importKwh)).toBeLessThan(1e-6);
    expect(answer.gap).toBeLessThan(1e-8);
    expect(checkCertificate(problem, answer).findings).toStrictEqual([]);
  });

  it("does not count below its floor", () => {
    const problem = plainProblem({ ...quarters, grid: { peakPricePerKw: 4, peakFloorKw: 5 } });
    const answer = solveStorage(problem);
    expect(answer.peakCost).toBeCloseTo(20, 9);
    expect(answer.bill).toBeCloseTo(1.1023, 9);
    expect(checkCertificate(problem, answer).findings).toStrictEqual([]);
  });

  it("is no reason to prove more than the price", () => {
    const problem = plainProblem(quarters);
    const answer = solveStorage(problem);
    const peakMultipliers = answer.peakMultipliers!.map((share) => 2 * share);
    expect(checkCertificate(problem, { ...answer, peakMultipliers }).holds).toBe(false);
  });
});

describe("the rule against exported grid energy", () => {
  const dearExport: PlainProblem = {
    slotHours: flat(6, 1),
    importPerKwh: [5, 5, 5, 20, 20, 20],
    exportPerKwh: flat(6, 15),
    loadKwh: flat(6, 0.5),
    pvKwh: [0, 2, 0, 0, 0, 0],
    battery: { min: 1, max: 10, startKwh: 2 },
  };

  it("lets go what the start and the panels gave, and keeps the rest for the home", () => {
    const free = solveStorage(plainProblem(dearExport));
    const problem = plainProblem({ ...dearExport, rules: { batteryMayExportGridEnergy: false } });
    const answer = solveStorage(problem);
    expect(checkCertificate(problem, answer).findings).toStrictEqual([]);
    const exported = (kwh: Float64Array): number => kwh.reduce((sum, one) => sum + one, 0);
    expect(exported(free.exportKwh)).toBeGreaterThan(8);
    // The 1 kWh above the minimum after its loss, and what the panels give beyond the load, at once.
    expect(exported(answer.exportKwh)).toBeCloseTo(0.95 + 1.5, 9);
    expect(answer.status).toBe("optimal");
    expect(answer.gap).toBeLessThan(1e-9);
  });

  it("is checked without the solver", () => {
    const free = solveStorage(plainProblem(dearExport));
    const problem = plainProblem({ ...dearExport, rules: { batteryMayExportGridEnergy: false } });
    expect(checkCertificate(problem, free).findings[0]).toMatch(/^the battery exports .* more than it had/);
  });
});
