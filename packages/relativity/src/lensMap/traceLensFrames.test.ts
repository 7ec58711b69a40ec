import fc from "fast-check";
import { expect, test } from "vitest";
import { stillCamera, type ThinLens, thinLensTracer } from "../../test/thinLens.ts";
import { SPLIT_BALANCE } from "../kernel/meshLayout.ts";
import { CAPTURED, type RayTracer, type ResultColumns } from "../trace/tracer.ts";
import { lensFrameFaults } from "./lensFrameFaults.ts";
import type { LensFrame } from "./lensMap.ts";
import { SPLIT_REASONS } from "./splitReasons.ts";
import { groupFrames, traceLensFrames } from "./traceLensFrames.ts";

const sampling = { coarseCellPx: 16, refinementLevels: 3 };
const units = 16;
const ring: ThinLens = { einstein: 0.2, shadow: 0.1, x: 32, y: 18 };
const nothing: ThinLens = { einstein: 0, shadow: 10, x: 32, y: 18 };

function traced(...lenses: (ThinLens | undefined)[]) {
  const cameras = lenses.map((_, frame) => stillCamera(frame));
  const tracer = thinLensTracer(new Map(lenses.flatMap((lens, frame) => (lens ? [[frame, lens]] : []))));
  return { frames: traceLensFrames(cameras, sampling, tracer), asked: tracer.asked };
}

test("the reference movie's frames have 32 first rays each and are one group", () => {
  const cameras = Array.from({ length: 393 }, (_, frame) => stillCamera(frame));
  const { asked } = traced(nothing);
  expect(asked.map(({ count }) => count)).toEqual([32]);
  expect(groupFrames(cameras, sampling).map((group) => group.length)).toEqual([393]);
});

test("groups are cut by the number of first rays, each at least a frame", () => {
  const cameras = Array.from({ length: 7 }, (_, frame) => stillCamera(frame));
  expect(groupFrames(cameras, sampling, 100).map((group) => group.map(({ frame }) => frame))).toEqual([
    [0, 1, 2],
    [3, 4, 5],
    [6],
  ]);
  expect(groupFrames(cameras, sampling, 5).length).toBe(7);
  expect(groupFrames([], sampling)).toEqual([]);
});

test("each generation asks for new places only, in the order (frame, y, x), for all frames together", () => {
  const { asked } = traced(ring, undefined, { ...ring, x: 5, y: 30 });
  expect(asked.length).toBeGreaterThan(3);
  const seen = new Set<string>();
  let isAscending = true;
  for (const { count, frame, x, y } of asked) {
    for (let row = 0; row < count; row++) {
      seen.add(`${frame[row]} ${y[row]} ${x[row]}`);
      if (row === 0) continue;
      const steps = [frame[row]! - frame[row - 1]!, y[row]! - y[row - 1]!, x[row]! - x[row - 1]!];
      isAscending &&= (steps.find((step) => step !== 0) ?? 0) > 0;
    }
  }
  expect(isAscending).toBe(true);
  expect(seen.size).toBe(asked.reduce((sum, { count }) => sum + count, 0));
});

test("a frame whose generations are empty waits for the others and is complete", () => {
  const { frames } = traced(nothing, ring);
  const [dark, lit] = frames.map(({ statistics }) => statistics);
  expect(dark!.generations[0]).toBe(32);
  expect(dark!.generations.slice(1).every((count) => count === 0)).toBe(true);
  expect(dark!.generations.length).toBe(lit!.generations.length);
  expect(lit!.generations.at(-1)).toBeGreaterThan(0);
  expect(dark!.statusCounts[CAPTURED]).toBe(32);
  expect(dark!.levelCounts).toEqual([12, 0, 0, 0]);
});

test("a frame's mesh does not depend on the frames beside it", () => {
  const alone = traced(ring).frames[0]!;
  const among = traced(ring, nothing, { ...ring, x: 9, y: 9 }).frames[0]!;
  expect(among.vertices).toEqual(alone.vertices);
  expect(among.cells).toEqual(alone.cells);
});

test("the edge of the shadow and the ring are refined to the deepest level", () => {
  const { vertices, cells, statistics } = traced(ring).frames[0]!;
  let isSharp = true;
  for (let cell = 0; cell < cells.count; cell++) {
    const corners = cells.corners.subarray(4 * cell, 4 * cell + 4);
    const kinds = new Set(
      [...corners].map((vertex) => `${vertices.status[vertex]} ${vertices.order[vertex]}`),
    );
    isSharp &&= kinds.size === 1 || cells.level[cell] === 3;
  }
  expect(isSharp).toBe(true);
  const split = Object.fromEntries(
    SPLIT_REASONS.map((reason, index) => [reason, statistics.splitCounts[index]]),
  );
  expect(split["mixed-status"]).toBeGreaterThan(0);
  expect(split.order).toBeGreaterThan(0);
});

test("a neighbour that is two levels coarser is split along", () => {
  const tracer = thinLensTracer(new Map([[0, { ...ring, x: 320, y: 180 }]]), 640);
  const [frame] = traceLensFrames([stillCamera(0, 640, 360)], sampling, tracer);
  expect(frame!.statistics.splitCounts[SPLIT_BALANCE]).toBeGreaterThan(100);
  expect(isBalanced(frame!)).toBe(true);
});

test("what lies off the image is split for balance alone", () => {
  const { vertices, cells } = traced({ einstein: 0.05, shadow: 0.03, x: 32, y: 44 }).frames[0]!;
  // The image ends at y = 36, its coarse cells at 48.
  const deepest = [...cells.level].filter((_, cell) => vertices.y[cells.corners[4 * cell]!]! >= 40);
  expect(Math.max(...deepest)).toBeLessThan(3);
});

test("each vertex holds what its ray gave", () => {
  const { trace } = thinLensTracer(new Map([[0, ring]]));
  const { vertices } = traced(ring).frames[0]!;
  const { count, ...results } = trace({
    count: vertices.count,
    frame: new Int32Array(vertices.count),
    x: Float64Array.from(vertices.x),
    y: Float64Array.from(vertices.y),
  });
  const { directionX, directionY, directionZ } = results;
  const expected = [...directionX].flatMap((x, vertex) => [
    x,
    directionY[vertex]! + 0,
    directionZ[vertex]! + 0,
  ]);
  expect(count).toBe(vertices.count);
  expect([...vertices.direction]).toEqual(expected);
  expect([...vertices.redshiftG]).toEqual([...results.redshiftG]);
  expect([...vertices.order]).toEqual([...results.order]);
  expect([...vertices.status]).toEqual([...results.status]);
  expect([...vertices.marginU]).toEqual([...results.marginU]);
});

const anyLens = fc.record({
  einstein: fc.double({ min: 0, max: 0.4, noNaN: true }),
  shadow: fc.double({ min: 0, max: 0.3, noNaN: true }),
  x: fc.double({ min: -10, max: 70, noNaN: true }),
  y: fc.double({ min: -10, max: 45, noNaN: true }),
});

test("leaves cover the image once, neighbours differ by one level, vertices are where cells need them", () => {
  fc.assert(
    fc.property(anyLens, (lens) => {
      const frame = traced(lens).frames[0]!;
      return (
        isCoveredOnce(frame) && isBalanced(frame) && isShared(frame) && isCounted(frame) && isSound(frame)
      );
    }),
    { numRuns: 60 },
  );
});

function isSound(frame: LensFrame): boolean {
  return lensFrameFaults(frame, { sampling }).length === 0;
}

/** Level over each square of two units; -1 where no leaf, -2 where two. */
function levels({ camera, vertices, cells }: LensFrame): number[][] {
  const { widthPx, heightPx } = camera.projection;
  const rows = Array.from({ length: 8 * Math.ceil(heightPx / 16) }, () =>
    new Array<number>(8 * Math.ceil(widthPx / 16)).fill(-1),
  );
  for (let cell = 0; cell < cells.count; cell++) {
    const corner = cells.corners[4 * cell]!;
    const size = units >> cells.level[cell]!;
    for (let y = vertices.y[corner]!; y < vertices.y[corner]! + size; y += 2) {
      for (let x = vertices.x[corner]!; x < vertices.x[corner]! + size; x += 2) {
        const row = rows[y / 2]!;
        row[x / 2] = row[x / 2] === -1 ? cells.level[cell]! : -2;
      }
    }
  }
  return rows;
}

function isCoveredOnce(frame: LensFrame): boolean {
  return levels(frame).every((row) => row.every((level) => level >= 0));
}

function isBalanced(frame: LensFrame): boolean {
  const rows = levels(frame);
  return rows.every((row, y) =>
    row.every(
      (level, x) =>
        Math.abs(level - (row[x + 1] ?? level)) <= 1 && Math.abs(level - (rows[y + 1]?.[x] ?? level)) <= 1,
    ),
  );
}

/** Vertices sorted and unique, and exactly those that cells have as corners or, where not deepest, centres. */
function isShared({ vertices, cells }: LensFrame): boolean {
  const places = [...vertices.y.subarray(0, vertices.count)].map(
    (y, vertex) => 1000 * y + vertices.x[vertex]!,
  );
  if (places.some((place, vertex) => vertex > 0 && place <= places[vertex - 1]!)) return false;
  const needed = new Set<number>();
  for (let cell = 0; cell < cells.count; cell++) {
    const [a, b, c, d] = [...cells.corners.subarray(4 * cell, 4 * cell + 4)].map((vertex) => places[vertex]!);
    const size = units >> cells.level[cell]!;
    if (b !== a! + size || c !== a! + 1000 * size || d !== c! + size) return false;
    for (const place of [a!, b!, c!, d!]) needed.add(place);
    if (cells.level[cell]! < 3) needed.add(a! + 500 * size + size / 2);
  }
  // A centre of a cell that was split since is a corner of its children.
  return needed.size === places.length && places.every((place) => needed.has(place));
}

function isCounted({ vertices, cells, statistics }: LensFrame): boolean {
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  return (
    sum(statistics.statusCounts) === vertices.count &&
    sum(statistics.generations) === vertices.count &&
    sum(statistics.levelCounts) === cells.count &&
    12 + 3 * sum(statistics.splitCounts) === cells.count &&
    statistics.steps === vertices.count
  );
}

test("-0 becomes 0, and what is not finite is refused", () => {
  const changed = (change: (results: ResultColumns) => void): RayTracer => {
    const { trace } = thinLensTracer(new Map());
    return {
      trace: (samples) => {
        const results = trace(samples);
        change(results);
        return results;
      },
    };
  };
  const run = (tracer: RayTracer): LensFrame => traceLensFrames([stillCamera(0)], sampling, tracer)[0]!;
  const signed = run(changed(({ marginU }) => marginU.fill(-0)));
  expect(signed.vertices.marginU.every((margin) => Object.is(margin, 0))).toBe(true);
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => run(changed(({ redshiftG }) => redshiftG.fill(value)))).toThrow(
      `a ray's result is ${value}`,
    );
  }
});
