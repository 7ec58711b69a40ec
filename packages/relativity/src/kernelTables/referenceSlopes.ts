/*
 * How the direction at infinity changes with the sample, of a ray that ends where it starts: the twin of
 * entryDirectionSlopes.ts.
 */
import { cos, sin } from "../kernel/elementary.ts";
import * as layout from "../kernel/layout.ts";
import { frameIndex, type Leg, type Look, type PreparedFrame } from "./referenceCamera.ts";
import { getCell, getFlag, plain, type RayJob, setCell } from "./referenceTables.ts";

/** How a sample's look direction changes with x and with y. */
function lookSlopes(job: RayJob, slot: number): readonly [Look, Look] {
  const frame = frameIndex(job, getFlag(job, layout.RAY_FRAME, slot));
  const at = (byte: number): number => job.f64[frame + byte / 8]!;
  const x = getCell(job, layout.RAY_SAMPLE_X, slot);
  const y = getCell(job, layout.RAY_SAMPLE_Y, slot);
  const kind = at(layout.FRAME_PROJECTION);
  const focal = at(layout.FRAME_FOCAL);
  const right = x - 0.5 * at(layout.FRAME_WIDTH_PX);
  const up = 0.5 * at(layout.FRAME_HEIGHT_PX) - y;
  if (kind === layout.PROJECTION_PINHOLE) return pinholeSlopes(focal, up, right);
  if (kind === layout.PROJECTION_FISHEYE) return fisheyeSlopes(focal, up, right);
  const isGiven = kind === layout.PROJECTION_DIRECTION;
  const azimuth = isGiven ? x : right / focal;
  const elevation = isGiven ? y : up / focal;
  const turn = isGiven ? 1 : 1 / focal;
  const rise = isGiven ? 1 : -1 / focal;
  const level = cos(elevation);
  const height = sin(elevation);
  return [
    { forward: -(turn * level * sin(azimuth)), up: 0, right: turn * level * cos(azimuth) },
    { forward: -(rise * height * cos(azimuth)), up: rise * level, right: -(rise * height * sin(azimuth)) },
  ];
}

function pinholeSlopes(focal: number, up: number, right: number): readonly [Look, Look] {
  const scale = 1 / Math.sqrt(focal * focal + up * up + right * right);
  const cube = scale * scale * scale;
  return [
    { forward: -(focal * right * cube), up: -(up * right * cube), right: scale - right * right * cube },
    { forward: focal * up * cube, up: up * up * cube - scale, right: right * up * cube },
  ];
}

function fisheyeSlopes(focal: number, up: number, right: number): readonly [Look, Look] {
  const distance = Math.sqrt(right * right + up * up);
  const angle = distance / focal;
  const scale = distance > 0 ? sin(angle) / distance : 1 / focal;
  const bend = distance > 0 ? (cos(angle) / focal - scale) / (distance * distance) : 0;
  return [
    { forward: -(scale * right) / focal, up: bend * right * up, right: scale + bend * right * right },
    { forward: (scale * up) / focal, up: -(scale + bend * up * up), right: -(bend * up * right) },
  ];
}

function along({ legs }: PreparedFrame, slope: Look, name: keyof Leg): number {
  return slope.forward * legs[1][name] + slope.up * legs[2][name] + slope.right * legs[3][name];
}

/** Writes the slopes of a straight ray of that tangent, whose direction stands in the table. */
export function writeFlatSlopes(job: RayJob, slot: number, frame: PreparedFrame, tangent: Leg): void {
  const { vx, vy, vz } = tangent;
  const dx = getCell(job, layout.RAY_DIRECTION, slot);
  const dy = getCell(job, layout.RAY_DIRECTION + 1, slot);
  const dz = getCell(job, layout.RAY_DIRECTION + 2, slot);
  const scale = 1 / Math.sqrt(vx * vx + vy * vy + vz * vz);
  lookSlopes(job, slot).forEach((look, axis) => {
    const sx = along(frame, look, "vx");
    const sy = along(frame, look, "vy");
    const sz = along(frame, look, "vz");
    const length = dx * sx + dy * sy + dz * sz;
    setSlope(job, slot, axis, [
      (sx - dx * length) * scale,
      (sy - dy * length) * scale,
      (sz - dz * length) * scale,
    ]);
  });
}

/** A ray of Schwarzschild that escaped: its direction is cos(sweep) n + sin(sweep) v / |v|. */
export interface SweptRay {
  readonly frame: PreparedFrame;
  readonly tangent: Leg;
  /** |v|. */
  readonly speed: number;
  readonly sweepRad: number;
  /** As referenceSweepSlope.ts gives it; 0 where the ray is straight. */
  readonly sweepSlope: number;
}

/** Writes its slopes. */
export function writeSlopes(job: RayJob, slot: number, ray: SweptRay): void {
  const { frame, tangent, speed, sweepRad, sweepSlope } = ray;
  const { energy, w, vx, vy, vz } = tangent;
  const { u, n } = frame;
  const isStraight = sweepSlope === 0;
  const cosine = cos(sweepRad);
  const across = sin(sweepRad);
  const inverse = speed > 0 ? 1 / speed : 0;
  const sideways = speed > 0 ? across * inverse : u / -energy;
  lookSlopes(job, slot).forEach((look, axis) => {
    const sx = along(frame, look, "vx");
    const sy = along(frame, look, "vy");
    const sz = along(frame, look, "vz");
    const speedSlope = (vx * sx + vy * sy + vz * sz) * inverse;
    const turn = isStraight
      ? (u * speedSlope + sweepRad * along(frame, look, "energy")) / -energy
      : (sweepSlope * (along(frame, look, "w") - w * inverse * speedSlope)) / -energy;
    const forN = -(across * turn);
    const forV = (cosine * turn - across * inverse * speedSlope) * inverse;
    setSlope(job, slot, axis, [
      forN * n[0] + forV * vx + sideways * sx,
      forN * n[1] + forV * vy + sideways * sy,
      forN * n[2] + forV * vz + sideways * sz,
    ]);
  });
}

function setSlope(job: RayJob, slot: number, axis: number, slope: readonly number[]): void {
  slope.forEach((value, k) => {
    setCell(job, layout.RAY_SLOPES + 3 * axis + k, slot, plain(value));
  });
}
