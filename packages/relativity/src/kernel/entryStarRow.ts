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
 * The triangle that is looked into, in the scratch: three sides (ab, bc, ca) of SIDE_BYTES and its turn.
 */
/** Inward normal of the side. */
export const SIDE_X: usize = 0;
export const SIDE_Y: usize = 8;
export const SIDE_Z: usize = 16;
/** 1 over the normal's x and y. */
export const SIDE_PER_X: usize = 24;
export const SIDE_PER_Y: usize = 32;
/** Greatest product of the normal's z with a coordinate of the layer of boxes. */
export const SIDE_MOST: usize = 40;
export const SIDE_BYTES: usize = 48;
/** Sign of the triangle's turn. */
export const TURN: usize = 144;

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

/**
 * Fills the row at FIND_COUNT, whose star is known, and counts it.
 * @param sides  of its triangle
 */
export function addRow(params: usize, a: u32, b: u32, c: u32, sides: usize): void {
  const capacity = word(params, FIND_CAPACITY);
  const stride = 8 * capacity;
  const row = word(params, FIND_COUNT);
  const images = word(params, FIND_IMAGES);
  const integers = images + 8 * IMAGE_F64_COLUMNS * capacity + 4 * row;
  const star = <usize>load<i32>(integers);
  const point = word(word(params, FIND_SKY), SKY_DIRECTION) + 24 * star;
  const weightA = Math.abs(alongSide(sides + SIDE_BYTES, point));
  const weightB = Math.abs(alongSide(sides + 2 * SIDE_BYTES, point));
  const weightC = Math.abs(alongSide(sides, point));
  const scale = 1 / (weightA + weightB + weightC);
  const unitPx = load<f64>(params + FIND_UNIT_PX);
  const xA = <f64>load<i32>(word(params, FIND_X) + 4 * <usize>a) * unitPx;
  const yA = <f64>load<i32>(word(params, FIND_Y) + 4 * <usize>a) * unitPx;
  const xB = <f64>load<i32>(word(params, FIND_X) + 4 * <usize>b) * unitPx;
  const yB = <f64>load<i32>(word(params, FIND_Y) + 4 * <usize>b) * unitPx;
  const xC = <f64>load<i32>(word(params, FIND_X) + 4 * <usize>c) * unitPx;
  const yC = <f64>load<i32>(word(params, FIND_Y) + 4 * <usize>c) * unitPx;
  const x = (weightA * xA + weightB * xB + weightC * xC) * scale;
  const y = (weightA * yA + weightB * yB + weightC * yC) * scale;
  const twiceImagePx = Math.abs((xB - xA) * (yC - yA) - (xC - xA) * (yB - yA));
  const density = twiceImagePx / twiceSkyArea(word(params, FIND_DIRECTION), a, b, c);
  const ab = squareSum(xB - xA, yB - yA);
  const bc = squareSum(xC - xB, yC - yB);
  const ca = squareSum(xA - xC, yA - yC);
  const redshifts = word(params, FIND_REDSHIFT_G);
  const redshiftG =
    (weightA * load<f64>(redshifts + 8 * <usize>a) +
      weightB * load<f64>(redshifts + 8 * <usize>b) +
      weightC * load<f64>(redshifts + 8 * <usize>c)) *
    scale;
  const magnification = density * solidAngleAt(params, x, y);
  const at = images + 8 * row;
  store<f64>(at + IMAGE_X * stride, x);
  store<f64>(at + IMAGE_Y * stride, y);
  store<f64>(at + IMAGE_REACH_PX * stride, Math.sqrt(larger(larger(ab, bc), ca)));
  store<f64>(at + IMAGE_MAGNIFICATION * stride, magnification);
  store<f64>(at + IMAGE_REDSHIFT_G * stride, redshiftG);
  const nearest = weightB > weightA && weightB >= weightC ? b : weightC > weightA ? c : a;
  store<i32>(integers + 4 * IMAGE_PARITY * capacity, <i32>load<f64>(sides + TURN));
  store<i32>(integers + 4 * IMAGE_ORDER * capacity, load<i32>(word(params, FIND_ORDER) + 4 * <usize>nearest));
  writeFlux(word(params, FIND_SKY), star, magnification, redshiftG, images + IMAGE_FLUX * stride + 24 * row);
  store<i32>(params + FIND_COUNT, <i32>row + 1);
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
