import fc from "fast-check";
import { expect, test } from "vitest";
import { KEEP } from "../kernel/meshLayout.ts";
import { SPLIT_REASONS } from "../lensMap/splitReasons.ts";
import { CAPTURED, DISK, ESCAPED, UNRESOLVED } from "../trace/tracer.ts";
import { splitReason } from "./splitReason.ts";

/** Corners, centre and level of a cell. */
const cell = new Int32Array([0, 1, 2, 3, 4, 2]);
const coarseCellPx = 16;
const cellPx = 4;
/** Sky angle of a pixel. */
const pixel = 1e-3;
const corners = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
  [0, 0],
] as const;

/** Vertices of a cell that looks at the sky around +x, each place (u, v) in pixels from the cell's centre. */
function cellSeeing(sky: (x: number, y: number) => readonly [number, number]) {
  const direction = new Float64Array(15);
  corners.forEach(([x, y], vertex) => {
    const [u, v] = sky((x * cellPx) / 2, (y * cellPx) / 2);
    const scale = 1 / Math.sqrt(1 + pixel * pixel * (u * u + v * v));
    direction.set([scale, pixel * u * scale, pixel * v * scale], 3 * vertex);
  });
  return {
    status: new Uint8Array(5).fill(ESCAPED),
    direction,
    redshiftG: new Float64Array(5).fill(2),
    order: new Int32Array(5),
    marginU: new Float64Array(5).fill(1),
  };
}

const plain = () => cellSeeing((x, y) => [x, y]);

function reason(vertices: ReturnType<typeof plain>): string {
  const number = splitReason(vertices, cell, 0, coarseCellPx);
  return number === KEEP ? "keep" : SPLIT_REASONS[number]!;
}

test("a cell that shows the plain sky, straight or mirrored, is kept", () => {
  expect(reason(plain())).toBe("keep");
  expect(reason(cellSeeing((x, y) => [-3 * x + y, 2 * y]))).toBe("keep");
});

test("any vertex of another status or order splits", () => {
  for (let vertex = 0; vertex < 5; vertex++) {
    const mixed = plain();
    mixed.status[vertex] = CAPTURED;
    expect(reason(mixed)).toBe("mixed-status");
    const turned = plain();
    turned.order[vertex] = 1;
    expect(reason(turned)).toBe("order");
  }
});

test("a fold inside the cell splits: the image turns over in one of the triangles", () => {
  expect(reason(cellSeeing((x, y) => [x * x + 0.5 * x, y]))).toBe("parity");
});

test("a fold along any side is seen: each of the four triangles can be the one that is turned over", () => {
  // The centre's image lies beyond the image of one side, so that the triangle on that side alone is mirrored.
  for (const [u, v] of [
    [0, -3],
    [0, 3],
    [-3, 0],
    [3, 0],
  ] as const) {
    expect(reason(cellSeeing((x, y) => (x === 0 && y === 0 ? [u, v] : [x, y])))).toBe("parity");
  }
});

test("more than 30 degrees of sky split", () => {
  const wide = (degrees: number) => cellSeeing((x, y) => [0.5 * x * tangentOf(degrees), 0.01 * y]);
  const tangentOf = (degrees: number) => Math.tan((degrees * Math.PI) / 360) / pixel;
  expect(reason(wide(29))).toBe("keep");
  expect(reason(wide(31))).toBe("large-patch");
});

test("any two corners more than 30 degrees apart split", () => {
  for (const [first, second] of [
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 2],
    [1, 3],
    [2, 3],
  ] as const) {
    const apart = (degrees: number) => {
      const vertices = plain();
      for (const [corner, side] of [
        [first, -1],
        [second, 1],
      ] as const) {
        const angle = (side * degrees * Math.PI) / 360;
        vertices.direction.set([Math.cos(angle), Math.sin(angle), 0], 3 * corner);
      }
      return reason(vertices);
    };
    expect(apart(31)).toBe("large-patch");
    expect(apart(29)).not.toBe("large-patch");
  }
});

test("a centre that interpolation puts more than 0.05 px off splits, however the cell is squeezed", () => {
  // The corners are moved by b (cellPx / 2)^2 along u, the centre not: an error of 4 b a, in sky pixels.
  const bent = (b: number, squeeze: number) =>
    cellSeeing((x, y) => [x + b * x * x, squeeze * (y + b * y * y)]);
  expect(reason(bent(0.008, 1))).toBe("keep");
  expect(reason(bent(0.01, 1))).toBe("position");
  expect(reason(bent(0.008, 0.01))).toBe("keep");
  expect(reason(bent(0.01, 0.01))).toBe("position");
});

test("in a skewed cell the error counts by how far it moves the image, along either axis", () => {
  const skewed = (u: number, v: number) =>
    cellSeeing((x, y) => (x === 0 && y === 0 ? [u, v] : [x + 2 * y, 2 * y]));
  for (const [px, answer] of [
    [0.046, "keep"],
    [0.054, "position"],
  ] as const) {
    expect(reason(skewed(px, 0))).toBe(answer);
    expect(reason(skewed(2 * px, 2 * px))).toBe(answer);
  }
});

test("a cell whose sides differ in length is interpolated as well as a square one", () => {
  expect(reason(cellSeeing((x, y) => [x, y * (1 + 0.2 * x)]))).toBe("keep");
  expect(reason(cellSeeing((x, y) => [x * (1 + 0.2 * y), y]))).toBe("keep");
});

test("a redshift factor that interpolation misses by more than a thousandth splits, on a disk too", () => {
  for (const status of [ESCAPED, DISK]) {
    for (const [g, answer] of [
      [2.0019, "keep"],
      [2.0021, "redshift"],
      [1.9979, "redshift"],
    ] as const) {
      const vertices = plain();
      vertices.status.fill(status);
      vertices.redshiftG[4] = g;
      expect(reason(vertices)).toBe(answer);
    }
  }
});

test("a margin that bends to 0 splits, a level or steady one does not", () => {
  const vertices = plain();
  vertices.marginU.set([1, 1, 1, 1, 0.4]);
  expect(reason(vertices)).toBe("near-critical");
  vertices.status.fill(CAPTURED);
  expect(reason(vertices)).toBe("near-critical");
  vertices.marginU.set([1, 2, 3, 4, 2.5]);
  expect(reason(vertices)).toBe("keep");
  vertices.marginU.fill(0);
  expect(reason(vertices)).toBe("keep");
});

test("the smallest margin decides, whichever vertex has it", () => {
  for (let vertex = 0; vertex < 5; vertex++) {
    const vertices = plain();
    vertices.marginU[vertex] = vertex === 4 ? 0.4 : 0.1;
    expect(reason(vertices)).toBe("near-critical");
  }
});

/** The same vertices under a sky turned by a unit quaternion. */
function turned(
  vertices: ReturnType<typeof plain>,
  [w, x, y, z]: readonly number[],
): ReturnType<typeof plain> {
  const [a, b, c, d] = [w!, x!, y!, z!];
  const rows = [
    [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)],
    [2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)],
    [2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d],
  ];
  const direction = vertices.direction.map((_, index) => {
    const first = 3 * Math.floor(index / 3);
    return rows[index % 3]!.reduce((sum, share, axis) => sum + share * vertices.direction[first + axis]!, 0);
  });
  return { ...vertices, direction };
}

test("a cell is judged alike whichever way the sky is turned", () => {
  const cells = [
    plain(),
    cellSeeing((x, y) => [-3 * x + y, 2 * y]),
    cellSeeing((x, y) => [x * x + 0.5 * x, y]),
    cellSeeing((x, y) => [200 * x, 10 * y]),
    cellSeeing((x, y) => [10 * x, 200 * y]),
    // The centre 0.04 and 0.06 px from where its corners put it, along either axis.
    ...[0.04, 0.06].flatMap((px) => [
      cellSeeing((x, y) => (x === 0 && y === 0 ? [px, 0] : [x, y])),
      cellSeeing((x, y) => (x === 0 && y === 0 ? [0.3 * px, 2 * px] : [x + 0.3 * y, 2 * y])),
    ]),
  ];
  const reasons = cells.map(reason);
  expect(new Set(reasons)).toEqual(new Set(["keep", "parity", "large-patch", "position"]));
  // Whole numbers, because doubles are mostly drawn next to 0, where a turn only swaps axes.
  const part = fc.integer({ min: -1000, max: 1000 });
  const turn = fc
    .tuple(part, part, part, part)
    .filter((parts) => Math.hypot(...parts) > 100)
    .map((parts) => parts.map((each) => each / Math.hypot(...parts)));
  fc.assert(
    fc.property(turn, (quaternion) =>
      cells.every((vertices, index) => reason(turned(vertices, quaternion)) === reasons[index]),
    ),
  );
});

test("captured and unresolved cells have no direction to judge", () => {
  const vertices = plain();
  vertices.direction.fill(0);
  vertices.redshiftG.fill(0);
  vertices.redshiftG[4] = 5;
  vertices.order[1] = 1;
  vertices.status.fill(CAPTURED);
  expect(reason(vertices)).toBe("keep");
  vertices.status.fill(UNRESOLVED);
  vertices.marginU[4] = 0.4;
  expect(reason(vertices)).toBe("keep");
});
