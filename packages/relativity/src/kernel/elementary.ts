/*
 * Sine, cosine, arc tangent, arc cosine, exponential and logarithm from + - * / sqrt floor and comparisons alone, so
 * that asc and TypeScript give the same bits on every machine: what Math gives differs between engines. No
 * imports, valid for both compilers. Errors stay below 1.5 units in the last place over the ranges named (tested).
 *
 * Method: argument reduction in parts (Cody and Waite 1980), then the minimax polynomials of Sun's fdlibm 5.3
 * (k_sin.c, k_cos.c, s_atan.c, e_exp.c, e_log.c).
 */

/** The circle's half circumference over its radius. */
export const PI: number = Math.PI;
/** A right angle and what its rounding left over. */
const HALF_PI = Math.PI / 2;
const HALF_PI_REST = 6.123233995736766e-17;
/** 2 / pi. */
const TWO_OVER_PI = 2 / Math.PI;

// pi/2 in three parts of 33 bits (products with whole numbers below 2^20 are exact) and the rest.
const HALF_PI_1 = 1.5707963267341256;
const HALF_PI_2 = 6.077100506303966e-11;
const HALF_PI_3 = 2.0222662487111665e-21;
const HALF_PI_3_REST = 8.4784276603689e-32;

const SIN_1 = -0.16666666666666632;
const SIN_2 = 0.00833333333332249;
const SIN_3 = -0.0001984126982985795;
const SIN_4 = 2.7557313707070068e-6;
const SIN_5 = -2.5050760253406863e-8;
const SIN_6 = 1.58969099521155e-10;

const COS_1 = 0.0416666666666666;
const COS_2 = -0.001388888888887411;
const COS_3 = 2.480158728947673e-5;
const COS_4 = -2.7557314351390663e-7;
const COS_5 = 2.087572321298175e-9;
const COS_6 = -1.1359647557788195e-11;

/** Sine on [-pi/4, pi/4]; `rest` is what rounding left out of `x`. */
function sinNear0(x: number, rest: number): number {
  const z = x * x;
  const r = SIN_2 + z * (SIN_3 + z * (SIN_4 + z * (SIN_5 + z * SIN_6)));
  const cube = z * x;
  return x - (z * (0.5 * rest - cube * r) - rest - cube * SIN_1);
}

/** Cosine on [-pi/4, pi/4]. */
function cosNear0(x: number, rest: number): number {
  const z = x * x;
  const r = z * (COS_1 + z * (COS_2 + z * (COS_3 + z * (COS_4 + z * (COS_5 + z * COS_6)))));
  const half = 0.5 * z;
  const w = 1 - half;
  return w + (1 - w - half + (z * r - x * rest));
}

/** Sine of `x` + 90 degrees times `turn`, for |x| below 1e6 right angles. */
function sinTurned(x: number, turn: number): number {
  const n = Math.floor(x * TWO_OVER_PI + 0.5);
  const a = x - n * HALF_PI_1;
  const b = n * HALF_PI_2;
  const r = a - b;
  const tail = n * HALF_PI_3 + n * HALF_PI_3_REST - (a - r - b);
  const y = r - tail;
  const rest = r - y - tail;
  const quarter = n + turn - 4 * Math.floor((n + turn) * 0.25);
  if (quarter === 0) return sinNear0(y, rest);
  if (quarter === 1) return cosNear0(y, rest);
  if (quarter === 2) return -sinNear0(y, rest);
  return -cosNear0(y, rest);
}

/** Sine of an angle in radians, |x| below 1e6. */
export function sin(x: number): number {
  return sinTurned(x, 0);
}

/** Cosine of an angle in radians, |x| below 1e6. */
export function cos(x: number): number {
  return sinTurned(x, 1);
}

/** Arc tangent of a number in [0, infinity). */
function atanPositive(x: number): number {
  if (x < 0.4375) return atanNear0(x);
  if (x < 0.6875)
    return 0.4636476090008061 - (0 - atanReduced((2 * x - 1) / (2 + x), 2.2698777452961687e-17));
  if (x < 1.1875) return 0.7853981633974483 - (0 - atanReduced((x - 1) / (x + 1), 3.061616997868383e-17));
  if (x < 2.4375)
    return 0.982793723247329 - (0 - atanReduced((x - 1.5) / (1 + 1.5 * x), 1.3903311031230998e-17));
  return HALF_PI - (0 - atanReduced(-1 / x, HALF_PI_REST));
}

/** Arc tangent of a small number plus a rest. */
function atanReduced(x: number, rest: number): number {
  return x - (x * atanSeries(x * x) - rest);
}

function atanNear0(x: number): number {
  return x - x * atanSeries(x * x);
}

/** 1 - atan(x) / x as a polynomial in z = x^2. */
function atanSeries(z: number): number {
  const w = z * z;
  const odd =
    z *
    (0.3333333333333293 +
      w *
        (0.14285714272503466 +
          w *
            (0.09090887133436507 +
              w * (0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782)))));
  const even =
    w *
    (-0.19999999999876483 +
      w *
        (-0.11111110405462356 +
          w * (-0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916))));
  return odd + even;
}

/** Angle of the point (x, y) from the x axis, in (-pi, pi]; 0 at the origin. */
export function atan2(y: number, x: number): number {
  const ax = x < 0 ? -x : x;
  const ay = y < 0 ? -y : y;
  if (ax === 0 && ay === 0) return 0;
  const first = ax === 0 ? HALF_PI : atanPositive(ay / ax);
  const upper = x < 0 ? PI - (first - 2 * HALF_PI_REST) : first;
  return y < 0 ? -upper : upper;
}

/** Arc cosine of a number in [-1, 1]. */
export function acos(x: number): number {
  return atan2(Math.sqrt((1 - x) * (1 + x)), x);
}

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const ONE_OVER_LN2 = Math.LOG2E;

/** 2 to a whole power in [-1074, 1023]. */
function powerOf2(exponent: number): number {
  let rest = exponent < 0 ? -exponent : exponent;
  let factor = exponent < 0 ? 0.5 : 2;
  let power: number = 1;
  while (rest >= 1) {
    const half = Math.floor(rest * 0.5);
    if (rest - 2 * half === 1) power *= factor;
    factor *= factor;
    rest = half;
  }
  return power;
}

/** The exponential of x; 0 below -745, infinity above 709.78. */
export function exp(x: number): number {
  if (x > 709.782712893384) return 1e308 * 10;
  if (x < -745.1332191019411) return 0;
  const n = Math.floor(x * ONE_OVER_LN2 + 0.5);
  const high = x - n * LN2_HIGH;
  const low = n * LN2_LOW;
  const r = high - low;
  const z = r * r;
  const c =
    r -
    z *
      (0.16666666666666602 +
        z *
          (-0.0027777777777015593 +
            z * (6.613756321437934e-5 + z * (-1.6533902205465252e-6 + z * 4.1381367970572385e-8))));
  const y = 1 - (low - (r * c) / (2 - c) - high);
  // Two factors, so that neither over- nor underflows before the product does.
  const half = Math.floor(n * 0.5);
  return y * powerOf2(half) * powerOf2(n - half);
}

/** Natural logarithm of a positive number; 0 gives minus infinity, a negative number NaN. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -1e308 * 10 : (x - x) / (x - x);
  if (x > 1.7976931348623157e308) return x;
  const isTiny = x < 1e-290;
  let m = isTiny ? x * 18014398509481984 : x; // 2^54: subnormal numbers become normal
  let k: number = isTiny ? -54 : 0;
  for (let scale: number = 512; scale >= 1; scale *= 0.5) {
    const up = powerOf2(scale);
    if (m >= up) {
      m /= up;
      k += scale;
    } else if (m * up < 2) {
      m *= up;
      k -= scale;
    }
  }
  if (m < 1) {
    m *= 2;
    k -= 1;
  }
  if (m > Math.SQRT2) {
    m *= 0.5;
    k += 1;
  }
  const f = m - 1;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373));
  const odd =
    z * (0.6666666666666735 + w * (0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)));
  const half = 0.5 * f * f;
  return k * LN2_HIGH - (half - (s * (half + even + odd) + k * LN2_LOW) - f);
}
