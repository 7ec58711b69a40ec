import fc from "fast-check";
import { it } from "vitest";
import { stillCamera, thinLensTracer } from "../../test/thinLens.ts";
import { traceLensFrames } from "../lensMap/traceLensFrames.ts";
import { type SearchMesh, searchMeshes } from "./searchMesh.ts";

/** A mesh around a small frame whose lens stands somewhere on or beside it. */
const wideMeshes = fc
  .record({
    widthPx: fc.integer({ min: 20, max: 70 }),
    heightPx: fc.integer({ min: 20, max: 50 }),
    marginPx: fc.integer({ min: 1, max: 21 }),
    refinementLevels: fc.integer({ min: 0, max: 3 }),
    coarseCellPx: fc.constantFrom(4, 12, 16),
    x: fc.integer({ min: -10, max: 80 }),
    y: fc.integer({ min: -10, max: 60 }),
  })
  .map(({ widthPx, heightPx, marginPx, refinementLevels, coarseCellPx, x, y }) => {
    const tracer = thinLensTracer(new Map([[0, { einstein: 0.1, shadow: 0.05, x, y }]]));
    const sampling = { coarseCellPx, refinementLevels };
    const frames = traceLensFrames([stillCamera(0, widthPx, heightPx)], sampling, tracer);
    const mesh = searchMeshes(frames, sampling, { marginPx, tracer }).meshes[0]!;
    const unit = coarseCellPx / (2 << refinementLevels);
    const [left, top] = [-marginPx / unit, -marginPx / unit];
    return {
      ...{ mesh, left, top, right: widthPx / unit - left, bottom: heightPx / unit - top },
      isIn(vertex: number): boolean {
        const [across, down] = [mesh.vertices.x[vertex]!, mesh.vertices.y[vertex]!];
        return across > left && across < this.right && down > top && down < this.bottom;
      },
    };
  });

/** Each triangle's sides, as corner indices in its own turn; none where a triangle is not clockwise. */
function sidesOf({ vertices: { x, y }, triangles: { corners, count } }: SearchMesh): [number, number][] {
  return Array.from({ length: count }, (_, triangle) => {
    const [a, b, c] = [0, 1, 2].map((k) => corners[3 * triangle + k]!) as [number, number, number];
    const twiceArea = (x[b]! - x[a]!) * (y[c]! - y[a]!) - (y[b]! - y[a]!) * (x[c]! - x[a]!);
    return twiceArea > 0
      ? ([
          [a, b],
          [b, c],
          [c, a],
        ] as [number, number][])
      : [];
  }).flat();
}

it("cells on and around a frame meet side by side, and leave nothing out as far as stars count", () => {
  const property = fc.property(wideMeshes, (wide) => {
    const sides = sidesOf(wide.mesh);
    const keys = new Set(sides.map(([a, b]) => `${a} ${b}`));
    const isWhole = sides.length === 3 * wide.mesh.triangles.count && keys.size === sides.length;
    // A side with a triangle on one hand only is the edge of all: it may not be within the margin.
    const isClosed = sides.every(([a, b]) => keys.has(`${b} ${a}`) || !(wide.isIn(a) && wide.isIn(b)));
    const { x, y } = wide.mesh.vertices;
    const reaches =
      Math.min(...x) <= wide.left &&
      Math.max(...x) >= wide.right &&
      Math.min(...y) <= wide.top &&
      Math.max(...y) >= wide.bottom;
    return isWhole && isClosed && reaches;
  });
  fc.assert(property, { numRuns: 30 });
});
