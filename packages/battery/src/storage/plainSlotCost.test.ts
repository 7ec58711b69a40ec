import fc from "fast-check";
import { it } from "vitest";
import { plainProblem } from "../../test/storage/plainProblem.ts";
import { certifiedBound } from "./certificate.ts";
import { planStorage } from "./solveStorage.ts";
import type { StorageProblem } from "./storageProblem.ts";

/** A rate curve of one step above the battery's own rates changes nothing, but no slot looks plain then. */
const ONE_RATE = {
  socFraction: Float64Array.of(0),
  chargeKw: Float64Array.of(1000),
  dischargeKw: Float64Array.of(1000),
};

const tenths = (low: number, high: number): fc.Arbitrary<number> =>
  fc.integer({ min: low * 10, max: high * 10 }).map((whole) => whole / 10);

const three = (each: fc.Arbitrary<number>): fc.Arbitrary<number[]> =>
  fc.array(each, { minLength: 3, maxLength: 3 });

const slots = fc.record({
  importPerKwh: three(tenths(-10, 30)),
  exportPerKwh: three(tenths(-10, 30)),
  loadKwh: three(tenths(0, 3)),
  pvKwh: three(fc.oneof(fc.constant(0), tenths(0, 6))),
  pvCurtailable: fc.boolean(),
  chargeKw: fc.constantFrom(0, 1, 4),
  dischargeKw: fc.constantFrom(0, 1, 4),
  efficiency: fc.constantFrom(1, 0.8),
  wearPerKwh: fc.constantFrom(0, 3),
  importKw: fc.constantFrom(0, 1, 3, 1000),
  exportKw: fc.constantFrom(0, 1, 3, 1000),
  multipliers: three(fc.oneof(tenths(-40, 40), tenths(-4000, 4000))),
});

it("costs what trying all corners finds, whatever the prices, the caps and the worth of stored energy", () => {
  fc.assert(
    fc.property(slots, ({ chargeKw, dischargeKw, efficiency, wearPerKwh, importKw, exportKw, ...said }) => {
      const { multipliers, ...slotSeries } = said;
      const plain = plainProblem({
        slotHours: [1, 1, 1],
        ...slotSeries,
        battery: {
          max: 5,
          startKwh: 2,
          chargeKw,
          dischargeKw,
          chargeEfficiency: efficiency,
          dischargeEfficiency: efficiency,
          wearPerKwh,
        },
        grid: { importKw, exportKw },
      });
      const hard: StorageProblem = { ...plain, battery: { ...plain.battery, rateCurve: ONE_RATE } };
      const answer = { ...planStorage(plain), multipliers: Float64Array.from(multipliers) };
      const { bound, size } = certifiedBound(plain, answer);
      return Math.abs(bound - certifiedBound(hard, answer).bound) <= 1e-7 * (1 + size);
    }),
    { numRuns: 1000 },
  );
});
