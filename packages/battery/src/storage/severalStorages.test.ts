import { expect, test } from "vitest";
import { randomShared } from "../../test/storage/randomShared.ts";
import { solveSeveralStorages } from "./severalStorages.ts";
import { solveStorage } from "./solveStorage.ts";

test("one storage behind a meter costs and is bounded as it is alone", () => {
  for (let seed = 0; seed < 20; seed++) {
    const problem = randomShared(seed, 1);
    const [storage] = problem.storages;
    const single = solveStorage({ ...problem, ...storage!, inverter: { kind: "ac" } });
    const shared = solveSeveralStorages(problem);
    expect(shared.objective).toBeCloseTo(single.objective, 7);
    expect(shared.lowerBound).toBeCloseTo(single.lowerBound, 6);
  }
});

test("the energies at the meter balance in every slot, with all storages together", () => {
  for (let seed = 200; seed < 220; seed++) {
    const problem = randomShared(seed, 3);
    const { importKwh, exportKwh, curtailKwh, storages } = solveSeveralStorages(problem);
    const errors = problem.loadKwh.map((load, t) => {
      const drawn = storages.reduce(
        (sum, { chargeKwh, dischargeKwh }) => sum + chargeKwh[t]! - dischargeKwh[t]!,
        0,
      );
      return importKwh[t]! - exportKwh[t]! - (load + drawn - problem.pvKwh[t]! + curtailKwh[t]!);
    });
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(1e-9);
    expect(Math.min(...curtailKwh, ...importKwh, ...exportKwh)).toBeGreaterThan(-1e-9);
  }
});

test("a thousand times the energies give a thousand times the plan, bit for bit but for the scale", () => {
  const problem = randomShared(7, 2);
  const factor = 1024;
  const times = (values: Float64Array): Float64Array => values.map((value) => value * factor);
  const large = solveSeveralStorages({
    ...problem,
    loadKwh: times(problem.loadKwh),
    pvKwh: times(problem.pvKwh),
    grid: { ...problem.grid, importKw: 12 * factor, exportKw: 6 * factor },
    storages: problem.storages.map((storage) => ({
      ...storage,
      battery: {
        ...storage.battery,
        minKwh: times(storage.battery.minKwh),
        maxKwh: times(storage.battery.maxKwh),
        capacityKwh: storage.battery.capacityKwh * factor,
        startKwh: storage.battery.startKwh * factor,
        chargeKw: storage.battery.chargeKw * factor,
        dischargeKw: storage.battery.dischargeKw * factor,
        leastChargeKw: (storage.battery.leastChargeKw ?? 0) * factor,
        targets: storage.battery.targets.map((target) => ({ ...target, minKwh: target.minKwh * factor })),
      },
    })),
  });
  const small = solveSeveralStorages(problem);
  expect(large.importKwh).toEqual(times(small.importKwh));
  expect(large.storages.map(({ socKwh }) => socKwh)).toEqual(
    small.storages.map(({ socKwh }) => times(socKwh)),
  );
});
