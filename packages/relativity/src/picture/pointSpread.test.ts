import fc from "fast-check";
import { expect, test } from "vitest";
import { createStarEvents } from "../sky/starEvent.ts";
import { airyProfile, besselJ01 } from "./airyProfile.ts";
import { drawStars } from "./drawStars.ts";
import { errorFunction } from "./gaussianPixels.ts";
import { createLinearImage } from "./linearImage.ts";
import { moffatProfile } from "./moffatProfile.ts";
import { createPointSpread, type PointSpreadShape } from "./pointSpread.ts";
import { type RadialProfile, radialPixels } from "./radialPixels.ts";

const SHAPES: readonly PointSpreadShape[] = [
  { kind: "gaussian", sigmaPx: 0.8 },
  { kind: "gaussian", sigmaPx: 0.2 },
  { kind: "gaussian", sigmaPx: 5 },
  { kind: "moffat", fwhmPx: 2, beta: 4.765 },
  { kind: "moffat", fwhmPx: 0.6, beta: 2.5 },
  { kind: "airy", fwhmPx: 1.5 },
];

/** One white star of flux 1 at (x, y) on an otherwise black picture. */
function starPicture(shape: PointSpreadShape, x: number, y: number, edgePx = 61) {
  const events = createStarEvents(1);
  events.x[0] = x;
  events.y[0] = y;
  events.flux.set([1, 0.5, 0.25]);
  const image = createLinearImage(edgePx, edgePx);
  const light = drawStars(image, events, createPointSpread(shape), { begin: 0, end: 1 });
  return { image, light };
}

function redSum(rgb: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < rgb.length; i += 3) sum += rgb[i]!;
  return sum;
}

test("error function and Bessel functions have the values of the tables", () => {
  expect(errorFunction(0.5)).toBeCloseTo(0.5204998778130465, 14);
  expect(errorFunction(-2)).toBeCloseTo(-0.9953222650189527, 14);
  expect(errorFunction(5.9)).toBeCloseTo(1, 14);
  expect(besselJ01(0).j0).toBe(1);
  expect(besselJ01(2.404825557695773).j0).toBeCloseTo(0, 14);
  expect(besselJ01(3.831705970207512).j1).toBeCloseTo(0, 14);
  expect(besselJ01(50).j0).toBeCloseTo(0.05581232766925181, 14);
  expect(besselJ01(50).j1).toBeCloseTo(-0.09751182812517514, 14);
});

test("a centred gaussian of 0.8 px gives the known fractions to 1, 3x3 and 5x5 pixels", () => {
  const { image } = starPicture({ kind: "gaussian", sigmaPx: 0.8 }, 30.5 + 1 / 128, 30.5 + 1 / 128);
  const fraction = (half: number): number => {
    let sum = 0;
    for (let y = 30 - half; y <= 30 + half; y++) {
      for (let x = 30 - half; x <= 30 + half; x++) sum += image.rgb[3 * (y * 61 + x)]!;
    }
    return sum;
  };
  // A star's place is rounded to 1/64 px: the nearest step is 1/128 px from the pixel's centre.
  expect(fraction(0)).toBeCloseTo(0.219051090458, 4);
  expect(fraction(1)).toBeCloseTo(0.882110308173, 4);
  expect(fraction(2)).toBeCloseTo(0.996447060267, 4);
});

test("no light is lost: what lands in the frame and what is reported beside it make the whole, at any place", () => {
  const anywhere = fc.double({ min: -30, max: 90, noNaN: true });
  fc.assert(
    fc.property(fc.constantFrom(...SHAPES), anywhere, anywhere, (shape, x, y) => {
      const { image, light } = starPicture(shape, x, y);
      return Math.abs(redSum(image.rgb) + light.offFrame[0] - 1) < 1e-12 && light.total[1] === 0.5;
    }),
  );
});

test("a stamp leaves out at most 1e-6 where the shape falls off, and says how much where it does not", () => {
  const outside = SHAPES.map((shape) => createPointSpread(shape).outsideShare);
  expect(outside.slice(0, 4).every((share) => share <= 1e-6)).toBe(true);
  expect(outside[5]).toBeGreaterThan(1e-3);
  expect(outside[5]).toBeLessThan(0.05);
});

test("the middle of the light is where the star is, and turning the picture turns the light", () => {
  // Narrower ones than a pixel pull the mean towards the pixel's centre.
  for (const shape of [SHAPES[0]!, SHAPES[2]!, SHAPES[3]!, SHAPES[5]!]) {
    for (const [x, y] of [
      [30.1, 30.9],
      [29.55, 31.2],
      [30.7, 30.3],
    ] as const) {
      const { image } = starPicture(shape, x, y);
      let meanX = 0;
      let meanY = 0;
      for (let i = 0; i < 61 * 61; i++) {
        meanX += image.rgb[3 * i]! * ((i % 61) + 0.5);
        meanY += image.rgb[3 * i]! * (Math.floor(i / 61) + 0.5);
      }
      const tolerance = shape.kind === "airy" || shape.kind === "moffat" ? 0.03 : 0.009;
      expect(Math.abs(meanX - x)).toBeLessThan(tolerance);
      expect(Math.abs(meanY - y)).toBeLessThan(tolerance);
      const mirrored = starPicture(shape, 61 - x, y).image.rgb;
      expect(mirrored[3 * (30 * 61 + 33)]).toBeCloseTo(image.rgb[3 * (30 * 61 + 27)]!, 12);
    }
  }
});

test("a moffat's pixels are its integral: a coarse stamp equals the sum of finer pixels", () => {
  const wide = createPointSpread({ kind: "moffat", fwhmPx: 6, beta: 4.765 });
  expect(wide.peakShare).toBeCloseTo(
    // (beta - 1) / (pi alpha^2) at the middle, nearly constant over a pixel this small
    (3.765 / (Math.PI * (3 / Math.sqrt(2 ** (1 / 4.765) - 1)) ** 2)) * 0.967,
    3,
  );
});

/** Integral over a pixel by the midpoints of count x count pieces, right to the square of their edge. */
function midpointSum(
  profile: RadialProfile,
  { left, top, count }: { readonly left: number; readonly top: number; readonly count: number },
): number {
  let sum = 0;
  for (let i = 0; i < count * count; i++) {
    const x = left + ((i % count) + 0.5) / count;
    const y = top + (Math.floor(i / count) + 0.5) / count;
    sum += profile.brightness(x * x + y * y);
  }
  return sum / (count * count);
}

test("every pixel of a round spread is the integral over it, near the middle and far out", () => {
  const profiles = [
    moffatProfile(2.2, 3),
    moffatProfile(0.6, 2.5),
    moffatProfile(2, 4.765),
    airyProfile(1.5),
    airyProfile(4),
    airyProfile(0.3),
  ];
  for (const profile of profiles) {
    const place = { x: 0.3, y: 0.85, reachPx: 16 };
    const pixels = radialPixels(profile, place);
    const whole = pixels.reduce((sum, value) => sum + value, 0);
    for (const [column, row] of [
      [16, 16],
      [17, 16],
      [15, 18],
      [20, 13],
      [2, 16],
      [31, 30],
    ] as const) {
      const edge = (at: number) => ({ left: column - 16 - place.x, top: row - 16 - place.y, count: at });
      const expected = (4 * midpointSum(profile, edge(160)) - midpointSum(profile, edge(80))) / 3;
      expect(Math.abs(pixels[row * 33 + column]! - expected) / whole).toBeLessThan(2e-6);
    }
  }
});

test("a narrow airy's wings are not cut as finely as its rings", () => {
  const profile = airyProfile(0.1);
  let looks = 0;
  const brightness = (squared: number): number => {
    looks++;
    return profile.brightness(squared);
  };
  radialPixels({ ...profile, brightness }, { x: 0.5, y: 0.5, reachPx: 24 });
  expect(looks).toBeLessThan(300_000);
});

test("stamps are made once for each step of a pixel", () => {
  const spread = createPointSpread({ kind: "gaussian", sigmaPx: 0.8 });
  const events = createStarEvents(6);
  events.x.set([10.1, 20.1, 30.101, 10.9, 10.1, 40.6]);
  events.y.set([10.1, 10.1, 10.1, 10.1, 10.9, 40.6]);
  events.flux.fill(1);
  const before = spread.counters.builds;
  drawStars(createLinearImage(64, 64), events, spread, { begin: 0, end: 6 });
  expect(spread.counters.builds - before).toBe(2);
  expect(spread.counters.hits).toBe(4);
});

test("over the seams of a picture of the whole sky no light is lost, and it looks as anywhere else", () => {
  const spread = createPointSpread({ kind: "gaussian", sigmaPx: 0.8 });
  const drawn = (x: number, y: number): Float64Array => {
    const events = createStarEvents(1);
    events.x[0] = x;
    events.y[0] = y;
    events.flux.set([1, 0.5, 0.25]);
    const image = { ...createLinearImage(64, 32), seams: "sides and poles" as const };
    const light = drawStars(image, events, spread, { begin: 0, end: 1 });
    expect(Math.abs(light.offFrame[0])).toBeLessThan(1e-12);
    return image.rgb;
  };
  const turned = (rgb: Float64Array): Float64Array => rgb.map((_, i) => rgb[i % 192 < 96 ? i + 96 : i - 96]!);
  for (const [x, y] of [
    [0.2, 16.3],
    [63.9, 9.7],
    [31.99, 0.4],
    [2.1, 31.2],
  ] as const) {
    const rgb = drawn(x, y);
    expect(redSum(rgb)).toBeCloseTo(1, 12);
    expect(drawn(x < 32 ? x + 32 : x - 32, y)).toEqual(turned(rgb));
  }
});

test("what a pixel can get of a star beside it falls off with the distance, and is nothing beyond the stamps", () => {
  for (const shape of SHAPES.slice(0, 5)) {
    const spread = createPointSpread(shape);
    const anywhere = fc.double({ min: 1e-6, max: 40, noNaN: true });
    fc.assert(
      fc.property(anywhere, fc.double({ min: 0, max: 61, noNaN: true }), (outside, y) => {
        const { image } = starPicture(shape, -outside, y);
        let most = 0;
        for (let i = 0; i < image.rgb.length; i += 3) most = Math.max(most, image.rgb[i]!);
        return most <= spread.shareBeyond(outside) * (1 + 1e-9) && spread.shareBeyond(outside) <= 1;
      }),
      { numRuns: 5 },
    );
    expect(spread.shareBeyond(spread.reachPx + 0.01)).toBe(0);
  }
});
