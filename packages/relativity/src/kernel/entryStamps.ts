/*
 * Adds stamps to a picture, two pixels at a time: each channel of each pixel is one product and one sum, as in the twin
 * picture/addStamps.ts. AssemblyScript only; the tables are those of stampLayout.ts.
 */
import {
  MIRRORED_X,
  MIRRORED_Y,
  ROW_LEFT,
  ROW_MIRRORED,
  ROW_STAMP,
  ROW_TOP,
  ROW_WORDS,
  STAMPS_EDGE_PX,
  STAMPS_FLUX,
  STAMPS_HEIGHT_PX,
  STAMPS_LANDED,
  STAMPS_PICTURE,
  STAMPS_ROWS,
  STAMPS_SHARES,
  STAMPS_WIDTH_PX,
} from "./stampLayout";

/** Adds the stamps of rows [begin, end). */
export function addStamps(params: usize, begin: i32, end: i32, _scratch: usize): void {
  const rows = word(params, STAMPS_ROWS);
  const flux = word(params, STAMPS_FLUX);
  const landed = word(params, STAMPS_LANDED);
  for (let index = <usize>begin; index < <usize>end; index++) {
    const share = addStamp(params, rows + 4 * ROW_WORDS * index, flux + 24 * index);
    store<f64>(landed + 8 * index, share);
  }
}

function word(base: usize, at: usize): usize {
  return <usize>load<i32>(base + at);
}

/** Adds one stamp; gives the sum of its shares that lie in the picture, 1 if all do. */
function addStamp(params: usize, row: usize, flux: usize): f64 {
  const widthPx = load<i32>(params + STAMPS_WIDTH_PX);
  const heightPx = load<i32>(params + STAMPS_HEIGHT_PX);
  const edge = load<i32>(params + STAMPS_EDGE_PX);
  const left = load<i32>(row + 4 * ROW_LEFT);
  const top = load<i32>(row + 4 * ROW_TOP);
  const mirrored = load<i32>(row + 4 * ROW_MIRRORED);
  const beginX = left < 0 ? -left : 0;
  const endX = left + edge > widthPx ? widthPx - left : edge;
  const beginY = top < 0 ? -top : 0;
  const endY = top + edge > heightPx ? heightPx - top : edge;
  if (beginX >= endX || beginY >= endY) return 0;
  const isWhole = beginX === 0 && beginY === 0 && endX === edge && endY === edge;
  const isMirroredX = (mirrored & MIRRORED_X) !== 0;
  const isMirroredY = (mirrored & MIRRORED_Y) !== 0;
  const stamp = word(params, STAMPS_SHARES) + 8 * <usize>(edge * edge * load<i32>(row + 4 * ROW_STAMP));
  const step: isize = isMirroredX ? -8 : 8;
  const firstColumn = isMirroredX ? edge - 1 - beginX : beginX;
  const picture = word(params, STAMPS_PICTURE);
  let sum: f64 = 0;
  for (let y = beginY; y < endY; y++) {
    const from = stamp + 8 * <usize>((isMirroredY ? edge - 1 - y : y) * edge + firstColumn);
    const pixel = picture + 24 * <usize>((top + y) * widthPx + left + beginX);
    addRow(pixel, from, step, endX - beginX, flux);
    if (!isWhole) sum = sumOfRow(sum, from, step, endX - beginX);
  }
  return isWhole ? 1 : sum;
}

/** Adds shares in a colour to the pixels of a row. */
function addRow(firstPixel: usize, firstShare: usize, step: isize, count: i32, flux: usize): void {
  const red = load<f64>(flux);
  const green = load<f64>(flux + 8);
  const blue = load<f64>(flux + 16);
  const redGreen = v128.load(flux);
  const blueRed = f64x2.replace_lane(f64x2.splat(blue), 1, red);
  const greenBlue = v128.load(flux + 8);
  let pixel = firstPixel;
  let from = firstShare;
  for (let pair = count >> 1; pair > 0; pair--) {
    const first = v128.load64_splat(from);
    const second = v128.load64_splat(from + step);
    const both = v128.shuffle<f64>(first, second, 0, 2);
    v128.store(pixel, f64x2.add(v128.load(pixel), f64x2.mul(first, redGreen)));
    v128.store(pixel, f64x2.add(v128.load(pixel, 16), f64x2.mul(both, blueRed)), 16);
    v128.store(pixel, f64x2.add(v128.load(pixel, 32), f64x2.mul(second, greenBlue)), 32);
    pixel += 48;
    from += 2 * step;
  }
  if ((count & 1) === 0) return;
  const share = load<f64>(from);
  store<f64>(pixel, load<f64>(pixel) + share * red);
  store<f64>(pixel + 8, load<f64>(pixel + 8) + share * green);
  store<f64>(pixel + 16, load<f64>(pixel + 16) + share * blue);
}

function sumOfRow(before: f64, firstShare: usize, step: isize, count: i32): f64 {
  let sum = before;
  let from = firstShare;
  for (let x = 0; x < count; x++) {
    sum += load<f64>(from);
    from += step;
  }
  return sum;
}
