import { createEngine, type Engine, type Kernel } from "@lightcone/parallel";
import type { FrameCamera } from "../src/camera/frameCamera.ts";
import { type Observer, observerFourVelocity } from "../src/camera/observer.ts";
import { kerrSchildPosition } from "../src/camera/place.ts";
import { cameraTetrad, sphericalTetrad } from "../src/camera/tetrad.ts";
import { relativityKernelSpec } from "../src/kernelTables/spec.ts";
import type { Spacetime, Vec3 } from "../src/spacetime/spacetime.ts";
import { openRayPool } from "../src/trace/rayPool.ts";
import type { RayCamera, ResultColumns, TraceSetup } from "../src/trace/tracer.ts";

/** Radians of a degree. */
export const DEG: number = Math.PI / 180;

/** A camera of the oracle table: place by radius and polar angle at phi = 0, motion by word. */
export interface OracleCamera {
  readonly spacetime: Spacetime;
  readonly r: number;
  readonly thetaDeg: number;
  readonly observer: Observer;
  /** Forward and up as a user gives them; without, the frame of the oracle table. */
  readonly hints?: { readonly forward: Vec3; readonly up: Vec3 };
}

/** Azimuth and elevation in the frame of the oracle table, degrees. */
export type Look = readonly [azDeg: number, elDeg: number];

/** How to trace, besides the camera. */
export type TraceOptions = Partial<Omit<TraceSetup, "spacetime" | "frames">>;

/** Rays of oracle cameras on one engine. */
export interface OracleTracer {
  readonly engine: Engine;
  readonly kernel: Kernel;
  trace(camera: OracleCamera, looks: readonly Look[], options?: TraceOptions): ResultColumns;
  close(): Promise<void>;
}

/** Opens an engine on the caller's lane alone. */
export async function openOracleTracer(engineKind: "kernel" | "reference" = "kernel"): Promise<OracleTracer> {
  const engine = await createEngine({ lanes: 1, engine: engineKind });
  const kernel = await engine.loadKernel(relativityKernelSpec);
  if (kernel.activeEngine !== engineKind) throw new Error(kernel.fallbackReason);
  return {
    engine,
    kernel,
    trace(camera, looks, options = {}) {
      const frames = [directionCamera(camera)];
      const setup = { ...DEFAULTS, ...options, spacetime: camera.spacetime, frames };
      const pool = openRayPool(engine, kernel, setup);
      pool.append({
        count: looks.length,
        frame: new Int32Array(looks.length),
        x: Float64Array.from(looks, ([azDeg]) => azDeg * DEG),
        y: Float64Array.from(looks, ([, elDeg]) => elDeg * DEG),
      });
      pool.run();
      const results = pool.results();
      pool.close();
      return results;
    },
    close: () => engine.close(),
  };
}

const DEFAULTS = { backend: "fast", tolerance: 1e-12, stepBudget: 10_000 } as const;

/** The camera of a place, its samples being directions. */
export function directionCamera(camera: OracleCamera): RayCamera {
  return { ...stillFrame(camera), projection: { kind: "direction" } };
}

function stillFrame({
  spacetime,
  r,
  thetaDeg,
  observer,
  hints,
}: OracleCamera): Omit<FrameCamera, "projection"> {
  const spin = "spin" in spacetime ? spacetime.spin : 0;
  const theta = exactAngle(thetaDeg);
  const position = kerrSchildPosition(spin, r, { theta, phi: { cos: 1, sin: 0 } });
  const fourVelocity = observerFourVelocity({ spacetime, position }, observer);
  const place = { spacetime, position, tKsM: 0, fourVelocity };
  const tetrad = hints === undefined ? sphericalTetrad(place) : cameraTetrad(place, hints);
  return { frame: 0, tauM: 0, tKsM: 0, position, tetrad, exposure: 1 };
}

function exactAngle(deg: number): { cos: number; sin: number } {
  if (deg === 0) return { cos: 1, sin: 0 };
  if (deg === 90) return { cos: 0, sin: 1 };
  return { cos: Math.cos(deg * DEG), sin: Math.sin(deg * DEG) };
}

/** The unit direction of one row. */
export function directionOf(results: ResultColumns, row: number): [number, number, number] {
  return [results.directionX[row]!, results.directionY[row]!, results.directionZ[row]!];
}

/** A path of looks from one (t = 0) where `isBelow` holds to one (t = 1) where it does not. */
export type LookPath = (t: number) => Look;

/**
 * The places on paths where a property of the ray changes, by bisection of all paths at once.
 * @param isBelow  what holds at t = 0, told from a row of the results
 * @returns the parameters t, to the last digit
 */
export function bisectLooks(
  trace: (looks: readonly Look[]) => ResultColumns,
  paths: readonly LookPath[],
  isBelow: (results: ResultColumns, row: number) => boolean,
): number[] {
  const low = paths.map(() => 0);
  const high = paths.map(() => 1);
  for (let round = 0; round < 60; round++) {
    const middle = low.map((value, path) => 0.5 * (value + high[path]!));
    const results = trace(paths.map((look, path) => look(middle[path]!)));
    middle.forEach((t, path) => {
      if (isBelow(results, path)) low[path] = t;
      else high[path] = t;
    });
  }
  return high;
}

/** True for rays that do not come from infinity, the undecided ones on the edge included. */
export function isShadow(results: ResultColumns, row: number): boolean {
  return results.status[row] !== 0;
}
