/*
 * Light in a tabulated spacetime. AssemblyScript only; the bits are those of evaluateTable and tableRates in
 * TypeScript: fields are summed in pairs, one lane each, in the same order.
 */
import * as light from "./kerrSchild";
import * as slice from "./sliceLight";
import {
  FIELD_COUNT,
  PIECE_WORDS,
  TABLE_CHARGE,
  TABLE_COEFFICIENTS,
  TABLE_FIRST,
  TABLE_LAST,
  TABLE_MASS,
  TABLE_NODE_COUNT,
  TABLE_PIECES,
  TABLE_SPIN,
} from "./tableLayout";

/** Bytes of the fields and of each of their derivatives. */
const FIELD_BYTES: usize = 8 * FIELD_COUNT;
/** Byte offsets from `s` of an axis's weights: four, then their derivatives, then first index and count. */
const OFFSET_WEIGHTS: usize = 4 * FIELD_BYTES;
const AXIS_BYTES: usize = 80;
const SLOPES: usize = 32;
const FIRST: usize = 64;
const COUNT: usize = 72;

export function tableWord(table: usize, word: i32): f64 {
  return load<f64>(table + 8 * word);
}

/** Whether the grid covers a place. */
export function isInsideTable(table: usize, x: f64, y: f64, z: f64): bool {
  return (
    x >= tableWord(table, TABLE_FIRST + 1) &&
    x <= tableWord(table, TABLE_LAST + 1) &&
    y >= tableWord(table, TABLE_FIRST + 2) &&
    y <= tableWord(table, TABLE_LAST + 2) &&
    z >= tableWord(table, TABLE_FIRST + 3) &&
    z <= tableWord(table, TABLE_LAST + 3)
  );
}

/** Writes weights and slopes of the coefficients around a coordinate to `out`. */
function axisWeights(table: usize, axis: i32, coordinate: f64, out: usize): void {
  const nodeCount = <i32>tableWord(table, TABLE_NODE_COUNT + axis);
  if (nodeCount === 1) {
    store<f64>(out, 1);
    store<i32>(out, 0, FIRST);
    store<i32>(out, 1, COUNT);
    return;
  }
  const lowest = tableWord(table, TABLE_FIRST + axis);
  const highest = tableWord(table, TABLE_LAST + axis);
  let x = coordinate;
  if (x < lowest) x = lowest;
  if (x > highest) x = highest;
  const pieces = table + 8 * <usize>tableWord(table, TABLE_PIECES + axis);
  let low = 0;
  let high = nodeCount - 4;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (x >= load<f64>(pieces + 8 * PIECE_WORDS * middle)) low = middle;
    else high = middle - 1;
  }
  const at = pieces + 8 * PIECE_WORDS * low;
  const s = x - load<f64>(at);
  for (let k: usize = 0; k < 4; k++) {
    const c = at + 8 + 32 * k;
    const c1 = load<f64>(c, 8);
    const c2 = load<f64>(c, 16);
    const c3 = load<f64>(c, 24);
    store<f64>(out + 8 * k, load<f64>(c) + s * (c1 + s * (c2 + s * c3)));
    store<f64>(out + 8 * k, c1 + s * (2 * c2 + s * (3 * c3)), SLOPES);
  }
  store<i32>(out, low, FIRST);
  store<i32>(out, 4, COUNT);
}

/** Writes the fields at (t, x, y, z), then their derivatives by x, y, z to `s`. */
export function evaluateTable(table: usize, t: f64, x: f64, y: f64, z: f64, s: usize): void {
  const wt = s + OFFSET_WEIGHTS;
  const wx = wt + AXIS_BYTES;
  const wy = wx + AXIS_BYTES;
  const wz = wy + AXIS_BYTES;
  axisWeights(table, 0, t, wt);
  axisWeights(table, 1, x, wx);
  axisWeights(table, 2, y, wy);
  axisWeights(table, 3, z, wz);
  const nx = <i32>tableWord(table, TABLE_NODE_COUNT + 1);
  const ny = <i32>tableWord(table, TABLE_NODE_COUNT + 2);
  const nz = <i32>tableWord(table, TABLE_NODE_COUNT + 3);
  const base = table + 8 * <usize>tableWord(table, TABLE_COEFFICIENTS);
  memory.fill(s, 0, OFFSET_WEIGHTS);
  const levels = load<i32>(wt, COUNT);
  for (let i = 0; i < levels; i++) {
    const weight = load<f64>(wt + 8 * i);
    for (let j = 0; j < 4; j++) {
      const tx = weight * load<f64>(wx + 8 * j);
      const dx = weight * load<f64>(wx + 8 * j, SLOPES);
      for (let k = 0; k < 4; k++) {
        const row =
          ((load<i32>(wt, FIRST) + i) * nx + load<i32>(wx, FIRST) + j) * ny + load<i32>(wy, FIRST) + k;
        const at = base + FIELD_BYTES * <usize>(row * nz + load<i32>(wz, FIRST));
        const y0 = load<f64>(wy + 8 * k);
        addLine(s, at, wz, tx * y0, dx * y0, tx * load<f64>(wy + 8 * k, SLOPES));
      }
    }
  }
}

/** Adds one line along z of four nodes: value, slope by x, by y, by z. */
function addLine(s: usize, at: usize, wz: usize, value: f64, byX: f64, byY: f64): void {
  const w0 = v128.load64_splat(wz);
  const w1 = v128.load64_splat(wz, 8);
  const w2 = v128.load64_splat(wz, 16);
  const w3 = v128.load64_splat(wz, 24);
  const s0 = v128.load64_splat(wz, 32);
  const s1 = v128.load64_splat(wz, 40);
  const s2 = v128.load64_splat(wz, 48);
  const s3 = v128.load64_splat(wz, 56);
  for (let f: usize = 0; f < FIELD_BYTES; f += 16) {
    const c0 = v128.load(at + f);
    const c1 = v128.load(at + f, FIELD_BYTES);
    const c2 = v128.load(at + f, 2 * FIELD_BYTES);
    const c3 = v128.load(at + f, 3 * FIELD_BYTES);
    const near = f64x2.add(f64x2.mul(w0, c0), f64x2.mul(w1, c1));
    const sum = f64x2.add(near, f64x2.add(f64x2.mul(w2, c2), f64x2.mul(w3, c3)));
    const nearSlope = f64x2.add(f64x2.mul(s0, c0), f64x2.mul(s1, c1));
    const slope = f64x2.add(nearSlope, f64x2.add(f64x2.mul(s2, c2), f64x2.mul(s3, c3)));
    addTo(s + f, f64x2.mul(f64x2.splat(value), sum));
    addTo(s + f + FIELD_BYTES, f64x2.mul(f64x2.splat(byX), sum));
    addTo(s + f + 2 * FIELD_BYTES, f64x2.mul(f64x2.splat(byY), sum));
    addTo(s + f + 3 * FIELD_BYTES, f64x2.mul(f64x2.splat(value), slope));
  }
}

function addTo(at: usize, value: v128): void {
  v128.store(at, f64x2.add(v128.load(at), value));
}

/** Writes the rates of the ray in the state at `y` to `out`: by the table where it reaches, else by the closed form around it. */
export function tableRates(table: usize, y: usize, out: usize, s: usize): void {
  const x = load<f64>(y);
  const yy = load<f64>(y, 8);
  const z = load<f64>(y, 16);
  const px = load<f64>(y, 24);
  const py = load<f64>(y, 32);
  const pz = load<f64>(y, 40);
  if (!isInsideTable(table, x, yy, z)) {
    const charge = tableWord(table, TABLE_CHARGE);
    light.timeRates(
      tableWord(table, TABLE_MASS),
      tableWord(table, TABLE_SPIN),
      charge * charge,
      x,
      yy,
      z,
      px,
      py,
      pz,
    );
    storeRates(out);
    return;
  }
  evaluateTable(table, load<f64>(y, 48), x, yy, z, s);
  raiseAt(s, px, py, pz);
  const lapse = load<f64>(s);
  const scale = lapse / slice.size;
  const vx = scale * slice.upX + load<f64>(s, 8);
  const vy = scale * slice.upY + load<f64>(s, 16);
  const vz = scale * slice.upZ + load<f64>(s, 24);
  store<f64>(out, vx);
  store<f64>(out, vy, 8);
  store<f64>(out, vz, 16);
  store<f64>(out, momentumRateAt(s + FIELD_BYTES, lapse, px, py, pz), 24);
  store<f64>(out, momentumRateAt(s + 2 * FIELD_BYTES, lapse, px, py, pz), 32);
  store<f64>(out, momentumRateAt(s + 3 * FIELD_BYTES, lapse, px, py, pz), 40);
  store<f64>(out, -1, 48);
  store<f64>(out, light.angleRate(x, yy, z, vx, vy, vz), 56);
}

/** Raises a momentum with the spatial metric of the fields at `s`. */
export function raiseAt(s: usize, px: f64, py: f64, pz: f64): void {
  slice.raiseMomentum(
    load<f64>(s, 32),
    load<f64>(s, 40),
    load<f64>(s, 48),
    load<f64>(s, 56),
    load<f64>(s, 64),
    load<f64>(s, 72),
    px,
    py,
    pz,
  );
}

function momentumRateAt(d: usize, lapse: f64, px: f64, py: f64, pz: f64): f64 {
  const pull = px * load<f64>(d, 8) + py * load<f64>(d, 16) + pz * load<f64>(d, 24);
  return slice.momentumRate(
    lapse,
    load<f64>(d),
    pull,
    load<f64>(d, 32),
    load<f64>(d, 40),
    load<f64>(d, 48),
    load<f64>(d, 56),
    load<f64>(d, 64),
    load<f64>(d, 72),
  );
}

/** Writes the rates that kerrSchild has set. */
export function storeRates(out: usize): void {
  store<f64>(out, light.rateX);
  store<f64>(out, light.rateY, 8);
  store<f64>(out, light.rateZ, 16);
  store<f64>(out, light.ratePx, 24);
  store<f64>(out, light.ratePy, 32);
  store<f64>(out, light.ratePz, 40);
  store<f64>(out, light.rateT, 48);
  store<f64>(out, light.rateSweep, 56);
}

/** E = -p_t of the ray in the state at `y`, followed backward: -(lapse |p| + shift . p) where the table reaches. */
export function energyInTable(table: usize, y: usize, s: usize): f64 {
  const x = load<f64>(y);
  const yy = load<f64>(y, 8);
  const z = load<f64>(y, 16);
  const px = load<f64>(y, 24);
  const py = load<f64>(y, 32);
  const pz = load<f64>(y, 40);
  if (!isInsideTable(table, x, yy, z)) {
    const charge = tableWord(table, TABLE_CHARGE);
    return light.backwardEnergy(
      tableWord(table, TABLE_MASS),
      tableWord(table, TABLE_SPIN),
      charge * charge,
      x,
      yy,
      z,
      px,
      py,
      pz,
    );
  }
  evaluateTable(table, load<f64>(y, 48), x, yy, z, s);
  raiseAt(s, px, py, pz);
  return -(
    load<f64>(s) * slice.size +
    (load<f64>(s, 8) * px + load<f64>(s, 16) * py + load<f64>(s, 24) * pz)
  );
}
