import { ORDER } from "../kernel/scratchLayout.ts";

/** A ray of the sphere form between two steps, with what its steps read. */
export interface SphereRay {
  u: number;
  w: number;
  nx: number;
  ny: number;
  nz: number;
  vx: number;
  vy: number;
  vz: number;
  psi: number;
  tau: number;
  readonly energy: number;
  readonly momentum: number;
  readonly carter: number;
  readonly target: number;
  /** C = Q + L^2. */
  readonly whole: number;
  readonly k: number;
  readonly c1: number;
  readonly c2: number;
  readonly c3: number;
  readonly ae: number;
  /** a^2 E - a L. */
  readonly p2: number;
  readonly wScale: number;
}

type Column = Float64Array;

/** Taylor coefficients of one step, orders 0 to ORDER of each field. */
export interface StepSeries {
  readonly u: Column;
  readonly w: Column;
  readonly nx: Column;
  readonly ny: Column;
  readonly nz: Column;
  readonly vx: Column;
  readonly vy: Column;
  readonly vz: Column;
  readonly psi: Column;
  /** u^2, factor of n in n'', denominator and quotient of the turning rate. */
  readonly s: Column;
  readonly g: Column;
  readonly denominator: Column;
  readonly rate: Column;
}

/** Room for one step. */
export function emptySeries(): StepSeries {
  const column = (): Column => new Float64Array(ORDER + 1);
  return {
    ...{ u: column(), w: column(), nx: column(), ny: column(), nz: column() },
    ...{ vx: column(), vy: column(), vz: column(), psi: column() },
    ...{ s: column(), g: column(), denominator: column(), rate: column() },
  };
}

/** The sum of products of coefficients that add up to order k, by its symmetry. */
function square(x: Column, k: number): number {
  let sum = 0;
  let low = 0;
  let high = k;
  for (; low < high; low++, high--) sum += x[low]! * x[high]!;
  sum += sum;
  if (low === high) sum += x[low]! * x[low]!;
  return sum;
}

/** The product's coefficient of order k. */
function product(x: Column, y: Column, k: number): number {
  let sum = x[0]! * y[k]!;
  for (let i = 1; i <= k; i++) sum += x[i]! * y[k - i]!;
  return sum;
}

/** Expands a ray's motion about its state; the twin of expandPair in entrySeries.ts. */
export function expand(ray: SphereRay, series: StepSeries, a: number): void {
  const { energy, p2, k: killing, c1, c2, c3, ae, whole } = ray;
  const a2 = a * a;
  const a2e2 = ae * ae;
  copyState(ray, series);
  const { u, w, nx, ny, nz, vx, vy, vz, psi, s, g, denominator, rate } = series;
  const isIngoing = (energy + p2 * (u[0]! * u[0]!)) * w[0]! > 0;
  for (let k = 0; k < ORDER; k++) {
    s[k] = square(u, k);
    const p = p2 * s[k]! + (k === 0 ? energy : 0);
    g[k] = -2 * a2e2 * square(nz, k) - (k === 0 ? whole : 0);
    const direct = a2 * s[k]! - 2 * u[k]! + (k === 0 ? 1 : 0);
    denominator[k] = isIngoing ? p + w[k]! : direct;
    let quotient = isIngoing ? killing * s[k]! : p - w[k]!;
    for (let i = 1; i <= k; i++) quotient -= denominator[i]! * rate[k - i]!;
    rate[k] = quotient * (1 / denominator[0]!);
    const r = 1 / (k + 1);
    const t = product(u, s, k);
    u[k + 1] = w[k]! * r;
    w[k + 1] = (c1 * u[k]! + c2 * s[k]! + c3 * t) * r;
    nx[k + 1] = vx[k]! * r;
    ny[k + 1] = vy[k]! * r;
    nz[k + 1] = vz[k]! * r;
    vx[k + 1] = product(g, nx, k) * r;
    vy[k + 1] = product(g, ny, k) * r;
    vz[k + 1] = (product(g, nz, k) + a2e2 * nz[k]!) * r;
    psi[k + 1] = (a * rate[k]! - (k === 0 ? ae : 0)) * r;
  }
}

function copyState(ray: SphereRay, series: StepSeries): void {
  series.u[0] = ray.u;
  series.w[0] = ray.w;
  series.nx[0] = ray.nx;
  series.ny[0] = ray.ny;
  series.nz[0] = ray.nz;
  series.vx[0] = ray.vx;
  series.vy[0] = ray.vy;
  series.vz[0] = ray.vz;
  series.psi[0] = ray.psi;
}

/** The larger of two sizes; the first when they cannot be compared. */
function larger(a: number, b: number): number {
  if (a < b) return b;
  return a;
}

/** The smaller of two lengths; the first when they cannot be compared. */
function smaller(a: number, b: number): number {
  if (b < a) return b;
  return a;
}

function sizeAt(series: StepSeries, order: number, wScale: number): number {
  const n = larger(
    larger(Math.abs(series.nx[order]!), Math.abs(series.ny[order]!)),
    Math.abs(series.nz[order]!),
  );
  return larger(larger(n, Math.abs(series.w[order]!) * wScale), Math.abs(series.psi[order]!));
}

/** Beyond this the share of tolerance and coefficient says nothing. */
const NO_LIMIT = 1e200;

/** The step's length; the twin of chooseStep in entrySeries.ts. */
export function stepLength(ray: SphereRay, series: StepSeries, tolerance: number): number {
  const last = tolerance / sizeAt(series, ORDER, ray.wScale);
  const before = tolerance / sizeAt(series, ORDER - 1, ray.wScale);
  const start = root16(before);
  let y = start;
  for (let turn = 0; turn < 3; turn++) {
    const y2 = y * y;
    const y4 = y2 * y2;
    const y14 = y4 * y4 * y4 * y2;
    y = (14 * y + before / y14) * (1 / 15);
  }
  if (!(before < NO_LIMIT)) y = start;
  const step = smaller(root16(last), y);
  const gap = ray.target - ray.u;
  const reach = (gap + gap) / ray.w;
  return reach > 0 ? smaller(step, reach) : step;
}

function root16(x: number): number {
  return Math.sqrt(Math.sqrt(Math.sqrt(Math.sqrt(x))));
}

/** Moves a ray to a step's end: the twin of movePair in entrySeries.ts. */
export function move(ray: SphereRay, series: StepSeries, h: number): void {
  ray.u = horner(series.u, h);
  ray.w = horner(series.w, h);
  ray.nx = horner(series.nx, h);
  ray.ny = horner(series.ny, h);
  ray.nz = horner(series.nz, h);
  ray.vx = horner(series.vx, h);
  ray.vy = horner(series.vy, h);
  ray.vz = horner(series.vz, h);
  ray.psi = horner(series.psi, h);
}

function horner(column: Column, h: number): number {
  let sum = column[ORDER]!;
  for (let order = ORDER - 1; order >= 0; order--) sum = sum * h + column[order]!;
  return sum;
}

/** A step polynomial at `t`, even and odd orders side by side. */
export function valueAt(column: Column, t: number): number {
  const t2 = t * t;
  let even = column[ORDER]!;
  let odd = 0;
  for (let order = ORDER - 2; order >= 0; order -= 2) {
    even = even * t2 + column[order]!;
    odd = odd * t2 + column[order + 1]!;
  }
  return even + t * odd;
}

/** Rounds of Newton's method or halving after which f64 has no more. */
const ROOT_ROUNDS = 60;
/** A Newton step so small, relative to the stretch, leads to the root's last digits. */
const LAST_CHANGE = 1e-10;

/** A stretch of a step, and where to look first (its middle, when that is outside). */
export interface Stretch {
  readonly low: number;
  readonly high: number;
  readonly guess: number;
}

/** The place in a stretch where a step polynomial changes its sign; the twin of rootIn in entryPolynomial.ts. */
export function rootIn(column: Column, derivative: Column, { low, high, guess }: Stretch): number {
  let below = low;
  let above = high;
  const isUp = valueAt(column, low) > 0;
  let t = guess > low && guess < high ? guess : 0.5 * (low + high);
  for (let round = 0; round < ROOT_ROUNDS; round++) {
    const value = valueAt(column, t);
    if (value === 0) return t;
    if (value > 0 === isUp) below = t;
    else above = t;
    const next = t - value / valueAt(derivative, t);
    if (next > below && next < above) {
      const change = Math.abs(next - t);
      t = next;
      if (change <= LAST_CHANGE * high) break;
    } else t = 0.5 * (below + above);
  }
  return t;
}
