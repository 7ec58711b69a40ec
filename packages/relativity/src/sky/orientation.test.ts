import fc from "fast-check";
import { expect, test } from "vitest";
import { orientation, sideOfCircle } from "./orientation.ts";

const vectors = Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1, 0.6, 0.8, 0, -1, 0, 0, 0.6, 0.8, 1e-300]);

test("sides of circles are exact where rounding would not tell", () => {
  expect(sideOfCircle(vectors, 0, 1, vectors, 2)).toBe(1);
  expect(sideOfCircle(vectors, 1, 0, vectors, 2)).toBe(-1);
  expect(sideOfCircle(vectors, 0, 1, vectors, 5)).toBe(1);
  expect(orientation(vectors, 0, 1, 5)).toBe(1);
  expect(orientation(vectors, 1, 0, 5)).toBe(-1);
  expect(orientation(vectors, 0, 1, 3)).toBe(0);
});

test("a point on a circle is on one side of it, and on the other of the circle reversed", () => {
  const component = fc.double({ min: -1, max: 1, noNaN: true });
  const vector = fc.tuple(component, component, component);
  fc.assert(
    fc.property(vector, vector, vector, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, c, t) => {
      const on = a.map((value, k) => value * t + b[k]! * (1 - t));
      const v = Float64Array.from([...a, ...b, ...c, ...on]);
      const isDegenerate = orientation(v, 0, 1, 2) === 0;
      const turns = [2, 3, 0, 1].every(
        (point) => sideOfCircle(v, 0, 1, v, point) === -sideOfCircle(v, 1, 0, v, point),
      );
      return isDegenerate || (turns && sideOfCircle(v, 0, 1, v, 3) !== 0);
    }),
  );
});
