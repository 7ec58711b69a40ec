import { cos, sin } from "../kernel/elementary.ts";
import * as layout from "../kernel/layout.ts";
import { kerrSchildRadius } from "../kernel/physics.ts";
import { contextNumber, contextWord, type RayJob } from "./referenceTables.ts";

/** Components along forward, up, right. */
export interface Look {
  readonly forward: number;
  readonly up: number;
  readonly right: number;
}

/** What a leg of the frame, taken as a tangent, has: in flat space `v` are its Cartesian components. */
export interface Leg {
  readonly energy: number;
  readonly momentum: number;
  /** du/dtau. */
  readonly w: number;
  readonly vx: number;
  readonly vy: number;
  readonly vz: number;
}

/** A frame that is set up; the twin of the scratch's camera. */
export interface PreparedFrame {
  readonly isSound: boolean;
  /** Unit vector of the position. */
  readonly n: readonly [number, number, number];
  readonly u: number;
  /** Velocity, forward, up, right. */
  readonly legs: readonly [Leg, Leg, Leg, Leg];
}

/** First f64 index of a frame. */
export function frameIndex(job: RayJob, frame: number): number {
  return (contextWord(job, layout.CONTEXT_FRAMES) + layout.FRAME_BYTES * frame) >> 3;
}

/** The unit direction of a sample. */
export function lookOf(job: RayJob, frame: number, x: number, y: number): Look {
  const at = (byte: number): number => job.f64[frameIndex(job, frame) + byte / 8]!;
  const kind = at(layout.FRAME_PROJECTION);
  const focal = at(layout.FRAME_FOCAL);
  const right = x - 0.5 * at(layout.FRAME_WIDTH_PX);
  const up = 0.5 * at(layout.FRAME_HEIGHT_PX) - y;
  if (kind === layout.PROJECTION_PINHOLE) {
    const scale = 1 / Math.sqrt(focal * focal + up * up + right * right);
    return { forward: focal * scale, up: up * scale, right: right * scale };
  }
  if (kind === layout.PROJECTION_FISHEYE) {
    const distance = Math.sqrt(right * right + up * up);
    const angle = distance / focal;
    const scale = distance > 0 ? sin(angle) / distance : 0;
    return { forward: cos(angle), up: up * scale, right: right * scale };
  }
  const isGiven = kind === layout.PROJECTION_DIRECTION;
  const azimuth = isGiven ? x : right / focal;
  const elevation = isGiven ? y : up / focal;
  const level = cos(elevation);
  return { forward: level * cos(azimuth), up: sin(elevation), right: level * sin(azimuth) };
}

/** Sets up a frame. */
export function prepareFrame(job: RayJob, frame: number): PreparedFrame {
  const isFlat = contextWord(job, layout.CONTEXT_SPACETIME) === layout.SPACETIME_MINKOWSKI;
  return isFlat ? prepareFlat(job, frame) : prepareKerr(job, frame, contextNumber(job, layout.CONTEXT_SPIN));
}

/** The four legs of a frame, each through `leg`. */
function legsOf(job: RayJob, frame: number, leg: (components: Float64Array) => Leg): PreparedFrame["legs"] {
  const first = frameIndex(job, frame) + layout.FRAME_VELOCITY / 8;
  const at = (index: number): Leg => leg(job.f64.subarray(first + 4 * index, first + 4 * index + 4));
  return [at(0), at(1), at(2), at(3)];
}

function prepareFlat(job: RayJob, frame: number): PreparedFrame {
  const legs = legsOf(job, frame, (e) => ({
    energy: e[0]!,
    momentum: 0,
    w: 0,
    vx: e[1]!,
    vy: e[2]!,
    vz: e[3]!,
  }));
  return { isSound: true, n: [0, 0, 0], u: 0, legs };
}

function prepareKerr(job: RayJob, frame: number, a: number): PreparedFrame {
  const place = frameIndex(job, frame) + layout.FRAME_POSITION / 8;
  const x = job.f64[place]!;
  const y = job.f64[place + 1]!;
  const z = job.f64[place + 2]!;
  const r = kerrSchildRadius(a, x, y, z);
  const size = r * r + a * a;
  const lx = (r * x + a * y) / size;
  const ly = (r * y - a * x) / size;
  const mu = z / r;
  const s = Math.sqrt(lx * lx + ly * ly);
  const c = s > 0 ? lx / s : 1;
  const d = s > 0 ? ly / s : 0;
  const u = 1 / r;
  const norm = 1 / Math.sqrt(s * s + mu * mu);
  const f = (2 * r) / (r * r + a * a * mu * mu);
  const delta = r * r - 2 * r + a * a;
  const legs = legsOf(job, frame, (e) => {
    const along = f * (e[0]! + lx * e[1]! + ly * e[2]! + mu * e[3]!);
    const energy = e[0]! - along;
    const px = e[1]! + along * lx;
    const py = e[2]! + along * ly;
    const pz = e[3]! + along * mu;
    const ax = r * c - a * d;
    const ay = r * d + a * c;
    const turn = ax * py - ay * px;
    const momentum = s * turn;
    const tilt = mu * (ax * px + ay * py) - r * s * pz;
    const radial = s * (c * px + d * py) + mu * pz;
    const w = -(u * u) * (delta * radial - 2 * r * energy + a * momentum);
    const vx = tilt * mu * c - turn * d;
    const vy = tilt * mu * d + turn * c;
    return { energy, momentum, w, vx, vy, vz: -(tilt * s) };
  });
  return {
    isSound: r > 0 && r < 1e300,
    n: [s * c * norm, s * d * norm, mu * norm],
    u,
    legs,
  };
}

/** What the backward tangent -u + n_f e_f + n_u e_u + n_r e_r has: linear in its legs. */
export function backwardTangent({ legs }: PreparedFrame, look: Look): Leg {
  const sum = (name: keyof Leg): number =>
    look.forward * legs[1][name] - legs[0][name] + look.up * legs[2][name] + look.right * legs[3][name];
  return {
    energy: sum("energy"),
    momentum: sum("momentum"),
    w: sum("w"),
    vx: sum("vx"),
    vy: sum("vy"),
    vz: sum("vz"),
  };
}
