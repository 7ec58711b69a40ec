import { createEngine, type Engine, type Kernel } from "@lightcone/parallel";
import type { Tetrad, Vec3 } from "../src/camera/frameCamera.ts";
import { type Observer, observerFourVelocity } from "../src/camera/observer.ts";
import { kerrSchildPosition } from "../src/camera/place.ts";
import { sphericalTetrad } from "../src/camera/tetrad.ts";
import { relativityKernelSpec } from "../src/kernelTables/spec.ts";
import { kerrSchildParameters, type Spacetime } from "../src/spacetime/spacetime.ts";
import { poolTracer } from "../src/trace/poolTracer.ts";
import { rayResult, sampleColumns } from "../src/trace/rayResults.ts";
import type { RayCamera, RayResult, TraceSetup } from "../src/trace/tracer.ts";

/** A camera in the words of single rays. */
export interface LabCamera {
  readonly r: number;
  readonly thetaDeg: number;
  readonly phiDeg?: number;
  readonly observer: Observer;
  readonly tKsM?: number;
}

/** Azimuth and elevation, in degrees. */
export type Look = readonly [azDeg: number, elDeg: number];

export type LabSetup = Pick<TraceSetup, "spacetime"> & Partial<Omit<TraceSetup, "frames">>;

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Cosine and sine, exact at right angles. */
export function angle(degrees: number): { cos: number; sin: number } {
  if (degrees === 90) return { cos: 0, sin: 1 };
  if (degrees === 0) return { cos: 1, sin: 0 };
  return { cos: Math.cos(radians(degrees)), sin: Math.sin(radians(degrees)) };
}

export function placeOf(spacetime: Spacetime, { r, thetaDeg, phiDeg = 0 }: LabCamera): Vec3 {
  const { spin } = kerrSchildParameters(spacetime);
  return kerrSchildPosition(spin, r, { theta: angle(thetaDeg), phi: angle(phiDeg) });
}

export function tetradOf(spacetime: Spacetime, camera: LabCamera): Tetrad {
  const position = placeOf(spacetime, camera);
  const { tKsM = 0 } = camera;
  const fourVelocity = observerFourVelocity({ spacetime, position, tKsM }, camera.observer);
  return sphericalTetrad({ spacetime, position, tKsM, fourVelocity });
}

export function cameraOf(
  spacetime: Spacetime,
  camera: LabCamera,
  projection: RayCamera["projection"] = { kind: "direction" },
): RayCamera {
  const position = placeOf(spacetime, camera);
  const { tKsM = 0 } = camera;
  return { frame: 0, tauM: 0, tKsM, position, tetrad: tetradOf(spacetime, camera), projection };
}

/** Single rays on one lane: what oracles are held against. */
export interface RayLab {
  readonly engine: Engine;
  readonly kernel: Kernel;
  /** Rays of one camera, by default in the general backend at tolerance 1e-10. */
  trace(setup: LabSetup, camera: LabCamera, looks: readonly Look[]): RayResult[];
  /** The same through pixels of a frame, x and y in px. */
  traceFrame(setup: LabSetup, frame: RayCamera, samples: readonly (readonly [number, number])[]): RayResult[];
  close(): Promise<void>;
}

export async function openRayLab(): Promise<RayLab> {
  const engine = await createEngine({ lanes: 1 });
  const kernel = await engine.loadKernel(relativityKernelSpec);
  if (kernel.activeEngine !== "kernel") throw new Error(kernel.fallbackReason ?? "the kernel is not used");
  const traceFrame: RayLab["traceFrame"] = (setup, frame, samples) => {
    const full = { backend: "kerr-schild", tolerance: 1e-10, stepBudget: 20_000, ...setup } as const;
    const tracer = poolTracer(engine, kernel, { ...full, frames: [frame] });
    const columns = tracer.trace(sampleColumns(samples.map(([x, y]) => ({ frame: frame.frame, x, y }))));
    const results = samples.map((_, row) => rayResult(columns, row));
    tracer.close();
    return results;
  };
  return {
    engine,
    kernel,
    traceFrame,
    trace(setup, camera, looks) {
      const samples = looks.map(([azDeg, elDeg]) => [radians(azDeg), radians(elDeg)] as const);
      return traceFrame(setup, cameraOf(setup.spacetime, camera), samples);
    },
    close: () => engine.close(),
  };
}

/** The angle, in degrees between two others, at which rays stop being captured; which way is up to the caller. */
export function shadowEdge(
  isCaptured: (degrees: number) => boolean,
  inside: number,
  outside: number,
): number {
  let dark = inside;
  let light = outside;
  for (let i = 0; i < 45; i++) {
    const middle = 0.5 * (dark + light);
    if (isCaptured(middle)) dark = middle;
    else light = middle;
  }
  return 0.5 * (dark + light);
}
