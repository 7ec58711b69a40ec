import { afterAll, describe, expect, it } from "vitest";
import { openInputFolder } from "../src/movie/host/inputFolder.ts";
import { encodePng } from "../src/picture/png.ts";
import { InputError } from "../src/problem.ts";
import { type ObserverView, traceObserverView } from "../src/view/observerView.ts";
import { readSkyLight } from "../src/view/skyLight.ts";
import { openRayLab } from "./rayLab.ts";

const { engine, close } = await openRayLab();
afterAll(close);

const files = openInputFolder(".");
const detail = { widthPx: 128, coarseCellPx: 16, refinementLevel: 2 };
const RADIUS_M = 12;
const STATIC = `
spacetime: {kind: schwarzschild}
trajectory: {kind: static, radiusM: ${RADIUS_M}, look: {azDeg: 40}}
camera: {widthPx: 8, heightPx: 8}
`;
const viewOf = (shot: string): Promise<ObserverView> => traceObserverView({ shot, files, detail }, engine);

type Vector = readonly [number, number, number];

function triple(columns: Float32Array, vertex: number): Vector {
  return [columns[3 * vertex]!, columns[3 * vertex + 1]!, columns[3 * vertex + 2]!];
}

/** Solid angle of a triangle of unit vectors. @see Van Oosterom, Strackee 1983 */
function solidAngle(a: Vector, b: Vector, c: Vector): number {
  const dot = (u: Vector, v: Vector): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const volume =
    a[0] * (b[1] * c[2] - b[2] * c[1]) +
    a[1] * (b[2] * c[0] - b[0] * c[2]) +
    a[2] * (b[0] * c[1] - b[1] * c[0]);
  return 2 * Math.atan2(Math.abs(volume), 1 + dot(a, b) + dot(b, c) + dot(c, a));
}

/** The longest side, in radians, of the triangles of which some corners are of a kind and others are not. */
function longestSide({ local, triangles }: ObserverView, isOfKind: (vertex: number) => boolean): number {
  let longest = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = Array.from(triangles.subarray(at, at + 3));
    const count = corners.filter(isOfKind).length;
    if (count === 0 || count === 3) continue;
    corners.forEach((corner, index) => {
      const [a, b] = [triple(local, corner), triple(local, corners[(index + 1) % 3]!)];
      longest = Math.max(longest, Math.acos(Math.min(a[0] * b[0] + a[1] * b[1] + a[2] * b[2], 1)));
    });
  }
  return longest;
}

describe("an observer's view", () => {
  it("shows the shadow at the angle that a static observer sees, straight ahead whatever the look", async () => {
    const { vertexCount, local, redshiftG } = await viewOf(STATIC);
    // sin alpha = sqrt(27) sqrt(1 - 2/r) / r; Synge 1966.
    const edge = Math.asin((Math.sqrt(27) * Math.sqrt(1 - 2 / RADIUS_M)) / RADIUS_M);
    let nearest = Math.PI;
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const angle = Math.acos(Math.min(local[3 * vertex + 2]!, 1));
      expect(redshiftG[vertex]! > 0).toBe(angle > edge);
      nearest = Math.min(nearest, Math.abs(angle - edge));
    }
    expect(nearest).toBeLessThan(0.02);
  });

  it("has the blue shift of a static observer, and the open sky behind", async () => {
    const { vertexCount, local, sky, redshiftG } = await viewOf(STATIC);
    const behind = Array.from({ length: vertexCount }, (_, vertex) => vertex).filter(
      (vertex) => local[3 * vertex + 2]! < -0.999999,
    );
    expect(behind.length).toBeGreaterThan(0);
    for (const vertex of behind) {
      expect(sky[3 * vertex]!).toBeCloseTo(1, 6);
      expect(redshiftG[vertex]!).toBeCloseTo(1 / Math.sqrt(1 - 2 / RADIUS_M), 6);
    }
  });

  it("covers every direction once", async () => {
    const { local, triangles } = await viewOf(STATIC);
    let sum = 0;
    for (let at = 0; at < triangles.length; at += 3) {
      sum += solidAngle(
        triple(local, triangles[at]!),
        triple(local, triangles[at + 1]!),
        triple(local, triangles[at + 2]!),
      );
    }
    expect(sum / (4 * Math.PI)).toBeCloseTo(1, 4);
  });

  it("knows where rays meet the disk, and how hot it is there", async () => {
    const { vertexCount, crossings, horizonM, disk } = await viewOf(
      `${STATIC.replace("look", "thetaDeg: 70, look")}disk: {outerRadiusM: 9}`,
    );
    expect(disk?.innerRadiusM).toBe(6);
    expect(disk?.outerRadiusM).toBe(9);
    expect(Math.max(...(disk?.temperatureK ?? []))).toBeGreaterThan(0.9 * 6500);
    let met = 0;
    let beside = 0;
    for (let at = 0; at < crossings.length; at += 2) {
      const [radiusM, redshiftG] = [crossings[at]!, crossings[at + 1]!];
      if (radiusM === 0) continue;
      if (radiusM > 6 && radiusM < 9) met++;
      else beside++;
      expect(radiusM).toBeGreaterThan(horizonM);
      expect(redshiftG).toBeGreaterThan(0);
    }
    expect(crossings.length).toBe(6 * vertexCount);
    expect(beside).toBeGreaterThan(10);
    expect(met).toBeGreaterThan(10);
  });

  it("is finer along the edge of the shadow, where triangles are seen", async () => {
    const shot = `${STATIC.replace("look", "thetaDeg: 80, look")}disk: {outerRadiusM: 9}`;
    const finer = { widthPx: 128, coarseCellPx: 16, refinementLevel: 1, edgeLevel: 4 };
    const view = await traceObserverView({ shot, files, detail: finer }, engine);
    const plain = await traceObserverView({ shot, files, detail: { ...finer, edgeLevel: 1 } }, engine);
    const { redshiftG } = view;
    // A cell of the deepest level has an edge of 1 of 128 pixels; triangles stand on its diagonal.
    const diagonal = (1.01 * Math.SQRT2 * 2 * Math.PI) / 128;
    expect(longestSide(view, (vertex) => redshiftG[vertex]! > 0)).toBeLessThan(diagonal);
    expect(longestSide(plain, (vertex) => plain.redshiftG[vertex]! > 0)).toBeGreaterThan(4 * diagonal);
    const evenly = { ...finer, refinementLevel: finer.edgeLevel };
    const fineAll = await traceObserverView({ shot, files, detail: evenly }, engine);
    expect(view.vertexCount).toBeLessThan(fineAll.vertexCount / 1.5);
  });

  it("needs a place that the shot itself names", async () => {
    const shot = STATIC.replace(/kind: static.*/, "file: camera.csv}");
    await expect(viewOf(shot)).rejects.toThrow(InputError);
  });
});

describe("the sky's light", () => {
  it("holds the panorama's light with the shot's brightness, and every star", () => {
    const image = { widthPx: 8, heightPx: 4, rgb: new Uint8Array(96).fill(100) };
    const bytes = encodePng(image);
    const given = { ...files, open: (name: string) => ({ name, bytes, sha256: "" }) };
    const sky = "sky: {catalogue: stars, panorama: sky.png, panoramaBrightness: 2}\nstars: {brightness: 5}";
    const bright = readSkyLight(STATIC + sky, given);
    const plain = readSkyLight(STATIC + sky.replace("Brightness: 2", "Brightness: 1"), given);
    expect(bright.starDirections.length).toBe(bright.starLight.length);
    const brightest = bright.starLight.indexOf(Math.max(...bright.starLight));
    const star = Math.floor(brightest / 3);
    // Sirius, magnitude -1.44, at right ascension 101.29, declination -16.72 degrees.
    const declination = (-16.72 * Math.PI) / 180;
    expect(bright.starDirections[3 * star + 2]!).toBeCloseTo(Math.sin(declination), 3);
    expect(bright.starLight[3 * star + 1]!).toBeCloseTo(5 * 10 ** (0.4 * 1.44), 1);
    expect(plain.panorama!.rgb[0]).toBeCloseTo(0.127, 3);
    expect(bright.panorama!.rgb[0]).toBeCloseTo(2 * plain.panorama!.rgb[0]!, 6);
  });
});
