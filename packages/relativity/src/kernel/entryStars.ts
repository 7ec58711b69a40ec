/*
 * The search for stars in the triangles of a frame's image. AssemblyScript only; the tables are those of starLayout.ts,
 * and sky/meshImages.ts is the twin: the same images with the same bits, in another order.
 */
import { boxAlong, NO_ROOM, narrowed, starsOfLayer, UNDECIDED, writeBounds } from "./entryStarBoxes";
import {
  addRow,
  LAYER_BASE,
  LAYER_BY_Z,
  SIDE_BYTES,
  SIDE_X,
  SIDE_Y,
  SIDE_Z,
  TURN,
  writeTriangle,
} from "./entryStarRow";
import { STATUS_ESCAPED } from "./layout";
import { larger, smaller } from "./physics";
import {
  BOX_SLACK,
  DETERMINANT_ERROR,
  FIND_CORNERS,
  FIND_DIRECTION,
  FIND_LARGE_COUNT,
  FIND_NEXT,
  FIND_STATUS,
  FIND_UNDECIDED,
  FIND_UNDECIDED_COUNT,
  LONGEST_SIDE_SQUARED,
} from "./starLayout";

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
    if (found === 0) continue;
    writeTriangle(params, a, b, c, scratch);
    for (let row = 0; row < found; row++) addRow(params, scratch);
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
  store<f64>(side + SIDE_X, turn * (ay * bz - az * by));
  store<f64>(side + SIDE_Y, turn * (az * bx - ax * bz));
  store<f64>(side + SIDE_Z, turn * (ax * by - ay * bx));
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
  for (let at = scratch; at < scratch + 3 * SIDE_BYTES; at += SIDE_BYTES) writeBounds(at, lowX, highX);
  const boundsX = f64x2.replace_lane(f64x2.splat(lowX), 1, -highX);
  const boundsY = f64x2.replace_lane(
    f64x2.splat(lowest(a, b, c, 8) - bulge),
    1,
    -(highest(a, b, c, 8) + bulge),
  );
  const lastZ = boxAlong(highest(a, b, c, 16) + bulge);
  let found = 0;
  for (let boxZ = boxAlong(lowest(a, b, c, 16) - bulge); boxZ <= lastZ; boxZ++) {
    const layer = f64x2.splat(<f64>boxZ);
    const spanY = narrowed(boundsY, scratch, LAYER_BASE, LAYER_BY_Z, layer);
    const low = f64x2.extract_lane(spanY, 0);
    const high = -f64x2.extract_lane(spanY, 1);
    if (!(low <= high)) continue;
    found = starsOfLayer(params, boundsX, boxZ, boxAlong(low), boxAlong(high), found, scratch);
    if (found < 0) return found;
  }
  return found;
}

function lowest(a: usize, b: usize, c: usize, axis: usize): f64 {
  return smaller(smaller(load<f64>(a + axis), load<f64>(b + axis)), load<f64>(c + axis));
}

function highest(a: usize, b: usize, c: usize, axis: usize): f64 {
  return larger(larger(load<f64>(a + axis), load<f64>(b + axis)), load<f64>(c + axis));
}
