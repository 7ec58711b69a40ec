import { type LensFrame, type MeshSampling, unitPx } from "../lensMap/lensMap.ts";
import { lensTriangles } from "../lensMap/lensTriangles.ts";
import { ESCAPED } from "../trace/tracer.ts";
import { orientation, sideOfCircle } from "./orientation.ts";
import { pixelSolidAngle } from "./pixelSolidAngle.ts";
import { boxAlong, rowOfBoxes, type SkyIndex } from "./skyIndex.ts";

/** Squared chord of the longest side of a triangle on the sky that is looked into: 60 degrees. */
const LONGEST_SIDE_SQUARED = 1;
/** Slack for rounding around a box that holds a triangle. */
const BOX_SLACK = 1e-12;

/** An image of a star as the mesh shows it, linear within a triangle. */
export interface MeshImage {
  readonly star: number;
  readonly x: number;
  readonly y: number;
  /** Longest side of its triangle on the image, px. */
  readonly reachPx: number;
  readonly parity: 1 | -1;
  readonly order: number;
  readonly magnification: number;
  readonly redshiftG: number;
}

/** What the mesh of a frame shows of a catalogue. */
export interface MeshImages {
  readonly images: readonly MeshImage[];
  /** Triangles too large on the sky to be looked into: beside the critical curve. */
  readonly largeTriangles: number;
}

/**
 * Every image of every star in a frame's mesh: a triangle of the image shows the stars in the triangle of its
 * corners' directions, of either orientation. A star belongs to exactly one of triangles that meet in an edge.
 */
export function findMeshImages(frame: LensFrame, sampling: MeshSampling, index: SkyIndex): MeshImages {
  const { vertices } = frame;
  const triangles = lensTriangles(frame, { sampling });
  const images: MeshImage[] = [];
  let largeTriangles = 0;
  for (let triangle = 0; triangle < triangles.count; triangle++) {
    const a = triangles.corners[3 * triangle]!;
    const b = triangles.corners[3 * triangle + 1]!;
    const c = triangles.corners[3 * triangle + 2]!;
    if (vertices.status[a] !== ESCAPED || vertices.status[b] !== ESCAPED || vertices.status[c] !== ESCAPED) {
      continue;
    }
    const side = longestSideSquared(vertices.direction, a, b, c);
    if (side > LONGEST_SIDE_SQUARED) {
      largeTriangles++;
      continue;
    }
    const turn = orientation(vertices.direction, a, b, c);
    if (turn === 0) continue;
    for (const star of starsWithin(vertices.direction, { a, b, c, turn, side }, index)) {
      images.push(interpolatedImage(frame, sampling, { a, b, c, turn }, index.direction, star));
    }
  }
  return { images, largeTriangles };
}

/** Corners, the sign of their turn on the sky, and the square of the longest chord. */
interface SkyTriangle {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly turn: number;
  readonly side: number;
}

function longestSideSquared(direction: Float64Array, a: number, b: number, c: number): number {
  return Math.max(
    chordSquared(direction, a, b),
    chordSquared(direction, b, c),
    chordSquared(direction, c, a),
  );
}

function chordSquared(direction: Float64Array, a: number, b: number): number {
  const x = direction[3 * a]! - direction[3 * b]!;
  const y = direction[3 * a + 1]! - direction[3 * b + 1]!;
  const z = direction[3 * a + 2]! - direction[3 * b + 2]!;
  return x * x + y * y + z * z;
}

const NO_STARS: readonly number[] = [];

/** Stars in a triangle, in the order of boxes. */
function starsWithin(direction: Float64Array, triangle: SkyTriangle, index: SkyIndex): readonly number[] {
  // A triangle bulges over its plane by less than its circle of radius side / sqrt 3 does.
  const bulge = triangle.side / 3 + BOX_SLACK;
  const x = boxRange(direction, triangle, 0, bulge);
  const y = boxRange(direction, triangle, 1, bulge);
  const z = boxRange(direction, triangle, 2, bulge);
  let found: number[] | undefined;
  for (let boxZ = boxAlong(z.low); boxZ <= boxAlong(z.high); boxZ++) {
    for (let boxY = boxAlong(y.low); boxY <= boxAlong(y.high); boxY++) {
      const row = rowOfBoxes(boxY, boxZ);
      const end = index.firstOfBox[row + boxAlong(x.high) + 1]!;
      for (let member = index.firstOfBox[row + boxAlong(x.low)]!; member < end; member++) {
        const star = index.members[member]!;
        const starZ = index.direction[3 * star + 2]!;
        if (starZ < z.low || starZ > z.high || !isWithin(direction, triangle, index.direction, star))
          continue;
        found ??= [];
        found.push(star);
      }
    }
  }
  return found ?? NO_STARS;
}

function boxRange(direction: Float64Array, { a, b, c }: SkyTriangle, axis: number, bulge: number) {
  const first = direction[3 * a + axis]!;
  const second = direction[3 * b + axis]!;
  const third = direction[3 * c + axis]!;
  return {
    low: Math.min(first, second, third) - bulge,
    high: Math.max(first, second, third) + bulge,
  };
}

function isWithin(
  direction: Float64Array,
  { a, b, c, turn }: SkyTriangle,
  stars: Float64Array,
  star: number,
) {
  return (
    sideOfCircle(direction, a, b, stars, star) === turn &&
    sideOfCircle(direction, b, c, stars, star) === turn &&
    sideOfCircle(direction, c, a, stars, star) === turn
  );
}

type Corners = Pick<SkyTriangle, "a" | "b" | "c" | "turn">;

/** The image of a star in a triangle: place and redshift by the star's weights of the three corners. */
function interpolatedImage(
  { vertices, camera }: LensFrame,
  sampling: MeshSampling,
  { a, b, c, turn }: Corners,
  stars: Float64Array,
  star: number,
): MeshImage {
  const sky = vertices.direction;
  const weightA = Math.abs(volume(sky, b, c, stars, star));
  const weightB = Math.abs(volume(sky, c, a, stars, star));
  const weightC = Math.abs(volume(sky, a, b, stars, star));
  const total = weightA + weightB + weightC;
  const [wA, wB, wC] = total > 0 ? [weightA / total, weightB / total, weightC / total] : [1, 0, 0];
  const unit = unitPx(sampling);
  const [xA, xB, xC] = [vertices.x[a]! * unit, vertices.x[b]! * unit, vertices.x[c]! * unit];
  const [yA, yB, yC] = [vertices.y[a]! * unit, vertices.y[b]! * unit, vertices.y[c]! * unit];
  const x = wA * xA + wB * xB + wC * xC;
  const y = wA * yA + wB * yB + wC * yC;
  const twiceImagePx = Math.abs((xB - xA) * (yC - yA) - (xC - xA) * (yB - yA));
  const solidAngle = pixelSolidAngle(camera.projection, x, y);
  const nearest = wB > wA && wB >= wC ? b : wC > wA ? c : a;
  return {
    star,
    x,
    y,
    reachPx: Math.sqrt(
      Math.max(square(xB - xA, yB - yA), square(xC - xB, yC - yB), square(xA - xC, yA - yC)),
    ),
    parity: turn > 0 ? 1 : -1,
    order: vertices.order[nearest]!,
    magnification: (twiceImagePx * solidAngle) / twiceSkyArea(sky, a, b, c),
    redshiftG: wA * vertices.redshiftG[a]! + wB * vertices.redshiftG[b]! + wC * vertices.redshiftG[c]!,
  };
}

function square(x: number, y: number): number {
  return x * x + y * y;
}

/** Six times the volume of the centre, two corners and a star. */
function volume(sky: Float64Array, a: number, b: number, stars: Float64Array, star: number): number {
  const [ax, ay, az] = [sky[3 * a]!, sky[3 * a + 1]!, sky[3 * a + 2]!];
  const [bx, by, bz] = [sky[3 * b]!, sky[3 * b + 1]!, sky[3 * b + 2]!];
  return (
    (ay * bz - az * by) * stars[3 * star]! +
    (az * bx - ax * bz) * stars[3 * star + 1]! +
    (ax * by - ay * bx) * stars[3 * star + 2]!
  );
}

/** Twice the area of the flat triangle of three directions. */
function twiceSkyArea(sky: Float64Array, a: number, b: number, c: number): number {
  const [px, py, pz] = [0, 1, 2].map((k) => sky[3 * b + k]! - sky[3 * a + k]!) as [number, number, number];
  const [qx, qy, qz] = [0, 1, 2].map((k) => sky[3 * c + k]! - sky[3 * a + k]!) as [number, number, number];
  const x = py * qz - pz * qy;
  const y = pz * qx - px * qz;
  const z = px * qy - py * qx;
  return Math.sqrt(x * x + y * y + z * z);
}
