import fc from "fast-check";
import { expect, test } from "vitest";
import { stillCamera, type ThinLens, thinLensTracer } from "../../test/thinLens.ts";
import { ESCAPED } from "../trace/tracer.ts";
import { createLensPoint, lensField } from "./lensField.ts";
import type { LensFrame } from "./lensMap.ts";
import { lensTriangles } from "./lensTriangles.ts";
import { traceLensFrames } from "./traceLensFrames.ts";

const header = { sampling: { coarseCellPx: 16, refinementLevels: 3 } };
const lens: ThinLens = { einstein: 0.12, shadow: 0.04, x: 150, y: 100 };
const widthPx = 320;

function frameOf(found: ThinLens, levels = 3): LensFrame {
  const sampling = { coarseCellPx: 16, refinementLevels: levels };
  return traceLensFrames(
    [stillCamera(0, widthPx, 180)],
    sampling,
    thinLensTracer(new Map([[0, found]]), widthPx),
  )[0]!;
}

const frame = frameOf(lens);

test.each([0, 1, 3])("triangles meet edge to edge and cover the mesh, at %i levels", (levels) => {
  const found = frameOf(lens, levels);
  const triangles = lensTriangles(found, { sampling: { coarseCellPx: 16, refinementLevels: levels } });
  const { x, y } = found.vertices;
  const edges = new Map<string, number>();
  let doubleArea = 0;
  for (let triangle = 0; triangle < triangles.count; triangle++) {
    const [a, b, c] = [...triangles.corners.subarray(3 * triangle, 3 * triangle + 3)] as [
      number,
      number,
      number,
    ];
    const area = (x[b]! - x[a]!) * (y[c]! - y[a]!) - (y[b]! - y[a]!) * (x[c]! - x[a]!);
    doubleArea += area > 0 ? area : Number.NaN;
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      edges.set(`${from} ${to}`, (edges.get(`${from} ${to}`) ?? 0) + 1);
    }
  }
  const coarse = 2 << levels;
  const right = 20 * coarse;
  const bottom = 12 * coarse;
  expect(doubleArea).toBe(2 * right * bottom);
  const isOnRim = (a: number, b: number): boolean =>
    (x[a] === x[b] && (x[a] === 0 || x[a] === right)) || (y[a] === y[b] && (y[a] === 0 || y[a] === bottom));
  const isMatched = [...edges].every(([edge, times]) => {
    const [from, to] = edge.split(" ").map(Number) as [number, number];
    return times === 1 && (edges.has(`${to} ${from}`) || isOnRim(from, to));
  });
  expect(isMatched).toBe(true);
});

test("at a vertex the field is the vertex", () => {
  const field = lensField(frame, header);
  const point = createLensPoint();
  const { vertices } = frame;
  let worst = 0;
  for (let vertex = 0; vertex < vertices.count; vertex++) {
    field.read(vertices.x[vertex]!, vertices.y[vertex]!, point); // a unit is a pixel here
    if (point.status !== vertices.status[vertex]) worst = Number.POSITIVE_INFINITY;
    const error = Math.abs(point.directionX - vertices.direction[3 * vertex]!);
    worst = Math.max(worst, error, Math.abs(point.redshiftG - vertices.redshiftG[vertex]!));
  }
  expect(worst).toBeLessThan(1e-14);
});

const place = fc.record({
  x: fc.double({ min: 0, max: 320, noNaN: true }),
  y: fc.double({ min: 0, max: 180, noNaN: true }),
});

test("away from shadow and ring a star's place is off by less than 0.1 px", () => {
  const field = lensField(frame, header);
  const tracer = thinLensTracer(new Map([[0, lens]]), widthPx);
  const point = createLensPoint();
  fc.assert(
    fc.property(place, ({ x, y }) => {
      field.read(x, y, point);
      const distance = Math.hypot(x - lens.x, y - lens.y);
      if (Math.abs(distance - 0.12 * 277) < 4 || distance < 0.09 * 277) return true;
      const samples = {
        count: 1,
        frame: new Int32Array(1),
        x: new Float64Array([x]),
        y: new Float64Array([y]),
      };
      const truth = tracer.trace(samples);
      const error = Math.hypot(
        point.directionX - truth.directionX[0]!,
        point.directionY - truth.directionY[0]!,
        point.directionZ - truth.directionZ[0]!,
      );
      const { directionX, directionY, directionZ } = point;
      const square = directionX ** 2 + directionY ** 2 + directionZ ** 2;
      const isUnit = Math.abs(square - 1) < 1e-14;
      return isUnit && point.status === ESCAPED && !point.isMixed && error < 0.1 / 277;
    }),
    { numRuns: 2000 },
  );
});

test("the field is continuous across cells of different levels", () => {
  const field = lensField(frame, header);
  const here = createLensPoint();
  const there = createLensPoint();
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 319 }), fc.double({ min: 0, max: 180, noNaN: true }), (x, y) => {
      field.read(x - 1e-9, y, here);
      field.read(x + 1e-9, y, there);
      if (here.isMixed || there.isMixed || here.status !== ESCAPED || there.status !== ESCAPED) return true;
      return (
        Math.abs(here.directionY - there.directionY) < 1e-9 &&
        Math.abs(here.directionZ - there.directionZ) < 1e-9 &&
        Math.abs(here.redshiftG - there.redshiftG) < 1e-9
      );
    }),
    { numRuns: 2000 },
  );
});

test("points outside the mesh are refused, the rim is not", () => {
  const field = lensField(frame, header);
  const point = createLensPoint();
  field.read(320, 192, point);
  for (const [x, y] of [
    [-0.1, 5],
    [320.1, 5],
    [5, 192.1],
    [Number.NaN, 5],
  ] as const) {
    expect(() => field.read(x, y, point)).toThrow(
      `point (${x}, ${y}) is outside the mesh of 320 by 192 pixels`,
    );
  }
});
