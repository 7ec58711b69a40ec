import { DETERMINANT_ERROR } from "../kernel/starLayout.ts";

/** Vectors as three components each, one after the other. */
export type Vectors = Float64Array;

/**
 * Which side of the great circle from `a` to `b` the point `s` is on: 1 left, -1 right; never 0 unless a and b are
 * one direction or opposite. Exact, and minus itself when a and b change places. A point on the circle is moved by
 * (e, e^2, e^3) with e infinitely small: the same for every circle, so that of triangles that meet edge to edge
 * each point is in exactly one.
 * @see Edelsbrunner and Muecke 1990, Simulation of Simplicity
 */
export function sideOfCircle(circles: Vectors, a: number, b: number, points: Vectors, s: number): number {
  const value = determinant(circles, a, b, points, s);
  if (value > DETERMINANT_ERROR) return 1;
  if (value < -DETERMINANT_ERROR) return -1;
  return exactSide(tripleOf(circles, a), tripleOf(circles, b), tripleOf(points, s));
}

/** Sign of the determinant of three vertices, exact; 0 if they are in one plane with the centre. */
export function orientation(v: Vectors, a: number, b: number, c: number): number {
  const value = determinant(v, a, b, v, c);
  if (value > DETERMINANT_ERROR) return 1;
  if (value < -DETERMINANT_ERROR) return -1;
  return signOf(exactDeterminant(exactNormal(tripleOf(v, a), tripleOf(v, b)), tripleOf(v, c)));
}

/** (a x b) . s, rounded; minus itself, to the bit, when a and b change places. */
function determinant(circles: Vectors, a: number, b: number, points: Vectors, s: number): number {
  const ax = circles[3 * a]!;
  const ay = circles[3 * a + 1]!;
  const az = circles[3 * a + 2]!;
  const bx = circles[3 * b]!;
  const by = circles[3 * b + 1]!;
  const bz = circles[3 * b + 2]!;
  return (
    (ay * bz - az * by) * points[3 * s]! +
    (az * bx - ax * bz) * points[3 * s + 1]! +
    (ax * by - ay * bx) * points[3 * s + 2]!
  );
}

function tripleOf(v: Vectors, index: number): Triple {
  return [v[3 * index]!, v[3 * index + 1]!, v[3 * index + 2]!];
}

type Triple = readonly [number, number, number];

function exactSide(a: Triple, b: Triple, s: Triple): number {
  const normal = exactNormal(a, b);
  const [nx, ny, nz] = normal;
  return signOf(exactDeterminant(normal, s)) || signOf(nx) || signOf(ny) || signOf(nz);
}

/** Times 2^3222. */
function exactDeterminant([nx, ny, nz]: readonly [bigint, bigint, bigint], s: Triple): bigint {
  return nx * wholeOf(s[0]) + ny * wholeOf(s[1]) + nz * wholeOf(s[2]);
}

function exactNormal(a: Triple, b: Triple): readonly [bigint, bigint, bigint] {
  const [ax, ay, az] = a.map(wholeOf) as [bigint, bigint, bigint];
  const [bx, by, bz] = b.map(wholeOf) as [bigint, bigint, bigint];
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

function signOf(value: bigint): number {
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

const word = new DataView(new ArrayBuffer(8));

/** A number times 2^1074: whole for every finite double. */
function wholeOf(value: number): bigint {
  word.setFloat64(0, value);
  const high = word.getUint32(0);
  const exponent = (high >>> 20) & 0x7ff;
  const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(word.getUint32(4));
  const size = exponent === 0 ? fraction : (fraction | (1n << 52n)) << BigInt(exponent - 1);
  return high >>> 31 === 1 ? -size : size;
}
