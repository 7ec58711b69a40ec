import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluateTable } from "../kernelTables/referenceTable.ts";
import { splineBasis } from "./cubicSpline.ts";
import { sampleSpacetime, sliceFields, symmetricNodes } from "./sampleSpacetime.ts";
import type { Vec3 } from "./spacetime.ts";
import type { SpacetimeTable } from "./spacetimeTable.ts";
import { tableBlock, tableFieldsAt } from "./tableFields.ts";

const coordinate = fc.double({ min: -10, max: 10, noNaN: true });
const cubic = (c: readonly number[], x: number): number => c[0]! + x * (c[1]! + x * (c[2]! + x * c[3]!));

/** A table whose fields are products of cubics in t, x, y, z. */
function cubicTable(coefficients: readonly (readonly number[])[]): SpacetimeTable {
  const axes = {
    t: Float64Array.of(-3, -1, 0.5, 2, 4),
    x: Float64Array.of(-10, -7, -1, 0, 2, 6, 10),
    y: symmetricNodes(5, 10, 0.4),
    z: symmetricNodes(4, 10, 1),
  };
  const values: number[] = [];
  for (const t of axes.t) {
    for (const x of axes.x) {
      for (const y of axes.y) {
        for (const z of axes.z) {
          for (let field = 0; field < 10; field++) values.push(product(coefficients, field, [t, x, y, z]));
        }
      }
    }
  }
  const exterior = { mass: 0, spin: 0, charge: 0 };
  return {
    name: "cubic",
    axes,
    values: Float64Array.from(values),
    exterior,
    captureRadiusM: 0,
    outsideTime: "refuse",
  };
}

function product(coefficients: readonly (readonly number[])[], field: number, at: readonly number[]): number {
  return at.reduce((whole, x, axis) => whole * cubic(coefficients[(axis + field) % 4]!, x / 10), 1);
}

describe("interpolation in a tabulated spacetime", () => {
  it("gives cubics in each coordinate back exactly, on uneven nodes", () => {
    const coefficients = [
      [1, 0.3, -0.2, 0.4],
      [0.5, -1, 0.2, 0.7],
      [2, 0.1, 0.9, -0.3],
      [-1, 0.8, 0.3, 0.1],
    ];
    const table = cubicTable(coefficients);
    const property = fc.property(
      fc.double({ min: -3, max: 4, noNaN: true }),
      fc.tuple(coordinate, coordinate, coordinate),
      (t, position) =>
        tableFieldsAt(table, t, position).every(
          (value, field) => Math.abs(value - product(coefficients, field, [t, ...position])) < 1e-12,
        ),
    );
    fc.assert(property, { numRuns: 200 });
  });

  it("has bases that sum to one everywhere", () => {
    const basis = splineBasis(Float64Array.of(0, 0.1, 0.5, 0.7, 2, 3));
    for (let piece = 0; piece < basis.starts.length; piece++) {
      for (let power = 0; power < 4; power++) {
        const sum = [0, 1, 2, 3].reduce(
          (whole, k) => whole + basis.polynomials[16 * piece + 4 * k + power]!,
          0,
        );
        expect(sum).toBeCloseTo(power === 0 ? 1 : 0, 11);
      }
    }
  });

  it("has the derivatives of what it gives", () => {
    const nodes = symmetricNodes(10, 10, 0.5);
    const axes = { t: Float64Array.of(0), x: nodes, y: nodes, z: nodes };
    const table = sampleSpacetime(
      { kind: "kerr", spin: 0.5 },
      { name: "k", axes, captureRadiusM: 2.2, outsideTime: "hold", fillRadiusM: 1.5 },
    );
    const at: Vec3 = [3.1, -4.2, 2.3];
    const result = new Float64Array(40);
    evaluateTable(tableBlock(table), [0, ...at], result);
    const step = 1e-5;
    for (let axis = 0; axis < 3; axis++) {
      const shifted = (by: number): Float64Array =>
        tableFieldsAt(table, 0, at.map((x, i) => (i === axis ? x + by : x)) as unknown as Vec3);
      const above = shifted(step);
      const below = shifted(-step);
      for (let field = 0; field < 10; field++) {
        const slope = (above[field]! - below[field]!) / (2 * step);
        expect(result[10 * (axis + 1) + field]!).toBeCloseTo(slope, 7);
      }
    }
  });

  it("errs by the fourth power of the spacing", () => {
    const worst = [32, 64].map((count) => {
      const nodes = symmetricNodes(count, 20, 0.5);
      const axes = { t: Float64Array.of(0), x: nodes, y: nodes, z: nodes };
      const table = sampleSpacetime(
        { kind: "schwarzschild" },
        { name: "s", axes, captureRadiusM: 2.5, outsideTime: "hold", fillRadiusM: 1.8 },
      );
      let error = 0;
      for (let i = 0; i < 60; i++) {
        const r = 5 + i / 4;
        const at: Vec3 = [
          r * Math.sin(i) * Math.cos(2 * i),
          r * Math.sin(i) * Math.sin(2 * i),
          r * Math.cos(i),
        ];
        const wanted = sliceFields(table.exterior, at);
        tableFieldsAt(table, 0, at).forEach((value, field) => {
          error = Math.max(error, Math.abs(value - wanted[field]!));
        });
      }
      return error;
    });
    const order = Math.log(worst[0]! / worst[1]!) / Math.log(63 / 31);
    expect(order).toBeGreaterThan(3.7);
  });
});
