import { describe, expect, it } from "vitest";
import { plainHome } from "../../test/model/plainHome.ts";
import { randomFrom } from "../../test/model/random.ts";
import { wholePercent } from "../kernel/physics.ts";
import { rateTables } from "../kernelTables/rateTables.ts";
import { round1 } from "./decimalRounding.ts";
import type { Profile } from "./inputs.ts";
import { bandOf, percentEdges, tenthEdges } from "./percentEdges.ts";

const random = randomFrom(20);
const capacities = [
  ...[0.38, 1, 1.3, 2.6, 4.7, 5.2, 7.77, 8.2, 9.5, 10, 13.5, 19.2, 25, 64, 100, 333.3],
  ...Array.from({ length: 60 }, () => random.between(0.5, 40)),
];

/** The double `steps` doubles above (or below) a positive one. */
function ulpsAway(value: number, steps: number): number {
  const bits = new BigInt64Array(new Float64Array([value]).buffer);
  bits[0]! += BigInt(steps);
  return new Float64Array(bits.buffer)[0]!;
}

/** An edge and its neighbours up to 2 ulps either side. */
function around(edge: number): number[] {
  return [-2, -1, 0, 1, 2].map((steps) => ulpsAway(edge, steps));
}

/** Last entry that a charge reaches: what a table of edges says. */
function reached(edges: Float64Array, socKwh: number): number {
  return edges.findLastIndex((edge) => socKwh >= edge);
}

describe("percents of the unrounded charge", () => {
  it("begin where the arithmetic says, at every edge and 2 ulps either side, for many capacities", () => {
    const wrong = capacities.filter((capacityKwh) => {
      const edges = percentEdges(capacityKwh);
      const charges = [...edges.slice(1)].flatMap(around);
      return charges.some((socKwh) => reached(edges, socKwh) !== wholePercent(socKwh, capacityKwh));
    });
    expect(wrong).toEqual([]);
  });

  it("equal the arithmetic over a dense sweep", () => {
    const edges = percentEdges(9.5);
    const charges = Array.from({ length: 20_000 }, (_, index) => (index * 9.7) / 20_000);
    expect(charges.some((socKwh) => reached(edges, socKwh) !== wholePercent(socKwh, 9.5))).toBe(false);
  });

  it("are 0 without capacity", () => {
    expect(reached(percentEdges(0), 5)).toBe(0);
    expect(wholePercent(5, 0)).toBe(0);
  });
});

describe("percents of the charge rounded to a tenth of a kWh", () => {
  // A curve that is its own percent shows which percent the tables by band are read at.
  const chargeCurve = Float64Array.from({ length: 101 }, (_, percent) => percent);

  it("equal the rounding path at every edge and 2 ulps either side, for many capacities", () => {
    expect(misread("predbat", round1)).toEqual([]);
  });

  it("are of the charge as it is in the physical profile", () => {
    expect(misread("physical", (socKwh) => socKwh)).toEqual([]);
  });

  function misread(profile: Profile, readAt: (socKwh: number) => number): number[] {
    return [...capacities, 250, 12_345.6, 1e6, 1e-6].filter((capacityKwh) => {
      const battery = { capacityKwh, startKwh: capacityKwh, chargeCurve };
      const tables = rateTables(plainHome({ battery, profile }));
      const charges = [...tables.bandEdges.slice(1, -1)].flatMap(around).filter((kwh) => kwh <= capacityKwh);
      const sweep = Array.from({ length: 1000 }, () => random.between(0, capacityKwh));
      return [0, capacityKwh, ...charges, ...sweep].some(
        (socKwh) =>
          tables.chargeFactors[bandOf(socKwh, tables)] !== wholePercent(readAt(socKwh), capacityKwh),
      );
    });
  }
});

describe("tenths of a kWh", () => {
  const edges = tenthEdges(4000);
  const tenthOf = (socKwh: number): number => bandOf(socKwh, { bandEdges: edges, bandsPerKwh: 10 });

  it("begin where the decimal rounding says, at every edge and 2 ulps either side", () => {
    const isWrong = [...edges.slice(1)]
      .flatMap(around)
      .some((socKwh) => tenthOf(socKwh) / 10 !== round1(socKwh));
    expect(isWrong).toBe(false);
  });

  it("put true ties to the even digit and near ties to their own side", () => {
    // 0.25 and 0.75 are exact ties; 0.35 lies just below its tie, 0.15 just below, 0.45 just above.
    const tenths = [0.25, 0.75, 0.35, 0.15, 0.45, 1.25, 0.05, 0].map((socKwh) => tenthOf(socKwh));
    expect(tenths).toEqual([2, 8, 3, 1, 5, 12, 1, 0]);
  });

  it("agree with the rounding over random charges", () => {
    const isWrong = Array.from({ length: 20_000 }, () => random.between(0, 399)).some(
      (socKwh) => tenthOf(socKwh) / 10 !== round1(socKwh),
    );
    expect(isWrong).toBe(false);
  });
});
