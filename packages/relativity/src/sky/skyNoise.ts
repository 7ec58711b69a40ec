/** Octaves of noise, each half the size and a bit more than half the strength of the last. */
const OCTAVES = 5;
const STRENGTH_RATIO = 0.6;

/**
 * Smooth noise over the sky, about -1 to 1: the sum of octaves of lattice noise in space, so that the sphere has
 * neither seam nor pole. A function of direction alone.
 * @param largestSize  size of the coarsest structure, in radians
 * @see Perlin 1985, An image synthesizer; here with values, not gradients, on the lattice
 */
export function skyNoise([x, y, z]: readonly [number, number, number], largestSize: number): number {
  let sum = 0;
  let strength = 1;
  let scale = 1 / largestSize;
  let total = 0;
  for (let octave = 0; octave < OCTAVES; octave++) {
    sum += strength * latticeNoise(x * scale, y * scale, z * scale, octave);
    total += strength;
    strength *= STRENGTH_RATIO;
    scale *= 2;
  }
  return (2 * sum) / total;
}

/** Values of lattice points, -1 to 1, mixed by smooth steps. */
function latticeNoise(x: number, y: number, z: number, octave: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const k = Math.floor(z);
  const s = smoothStep(x - i);
  const t = smoothStep(y - j);
  const u = smoothStep(z - k);
  const edge = (dj: number, dk: number): number => {
    const left = latticeValue(i, j + dj, k + dk, octave);
    return left + s * (latticeValue(i + 1, j + dj, k + dk, octave) - left);
  };
  const [nearTop, farTop] = [edge(0, 0), edge(0, 1)];
  const near = nearTop + t * (edge(1, 0) - nearTop);
  const far = farTop + t * (edge(1, 1) - farTop);
  return near + u * (far - near);
}

function smoothStep(t: number): number {
  return t * t * t * (t * (6 * t - 15) + 10);
}

/** A number from -1 to 1 that looks like chance: the mixing of MurmurHash3's 32-bit finaliser. */
function latticeValue(i: number, j: number, k: number, octave: number): number {
  let hash = Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca77) ^ Math.imul(k, 0xc2b2ae3d) ^ octave;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2147483648 - 1;
}
