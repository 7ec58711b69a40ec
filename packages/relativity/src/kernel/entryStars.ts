/*
 * The search for stars in the triangles of a frame's image. AssemblyScript only; the tables are those of starLayout.ts,
 * and sky/meshImages.ts is the twin: the same images with the same bits, in another order.
 */
import {
  addRow,
  alongSide,
  SIDE_BYTES,
  SIDE_MOST,
  SIDE_PER_X,
  SIDE_PER_Y,
  SIDE_X,
  SIDE_Y,
  SIDE_Z,
  TURN,
} from "./entryStarRow";
import { STATUS_ESCAPED } from "./layout";
import { larger, smaller } from "./physics";
import {
  BOX_SLACK,
  BOXES_PER_AXIS,
  DETERMINANT_ERROR,
  FIND_CAPACITY,
  FIND_CORNERS,
  FIND_COUNT,
  FIND_DIRECTION,
  FIND_IMAGES,
  FIND_LARGE_COUNT,
  FIND_NEXT,
  FIND_SKY,
  FIND_STATUS,
  FIND_UNDECIDED,
  FIND_UNDECIDED_COUNT,
  IMAGE_F64_COLUMNS,
  LONGEST_SIDE_SQUARED,
  SKY_DIRECTION,
  SKY_FIRST_OF_BOX,
  SKY_MEMBERS,
} from "./starLayout";

/** Answers of {@link starsWithin} that are no count. */
const UNDECIDED = -1;
const NO_ROOM = -2;

/** Looks for stars in triangles [begin, end). */
export function findStars(params: usize, begin: i32, end: i32, scratch: usize): void {
  const corners = word(params, FIND_CORNERS);
  const statuses = word(params, FIND_STATUS);
  const directions = word(params, FIND_DIRECTION);
  store<i32>(params + FIND_NEXT, end);
  for (let triangle = begin; triangle < end; triangle++) {
    const at = corners + 12 * <usize>triangle;
    const a = load<u32>(at);
    const b = load<u32>(at + 4);
    const c = load<u32>(at + 8);
    if (
      load<u8>(statuses + a) !== STATUS_ESCAPED ||
      load<u8>(statuses + b) !== STATUS_ESCAPED ||
      load<u8>(statuses + c) !== STATUS_ESCAPED
    ) {
      continue;
    }
    const vertexA = directions + 24 * <usize>a;
    const vertexB = directions + 24 * <usize>b;
    const vertexC = directions + 24 * <usize>c;
    const side = longestSideSquared(vertexA, vertexB, vertexC);
    if (side > LONGEST_SIDE_SQUARED) {
      increase(params + FIND_LARGE_COUNT);
      continue;
    }
    const found = starsWithin(params, vertexA, vertexB, vertexC, side, scratch);
    if (found === NO_ROOM) {
      store<i32>(params + FIND_NEXT, triangle);
      return;
    }
    if (found === UNDECIDED) {
      const list = word(params, FIND_UNDECIDED);
      store<i32>(list + 4 * word(params, FIND_UNDECIDED_COUNT), triangle);
      increase(params + FIND_UNDECIDED_COUNT);
      continue;
    }
    for (let row = 0; row < found; row++) addRow(params, a, b, c, scratch);
  }
}

function word(base: usize, at: usize): usize {
  return <usize>load<i32>(base + at);
}

function increase(at: usize): void {
  store<i32>(at, load<i32>(at) + 1);
}

function longestSideSquared(a: usize, b: usize, c: usize): f64 {
  const ab = chordSquared(a, b);
  const bc = chordSquared(b, c);
  const ca = chordSquared(c, a);
  return larger(larger(ab, bc), ca);
}

function chordSquared(a: usize, b: usize): f64 {
  const x = load<f64>(a) - load<f64>(b);
  const y = load<f64>(a, 8) - load<f64>(b, 8);
  const z = load<f64>(a, 16) - load<f64>(b, 16);
  return x * x + y * y + z * z;
}

/** Writes the inward normal of the side from `a` to `b` of a triangle of that turn. */
function writeSide(a: usize, b: usize, turn: f64, side: usize): void {
  const ax = load<f64>(a);
  const ay = load<f64>(a, 8);
  const az = load<f64>(a, 16);
  const bx = load<f64>(b);
  const by = load<f64>(b, 8);
  const bz = load<f64>(b, 16);
  const x = turn * (ay * bz - az * by);
  const y = turn * (az * bx - ax * bz);
  store<f64>(side + SIDE_X, x);
  store<f64>(side + SIDE_Y, y);
  store<f64>(side + SIDE_Z, turn * (ax * by - ay * bx));
  store<f64>(side + SIDE_PER_X, 1 / x);
  store<f64>(side + SIDE_PER_Y, 1 / y);
}

function determinant(a: usize, b: usize, c: usize): f64 {
  const ax = load<f64>(a);
  const ay = load<f64>(a, 8);
  const az = load<f64>(a, 16);
  const bx = load<f64>(b);
  const by = load<f64>(b, 8);
  const bz = load<f64>(b, 16);
  return (
    (ay * bz - az * by) * load<f64>(c) +
    (az * bx - ax * bz) * load<f64>(c, 8) +
    (ax * by - ay * bx) * load<f64>(c, 16)
  );
}

/**
 * Lists the stars in a triangle in the column of stars from FIND_COUNT on, and leaves its sides and turn in the
 * scratch.
 * @returns how many; UNDECIDED, NO_ROOM
 */
function starsWithin(params: usize, a: usize, b: usize, c: usize, side: f64, scratch: usize): i32 {
  const volume = determinant(a, b, c);
  if (!(volume > DETERMINANT_ERROR || volume < -DETERMINANT_ERROR)) return UNDECIDED;
  const turn: f64 = volume > 0 ? 1 : -1;
  store<f64>(scratch + TURN, turn);
  writeSide(a, b, turn, scratch);
  writeSide(b, c, turn, scratch + SIDE_BYTES);
  writeSide(c, a, turn, scratch + 2 * SIDE_BYTES);
  // A triangle bulges over its plane by less than its circle of radius side / sqrt 3 does.
  const bulge = side / 3 + BOX_SLACK;
  const lowX = lowest(a, b, c, 0) - bulge;
  const highX = highest(a, b, c, 0) + bulge;
  const lowY = lowest(a, b, c, 8) - bulge;
  const highY = highest(a, b, c, 8) + bulge;
  const lastZ = boxAlong(highest(a, b, c, 16) + bulge);
  const end = scratch + 3 * SIDE_BYTES;
  let found = 0;
  for (let boxZ = boxAlong(lowest(a, b, c, 16) - bulge); boxZ <= lastZ; boxZ++) {
    let low = lowY;
    let high = highY;
    for (let at = scratch; at < end; at += SIDE_BYTES) {
      const x = load<f64>(at + SIDE_X);
      const most = mostAlong(load<f64>(at + SIDE_Z), boxZ);
      store<f64>(at + SIDE_MOST, most);
      const bound = -(x * (x > 0 ? highX : lowX) + most + BOX_SLACK);
      const y = load<f64>(at + SIDE_Y);
      const limit = bound * load<f64>(at + SIDE_PER_Y);
      if (y > BOX_SLACK) low = larger(limit - BOX_SLACK, low);
      else if (y < -BOX_SLACK) high = smaller(limit + BOX_SLACK, high);
      else if (bound > BOX_SLACK) high = -Infinity;
    }
    if (!(low <= high)) continue;
    const lastY = boxAlong(high);
    for (let boxY = boxAlong(low); boxY <= lastY; boxY++) {
      let first = lowX;
      let last = highX;
      for (let at = scratch; at < end; at += SIDE_BYTES) {
        const bound = -(mostAlong(load<f64>(at + SIDE_Y), boxY) + load<f64>(at + SIDE_MOST) + BOX_SLACK);
        const x = load<f64>(at + SIDE_X);
        const limit = bound * load<f64>(at + SIDE_PER_X);
        if (x > BOX_SLACK) first = larger(limit - BOX_SLACK, first);
        else if (x < -BOX_SLACK) last = smaller(limit + BOX_SLACK, last);
        else if (bound > BOX_SLACK) last = -Infinity;
      }
      if (!(first <= last)) continue;
      const row = (boxZ * BOXES_PER_AXIS + boxY) * BOXES_PER_AXIS;
      found = starsOfRow(params, row + boxAlong(first), row + boxAlong(last), found, scratch);
      if (found < 0) return found;
    }
  }
  return found;
}

/** Adds those of the stars of boxes [first, last] that are in the triangle; gives how many there are then. */
function starsOfRow(params: usize, first: i32, last: i32, before: i32, sides: usize): i32 {
  const sky = word(params, FIND_SKY);
  const firstOfBox = word(sky, SKY_FIRST_OF_BOX);
  const members = word(sky, SKY_MEMBERS);
  const end = members + 4 * <usize>load<i32>(firstOfBox + 4 * <usize>(last + 1));
  let at = members + 4 * <usize>load<i32>(firstOfBox + 4 * <usize>first);
  if (at === end) return before;
  const directions = word(sky, SKY_DIRECTION);
  const capacity = load<i32>(params + FIND_CAPACITY);
  const count = load<i32>(params + FIND_COUNT);
  const list = word(params, FIND_IMAGES) + 8 * IMAGE_F64_COLUMNS * <usize>capacity;
  let found = before;
  for (; at < end; at += 4) {
    const star = load<i32>(at);
    const point = directions + 24 * <usize>star;
    const ab = alongSide(sides, point);
    if (ab < -DETERMINANT_ERROR) continue;
    const bc = alongSide(sides + SIDE_BYTES, point);
    if (bc < -DETERMINANT_ERROR) continue;
    const ca = alongSide(sides + 2 * SIDE_BYTES, point);
    if (ca < -DETERMINANT_ERROR) continue;
    if (!(ab > DETERMINANT_ERROR && bc > DETERMINANT_ERROR && ca > DETERMINANT_ERROR)) return UNDECIDED;
    if (count + found === capacity) return NO_ROOM;
    store<i32>(list + 4 * <usize>(count + found), star);
    found++;
  }
  return found;
}

function lowest(a: usize, b: usize, c: usize, axis: usize): f64 {
  return smaller(smaller(load<f64>(a + axis), load<f64>(b + axis)), load<f64>(c + axis));
}

function highest(a: usize, b: usize, c: usize, axis: usize): f64 {
  return larger(larger(load<f64>(a + axis), load<f64>(b + axis)), load<f64>(c + axis));
}

const BOX_EDGE: f64 = 2 / <f64>BOXES_PER_AXIS;

function boxAlong(coordinate: f64): i32 {
  const box = Math.floor((coordinate + 1) * (BOXES_PER_AXIS / 2));
  return box < 0 ? 0 : box >= BOXES_PER_AXIS ? BOXES_PER_AXIS - 1 : <i32>box;
}

/** Greatest product of a component with a coordinate of a box. */
function mostAlong(component: f64, box: i32): f64 {
  return component * (<f64>(component > 0 ? box + 1 : box) * BOX_EDGE - 1);
}
