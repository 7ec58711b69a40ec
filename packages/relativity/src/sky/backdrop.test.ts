import { expect, test } from "vitest";
import { createResults, stillCamera, type ThinLens, thinLensTracer } from "../../test/thinLens.ts";
import { pageThorneFlux } from "../disk/diskFlux.ts";
import { traceLensFrames } from "../lensMap/traceLensFrames.ts";
import { createLinearImage } from "../picture/linearImage.ts";
import { CAPTURED, DISK, ESCAPED, type RayTracer } from "../trace/tracer.ts";
import { paintBackdrop } from "./backdrop.ts";
import { bandRadiance, shiftedBandRatio, WHITE_TEMPERATURE_K } from "./blackBody.ts";
import { diskLight } from "./diskLight.ts";
import { createPanorama, type Panorama } from "./panorama.ts";

const header = { sampling: { coarseCellPx: 16, refinementLevels: 3 } };
const lens: ThinLens = { einstein: 0.2, shadow: 0.1, x: 32, y: 18 };

function panoramaOf(light: (x: number, y: number) => number): Panorama {
  const image = createLinearImage(256, 128);
  for (let i = 0; i < 256 * 128; i++) image.rgb.fill(light(i % 256, Math.floor(i / 256)), 3 * i, 3 * i + 3);
  return createPanorama(image);
}

function painted(panorama: Panorama, thin: ThinLens) {
  const tracer = thinLensTracer(new Map([[0, thin]]));
  const [frame] = traceLensFrames([stillCamera(0)], header.sampling, tracer);
  const image = createLinearImage(64, 36);
  const counts = paintBackdrop(
    image,
    { frame: frame!, header, tracer, exposure: 1 },
    { panorama, panoramaBrightness: 2 },
  );
  return { image, counts };
}

test("a uniform sky is uniform but for the shift, black in the shadow, and in between at its edge", () => {
  const { image, counts } = painted(
    panoramaOf(() => 0.25),
    lens,
  );
  let isRight = true;
  let darkCount = 0;
  for (let pixel = 0; pixel < 64 * 36; pixel++) {
    const [x, y] = [(pixel % 64) + 0.5 - 32, Math.floor(pixel / 64) + 0.5 - 18];
    const distance = Math.hypot(x, y) / (32 * Math.sqrt(3));
    const green = image.rgb[3 * pixel + 1]!;
    if (distance < 0.08) {
      darkCount++;
      isRight &&= green === 0;
    } else if (distance > 0.12) {
      const shifted = 0.5 * shiftedBandRatio(550, WHITE_TEMPERATURE_K, 1 + 0.1 * distance * distance);
      isRight &&= Math.abs(green / shifted - 1) < 2e-3;
    } else {
      isRight &&= green >= 0 && green < 0.52;
    }
  }
  expect(darkCount).toBeGreaterThan(40);
  expect(isRight).toBe(true);
  expect(counts.closePixels).toBeGreaterThan(30);
  // The shadow's edge is the critical curve: its pixels take more than their nine rays.
  expect(counts.rays).toBeGreaterThan(20 * counts.closePixels);
  expect(counts.rays).toBeLessThan(300 * counts.closePixels);
});

test("a fisheye of all directions is lit within its circle, and black beyond", () => {
  const tracer = thinLensTracer(new Map());
  const camera = {
    ...stillCamera(0, 40, 40),
    projection: { kind: "fisheye", widthPx: 40, heightPx: 40, hfovRad: 2 * Math.PI } as const,
  };
  const [frame] = traceLensFrames([camera], header.sampling, tracer);
  const image = createLinearImage(40, 40);
  paintBackdrop(
    image,
    { frame: frame!, header, tracer, exposure: 1 },
    { panorama: panoramaOf(() => 0.25), panoramaBrightness: 1 },
  );
  for (let pixel = 0; pixel < 40 * 40; pixel++) {
    const isWithin = Math.hypot((pixel % 40) - 19.5, Math.floor(pixel / 40) - 19.5) < 20;
    expect(image.rgb[3 * pixel]! > 0).toBe(isWithin);
  }
});

test("the mesh cannot be seen: the sky through a lens equals a ray for every pixel, to a small part", () => {
  const smooth = panoramaOf((x, y) => 1 + Math.sin(x / 9) * Math.sin(y / 7));
  const tracer = thinLensTracer(new Map([[0, lens]]));
  const fine = { coarseCellPx: 2, refinementLevels: 1 };
  const images = [header.sampling, fine].map((sampling) => {
    const [frame] = traceLensFrames([stillCamera(0)], sampling, tracer);
    const image = createLinearImage(64, 36);
    paintBackdrop(
      image,
      { frame: frame!, header: { sampling }, tracer, exposure: 1 },
      { panorama: smooth, panoramaBrightness: 1 },
    );
    return image;
  });
  let worst = 0;
  images[0]!.rgb.forEach((value, i) => {
    worst = Math.max(worst, Math.abs(value - images[1]!.rgb[i]!));
  });
  expect(worst).toBeLessThan(0.12);
});

/** The left half of the image shows a disk at 10 M with g = 0.8 and again at 12 M, the right half the sky. */
const halfDisk: RayTracer = {
  trace(samples) {
    const results = createResults(samples.count);
    for (let ray = 0; ray < samples.count; ray++) {
      const isDisk = samples.x[ray]! < 32.5;
      results.status[ray] = isDisk ? DISK : ESCAPED;
      results.directionX[ray] = isDisk ? 0 : 1;
      results.redshiftG[ray] = 1;
      results.crossingCount[ray] = isDisk ? 2 : 0;
      if (isDisk) results.crossings.set([10, 0, 0.8, 12, 1, 0.5], 12 * ray);
    }
    return results;
  },
};

test("a disk shines with the light of its crossings, and a pixel on its edge by its share", () => {
  const [frame] = traceLensFrames([stillCamera(0)], header.sampling, thinLensTracer(new Map()));
  const flux = pageThorneFlux({ kind: "schwarzschild" });
  const disk = diskLight(flux, 20, { peakTemperatureK: 6000, brightness: 0.5 });
  const image = createLinearImage(64, 36);
  const counts = paintBackdrop(
    image,
    { frame: frame!, header, tracer: halfDisk, exposure: 1 },
    { panorama: panoramaOf(() => 0.125), panoramaBrightness: 1, disk },
  );
  const seen = (radiusM: number, g: number): readonly number[] =>
    bandRadiance(g * 6000 * (flux.at(radiusM) / flux.peak) ** 0.25).map((value) => 0.5 * value);
  const expected = seen(10, 0.8).map((value, band) => value + seen(12, 0.5)[band]!);
  const pixelAt = (x: number): number[] => [...image.rgb.subarray(3 * (20 * 64 + x), 3 * (20 * 64 + x) + 3)];
  pixelAt(10).forEach((value, band) => {
    expect(value / expected[band]! - 1).toBeCloseTo(0, 4);
  });
  pixelAt(50).forEach((value) => {
    expect(value).toBeCloseTo(0.125, 6);
  });
  pixelAt(32).forEach((value, band) => {
    expect(value).toBeCloseTo(expected[band]! / 3 + 0.125 * (2 / 3), 4);
  });
  expect(counts.rays).toBe(64 * 36 + 9 * counts.closePixels);
});

test("the edge of a disk in front of the disk is smooth too", () => {
  const [frame] = traceLensFrames([stillCamera(0)], header.sampling, thinLensTracer(new Map()));
  const front: RayTracer = {
    trace(samples) {
      const results = createResults(samples.count);
      results.status.fill(DISK);
      results.crossingCount.fill(1);
      for (let ray = 0; ray < samples.count; ray++) {
        results.crossings.set([samples.x[ray]! < 32.5 ? 19 : 8, 0, 1], 12 * ray);
      }
      return results;
    },
  };
  const disk = diskLight(pageThorneFlux({ kind: "schwarzschild" }), 20, {
    peakTemperatureK: 6000,
    brightness: 1,
  });
  const image = createLinearImage(64, 36);
  paintBackdrop(
    image,
    { frame: frame!, header, tracer: front, exposure: 1 },
    { panoramaBrightness: 0, disk },
  );
  const [left, edge, right] = [31, 32, 33].map((x) => image.rgb[3 * (20 * 64 + x)]!) as [
    number,
    number,
    number,
  ];
  expect(edge).toBeCloseTo(left / 3 + (2 * right) / 3, 10);
  expect(right).toBeGreaterThan(2 * left);
});

test("a disk is dark within the innermost stable orbit, beyond its edge, and where it is too cold", () => {
  const disk = diskLight(pageThorneFlux({ kind: "schwarzschild" }), 20, {
    peakTemperatureK: 6000,
    brightness: 1,
  });
  const into = new Float64Array(3);
  disk.add(5.9, 1, into);
  disk.add(20.1, 1, into);
  disk.add(10, 0.01, into);
  expect([...into]).toEqual([0, 0, 0]);
});

/** Rings of a disk around a shadow of 10 px, each e^-pi as far from its edge and as thin as the last. */
function isOnRing(x: number, y: number): boolean {
  const distance = Math.hypot(x - 32.3, y - 17.6) - 10;
  const turns = Math.log(distance / 4) / -Math.PI;
  return distance > 0 && turns > 0 && turns - Math.floor(turns) < 0.25;
}

test("rings thinner than a pixel are drawn by the part of each pixel that they cover, not as dots", () => {
  const rings: RayTracer = {
    trace(samples) {
      const results = createResults(samples.count);
      for (let ray = 0; ray < samples.count; ray++) {
        const [x, y] = [samples.x[ray]!, samples.y[ray]!];
        const distance = Math.hypot(x - 32.3, y - 17.6) - 10;
        results.marginU[ray] = Math.min(1, Math.abs(distance) / 20);
        results.status[ray] = distance < 0 ? CAPTURED : isOnRing(x, y) ? DISK : ESCAPED;
        if (!isOnRing(x, y)) continue;
        results.crossingCount[ray] = 1;
        results.crossings.set([10, 0, 1], 12 * ray);
      }
      return results;
    },
  };
  const [frame] = traceLensFrames([stillCamera(0)], header.sampling, thinLensTracer(new Map()));
  const white = { add: (_radiusM: number, _g: number, into: Float64Array) => into.fill(1) };
  const image = createLinearImage(64, 36);
  const view = { frame: frame!, header, tracer: rings, exposure: 1 };
  paintBackdrop(image, view, { panoramaBrightness: 0, disk: white });
  let worst = 0;
  for (let pixel = 0; pixel < 64 * 36; pixel++) {
    const [x, y] = [pixel % 64, Math.floor(pixel / 64)];
    if (Math.abs(Math.hypot(x + 0.5 - 32.3, y + 0.5 - 17.6) - 10) > 1) continue;
    let covered = 0;
    for (let point = 0; point < 90 * 90; point++) {
      if (isOnRing(x + ((point % 90) + 0.5) / 90, y + (Math.floor(point / 90) + 0.5) / 90)) covered++;
    }
    worst = Math.max(worst, Math.abs(image.rgb[3 * pixel]! - covered / 8100));
  }
  expect(worst).toBeLessThan(0.03);
});
