/*
 * One image of a star in a triangle: place, magnification, redshift and light from the triangle's corners.
 * AssemblyScript only; sky/meshImages.ts and sky/starFlux.ts are the twins.
 */
import { exp } from "./elementary";
import { pixelSolidAngle } from "./entrySolidAngle";
import { larger } from "./physics";
import {
  BLUE_NM,
  FIND_CAPACITY,
  FIND_COUNT,
  FIND_DIRECTION,
  FIND_FOCAL,
  FIND_IMAGES,
  FIND_MIDDLE_X,
  FIND_MIDDLE_Y,
  FIND_ORDER,
  FIND_PROJECTION,
  FIND_REDSHIFT_G,
  FIND_SKY,
  FIND_UNIT_PX,
  FIND_X,
  FIND_Y,
  GREEN_NM,
  IMAGE_F64_COLUMNS,
  IMAGE_FLUX,
  IMAGE_MAGNIFICATION,
  IMAGE_ORDER,
  IMAGE_PARITY,
  IMAGE_REACH_PX,
  IMAGE_REDSHIFT_G,
  IMAGE_X,
  IMAGE_Y,
  RED_NM,
  SECOND_RADIATION_CONSTANT_NM_K,
  SKY_DENOMINATOR,
  SKY_DIRECTION,
  SKY_TEMPERATURE,
  SKY_UNSHIFTED,
} from "./starLayout";

/*
 * The triangle that is looked into, in the scratch: three sides (ab, bc, ca) of SIDE_BYTES, its turn, and what all stars in
 * it share.
 */
/** Inward normal of the side. */
export const SIDE_X: usize = 0;
export const SIDE_Y: usize = 8;
export const SIDE_Z: usize = 16;
/** Pairs: what the side leaves of a layer of boxes along y, at the layer of number 0, and its change from layer to layer. */
export const LAYER_BASE: usize = 32;
export const LAYER_BY_Z: usize = 48;
/** The same of a row of boxes along x, and its changes from layer to layer and from row to row. */
export const ROW_BASE: usize = 64;
export const ROW_BY_Z: usize = 80;
export const ROW_BY_Y: usize = 96;
export const SIDE_BYTES: usize = 112;
/** Sign of the triangle's turn. */
export const TURN: usize = 336;
/** Corners in the image, x and y of a, b, c, px. */
const CORNER_A: usize = 344;
const CORNER_B: usize = 360;
const CORNER_C: usize = 376;
/** Redshift factors at a, b, c. */
const CORNER_REDSHIFTS: usize = 392;
/** Longest side, px. */
const REACH_PX: usize = 416;
/** Image over sky, px^2 / sr. */
const DENSITY: usize = 424;
/** i32: orders at a, b, c. */
const CORNER_ORDERS: usize = 432;

function word(base: usize, at: usize): usize {
  return <usize>load<i32>(base + at);
}

/** Six times the volume of the centre, a side of the triangle and a star; above 0 inside. */
export function alongSide(side: usize, point: usize): f64 {
  return (
    load<f64>(side + SIDE_X) * load<f64>(point) +
    load<f64>(side + SIDE_Y) * load<f64>(point, 8) +
    load<f64>(side + SIDE_Z) * load<f64>(point, 16)
  );
}

/** Writes what the stars of a triangle share into the scratch. */
export function writeTriangle(params: usize, a: u32, b: u32, c: u32, scratch: usize): void {
  writeCorner(params, a, scratch, 0);
  writeCorner(params, b, scratch, 1);
  writeCorner(params, c, scratch, 2);
  const xA = load<f64>(scratch + CORNER_A);
  const yA = load<f64>(scratch + CORNER_A, 8);
  const xB = load<f64>(scratch + CORNER_B);
  const yB = load<f64>(scratch + CORNER_B, 8);
  const xC = load<f64>(scratch + CORNER_C);
  const yC = load<f64>(scratch + CORNER_C, 8);
  const twiceImagePx = Math.abs((xB - xA) * (yC - yA) - (xC - xA) * (yB - yA));
  const ab = squareSum(xB - xA, yB - yA);
  const bc = squareSum(xC - xB, yC - yB);
  const ca = squareSum(xA - xC, yA - yC);
  store<f64>(scratch + REACH_PX, Math.sqrt(larger(larger(ab, bc), ca)));
  store<f64>(scratch + DENSITY, twiceImagePx / twiceSkyArea(word(params, FIND_DIRECTION), a, b, c));
}

function writeCorner(params: usize, vertex: u32, scratch: usize, corner: usize): void {
  const at = <usize>vertex;
  const unitPx = load<f64>(params + FIND_UNIT_PX);
  const place = scratch + CORNER_A + 16 * corner;
  store<f64>(place, <f64>load<i32>(word(params, FIND_X) + 4 * at) * unitPx);
  store<f64>(place, <f64>load<i32>(word(params, FIND_Y) + 4 * at) * unitPx, 8);
  store<f64>(scratch + CORNER_REDSHIFTS + 8 * corner, load<f64>(word(params, FIND_REDSHIFT_G) + 8 * at));
  store<i32>(scratch + CORNER_ORDERS + 4 * corner, load<i32>(word(params, FIND_ORDER) + 4 * at));
}

/**
 * Fills the row at FIND_COUNT, whose star is known, and counts it.
 * @param triangle  its triangle in the scratch
 */
export function addRow(params: usize, triangle: usize): void {
  const capacity = word(params, FIND_CAPACITY);
  const stride = 8 * capacity;
  const row = word(params, FIND_COUNT);
  const images = word(params, FIND_IMAGES);
  const integers = images + 8 * IMAGE_F64_COLUMNS * capacity + 4 * row;
  const star = <usize>load<i32>(integers);
  const point = word(word(params, FIND_SKY), SKY_DIRECTION) + 24 * star;
  const weightA = Math.abs(alongSide(triangle + SIDE_BYTES, point));
  const weightB = Math.abs(alongSide(triangle + 2 * SIDE_BYTES, point));
  const weightC = Math.abs(alongSide(triangle, point));
  const scale = 1 / (weightA + weightB + weightC);
  const x = mean(triangle + CORNER_A, 16, weightA, weightB, weightC) * scale;
  const y = mean(triangle + CORNER_A + 8, 16, weightA, weightB, weightC) * scale;
  const redshiftG = mean(triangle + CORNER_REDSHIFTS, 8, weightA, weightB, weightC) * scale;
  const magnification = load<f64>(triangle + DENSITY) * solidAngleAt(params, x, y);
  const at = images + 8 * row;
  store<f64>(at + IMAGE_X * stride, x);
  store<f64>(at + IMAGE_Y * stride, y);
  store<f64>(at + IMAGE_REACH_PX * stride, load<f64>(triangle + REACH_PX));
  store<f64>(at + IMAGE_MAGNIFICATION * stride, magnification);
  store<f64>(at + IMAGE_REDSHIFT_G * stride, redshiftG);
  const nearest: usize = weightB > weightA && weightB >= weightC ? 1 : weightC > weightA ? 2 : 0;
  const order = load<i32>(triangle + CORNER_ORDERS + 4 * nearest);
  store<i32>(integers + 4 * IMAGE_PARITY * capacity, <i32>load<f64>(triangle + TURN));
  store<i32>(integers + 4 * IMAGE_ORDER * capacity, order);
  writeFlux(word(params, FIND_SKY), star, magnification, redshiftG, images + IMAGE_FLUX * stride + 24 * row);
  store<i32>(params + FIND_COUNT, <i32>row + 1);
}

/** Sum of the corners' numbers times their weights. @param step  bytes from one corner's number to the next */
function mean(at: usize, step: usize, weightA: f64, weightB: f64, weightC: f64): f64 {
  return weightA * load<f64>(at) + weightB * load<f64>(at + step) + weightC * load<f64>(at + 2 * step);
}

function squareSum(x: f64, y: f64): f64 {
  return x * x + y * y;
}

/** Twice the area of the flat triangle of three directions. */
function twiceSkyArea(directions: usize, a: u32, b: u32, c: u32): f64 {
  const from = directions + 24 * <usize>a;
  const p = directions + 24 * <usize>b;
  const q = directions + 24 * <usize>c;
  const px = load<f64>(p) - load<f64>(from);
  const py = load<f64>(p, 8) - load<f64>(from, 8);
  const pz = load<f64>(p, 16) - load<f64>(from, 16);
  const qx = load<f64>(q) - load<f64>(from);
  const qy = load<f64>(q, 8) - load<f64>(from, 8);
  const qz = load<f64>(q, 16) - load<f64>(from, 16);
  const x = py * qz - pz * qy;
  const y = pz * qx - px * qz;
  const z = px * qy - py * qx;
  return Math.sqrt(x * x + y * y + z * z);
}

function solidAngleAt(params: usize, x: f64, y: f64): f64 {
  return pixelSolidAngle(
    load<i32>(params + FIND_PROJECTION),
    load<f64>(params + FIND_FOCAL),
    x - load<f64>(params + FIND_MIDDLE_X),
    y - load<f64>(params + FIND_MIDDLE_Y),
  );
}

/** Writes red, green, blue of a star's image. */
function writeFlux(sky: usize, star: usize, magnification: f64, redshiftG: f64, flux: usize): void {
  const seenK = redshiftG * load<f64>(word(sky, SKY_TEMPERATURE) + 8 * star);
  const unshifted = word(sky, SKY_UNSHIFTED) + 24 * star;
  const denominator = word(sky, SKY_DENOMINATOR) + 24 * star;
  for (let at: usize = 0; at < 24; at += 8) {
    const wavelengthNm: f64 = at === 0 ? RED_NM : at === 8 ? GREEN_NM : BLUE_NM;
    const shifted = exp(SECOND_RADIATION_CONSTANT_NM_K / (wavelengthNm * seenK)) - 1;
    const ratio = load<f64>(denominator + at) / shifted;
    store<f64>(flux + at, magnification * load<f64>(unshifted + at) * ratio);
  }
}
