/*
 * The search for stars in the triangles of a frame's image. AssemblyScript only; the tables are those of starLayout.ts,
 * and sky/meshImages.ts is the twin: the same images with the same bits, in another order.
 */
import { addRow, TURN } from "./entryStarRow";
import { STATUS_ESCAPED } from "./layout";
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
  return Math.max(Math.max(chordSquared(a, b), chordSquared(b, c)), chordSquared(c, a));
}

function chordSquared(a: usize, b: usize): f64 {
  const x = load<f64>(a) - load<f64>(b);
  const y = load<f64>(a, 8) - load<f64>(b, 8);
  const z = load<f64>(a, 16) - load<f64>(b, 16);
  return x * x + y * y + z * z;
}

/** Scratch: inward normals of the sides ab, bc, ca; then a span along an axis; at TURN the sign of the turn. */
const SPAN = 72;

/** Writes the normal of the side from `a` to `b`. */
function writeNormal(a: usize, b: usize, turn: f64, normal: usize): void {
  const ax = load<f64>(a);
  const ay = load<f64>(a, 8);
  const az = load<f64>(a, 16);
  const bx = load<f64>(b);
  const by = load<f64>(b, 8);
  const bz = load<f64>(b, 16);
  store<f64>(normal, turn * (ay * bz - az * by));
  store<f64>(normal, turn * (az * bx - ax * bz), 8);
  store<f64>(normal, turn * (ax * by - ay * bx), 16);
}

function along(normal: usize, point: usize): f64 {
  return (
    load<f64>(normal) * load<f64>(point) +
    load<f64>(normal, 8) * load<f64>(point, 8) +
    load<f64>(normal, 16) * load<f64>(point, 16)
  );
}

/**
 * Lists the stars in a triangle in the column of stars from FIND_COUNT on, and leaves its normals in the scratch, of
 * the same sign as its turn.
 * @returns how many; UNDECIDED, NO_ROOM
 */
function starsWithin(params: usize, a: usize, b: usize, c: usize, side: f64, scratch: usize): i32 {
  writeNormal(a, b, 1, scratch);
  const volume = along(scratch, c);
  if (!(volume > DETERMINANT_ERROR || volume < -DETERMINANT_ERROR)) return UNDECIDED;
  const turn: f64 = volume > 0 ? 1 : -1;
  store<f64>(scratch, turn, TURN);
  writeNormal(a, b, turn, scratch);
  writeNormal(b, c, turn, scratch + 24);
  writeNormal(c, a, turn, scratch + 48);
  // A triangle bulges over its plane by less than its circle of radius side / sqrt 3 does.
  const bulge = side / 3 + BOX_SLACK;
  const lowX = lowest(a, b, c, 0) - bulge;
  const highX = highest(a, b, c, 0) + bulge;
  const lowY = lowest(a, b, c, 8) - bulge;
  const highY = highest(a, b, c, 8) + bulge;
  const lastZ = boxAlong(highest(a, b, c, 16) + bulge);
  const span = scratch + SPAN;
  let found = 0;
  for (let boxZ = boxAlong(lowest(a, b, c, 16) - bulge); boxZ <= lastZ; boxZ++) {
    startSpan(span, lowY, highY);
    for (let normal = scratch; normal < span; normal += 24) {
      const x = load<f64>(normal);
      const most = x * (x > 0 ? highX : lowX) + mostAlong(load<f64>(normal, 16), boxZ);
      narrowSpan(span, load<f64>(normal, 8), most);
    }
    if (!(load<f64>(span) <= load<f64>(span, 8))) continue;
    const lastY = boxAlong(load<f64>(span, 8));
    for (let boxY = boxAlong(load<f64>(span)); boxY <= lastY; boxY++) {
      startSpan(span, lowX, highX);
      for (let normal = scratch; normal < span; normal += 24) {
        const most = mostAlong(load<f64>(normal, 8), boxY) + mostAlong(load<f64>(normal, 16), boxZ);
        narrowSpan(span, load<f64>(normal), most);
      }
      if (!(load<f64>(span) <= load<f64>(span, 8))) continue;
      const row = (boxZ * BOXES_PER_AXIS + boxY) * BOXES_PER_AXIS;
      found = starsOfRow(
        params,
        row + boxAlong(load<f64>(span)),
        row + boxAlong(load<f64>(span, 8)),
        found,
        scratch,
      );
      if (found < 0) return found;
    }
  }
  return found;
}

/** Adds those of the stars of boxes [first, last] that are in the triangle; gives how many there are then. */
function starsOfRow(params: usize, first: i32, last: i32, before: i32, scratch: usize): i32 {
  const sky = word(params, FIND_SKY);
  const firstOfBox = word(sky, SKY_FIRST_OF_BOX);
  const directions = word(sky, SKY_DIRECTION);
  const capacity = load<i32>(params + FIND_CAPACITY);
  const count = load<i32>(params + FIND_COUNT);
  const list = word(params, FIND_IMAGES) + 8 * IMAGE_F64_COLUMNS * <usize>capacity;
  const members = word(sky, SKY_MEMBERS);
  const end = members + 4 * <usize>load<i32>(firstOfBox + 4 * <usize>(last + 1));
  let found = before;
  for (let at = members + 4 * <usize>load<i32>(firstOfBox + 4 * <usize>first); at < end; at += 4) {
    const star = load<i32>(at);
    const point = directions + 24 * <usize>star;
    const least = Math.min(
      Math.min(along(scratch, point), along(scratch + 24, point)),
      along(scratch + 48, point),
    );
    if (least < -DETERMINANT_ERROR) continue;
    if (!(least > DETERMINANT_ERROR)) return UNDECIDED;
    if (count + found === capacity) return NO_ROOM;
    store<i32>(list + 4 * <usize>(count + found), star);
    found++;
  }
  return found;
}

function lowest(a: usize, b: usize, c: usize, axis: usize): f64 {
  return Math.min(Math.min(load<f64>(a + axis), load<f64>(b + axis)), load<f64>(c + axis));
}

function highest(a: usize, b: usize, c: usize, axis: usize): f64 {
  return Math.max(Math.max(load<f64>(a + axis), load<f64>(b + axis)), load<f64>(c + axis));
}

function boxAlong(coordinate: f64): i32 {
  const box = Math.floor((coordinate + 1) * (BOXES_PER_AXIS / 2));
  return box < 0 ? 0 : box >= BOXES_PER_AXIS ? BOXES_PER_AXIS - 1 : <i32>box;
}

function boxEdge(box: i32): f64 {
  return <f64>(box * 2) / <f64>BOXES_PER_AXIS - 1;
}

/** Greatest product of a component with a coordinate of a box. */
function mostAlong(component: f64, box: i32): f64 {
  return component * boxEdge(component > 0 ? box + 1 : box);
}

function startSpan(span: usize, low: f64, high: f64): void {
  store<f64>(span, low);
  store<f64>(span, high, 8);
}

/** Leaves out of a span what is wholly outside one side, as in meshImages.ts. */
function narrowSpan(span: usize, component: f64, most: f64): void {
  if (component > BOX_SLACK) {
    store<f64>(span, Math.max(load<f64>(span), -(most + BOX_SLACK) / component - BOX_SLACK));
  } else if (component < -BOX_SLACK) {
    store<f64>(span, Math.min(load<f64>(span, 8), -(most + BOX_SLACK) / component + BOX_SLACK), 8);
  } else if (most < -2 * BOX_SLACK) {
    store<f64>(span, -Infinity, 8);
  }
}
