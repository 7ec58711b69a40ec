import { atan2, cos, sin } from "../kernel/elementary.ts";
import * as layout from "../kernel/layout.ts";
import { diskRedshiftG } from "../kernel/physics.ts";
import { GOAL_INFINITY } from "../kernel/scratchLayout.ts";
import {
  emptySeries,
  expand,
  move,
  rootIn,
  type SphereRay,
  type StepSeries,
  stepLength,
  valueAt,
} from "./referenceSeries.ts";
import { endEscaped, endRay, writeSweep } from "./referenceStart.ts";
import {
  contextNumber,
  contextWord,
  getCell,
  getFlag,
  plain,
  type RayJob,
  setCell,
  setFlag,
} from "./referenceTables.ts";

/** Spin of the context; none for Schwarzschild. */
function spinOf(job: RayJob): number {
  const isRound = contextWord(job, layout.CONTEXT_SPACETIME) === layout.SPACETIME_SCHWARZSCHILD;
  return isRound ? 0 : contextNumber(job, layout.CONTEXT_SPIN);
}

/** A slot on its way through one call. */
interface Passage {
  readonly job: RayJob;
  readonly slot: number;
  readonly ray: SphereRay;
  readonly series: StepSeries;
}

/** Advances one active ray by at most `slabSteps` steps; the twin of entryAdvance.ts. */
export function advanceRay(job: RayJob, slot: number, slabSteps: number): void {
  const a = spinOf(job);
  const tolerance = contextNumber(job, layout.CONTEXT_TOLERANCE);
  const passage: Passage = { job, slot, ray: loadRay(job, slot, a), series: emptySeries() };
  for (let taken = 0; taken < slabSteps; taken++) {
    const { ray, series } = passage;
    expand(ray, series, a);
    const step = stepLength(ray, series, tolerance);
    move(ray, series, step);
    if (isEnd(passage, step)) return;
  }
  keepRay(passage);
}

/** The state columns in their order. */
function loadRay(job: RayJob, slot: number, a: number): SphereRay {
  const at = (field: number): number => getCell(job, layout.RAY_STATE + field, slot);
  const energy = at(10);
  const momentum = at(11);
  const carter = at(12);
  const whole = carter + momentum * momentum;
  const ae = a * energy;
  const offset = momentum - ae;
  const k = carter + offset * offset;
  return {
    ...{ u: at(0), w: at(1), nx: at(2), ny: at(3), nz: at(4), vx: at(5), vy: at(6), vz: at(7) },
    ...{ psi: at(8), tau: at(9), energy, momentum, carter, target: at(13), whole, k, ae },
    ...{ c1: ae * ae - whole, c2: 3 * k, c3: -2 * a * a * carter, p2: -a * offset },
    wScale: 1 / Math.abs(energy),
  };
}

function keepRay({ job, slot, ray }: Passage): void {
  const { u, w, nx, ny, nz, vx, vy, vz, psi, tau } = ray;
  [u, w, nx, ny, nz, vx, vy, vz, psi, tau].forEach((value, field) => {
    setCell(job, layout.RAY_STATE + field, slot, value);
  });
}

/** Looks at a ray after a step; true when that was its last. */
function isEnd(passage: Passage, wholeStep: number): boolean {
  const { job, slot, ray } = passage;
  const steps = getFlag(job, layout.RAY_STEPS, slot) + 1;
  setFlag(job, layout.RAY_STEPS, slot, steps);
  if (!isSound(ray, wholeStep)) return close(passage, layout.STATUS_UNRESOLVED, layout.REASON_NOT_FINITE);
  const isBound = getFlag(job, layout.RAY_GOAL, slot) !== GOAL_INFINITY;
  const isLanding = !isBound && ray.u <= 0;
  const step = isLanding ? landingIn(passage, wholeStep) : wholeStep;
  if (contextWord(job, layout.CONTEXT_DISK) !== layout.DISK_NONE && meetsDisk(passage, step)) return true;
  ray.tau += step;
  if (isLanding) return land(passage, step);
  if (isBound && ray.u >= ray.target && ray.w >= 0) {
    return close(passage, layout.STATUS_CAPTURED, layout.REASON_NONE);
  }
  if (steps >= contextWord(job, layout.CONTEXT_STEP_BUDGET)) {
    return close(passage, layout.STATUS_UNRESOLVED, layout.REASON_STEP_BUDGET);
  }
  return false;
}

function isSound({ psi, u, w, nx, ny, nz, vx, vy, vz }: SphereRay, step: number): boolean {
  if (!(step > 0 && step < 1e300)) return false;
  const sum = psi + u + w + nx + ny + nz + vx + vy + vz;
  return sum - sum === 0;
}

function sweepOf({ whole, tau }: SphereRay): number {
  return whole > 0 ? Math.sqrt(whole) * tau : 0;
}

function close({ job, slot, ray }: Passage, status: number, reason: number): true {
  const sweep = sweepOf(ray);
  if (sweep - sweep === 0) writeSweep(job, slot, sweep);
  endRay(job, slot, status, reason);
  return true;
}

function landingIn({ ray, series }: Passage, high: number): number {
  return rootIn(series.u, series.w, { low: 0, high, guess: high - ray.u / ray.w });
}

function land({ job, slot, ray, series }: Passage, step: number): true {
  const nx = valueAt(series.nx, step);
  const ny = valueAt(series.ny, step);
  const nz = valueAt(series.nz, step);
  const psi = valueAt(series.psi, step);
  const c = cos(psi);
  const s = sin(psi);
  const direction = [c * nx - s * ny, s * nx + c * ny, nz] as const;
  endEscaped(job, slot, { direction, energy: ray.energy, sweepRad: sweepOf(ray) });
  return true;
}

/** Side of the disk's plane on which a ray is, or is about to be. */
function sideAt({ nz, vz }: StepSeries, t: number): number {
  const height = valueAt(nz, t);
  if (height !== 0) return height > 0 ? 1 : -1;
  const rate = valueAt(vz, t);
  return rate > 0 ? 1 : rate < 0 ? -1 : 0;
}

function meetsDisk(passage: Passage, step: number): boolean {
  const { series } = passage;
  const middle = 0.5 * step;
  const start = sideAt(series, 0);
  const half = sideAt(series, middle);
  const end = sideAt(series, step);
  const root = (low: number, high: number): number => rootIn(series.nz, series.vz, { low, high, guess: 0 });
  if (half !== start && crossesDisk(passage, root(0, middle))) return true;
  return end !== half && crossesDisk(passage, root(middle, step));
}

/** Records one crossing of the disk's plane; true when it ends the ray. */
function crossesDisk(passage: Passage, t: number): boolean {
  const { job, slot, ray, series } = passage;
  const radius = 1 / valueAt(series.u, t);
  const inner = contextNumber(job, layout.CONTEXT_DISK_INNER);
  if (!(radius >= inner && radius <= contextNumber(job, layout.CONTEXT_DISK_OUTER))) return false;
  const g = diskRedshiftG(
    spinOf(job),
    radius,
    ray.energy,
    ray.momentum,
    valueAt(series.w, t),
    contextNumber(job, layout.CONTEXT_ISCO_RADIUS),
    contextNumber(job, layout.CONTEXT_ISCO_ENERGY),
    contextNumber(job, layout.CONTEXT_ISCO_MOMENTUM),
  );
  const count = getFlag(job, layout.RAY_CROSSING_COUNT, slot);
  if (count < layout.CROSSING_COUNT) {
    const psi = valueAt(series.psi, t);
    const nx = valueAt(series.nx, t);
    const ny = valueAt(series.ny, t);
    const c = cos(psi);
    const s = sin(psi);
    const column = layout.RAY_CROSSINGS + layout.CROSSING_WORDS * count;
    setCell(job, column, slot, plain(radius));
    setCell(job, column + 1, slot, plain(atan2(s * nx + c * ny, c * nx - s * ny)));
    setCell(job, column + 2, slot, plain(g));
    setFlag(job, layout.RAY_CROSSING_COUNT, slot, count + 1);
  }
  if (contextWord(job, layout.CONTEXT_DISK) !== layout.DISK_OPAQUE) return false;
  ray.tau += t;
  close(passage, layout.STATUS_DISK, layout.REASON_NONE);
  setCell(job, layout.RAY_REDSHIFT_G, slot, plain(g));
  setFlag(job, layout.RAY_ORDER, slot, 0);
  return true;
}
