import fc from "fast-check";
import { expect, test } from "vitest";
import { createLinearImage } from "../picture/linearImage.ts";
import { createPanorama, type Panorama, readPanorama } from "./panorama.ts";

type Triple = readonly [number, number, number];

/** A panorama of a function of direction. */
function skyOf(light: (direction: Triple) => Triple, widthPx = 256): Panorama {
  const image = createLinearImage(widthPx, widthPx / 2);
  for (let y = 0; y < widthPx / 2; y++) {
    const latitude = Math.PI / 2 - ((y + 0.5) * 2 * Math.PI) / widthPx;
    for (let x = 0; x < widthPx; x++) {
      const longitude = Math.PI - ((x + 0.5) * 2 * Math.PI) / widthPx;
      const across = Math.cos(latitude);
      const direction = [
        across * Math.cos(longitude),
        across * Math.sin(longitude),
        Math.sin(latitude),
      ] as const;
      image.rgb.set(light(direction), 3 * (y * widthPx + x));
    }
  }
  return createPanorama(image);
}

/** Light through a footprint of those sizes (radians), its first side turned by an angle from east. */
function lightAt(
  panorama: Panorama,
  direction: Triple,
  sizes: readonly [number, number] = [0.01, 0.01],
  turn = 0.3,
): number[] {
  const [x, y, z] = direction;
  const helper: Triple = Math.abs(z) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const east = normalised(cross(helper, direction));
  const north = cross([x, y, z], east);
  const mix = (a: number, b: number): Triple =>
    [0, 1, 2].map((k) => a * east[k]! + b * north[k]!) as unknown as Triple;
  const into = new Float64Array(3);
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  readPanorama(
    panorama,
    { direction, byX: mix(sizes[0] * c, sizes[0] * s), byY: mix(-sizes[1] * s, sizes[1] * c) },
    into,
  );
  return [...into];
}

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function normalised(v: Triple): Triple {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}

const anyDirection = fc
  .tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }))
  .map(([z, phi]): Triple => [Math.sqrt(1 - z * z) * Math.cos(phi), Math.sqrt(1 - z * z) * Math.sin(phi), z]);
const anySize = fc.double({ min: 1e-5, max: 1, noNaN: true });

test("a uniform sky is uniform through every footprint, at the poles and at the seam too", () => {
  const uniform = skyOf(() => [0.25, 0.5, 1], 64);
  const directions = fc.oneof(
    anyDirection,
    fc.constantFrom<Triple>([0, 0, 1], [0, 0, -1], [-1, 0, 0], [-1, -1e-17, 0]),
  );
  fc.assert(
    fc.property(directions, anySize, anySize, (direction, long, short) => {
      const [red, green, blue] = lightAt(uniform, direction, [long, short]);
      return Math.abs(red! - 0.25) + Math.abs(green! - 0.5) + Math.abs(blue! - 1) < 1e-6;
    }),
  );
});

test("a sky that changes smoothly is shown as it is, everywhere", () => {
  const smooth = skyOf(([x, y, z]) => [1 + x, 1 + y, 1 + z]);
  fc.assert(
    fc.property(anyDirection, (direction) => {
      const seen = lightAt(smooth, direction);
      return seen.every((value, k) => Math.abs(value - 1 - direction[k]!) < 0.012);
    }),
    { numRuns: 500 },
  );
});

test("light does not jump where longitudes meet, nor over a pole", () => {
  const textured = skyOf(([x, y, z]) => [
    1 + Math.sin(7 * x + 3 * z),
    1 + Math.sin(9 * y - 2 * x),
    1 + Math.cos(5 * z + 8 * x),
  ]);
  const step = 1e-7;
  for (let i = 1; i < 200; i++) {
    const z = -1 + i / 100;
    const across = Math.sqrt(1 - z * z);
    const [before, after] = [step, -step].map((offset) =>
      lightAt(textured, [-across, offset, z], [0.02, 0.01]),
    );
    expect(Math.max(...before!.map((value, k) => Math.abs(value - after![k]!)))).toBeLessThan(1e-4);
  }
  for (const pole of [1, -1]) {
    const around = Array.from({ length: 12 }, (_, k) => {
      const [c, s] = [Math.cos(k / 1.9) * step, Math.sin(k / 1.9) * step];
      return lightAt(textured, [c, s, pole * Math.sqrt(1 - step * step)], [0.02, 0.02]);
    });
    const spread = [0, 1, 2].map(
      (k) => Math.max(...around.map((v) => v[k]!)) - Math.min(...around.map((v) => v[k]!)),
    );
    expect(Math.max(...spread)).toBeLessThan(1e-3);
  }
});

test("the sharpest footprint sees the sky go on over a pole", () => {
  const textured = skyOf(([x, y]) => [1 + x, 1 + y, 1 + Math.sin(9 * x + 4 * y)], 64);
  for (const pole of [1, -1]) {
    for (const angle of [0, 0.7, 2, 4]) {
      const [c, s] = [Math.cos(angle) * 1e-4, Math.sin(angle) * 1e-4];
      const [here, opposite] = [1, -1].map((side) =>
        lightAt(textured, [side * c, side * s, pole], [1e-9, 1e-9]),
      ) as [number[], number[]];
      expect(Math.max(...here.map((value, k) => Math.abs(value - opposite[k]!)))).toBeLessThan(2e-3);
    }
  }
});

test("fine stripes seen through a coarse footprint are their mean, not some of them", () => {
  const stripes = skyOf(([x, y]) => {
    const isLight = Math.floor((Math.atan2(y, x) / Math.PI) * 64) % 2 === 0;
    return isLight ? [1, 1, 1] : [0, 0, 0];
  });
  fc.assert(
    fc.property(fc.double({ min: -3, max: 3, noNaN: true }), (longitude) => {
      const [light] = lightAt(stripes, [Math.cos(longitude), Math.sin(longitude), 0], [0.25, 0.25]);
      return Math.abs(light! - 0.5) < 0.06;
    }),
  );
});

test("right ascension grows to the left, as on the sky seen from within", () => {
  const image = createLinearImage(4, 2);
  for (let x = 0; x < 4; x++) for (let y = 0; y < 2; y++) image.rgb[3 * (4 * y + x)] = x;
  const panorama = createPanorama(image);
  const degrees = (deg: number): Triple => [
    Math.cos((deg * Math.PI) / 180),
    Math.sin((deg * Math.PI) / 180),
    0,
  ];
  expect(
    [135, 45, -45, -135].map((deg) => Math.round(lightAt(panorama, degrees(deg), [1e-4, 1e-4])[0]!)),
  ).toEqual([0, 1, 2, 3]);
});

test("a panorama of another size keeps its mean light, and one of another shape is refused", () => {
  const image = createLinearImage(100, 50);
  image.rgb.forEach((_, i) => {
    image.rgb[i] = (i * 7919) % 13;
  });
  const mean = image.rgb.reduce((sum, value) => sum + value, 0) / image.rgb.length;
  const { rgb } = createPanorama(image).levels[0]![0]!;
  expect(rgb.reduce((sum, value) => sum + value, 0) / rgb.length).toBeCloseTo(mean, 4);
  expect(() => createPanorama(createLinearImage(100, 60))).toThrow(
    /twice as wide as high, this one is 100x60 px/,
  );
});
