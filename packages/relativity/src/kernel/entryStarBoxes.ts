/*
 * The boxes of the sky that a triangle reaches into, and the stars in them. AssemblyScript only; sky/meshImages.ts is the
 * twin, which finds the same stars.
 */
import {
  LAYER_BASE,
  LAYER_BY_Z,
  ROW_BASE,
  ROW_BY_Y,
  ROW_BY_Z,
  SIDE_BYTES,
  SIDE_X,
  SIDE_Y,
  SIDE_Z,
} from "./entryStarRow";
import {
  BOX_SLACK,
  BOXES_PER_AXIS,
  DETERMINANT_ERROR,
  FIND_CAPACITY,
  FIND_COUNT,
  FIND_IMAGES,
  FIND_SKY,
  IMAGE_F64_COLUMNS,
  SKY_FIRST_OF_BOX,
  SKY_MEMBER_PLACES,
  SKY_MEMBER_STRIDE,
  SKY_MEMBERS,
} from "./starLayout";

/** Answers that are no count: rounding does not tell whether a star is in the triangle; there is no room for it. */
export const UNDECIDED = -1;
export const NO_ROOM = -2;

const BOX_EDGE: f64 = 2 / <f64>BOXES_PER_AXIS;

function word(base: usize, at: usize): usize {
  return <usize>load<i32>(base + at);
}

/**
 * Writes how far a side lets boxes reach along y and x. A point is inside where x X + y Y + z Z >= 0 with the side's normal
 * (x, y, z); the greatest of that in a box is linear in the box's numbers, and so is the coordinate from which, or up to
 * which, a box reaches inside.
 */
export function writeBounds(side: usize, lowX: f64, highX: f64): void {
  const x = load<f64>(side + SIDE_X);
  const y = load<f64>(side + SIDE_Y);
  const z = load<f64>(side + SIDE_Z);
  const zBase = mostAtFirst(z) + BOX_SLACK;
  writeBound(side + LAYER_BASE, y, zBase + x * (x > 0 ? highX : lowX));
  writeBound(side + ROW_BASE, x, zBase + mostAtFirst(y));
  writeSlope(side + LAYER_BY_Z, y, z);
  writeSlope(side + ROW_BY_Z, x, z);
  writeSlope(side + ROW_BY_Y, x, y);
}

/**
 * Writes a bound along an axis as a pair: least coordinate, and the greatest times -1; no bound is -Infinity.
 * @param component  of the side's normal along that axis
 * @param most       greatest sum of the products of the others, at the boxes of number 0
 */
function writeBound(at: usize, component: f64, most: f64): void {
  const bound = -most / Math.abs(component) - BOX_SLACK;
  store<f64>(at, component > BOX_SLACK ? bound : -Infinity);
  store<f64>(at, component < -BOX_SLACK ? bound : -Infinity, 8);
}

/** Writes what such a pair changes by from one box to the next along an axis of which `across` is the component. */
function writeSlope(at: usize, component: f64, across: f64): void {
  const slope = (-across * BOX_EDGE) / Math.abs(component);
  store<f64>(at, component > BOX_SLACK ? slope : 0);
  store<f64>(at, component < -BOX_SLACK ? slope : 0, 8);
}

/** Bounds with those of all three sides at the boxes of that number. */
export function narrowed(bounds: v128, sides: usize, base: usize, byBox: usize, box: v128): v128 {
  const ab = along(sides + base, sides + byBox, box);
  const bc = along(sides + SIDE_BYTES + base, sides + SIDE_BYTES + byBox, box);
  const ca = along(sides + 2 * SIDE_BYTES + base, sides + 2 * SIDE_BYTES + byBox, box);
  return f64x2.max(f64x2.max(bounds, ab), f64x2.max(bc, ca));
}

function along(base: usize, byBox: usize, box: v128): v128 {
  return f64x2.add(v128.load(base), f64x2.mul(v128.load(byBox), box));
}

/** Adds those of the stars in rows [firstY, lastY] of a layer of boxes that are in the triangle; gives how many there are then. */
export function starsOfLayer(
  params: usize,
  boundsX: v128,
  boxZ: i32,
  firstY: i32,
  lastY: i32,
  before: i32,
  sides: usize,
): i32 {
  const layer = f64x2.splat(<f64>boxZ);
  const ab = along(sides + ROW_BASE, sides + ROW_BY_Z, layer);
  const bc = along(sides + SIDE_BYTES + ROW_BASE, sides + SIDE_BYTES + ROW_BY_Z, layer);
  const ca = along(sides + 2 * SIDE_BYTES + ROW_BASE, sides + 2 * SIDE_BYTES + ROW_BY_Z, layer);
  const abByY = v128.load(sides + ROW_BY_Y);
  const bcByY = v128.load(sides + SIDE_BYTES + ROW_BY_Y);
  const caByY = v128.load(sides + 2 * SIDE_BYTES + ROW_BY_Y);
  let found = before;
  for (let boxY = firstY; boxY <= lastY; boxY++) {
    const box = f64x2.splat(<f64>boxY);
    const span = f64x2.max(
      f64x2.max(boundsX, f64x2.add(ab, f64x2.mul(abByY, box))),
      f64x2.max(f64x2.add(bc, f64x2.mul(bcByY, box)), f64x2.add(ca, f64x2.mul(caByY, box))),
    );
    const first = f64x2.extract_lane(span, 0);
    const last = -f64x2.extract_lane(span, 1);
    if (!(first <= last)) continue;
    const row = (boxZ * BOXES_PER_AXIS + boxY) * BOXES_PER_AXIS;
    found = starsOfRow(params, row + boxAlong(first), row + boxAlong(last), found, sides);
    if (found < 0) return found;
  }
  return found;
}

/** Six times the volumes of the centre, a side of the triangle and two stars. */
function alongSideTwice(side: usize, x: v128, y: v128, z: v128): v128 {
  const sum = f64x2.add(
    f64x2.mul(v128.load64_splat(side + SIDE_X), x),
    f64x2.mul(v128.load64_splat(side + SIDE_Y), y),
  );
  return f64x2.add(sum, f64x2.mul(v128.load64_splat(side + SIDE_Z), z));
}

/** Adds those of the stars of boxes [first, last] that are in the triangle; gives how many there are then. */
function starsOfRow(params: usize, first: i32, last: i32, before: i32, sides: usize): i32 {
  const sky = word(params, FIND_SKY);
  const firstOfBox = word(sky, SKY_FIRST_OF_BOX);
  const end = load<i32>(firstOfBox + 4 * <usize>(last + 1));
  let member = load<i32>(firstOfBox + 4 * <usize>first);
  const places = word(sky, SKY_MEMBER_PLACES);
  const stride = word(sky, SKY_MEMBER_STRIDE);
  let found = before;
  for (; member < end; member += 2) {
    // A star behind the last of the boxes is looked at with it, and left out.
    const at = places + 8 * <usize>member;
    const x = v128.load(at);
    const y = v128.load(at + stride);
    const z = v128.load(at + 2 * stride);
    const ab = alongSideTwice(sides, x, y, z);
    const bc = alongSideTwice(sides + SIDE_BYTES, x, y, z);
    const ca = alongSideTwice(sides + 2 * SIDE_BYTES, x, y, z);
    const least = f64x2.min(f64x2.min(ab, bc), ca);
    const within = i64x2.bitmask(f64x2.ge(least, f64x2.splat(-DETERMINANT_ERROR)));
    if (within === 0) continue;
    if ((within & 1) !== 0) {
      found = addStar(params, sky, member, f64x2.extract_lane(least, 0), found);
      if (found < 0) return found;
    }
    if ((within & 2) !== 0 && member + 1 < end) {
      found = addStar(params, sky, member + 1, f64x2.extract_lane(least, 1), found);
      if (found < 0) return found;
    }
  }
  return found;
}

/** Adds a star that is in the triangle if rounding tells. @param least  of its three volumes */
function addStar(params: usize, sky: usize, member: i32, least: f64, found: i32): i32 {
  if (!(least > DETERMINANT_ERROR)) return UNDECIDED;
  const capacity = load<i32>(params + FIND_CAPACITY);
  const row = load<i32>(params + FIND_COUNT) + found;
  if (row === capacity) return NO_ROOM;
  const list = word(params, FIND_IMAGES) + 8 * IMAGE_F64_COLUMNS * <usize>capacity;
  store<i32>(list + 4 * <usize>row, load<i32>(word(sky, SKY_MEMBERS) + 4 * <usize>member));
  return found + 1;
}

/** Number of the box along an axis that a coordinate is in; outside -1 to 1 the first or the last. */
export function boxAlong(coordinate: f64): i32 {
  const box = <i32>((coordinate + 1) * (BOXES_PER_AXIS / 2));
  return box < 0 ? 0 : box >= BOXES_PER_AXIS ? BOXES_PER_AXIS - 1 : box;
}

/** Greatest product of a component with a coordinate of the box of number 0. */
function mostAtFirst(component: f64): f64 {
  return component * ((component > 0 ? BOX_EDGE : 0) - 1);
}
