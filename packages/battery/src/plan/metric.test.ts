import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RUN_RESULT_FIELDS, type RunResult } from "../model/runResult.ts";
import { type MetricTerms, rowMetric, threeFutureMetric } from "./metric.ts";

const terms: MetricTerms = {
  terminalValuePencePerKwh: 10,
  pv10Weight: 0.18,
  pv90Weight: 0.15,
  carbonPencePerKg: 0,
  battery: { wearPencePerKwh: 0 },
};
const result = (fields: Partial<RunResult> = {}): RunResult => ({
  ...(Object.fromEntries(RUN_RESULT_FIELDS.map((field) => [field, 0])) as unknown as RunResult),
  ...fields,
});

interface Vector {
  readonly name: string;
  readonly results: readonly [number[], number[], number[]];
  readonly metric3: number;
}
const conformance: {
  scenarios: {
    id: number;
    value_rate: number;
    result_row: { metric: number; cost: number };
    vectors: Vector[];
  }[];
} = JSON.parse(readFileSync(new URL("../../test/home-suite/conformance.json", import.meta.url), "utf8"));
const fromRow = (row: readonly number[]): RunResult =>
  Object.fromEntries(RUN_RESULT_FIELDS.map((field, index) => [field, row[index]!])) as unknown as RunResult;

describe("the three-future metric", () => {
  it("equals all 140 metrics of the conformance file", () => {
    const differing = conformance.scenarios.flatMap(({ id, value_rate, vectors }) =>
      vectors
        .filter(({ results, metric3 }) => {
          const own = { ...terms, terminalValuePencePerKwh: value_rate };
          const [nominal, pv10, pv90] = results;
          return threeFutureMetric([fromRow(nominal), fromRow(pv10), fromRow(pv90)], own) !== metric3;
        })
        .map(({ name }) => `home ${id} ${name}`),
    );
    expect(differing).toEqual([]);
    expect(conformance.scenarios.flatMap(({ vectors }) => vectors)).toHaveLength(140);
  });

  it("is the cost itself when all futures are alike, whatever the weights", () => {
    const one = result({ costPence: 100, socFinalKwh: 2, diverterKwh: 4 });
    for (const [pv10Weight, pv90Weight] of [
      [0, 0],
      [0.18, 0.15],
      [0.5, 0.5],
      [3, 1],
    ] as const) {
      expect(threeFutureMetric([one, one, one], { ...terms, pv10Weight, pv90Weight })).toBe(100 - 20 - 30);
    }
  });

  it("scales weights that exceed 1 to a sum of 1", () => {
    const metric = threeFutureMetric([result(), result({ costPence: 100 }), result({ costPence: 200 })], {
      ...terms,
      pv10Weight: 3,
      pv90Weight: 1,
    });
    expect(metric).toBe(125);
  });

  it("takes keep, wear and carbon from the nominal future in full, and from no other", () => {
    const burdened = result({ keepPence: 1, throughputKwh: 10, carbonGrams: 2000 });
    const own = { ...terms, carbonPencePerKg: 3, battery: { wearPencePerKwh: 0.5 } };
    expect(threeFutureMetric([burdened, result(), result()], own)).toBe(12);
    expect(threeFutureMetric([result(), burdened, burdened], own)).toBe(0);
  });
});

describe("the metric of a result row", () => {
  it("weighs the saved nominal run with PV10, and knows no PV90", () => {
    expect(rowMetric(result({ costPence: 100, keepPence: 2 }), result({ costPence: 200 }), terms)).toBe(120);
  });

  it("lies within rounding and low-power charging of the twenty rows of the conformance file", () => {
    // The saved run charges as slowly as it can; on these plans that moves the cost of one home, by 0.0001 p.
    const off = conformance.scenarios.filter(({ value_rate, result_row, vectors }) => {
      const [nominal, pv10] = vectors[0]!.results;
      const saved = { ...fromRow(nominal), costPence: result_row.cost };
      const own = { ...terms, terminalValuePencePerKwh: value_rate };
      return Math.abs(rowMetric(saved, fromRow(pv10), own) - result_row.metric) > 0.00011;
    });
    expect(off.map(({ id }) => id)).toEqual([]);
  });
});
