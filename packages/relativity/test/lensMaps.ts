import type { LensMap } from "../src/lensMap/lensMap.ts";
import { traceLensFrames } from "../src/lensMap/traceLensFrames.ts";
import { stillCamera, thinLensTracer } from "./thinLens.ts";

/** A lens map of two frames (numbers 3 and 5) of 64 x 36 pixels through thin lenses. */
export function smallLensMap(shadow = 0.1): LensMap {
  const cameras = [stillCamera(3), stillCamera(5)];
  const tracer = thinLensTracer(
    new Map([
      [3, { einstein: 0.2, shadow, x: 32, y: 18 }],
      [5, { einstein: 0.3, shadow: 0.2, x: 10, y: 30 }],
    ]),
  );
  const sampling = { coarseCellPx: 16, refinementLevels: 2 };
  return {
    header: {
      spacetime: { kind: "kerr", spin: 0.9 },
      backend: "fast",
      tolerance: 1e-9,
      stepBudget: 5000,
      sampling,
      parityRevision: 1,
      frameCount: 2,
    },
    frames: traceLensFrames(cameras, sampling, tracer),
  };
}
