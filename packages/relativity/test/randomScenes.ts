import { observerFourVelocity } from "../src/camera/observer.ts";
import { kerrSchildPosition } from "../src/camera/place.ts";
import { sphericalTetrad } from "../src/camera/tetrad.ts";
import type { Spacetime } from "../src/spacetime/spacetime.ts";
import type { RayCamera, SampleColumns, TraceSetup } from "../src/trace/tracer.ts";

/** A scene of the fast backend and samples of its frames. */
export interface RandomScene {
  readonly setup: TraceSetup;
  readonly samples: SampleColumns;
}

/** Numbers in [0, 1) from a seed (Park and Miller 1988). */
export function unitNumbers(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return (state - 1) / 2147483646;
  };
}

const SPINS = [0, 0.5, 0.9, 0.998, 1 - 1e-12, -0.7];
const RADII = [50, 10, 3, 1.2, 0.6, 1000];

const SPACETIMES: readonly Spacetime[] = [
  { kind: "minkowski" },
  { kind: "schwarzschild" },
  ...SPINS.map((spin) => ({ kind: "kerr", spin }) as const),
];
const RAY_COUNT = 60;

/** A scene that depends on the seed alone: a spacetime of those, any camera, projection, disk and budget. */
export function randomScene(seed: number, spacetimes: readonly Spacetime[] = SPACETIMES): RandomScene {
  const unit = unitNumbers(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(unit() * items.length)]!;
  const spacetime = pick(spacetimes);
  const frames = [0, 1].map((frame) => randomFrame(frame, spacetime, { unit, pick }));
  const disk = pick([
    undefined,
    { innerRadiusM: 7, outerRadiusM: 20, opacity: "opaque" } as const,
    { innerRadiusM: 2, outerRadiusM: 30, opacity: "transparent" } as const,
  ]);
  const stepBudget = pick([3, 1000, 1000]);
  const tolerance = pick([1e-6, 1e-9, 1e-13]);
  const setup = { spacetime, backend: "fast", tolerance, stepBudget, frames } as const;
  return {
    setup: disk === undefined ? setup : { ...setup, disk },
    samples: {
      count: RAY_COUNT,
      frame: Int32Array.from({ length: RAY_COUNT }, (_, ray) => Math.floor((2 * ray) / RAY_COUNT)),
      x: Float64Array.from({ length: RAY_COUNT }, () => 64 * unit()),
      y: Float64Array.from({ length: RAY_COUNT }, () => 36 * unit()),
    },
  };
}

interface Draw {
  readonly unit: () => number;
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

function randomFrame(frame: number, spacetime: Spacetime, { unit, pick }: Draw): RayCamera {
  const spin = "spin" in spacetime ? spacetime.spin : 0;
  const cos = pick([0, 1, -1, 2 * unit() - 1, 2 * unit() - 1]);
  const theta = { cos, sin: Math.sqrt(1 - cos * cos) };
  const r = pick(RADII) * (0.9 + 0.2 * unit());
  const position = kerrSchildPosition(spin, r, { theta, phi: { cos: 0.6, sin: 0.8 } });
  const kind = spacetime.kind === "minkowski" ? "static" : "rain";
  const fourVelocity = observerFourVelocity({ spacetime, position }, { kind });
  const tetrad = sphericalTetrad({ spacetime, position, tKsM: 0, fourVelocity });
  const projection = pick<RayCamera["projection"]>([
    { kind: "pinhole", widthPx: 64, heightPx: 36, hfovRad: 1 },
    { kind: "fisheye", widthPx: 64, heightPx: 36, hfovRad: 3 },
    { kind: "equirectangular", widthPx: 64, heightPx: 32 },
    { kind: "direction" },
  ]);
  return { frame, tauM: 0, tKsM: 0, position, tetrad, projection };
}
