/*
 * Camera set-up: the look direction of a sample, and what a ray's constants are linear in. AssemblyScript only.
 * Everything stands in the scratch of the lane, so that rays of one frame share it.
 */
import { cos, sin } from "./elementary";
import {
  CONTEXT_FRAMES,
  CONTEXT_SPACETIME,
  CONTEXT_SPIN,
  FRAME_BYTES,
  FRAME_FOCAL,
  FRAME_HEIGHT_PX,
  FRAME_POSITION,
  FRAME_PROJECTION,
  FRAME_VELOCITY,
  FRAME_WIDTH_PX,
  PROJECTION_DIRECTION,
  PROJECTION_FISHEYE,
  PROJECTION_PINHOLE,
  SPACETIME_MINKOWSKI,
} from "./layout";
import { kerrSchildRadius } from "./physics";
import {
  CAMERA_FRAME,
  CAMERA_IS_SOUND,
  CAMERA_LEGS,
  CAMERA_LOOK,
  CAMERA_LOOK_SLOPES,
  CAMERA_N,
  CAMERA_U,
  LEG_BYTES,
  LEG_ENERGY,
  LEG_MOMENTUM,
  LEG_V,
  LEG_W,
} from "./scratchLayout";

/** Address of a frame. */
export function frameAt(context: usize, frame: i32): usize {
  return <usize>load<i32>(context + CONTEXT_FRAMES) + <usize>(FRAME_BYTES * frame);
}

/** Writes the unit components of a sample's direction along forward, up, right: three f64 at `look`. */
export function writeLook(frame: usize, x: f64, y: f64, look: usize): void {
  const kind = <i32>load<f64>(frame + FRAME_PROJECTION);
  const focal = load<f64>(frame + FRAME_FOCAL);
  const right = x - 0.5 * load<f64>(frame + FRAME_WIDTH_PX);
  const up = 0.5 * load<f64>(frame + FRAME_HEIGHT_PX) - y;
  if (kind === PROJECTION_PINHOLE) {
    const scale = 1 / Math.sqrt(focal * focal + up * up + right * right);
    store3(look, focal * scale, up * scale, right * scale);
  } else if (kind === PROJECTION_FISHEYE) {
    const distance = Math.sqrt(right * right + up * up);
    const angle = distance / focal;
    const scale = distance > 0 ? sin(angle) / distance : 0;
    store3(look, cos(angle), up * scale, right * scale);
  } else {
    const azimuth = kind === PROJECTION_DIRECTION ? x : right / focal;
    const elevation = kind === PROJECTION_DIRECTION ? y : up / focal;
    const level = cos(elevation);
    store3(look, level * cos(azimuth), sin(elevation), level * sin(azimuth));
  }
}

/** Writes how a sample's look direction changes with x and with y: three f64 each at CAMERA_LOOK_SLOPES. */
export function writeLookSlopes(scratch: usize, frame: usize, x: f64, y: f64): void {
  const byX = scratch + CAMERA_LOOK_SLOPES;
  const byY = byX + 24;
  const kind = <i32>load<f64>(frame + FRAME_PROJECTION);
  const focal = load<f64>(frame + FRAME_FOCAL);
  const right = x - 0.5 * load<f64>(frame + FRAME_WIDTH_PX);
  const up = 0.5 * load<f64>(frame + FRAME_HEIGHT_PX) - y;
  if (kind === PROJECTION_PINHOLE) {
    const scale = 1 / Math.sqrt(focal * focal + up * up + right * right);
    const cube = scale * scale * scale;
    store3(byX, -(focal * right * cube), -(up * right * cube), scale - right * right * cube);
    store3(byY, focal * up * cube, up * up * cube - scale, right * up * cube);
  } else if (kind === PROJECTION_FISHEYE) {
    const distance = Math.sqrt(right * right + up * up);
    const angle = distance / focal;
    const scale = distance > 0 ? sin(angle) / distance : 1 / focal;
    const bend = distance > 0 ? (cos(angle) / focal - scale) / (distance * distance) : 0;
    store3(byX, -(scale * right) / focal, bend * right * up, scale + bend * right * right);
    store3(byY, (scale * up) / focal, -(scale + bend * up * up), -(bend * up * right));
  } else {
    const isGiven = kind === PROJECTION_DIRECTION;
    const azimuth = isGiven ? x : right / focal;
    const elevation = isGiven ? y : up / focal;
    const turn = isGiven ? 1.0 : 1 / focal;
    const rise = isGiven ? 1.0 : -1 / focal;
    const level = cos(elevation);
    const height = sin(elevation);
    store3(byX, -(turn * level * sin(azimuth)), 0, turn * level * cos(azimuth));
    store3(byY, -(rise * height * cos(azimuth)), rise * level, -(rise * height * sin(azimuth)));
  }
}

function store3(at: usize, first: f64, second: f64, third: f64): void {
  store<f64>(at, first);
  store<f64>(at + 8, second);
  store<f64>(at + 16, third);
}

/** Sets up a frame, unless it is the one that stands in the scratch. */
export function prepareFrame(scratch: usize, context: usize, index: i32): void {
  if (load<i32>(scratch + CAMERA_FRAME) === index) return;
  const frame = frameAt(context, index);
  store<i32>(scratch + CAMERA_FRAME, index);
  if (load<i32>(context + CONTEXT_SPACETIME) === SPACETIME_MINKOWSKI) prepareFlat(scratch, frame);
  else prepareKerr(scratch, frame, load<f64>(context + CONTEXT_SPIN));
}

/** Legs of flat space: energy and Cartesian components. */
function prepareFlat(scratch: usize, frame: usize): void {
  for (let leg = 0; leg < 4; leg++) {
    const from = frame + FRAME_VELOCITY + <usize>(32 * leg);
    const to = scratch + CAMERA_LEGS + <usize>(LEG_BYTES * leg);
    store<f64>(to + LEG_ENERGY, load<f64>(from));
    store3(to + LEG_V, load<f64>(from + 8), load<f64>(from + 16), load<f64>(from + 24));
    store<f64>(to + LEG_MOMENTUM, 0);
    store<f64>(to + LEG_W, 0);
  }
  store<i32>(scratch + CAMERA_IS_SOUND, 1);
}

/**
 * Legs in the sphere form: every leg e lowered with g = eta + f l l, then energy, angular momentum, du/dtau and v of a
 * ray with that tangent. No division by the sine of the polar angle.
 */
function prepareKerr(scratch: usize, frame: usize, a: f64): void {
  const x = load<f64>(frame + FRAME_POSITION);
  const y = load<f64>(frame + FRAME_POSITION + 8);
  const z = load<f64>(frame + FRAME_POSITION + 16);
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
  store3(scratch + CAMERA_N, s * c * norm, s * d * norm, mu * norm);
  store<f64>(scratch + CAMERA_U, u);
  store<i32>(scratch + CAMERA_IS_SOUND, r > 0 && r < 1e300 ? 1 : 0);
  const f = (2 * r) / (r * r + a * a * mu * mu);
  const delta = r * r - 2 * r + a * a;
  for (let leg = 0; leg < 4; leg++) {
    const from = frame + FRAME_VELOCITY + <usize>(32 * leg);
    const to = scratch + CAMERA_LEGS + <usize>(LEG_BYTES * leg);
    const et = load<f64>(from);
    const ex = load<f64>(from + 8);
    const ey = load<f64>(from + 16);
    const ez = load<f64>(from + 24);
    const along = f * (et + lx * ex + ly * ey + mu * ez);
    const energy = et - along;
    const px = ex + along * lx;
    const py = ey + along * ly;
    const pz = ez + along * mu;
    const ax = r * c - a * d;
    const ay = r * d + a * c;
    const turn = ax * py - ay * px;
    const momentum = s * turn;
    const tilt = mu * (ax * px + ay * py) - r * s * pz;
    const radial = s * (c * px + d * py) + mu * pz;
    store<f64>(to + LEG_ENERGY, energy);
    store<f64>(to + LEG_MOMENTUM, momentum);
    store<f64>(to + LEG_W, -(u * u) * (delta * radial - 2 * r * energy + a * momentum));
    store3(to + LEG_V, tilt * mu * c - turn * d, tilt * mu * d + turn * c, -(tilt * s));
  }
}

/** One of the quantities that are linear in the backward tangent -u + n_f e_f + n_u e_u + n_r e_r. */
export function alongLook(scratch: usize, at: usize): f64 {
  const legs = scratch + CAMERA_LEGS + at;
  const look = scratch + CAMERA_LOOK;
  return (
    load<f64>(look) * load<f64>(legs + LEG_BYTES) -
    load<f64>(legs) +
    load<f64>(look + 8) * load<f64>(legs + 2 * LEG_BYTES) +
    load<f64>(look + 16) * load<f64>(legs + 3 * LEG_BYTES)
  );
}

/** How it changes with the look direction, of which the change stands at `slope`. */
export function alongSlope(scratch: usize, slope: usize, at: usize): f64 {
  const legs = scratch + CAMERA_LEGS + at;
  return (
    load<f64>(slope) * load<f64>(legs + LEG_BYTES) +
    load<f64>(slope + 8) * load<f64>(legs + 2 * LEG_BYTES) +
    load<f64>(slope + 16) * load<f64>(legs + 3 * LEG_BYTES)
  );
}
