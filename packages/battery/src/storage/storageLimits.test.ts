import { describe, expect, it } from "vitest";
import { plainProblem } from "../../test/storage/plainProblem.ts";
import { checkCertificate } from "./certificate.ts";
import { SlotCosts } from "./slotCost.ts";
import { planStorage, solveStorage } from "./solveStorage.ts";
import { reachableLimits, type StorageLimits } from "./storageLimits.ts";
import type { StorageProblem } from "./storageProblem.ts";

const limitsOf = (problem: StorageProblem): StorageLimits =>
  reachableLimits(problem, new SlotCosts(problem, 1000));

describe("reachableLimits", () => {
  it("counts on no rates of stored energies that are out of reach", () => {
    // From 4.8 kWh up it discharges with 2 kW, but nothing lifts it there from 4.7.
    const problem = plainProblem({
      slotHours: [1, 1],
      importPerKwh: [10, 20],
      exportPerKwh: [5, 5],
      loadKwh: [0, 0],
      battery: {
        max: 6,
        maxKwh: Float64Array.of(5, 2),
        startKwh: 4.7,
        dischargeEfficiency: 1,
        rateCurve: {
          socFraction: Float64Array.of(0, 0.8),
          chargeKw: Float64Array.of(1, 1),
          dischargeKw: Float64Array.of(1, 2),
        },
      },
      rules: { batteryMayChargeFromGrid: false },
    });
    expect(limitsOf(problem).high[2]).toBeCloseTo(2.7, 12);
    const planned = solveStorage(problem);
    expect(planned.socKwh[1]).toBeCloseTo(2.7, 9);
    expect(checkCertificate(problem, planned).findings).toEqual([]);
  });

  it("counts on no rates of energies that the store cannot fall to", () => {
    // Up to 1.2 kWh it charges with 5 kW, but it begins at 3 and drains by at most 1.
    const problem = plainProblem({
      slotHours: [1],
      importPerKwh: [10],
      exportPerKwh: [5],
      loadKwh: [0],
      battery: {
        max: 6,
        min: 5,
        startKwh: 3,
        chargeEfficiency: 1,
        rateCurve: {
          socFraction: Float64Array.of(0, 0.2),
          chargeKw: Float64Array.of(5, 1),
          dischargeKw: Float64Array.of(1, 1),
        },
      },
    });
    expect(limitsOf(problem).low[1]).toBeCloseTo(4, 12);
    expect(planStorage(problem).socKwh[0]).toBeCloseTo(4, 9);
  });

  it("lets a drain take no more than there is where a store over its maximum may not charge", () => {
    const problem = plainProblem({
      slotHours: [1, 1, 1],
      importPerKwh: [10, 20, 10],
      exportPerKwh: [5, 5, 5],
      loadKwh: [0, 0, 0],
      pvKwh: [3, 3, 3],
      battery: { max: 8, startKwh: 9, standbyKw: 100 },
      rules: { batteryMayChargeFromGrid: false },
    });
    const planned = planStorage(problem);
    expect(Math.min(...planned.socKwh)).toBe(0);
    expect(checkCertificate(problem, planned).findings).toEqual([]);
  });
});
