import { createEngine } from "@lightcone/parallel";
import { describe, expect, it } from "vitest";
import type { FrameCamera } from "../src/camera/frameCamera.ts";
import { decodeLensMap } from "../src/lensMap/decodeLensMap.ts";
import { type LensFrame, type LensMap, unitPx } from "../src/lensMap/lensMap.ts";
import { openInputFolder } from "../src/movie/host/inputFolder.ts";
import { renderMovie } from "../src/renderMovie.ts";
import { CAPTURED, ESCAPED } from "../src/trace/tracer.ts";
import { memoryStore } from "./memoryStore.ts";

/** The lens map of a radial fall whose camera sees half the sky, through the horizon. */
async function lensMapOf(trajectory: string): Promise<LensMap> {
  const shot = `
spacetime: {kind: schwarzschild}
trajectory: {${trajectory}}
camera: {projection: fisheye, widthPx: 48, heightPx: 48, hfovDeg: 340}
sky: {catalogue: none}
output: {preview: false, contactSheet: false}
`;
  const engine = await createEngine({ lanes: 1 });
  const store = memoryStore();
  await renderMovie({ shot, files: openInputFolder("."), store }, engine).finally(() => engine.close());
  return decodeLensMap(store.read("movie.lensmap")!, "movie.lensmap");
}

/** Angle of a mesh vertex from the camera's forward, in radians. */
function lookAngle({ projection }: Pick<FrameCamera, "projection">, x: number, y: number): number {
  if (projection.kind !== "fisheye") throw new RangeError("a fisheye is measured here");
  const radiusPx = Math.hypot(x - projection.widthPx / 2, y - projection.heightPx / 2);
  return (radiusPx * projection.hfovRad) / projection.widthPx;
}

/**
 * Half-angle of the shadow about the inward direction for a camera that falls radially with energy E and speed
 * v = -dr/dtau, in radians. @see relativity, oracle 17, with E for 1 and v for beta
 */
function shadowHalfAngle(r: number, energy: number, speed: number): number {
  const critical = 3 * Math.sqrt(3);
  const middle = Math.atan2(r, critical * speed);
  const spread = Math.acos((critical * energy) / Math.hypot(r, critical * speed));
  return r > 3 ? middle - spread : middle + spread;
}

interface Faults {
  frames: number;
  vertices: number;
  wrongStatus: number;
  worstRedshift: number;
}

/** Every vertex of every frame against the closed forms of a fall from rest at a radius. */
function faultsOf(map: LensMap, restRadiusM: number): Faults {
  const unit = unitPx(map.header.sampling);
  const faults = { frames: 0, vertices: 0, wrongStatus: 0, worstRedshift: 0 };
  for (const frame of map.frames) {
    faults.frames++;
    addFrame(faults, frame, unit, restRadiusM);
  }
  return faults;
}

function addFrame(faults: Faults, { camera, vertices }: LensFrame, unit: number, restRadiusM: number): void {
  const energy = Math.sqrt(1 - 2 / restRadiusM);
  const r = Math.hypot(...camera.position);
  const speed = Math.sqrt(Math.max(0, 2 / r - 2 / restRadiusM));
  const edge = shadowHalfAngle(r, energy, speed);
  for (let vertex = 0; vertex < vertices.count; vertex++) {
    const psi = lookAngle(camera, vertices.x[vertex]! * unit, vertices.y[vertex]! * unit);
    if (psi > Math.PI || Math.abs(psi - edge) < 1e-9) continue;
    faults.vertices++;
    const status = vertices.status[vertex]!;
    if (status !== (psi < edge ? CAPTURED : ESCAPED)) faults.wrongStatus++;
    if (status !== ESCAPED) continue;
    const redshiftG = 1 / (energy - speed * Math.cos(psi));
    const error = Math.abs(vertices.redshiftG[vertex]! / redshiftG - 1);
    faults.worstRedshift = Math.max(faults.worstRedshift, error);
  }
}

describe("a movie of a radial fall, frame by frame through the horizon", () => {
  it("the closed form of this test gives the oracles (15, 18, 20 to 22)", () => {
    const deg = 180 / Math.PI;
    expect(shadowHalfAngle(2, 1, 1) * deg).toBeCloseTo(42.1034488707, 9);
    const dripEnergy = Math.sqrt(1 - 2 / 30);
    const speedAt = (r: number): number => Math.sqrt(2 / r - 2 / 30);
    expect(shadowHalfAngle(20, dripEnergy, speedAt(20)) * deg).toBeCloseTo(11.804150102, 8);
    expect(shadowHalfAngle(1, dripEnergy, speedAt(1)) * deg).toBeCloseTo(54.3886738259, 8);
    const edge = shadowHalfAngle(2, dripEnergy, speedAt(2));
    expect(1 / (dripEnergy - speedAt(2) * Math.cos(edge))).toBeCloseTo(3.7781089374, 8);
    expect(1 / (dripEnergy + speedAt(2))).toBeCloseTo(0.517549169507, 11);
  });

  it("drip: shadow and frequency shift are those of the closed forms at every vertex", async () => {
    const map = await lensMapOf("kind: drip, fromRadiusM: 30, toRadiusM: 0.5, frames: 13, spacing: sqrtR");
    const faults = faultsOf(map, 30);
    expect(faults.frames).toBe(13);
    expect(faults.vertices).toBeGreaterThan(5000);
    expect(faults.wrongStatus).toBe(0);
    expect(faults.worstRedshift).toBeLessThan(1e-12);
  });

  it("rain: shadow and frequency shift are those of the closed forms at every vertex", async () => {
    const faults = faultsOf(
      await lensMapOf("kind: rain, fromRadiusM: 12, toRadiusM: 0.5, frames: 9"),
      Number.POSITIVE_INFINITY,
    );
    expect(faults.frames).toBe(9);
    expect(faults.wrongStatus).toBe(0);
    expect(faults.worstRedshift).toBeLessThan(1e-12);
  });
});
