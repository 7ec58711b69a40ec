import { negativeRoot, rootGapSquared, sweepFromInfinity, sweepToTurn } from "../kernel/carlson.ts";
import { atan2, cos, PI, sin } from "../kernel/elementary.ts";
import * as layout from "../kernel/layout.ts";
import * as physics from "../kernel/physics.ts";
import { GOAL_DISK_EDGE, GOAL_INFINITY } from "../kernel/scratchLayout.ts";
import { backwardTangent, frameIndex, type Leg, lookOf, type PreparedFrame } from "./referenceCamera.ts";
import { writeFlatSlopes, writeSlopes } from "./referenceSlopes.ts";
import { sweepInward, sweepOverTurn } from "./referenceSweepSlope.ts";
import {
  contextNumber,
  contextWord,
  getCell,
  getFlag,
  plain,
  plainFinite,
  type RayJob,
  setCell,
  setFlag,
} from "./referenceTables.ts";

/**
 * Starts one pending ray; the twin of entryStart.ts.
 * @param frame  with `hasSlopes` where rays that end where they start leave the slopes of their directions
 */
export function startRay(job: RayJob, slot: number, frame: StartFrame): void {
  const index = getFlag(job, layout.RAY_FRAME, slot);
  const x = getCell(job, layout.RAY_SAMPLE_X, slot);
  const y = getCell(job, layout.RAY_SAMPLE_Y, slot);
  const tangent = backwardTangent(frame, lookOf(job, index, x, y));
  clearAnswer(job, slot);
  if (contextWord(job, layout.CONTEXT_SPACETIME) === layout.SPACETIME_MINKOWSKI) {
    startFlat(job, slot, frame, tangent);
    return;
  }
  const { energy, momentum, w, vx, vy, vz } = tangent;
  const sum = energy + momentum + w + vx + vy + vz;
  if (!frame.isSound || sum - sum !== 0) {
    endRay(job, slot, layout.STATUS_UNRESOLVED, layout.REASON_CAMERA);
    return;
  }
  startKerr(job, slot, frame, tangent);
}

/** A frame that is set up, and what is asked of its rays. */
export interface StartFrame extends PreparedFrame {
  readonly hasSlopes: boolean;
}

function clearAnswer(job: RayJob, slot: number): void {
  for (const column of [
    layout.RAY_DIRECTION,
    layout.RAY_DIRECTION + 1,
    layout.RAY_DIRECTION + 2,
    layout.RAY_REDSHIFT_G,
    layout.RAY_XI,
    layout.RAY_ETA,
    layout.RAY_SWEEP_RAD,
  ]) {
    setCell(job, column, slot, 0);
  }
  setCell(job, layout.RAY_MARGIN_U, slot, 1);
  for (const column of [layout.RAY_ORDER, layout.RAY_STEPS, layout.RAY_CROSSING_COUNT]) {
    setFlag(job, column, slot, 0);
  }
}

/** Closes a ray. */
export function endRay(job: RayJob, slot: number, status: number, reason: number): void {
  setFlag(job, layout.RAY_STATUS, slot, status);
  setFlag(job, layout.RAY_REASON, slot, reason);
  setFlag(job, layout.RAY_POOL_STATUS, slot, layout.POOL_TERMINATED);
}

/** What is known of a ray that came from infinity. */
export interface EscapedRay {
  /** Any length. */
  readonly direction: readonly [number, number, number];
  /** Of the backward tangent. */
  readonly energy: number;
  readonly sweepRad: number;
}

/** Closes a ray that came from infinity. */
export function endEscaped(job: RayJob, slot: number, { direction, energy, sweepRad }: EscapedRay): void {
  const [x, y, z] = direction;
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  setCell(job, layout.RAY_DIRECTION, slot, plain(x * scale));
  setCell(job, layout.RAY_DIRECTION + 1, slot, plain(y * scale));
  setCell(job, layout.RAY_DIRECTION + 2, slot, plain(z * scale));
  setCell(job, layout.RAY_REDSHIFT_G, slot, plain(-1 / energy));
  writeSweep(job, slot, sweepRad);
  endRay(job, slot, layout.STATUS_ESCAPED, layout.REASON_NONE);
}

/** Writes sweep and order. */
export function writeSweep(job: RayJob, slot: number, sweepRad: number): void {
  setCell(job, layout.RAY_SWEEP_RAD, slot, plain(sweepRad));
  setFlag(job, layout.RAY_ORDER, slot, Math.floor(sweepRad / PI));
}

function startFlat(job: RayJob, slot: number, frame: StartFrame, tangent: Leg): void {
  const { energy, vx, vy, vz } = tangent;
  const place = frameIndex(job, getFlag(job, layout.RAY_FRAME, slot)) + layout.FRAME_POSITION / 8;
  const x = job.f64[place]!;
  const y = job.f64[place + 1]!;
  const z = job.f64[place + 2]!;
  const mx = y * vz - z * vy;
  const my = z * vx - x * vz;
  const mz = x * vy - y * vx;
  const whole = mx * mx + my * my + mz * mz;
  const sum = energy + vx + vy + vz + whole;
  if (sum - sum !== 0 || !(energy < 0)) {
    endRay(job, slot, layout.STATUS_UNRESOLVED, layout.REASON_CAMERA);
    return;
  }
  setCell(job, layout.RAY_XI, slot, plainFinite(mz / energy));
  setCell(job, layout.RAY_ETA, slot, plainFinite((mx * mx + my * my) / (energy * energy)));
  const sweepRad = atan2(Math.sqrt(whole), x * vx + y * vy + z * vz);
  endEscaped(job, slot, { direction: [vx, vy, vz], energy, sweepRad });
  if (frame.hasSlopes) writeFlatSlopes(job, slot, frame, tangent);
}

function startKerr(job: RayJob, slot: number, frame: StartFrame, tangent: Leg): void {
  const { energy, momentum, w, vx, vy, vz } = tangent;
  const kind = contextWord(job, layout.CONTEXT_SPACETIME);
  const a = kind === layout.SPACETIME_SCHWARZSCHILD ? 0 : contextNumber(job, layout.CONTEXT_SPIN);
  const { u } = frame;
  const nz = frame.n[2];
  const e2 = energy * energy;
  const a2e2 = a * a * e2;
  const whole = vx * vx + vy * vy + vz * vz - a2e2 * nz * nz;
  const carter = whole - momentum * momentum;
  setCell(job, layout.RAY_XI, slot, plainFinite(momentum / energy));
  setCell(job, layout.RAY_ETA, slot, plainFinite(carter / e2));
  const offset = momentum - a * energy;
  const k = carter + offset * offset;
  const c1 = a2e2 - whole;
  const c3 = -2 * a * a * carter;
  const a2q = a * a * carter;
  const auxiliary = physics.criticalAuxiliary(c1, 3 * k, c3);
  const uA = physics.criticalPoint(c1, auxiliary);
  const uB = physics.criticalPoint(auxiliary, c3);
  const valueA = physics.radialPotential(uA, e2, c1, k, a2q);
  const valueB = physics.radialPotential(uB, e2, c1, k, a2q);
  const horizonU = 1 / physics.horizonRadius(a);
  const marginA = physics.marginAt(uA, valueA, u, horizonU, w, e2);
  const marginB = physics.marginAt(uB, valueB, u, horizonU, w, e2);
  const margin = physics.smaller(marginA, marginB);
  setCell(job, layout.RAY_MARGIN_U, slot, margin);
  const isLost = !(energy < 0);
  if (!isLost && margin < physics.CRITICAL_MARGIN) {
    endRay(job, slot, layout.STATUS_UNRESOLVED, layout.REASON_CRITICAL);
    return;
  }
  const hasDisk = contextWord(job, layout.CONTEXT_DISK) !== layout.DISK_NONE;
  const state = { frame, tangent, carter };
  if (isLost || physics.isCaptured(uA, valueA, uB, valueB, u, horizonU, w)) {
    const edgeU = 1 / contextNumber(job, layout.CONTEXT_DISK_INNER);
    const atHorizon = energy + (a2e2 === 0 ? 0 : a * (a * energy - momentum) * horizonU * horizonU);
    if (!hasDisk || (u >= edgeU && w >= 0) || (u >= horizonU && !(atHorizon < 0))) {
      endRay(job, slot, layout.STATUS_CAPTURED, layout.REASON_NONE);
      return;
    }
    keepState(job, slot, { ...state, target: edgeU, goal: GOAL_DISK_EDGE });
    return;
  }
  if (kind === layout.SPACETIME_SCHWARZSCHILD && !hasDisk) endSchwarzschild(job, slot, frame, tangent);
  else keepState(job, slot, { ...state, target: 0, goal: GOAL_INFINITY });
}

/** What is kept of a ray that goes on. */
interface StartState {
  readonly frame: PreparedFrame;
  readonly tangent: Leg;
  readonly carter: number;
  readonly target: number;
  readonly goal: number;
}

function keepState(job: RayJob, slot: number, { frame, tangent, carter, target, goal }: StartState): void {
  const { energy, momentum, w, vx, vy, vz } = tangent;
  [frame.u, w, ...frame.n, vx, vy, vz, 0, 0, energy, momentum, carter, target].forEach((value, field) => {
    setCell(job, layout.RAY_STATE + field, slot, value);
  });
  setFlag(job, layout.RAY_GOAL, slot, goal);
  setFlag(job, layout.RAY_POOL_STATUS, slot, layout.POOL_ACTIVE);
}

/** Sweep below which a ray is straight: its bend is below half a unit in the last place. */
const STRAIGHT = 1e-9;

/** Sweep from infinity to u, where du/dphi is the rate: over the turning point unless u rises from infinity. */
function sweepOf(u: number, rate: number, beta: number): number {
  const u1 = negativeRoot(beta);
  if (rate < 0) return sweepFromInfinity(u, u1, -rate);
  const gap = Math.sqrt(rootGapSquared(u1));
  const turnU = 0.5 * (0.5 - u1 - gap);
  const below = (rate * rate) / (2 * (u - u1) * (turnU + gap - u));
  return sweepToTurn(u1, gap, turnU) + sweepToTurn(u1, gap, below);
}

function endSchwarzschild(job: RayJob, slot: number, frame: StartFrame, tangent: Leg): void {
  const { u, n } = frame;
  const { energy, w, vx, vy, vz } = tangent;
  const speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
  const slope = speed * u;
  let sweepRad = slope / -energy;
  let sweepSlope = 0;
  if (sweepRad > STRAIGHT) {
    const beta = -energy / speed;
    const rate = w / speed;
    if (frame.hasSlopes) {
      const pair = rate < 0 ? sweepInward(u, -rate, beta) : sweepOverTurn(u, rate, beta);
      sweepRad = pair.value;
      sweepSlope = pair.slope;
    } else sweepRad = sweepOf(u, rate, beta);
  }
  const along = cos(sweepRad);
  const across = speed > 0 ? sin(sweepRad) / speed : 0;
  const direction = [
    along * n[0] + across * vx,
    along * n[1] + across * vy,
    along * n[2] + across * vz,
  ] as const;
  endEscaped(job, slot, { direction, energy, sweepRad });
  if (frame.hasSlopes) writeSlopes(job, slot, { frame, tangent, speed, sweepRad, sweepSlope });
}
