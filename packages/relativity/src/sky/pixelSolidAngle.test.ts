import { expect, test } from "vitest";
import type { Projection } from "../camera/frameCamera.ts";
import { pixelSolidAngle } from "./pixelSolidAngle.ts";

function whole(projection: Projection, parts: number): number {
  const solidAngle = pixelSolidAngle(projection);
  let sum = 0;
  for (let y = 0.5; y < projection.heightPx * parts; y++) {
    for (let x = 0.5; x < projection.widthPx * parts; x++) {
      sum += solidAngle(x / parts, y / parts) / (parts * parts);
    }
  }
  return sum;
}

test("a pinhole's pixels have the known solid angles, centre, corner and whole frame", () => {
  const pinhole: Projection = { kind: "pinhole", widthPx: 64, heightPx: 36, hfovRad: Math.PI / 3 };
  expect(pixelSolidAngle(pinhole)(32.5, 18.5)).toBeCloseTo(3.25414909746e-4, 7);
  expect(pixelSolidAngle(pinhole)(0.5, 0.5)).toBeCloseTo(1.91826025165e-4, 8);
  expect(whole(pinhole, 4)).toBeCloseTo(0.6202408926385, 5);
});

test("a panorama covers the sphere, and so does a round fisheye of 360 degrees", () => {
  expect(whole({ kind: "equirectangular", widthPx: 256, heightPx: 128 }, 1)).toBeCloseTo(4 * Math.PI, 3);
  const fisheye: Projection = { kind: "fisheye", widthPx: 400, heightPx: 400, hfovRad: 2 * Math.PI };
  expect(whole(fisheye, 1)).toBeCloseTo(4 * Math.PI, 2);
});
