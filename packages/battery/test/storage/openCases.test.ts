import { describe, expect, it } from "vitest";
import { solveStorage } from "../../src/storage/solveStorage.ts";
import { type StorageProblemFile, storageProblemOf } from "../../src/storage/storageProblemFile.ts";
import { OPEN_CASES, type OpenCase, type OpenCaseFlow } from "./openCases.ts";

/** The published numbers have four decimals; the bills are sums of flows that were rounded first. */
const DIGIT = 0.6e-4;
const BILL_DIGIT = 5e-4;

const solve = (problem: StorageProblemFile) => solveStorage(storageProblemOf(problem));

describe("the public cases", () => {
  it.each(OPEN_CASES)("$name ($source)", (openCase: OpenCase) => {
    const answer = solve(openCase.problem);
    const { objective, bill, endKwh, flows } = openCase;
    if (!Number.isNaN(objective)) expect(Math.abs(answer.objective - objective)).toBeLessThan(DIGIT);
    if (bill !== undefined) expect(Math.abs(answer.bill - bill)).toBeLessThan(BILL_DIGIT);
    if (endKwh !== undefined) expect(Math.abs(answer.terminalKwh - endKwh)).toBeLessThan(DIGIT);
    for (const [key, wanted] of Object.entries(flows ?? {})) {
      const found = answer[key as OpenCaseFlow];
      const wrong = wanted.flatMap((kwh, t) =>
        kwh === null || Math.abs(found[t]! - kwh) < DIGIT ? [] : [`${key}[${t}] is ${found[t]}, not ${kwh}`],
      );
      expect(wrong).toEqual([]);
    }
    expect(answer.lowerBound).toBeLessThanOrEqual(answer.objective);
  });

  it("flags a start below the minimum, and one above the maximum, and nothing else", () => {
    const flags = OPEN_CASES.flatMap(({ name, problem }) =>
      solve(problem).violations.map(({ kind, slot }) => `${name}: ${kind} in slot ${slot}`),
    );
    expect(flags).toEqual([
      "7, start above the maximum: maximum in slot 0",
      "7, start above the maximum: maximum in slot 1",
      "7, start above the maximum: maximum in slot 2",
    ]);
  });

  it("gives the same plan ten times as large when all energies and powers are", () => {
    const [small, large] = OPEN_CASES.filter(({ name }) => name.startsWith("13")).map(({ problem }) =>
      solve(problem),
    );
    for (const key of ["importKwh", "exportKwh", "chargeKwh", "dischargeKwh", "socKwh"] as const) {
      expect(large![key].every((kwh, t) => Math.abs(kwh - 10 * small![key][t]!) < 1e-9)).toBe(true);
    }
  });
});

/** One battery of 10 kWh and 5 kW at flat prices; fields may be replaced. */
function flat(fields: Partial<StorageProblemFile> & { readonly slotCount: number }): StorageProblemFile {
  const { slotCount, ...rest } = fields;
  const times = (value: number): number[] => new Array<number>(slotCount).fill(value);
  return {
    slotMinutes: 60,
    importPerKwh: times(0.3),
    exportPerKwh: times(0.1),
    loadKwh: times(0.5),
    pvKwh: times(0),
    battery: {
      minKwh: 1,
      maxKwh: 10,
      startKwh: 8,
      chargeKw: 5,
      dischargeKw: 5,
      chargeEfficiency: 0.9,
      dischargeEfficiency: 0.9,
    },
    grid: { importKw: 100, exportKw: 100 },
    terminalValuePerKwh: 0,
    ...rest,
  };
}

describe("further public reports", () => {
  it("serves the load from the battery though the price never changes (hsem #655)", () => {
    const answer = solve(flat({ slotCount: 8, terminalValuePerKwh: 0.2 }));
    expect(Array.from(answer.dischargeKwh, (kwh) => Number(kwh.toFixed(9)))).toEqual(new Array(8).fill(0.5));
    expect(answer.bill).toBeCloseTo(0, 9);
  });

  it("plans two days of equal five-minute slots (bess #624)", () => {
    const answer = solve(
      flat({ slotCount: 576, slotMinutes: 5, loadKwh: new Array<number>(576).fill(0.05) }),
    );
    // 7 kWh give 6.3; beside 28.8 kWh of load all of it saves 0.3.
    expect(answer.objective).toBeCloseTo(0.3 * (28.8 - 6.3), 6);
    expect(answer.gap).toBeLessThan(1e-6);
  });

  it("holds a price until the next one, so that cutting a slot in four changes nothing (EMHASS #1003)", () => {
    const importPerKwh = [0.3, 0.1, 0.4];
    const whole = solve(flat({ slotCount: 3, importPerKwh, terminalValuePerKwh: 0.15 }));
    const cut = solve(
      flat({
        slotCount: 12,
        slotMinutes: 15,
        importPerKwh: importPerKwh.flatMap((price) => new Array<number>(4).fill(price)),
        loadKwh: new Array<number>(12).fill(0.125),
        terminalValuePerKwh: 0.15,
      }),
    );
    const uneven = solve(
      flat({
        slotCount: 4,
        slotMinutes: [21, 39, 60, 60],
        importPerKwh: [0.3, 0.3, 0.1, 0.4],
        loadKwh: [0.175, 0.325, 0.5, 0.5],
        terminalValuePerKwh: 0.15,
      }),
    );
    expect(cut.objective).toBeCloseTo(whole.objective, 9);
    expect(uneven.objective).toBeCloseTo(whole.objective, 9);
  });

  it("values the loss of exported energy at the export price (hsem #641)", () => {
    const exported = (terminalValuePerKwh: number): number =>
      solve(flat({ slotCount: 1, loadKwh: [0], terminalValuePerKwh })).exportKwh[0]!;
    // A stored kWh brings 0.9 * 0.1 = 0.09 when it is sold, whatever importing it would have cost.
    expect(exported(0.089)).toBeCloseTo(5, 9);
    expect(exported(0.091)).toBe(0);
  });

  it("stores panels' surplus before it is sold for any end value above export / charge efficiency", () => {
    const exported = (terminalValuePerKwh: number): number => {
      const problem = flat({ slotCount: 1, loadKwh: [0], pvKwh: [1], terminalValuePerKwh });
      return solve(problem).exportKwh[0]!;
    };
    expect(exported(0.1 / 0.9 + 1e-4)).toBe(0);
    expect(exported(0.1 / 0.9 - 1e-4)).toBeCloseTo(1, 9);
  });

  it("gives a kWh the same worth in a battery twice as large (PowerSync)", () => {
    const worth = (maxKwh: number): Float64Array => {
      const problem = flat({
        slotCount: 6,
        importPerKwh: [0.2, 0.3, 0.1, 0.4, 0.3, 0.2],
        terminalValuePerKwh: 0.15,
      });
      return solve({ ...problem, battery: { ...problem.battery, startKwh: 5, maxKwh } }).multipliers;
    };
    expect(worth(200)).toEqual(worth(100));
  });
});
