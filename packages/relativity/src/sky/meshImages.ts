import type { FrameCamera } from "../camera/frameCamera.ts";
import { BOX_SLACK, LONGEST_SIDE_SQUARED } from "../kernel/starLayout.ts";
import type { LensVertices } from "../lensMap/lensMap.ts";
import { ESCAPED } from "../trace/tracer.ts";
import { addImage, type ImageTable, writeFlux } from "./imageTable.ts";
import { orientation, sideOfCircle } from "./orientation.ts";
import { type PixelSolidAngle, pixelSolidAngle } from "./pixelSolidAngle.ts";
import { boxAlong, boxEdge, rowOfBoxes, type SkyIndex } from "./skyIndex.ts";
import type { StarSky } from "./starSky.ts";

/** Triangles of a frame's image, and the stars that are looked for in them. */
export interface MeshSearch {
  readonly camera: FrameCamera;
  readonly vertices: LensVertices;
  /** Edge of the square in whose multiples vertices stand, px. */
  readonly unitPx: number;
  /** Vertex indices, three a triangle. */
  readonly corners: Uint32Array;
  readonly frameIndex: number;
  readonly sky: StarSky;
}

/** Adds the images of the stars in a frame's triangles; gives how many are too large on the sky to be looked into. */
export type AddMeshImages = (search: MeshSearch, table: ImageTable) => number;

/** The same with the solid angles of the camera's pixels in place of the camera. */
export interface TriangleSearch extends Omit<MeshSearch, "camera" | "vertices"> {
  readonly vertices: Pick<LensVertices, "x" | "y" | "status" | "direction" | "redshiftG" | "order">;
  readonly solidAngle: PixelSolidAngle;
}

/**
 * Adds every image of every star in a frame's triangles to a table: a triangle of the image shows the stars in the
 * triangle of its corners' directions, of either orientation; places are linear within it. A star belongs to exactly
 * one of triangles that meet in an edge.
 * @returns triangles too large on the sky to be looked into: beside the critical curve
 */
export function addMeshImages({ camera, ...search }: MeshSearch, table: ImageTable): number {
  return addImagesIn({ ...search, solidAngle: pixelSolidAngle(camera.projection) }, table);
}

/** Does the same, whatever the camera. */
export function addImagesIn(search: TriangleSearch, table: ImageTable): number {
  const { corners, sky } = search;
  const { status, direction } = search.vertices;
  let largeTriangles = 0;
  for (let at = 0; at < corners.length; at += 3) {
    const a = corners[at]!;
    const b = corners[at + 1]!;
    const c = corners[at + 2]!;
    if (status[a] !== ESCAPED || status[b] !== ESCAPED || status[c] !== ESCAPED) continue;
    const side = longestSideSquared(direction, a, b, c);
    if (side > LONGEST_SIDE_SQUARED) {
      largeTriangles++;
      continue;
    }
    const turn = orientation(direction, a, b, c);
    if (turn === 0) continue;
    const found = starsWithin(direction, { a, b, c, turn, side }, sky.index);
    if (found.length > 0) addTriangleImages(search, { a, b, c, turn, side }, found, table);
  }
  return largeTriangles;
}

/** Whether stars are looked for in a triangle: all its rays escape, to directions not too far apart. */
export function isLookedInto(
  { status, direction }: Pick<LensVertices, "status" | "direction">,
  a: number,
  b: number,
  c: number,
): boolean {
  const isSky = status[a] === ESCAPED && status[b] === ESCAPED && status[c] === ESCAPED;
  return isSky && longestSideSquared(direction, a, b, c) <= LONGEST_SIDE_SQUARED;
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
  const { a, b, c, turn } = triangle;
  // A triangle bulges over its plane by less than its circle of radius side / sqrt 3 does.
  const bulge = triangle.side / 3 + BOX_SLACK;
  const lowX = lowest(direction, triangle, 0) - bulge;
  const highX = highest(direction, triangle, 0) + bulge;
  const lowY = lowest(direction, triangle, 1) - bulge;
  const highY = highest(direction, triangle, 1) + bulge;
  const firstZ = boxAlong(lowest(direction, triangle, 2) - bulge);
  const lastZ = boxAlong(highest(direction, triangle, 2) + bulge);
  writeNormal(direction, a, b, turn, 0);
  writeNormal(direction, b, c, turn, 3);
  writeNormal(direction, c, a, turn, 6);
  let found = NO_STARS as number[];
  for (let boxZ = firstZ; boxZ <= lastZ; boxZ++) {
    startSpan(spanY, lowY, highY);
    for (let side = 0; side < 9; side += 3) {
      const most = mostBetween(normals[side]!, lowX, highX) + mostAlong(normals[side + 2]!, boxZ);
      narrowSpan(spanY, normals[side + 1]!, most);
    }
    if (!(spanY[0]! <= spanY[1]!)) continue;
    const lastY = boxAlong(spanY[1]!);
    for (let boxY = boxAlong(spanY[0]!); boxY <= lastY; boxY++) {
      startSpan(spanX, lowX, highX);
      for (let side = 0; side < 9; side += 3) {
        const most = mostAlong(normals[side + 1]!, boxY) + mostAlong(normals[side + 2]!, boxZ);
        narrowSpan(spanX, normals[side]!, most);
      }
      if (!(spanX[0]! <= spanX[1]!)) continue;
      const row = rowOfBoxes(boxY, boxZ);
      const end = index.firstOfBox[row + boxAlong(spanX[1]!) + 1]!;
      for (let member = index.firstOfBox[row + boxAlong(spanX[0]!)]!; member < end; member++) {
        const star = index.members[member]!;
        if (!mayBeWithin(index.direction, star)) continue;
        if (!isWithin(direction, triangle, index.direction, star)) continue;
        if (found === NO_STARS) found = [];
        found.push(star);
      }
    }
  }
  return found;
}

/** Inward normals of the sides of the triangle that is looked into, three components each. */
const normals = new Float64Array(9);
/** Least and greatest y that a layer of boxes shares with that triangle. */
const spanY = new Float64Array(2);
/** Least and greatest x that a row of boxes shares with it. */
const spanX = new Float64Array(2);

/** Writes the normal of the side from `a` to `b` of a triangle of that turn. */
function writeNormal(direction: Float64Array, a: number, b: number, turn: number, at: number): void {
  const ax = direction[3 * a]!;
  const ay = direction[3 * a + 1]!;
  const az = direction[3 * a + 2]!;
  const bx = direction[3 * b]!;
  const by = direction[3 * b + 1]!;
  const bz = direction[3 * b + 2]!;
  normals[at] = turn * (ay * bz - az * by);
  normals[at + 1] = turn * (az * bx - ax * bz);
  normals[at + 2] = turn * (ax * by - ay * bx);
}

function startSpan(span: Float64Array, low: number, high: number): void {
  span[0] = low;
  span[1] = high;
}

/**
 * Leaves out of a span what is wholly outside one side: inside, component x + most >= 0.
 * @param component  of the side's normal, along the span
 * @param most       greatest sum of the products of the other two components
 */
function narrowSpan(span: Float64Array, component: number, most: number): void {
  const bound = -(most + BOX_SLACK) / component;
  if (component > BOX_SLACK) span[0] = Math.max(span[0]!, bound - BOX_SLACK);
  else if (component < -BOX_SLACK) span[1] = Math.min(span[1]!, bound + BOX_SLACK);
  else if (most < -2 * BOX_SLACK) span[1] = Number.NEGATIVE_INFINITY;
}

function mostBetween(component: number, low: number, high: number): number {
  return component * (component > 0 ? high : low);
}

/** Greatest product of a component with a coordinate of a box. */
function mostAlong(component: number, box: number): number {
  return component * boxEdge(component > 0 ? box + 1 : box);
}

/** Whether a star is inside all sides, as far as rounding tells. */
function mayBeWithin(stars: Float64Array, star: number): boolean {
  const x = stars[3 * star]!;
  const y = stars[3 * star + 1]!;
  const z = stars[3 * star + 2]!;
  return (
    normals[0]! * x + normals[1]! * y + normals[2]! * z >= -BOX_SLACK &&
    normals[3]! * x + normals[4]! * y + normals[5]! * z >= -BOX_SLACK &&
    normals[6]! * x + normals[7]! * y + normals[8]! * z >= -BOX_SLACK
  );
}

function lowest(direction: Float64Array, { a, b, c }: SkyTriangle, axis: number): number {
  return Math.min(direction[3 * a + axis]!, direction[3 * b + axis]!, direction[3 * c + axis]!);
}

function highest(direction: Float64Array, { a, b, c }: SkyTriangle, axis: number): number {
  return Math.max(direction[3 * a + axis]!, direction[3 * b + axis]!, direction[3 * c + axis]!);
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

/** Adds the images of stars in a triangle: place and redshift by the star's weights of the three corners. */
function addTriangleImages(
  { vertices, frameIndex, unitPx, sky: { index, flux }, solidAngle }: TriangleSearch,
  { a, b, c, turn }: SkyTriangle,
  stars: readonly number[],
  table: ImageTable,
): void {
  const sky = vertices.direction;
  const xA = vertices.x[a]! * unitPx;
  const yA = vertices.y[a]! * unitPx;
  const xB = vertices.x[b]! * unitPx;
  const yB = vertices.y[b]! * unitPx;
  const xC = vertices.x[c]! * unitPx;
  const yC = vertices.y[c]! * unitPx;
  const twiceImagePx = Math.abs((xB - xA) * (yC - yA) - (xC - xA) * (yB - yA));
  const density = twiceImagePx / twiceSkyArea(sky, a, b, c);
  const reachPx = Math.sqrt(
    Math.max(square(xB - xA, yB - yA), square(xC - xB, yC - yB), square(xA - xC, yA - yC)),
  );
  for (const star of stars) {
    const weightA = Math.abs(volume(sky, b, c, index.direction, star));
    const weightB = Math.abs(volume(sky, c, a, index.direction, star));
    const weightC = Math.abs(volume(sky, a, b, index.direction, star));
    const scale = 1 / (weightA + weightB + weightC);
    const x = (weightA * xA + weightB * xB + weightC * xC) * scale;
    const y = (weightA * yA + weightB * yB + weightC * yC) * scale;
    const nearest = weightB > weightA && weightB >= weightC ? b : weightC > weightA ? c : a;
    const { redshiftG } = vertices;
    const row = addImage(table);
    table.frameIndex[row] = frameIndex;
    table.star[row] = star;
    table.parity[row] = turn;
    table.order[row] = vertices.order[nearest]!;
    table.x[row] = x;
    table.y[row] = y;
    table.reachPx[row] = reachPx;
    table.magnification[row] = density * solidAngle(x, y);
    table.redshiftG[row] =
      (weightA * redshiftG[a]! + weightB * redshiftG[b]! + weightC * redshiftG[c]!) * scale;
    writeFlux(table, row, flux);
  }
}

function square(x: number, y: number): number {
  return x * x + y * y;
}

/** Six times the volume of the centre, two corners and a star. */
function volume(sky: Float64Array, a: number, b: number, stars: Float64Array, star: number): number {
  const ax = sky[3 * a]!;
  const ay = sky[3 * a + 1]!;
  const az = sky[3 * a + 2]!;
  const bx = sky[3 * b]!;
  const by = sky[3 * b + 1]!;
  const bz = sky[3 * b + 2]!;
  return (
    (ay * bz - az * by) * stars[3 * star]! +
    (az * bx - ax * bz) * stars[3 * star + 1]! +
    (ax * by - ay * bx) * stars[3 * star + 2]!
  );
}

/** Twice the area of the flat triangle of three directions. */
function twiceSkyArea(sky: Float64Array, a: number, b: number, c: number): number {
  const px = sky[3 * b]! - sky[3 * a]!;
  const py = sky[3 * b + 1]! - sky[3 * a + 1]!;
  const pz = sky[3 * b + 2]! - sky[3 * a + 2]!;
  const qx = sky[3 * c]! - sky[3 * a]!;
  const qy = sky[3 * c + 1]! - sky[3 * a + 1]!;
  const qz = sky[3 * c + 2]! - sky[3 * a + 2]!;
  const x = py * qz - pz * qy;
  const y = pz * qx - px * qz;
  const z = px * qy - py * qx;
  return Math.sqrt(x * x + y * y + z * z);
}
