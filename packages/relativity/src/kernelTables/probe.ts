import type { Arena, ProbeTables } from "@lightcone/parallel";
import type { FrameCamera } from "../camera/frameCamera.ts";
import { type Observer, observerFourVelocity } from "../camera/observer.ts";
import { kerrSchildPosition } from "../camera/place.ts";
import { sphericalTetrad } from "../camera/tetrad.ts";
import * as layout from "../kernel/layout.ts";
import type { Spacetime } from "../spacetime/spacetime.ts";
import { type Scene, writeScene } from "../trace/sceneTables.ts";

/** Rays of each scene: a row across the image, a column down it. */
const COLUMNS = 6;
const ROWS = 4;
const RAY_COUNT = COLUMNS * ROWS;

/** Cosine and sine of 80 degrees. */
const theta = { cos: 0.17364817766693041, sin: 0.984807753012208 };

/**
 * The kernel's self-test: both backends, with and without a disk, outside the horizon and inside, flat space, a
 * budget that is too small, all projections.
 */
function probeScenes(): Scene[] {
  const kerr: Spacetime = { kind: "kerr", spin: 0.9 };
  const disk = { innerRadiusM: 2, outerRadiusM: 8 };
  const fast = { backend: "fast", tolerance: 1e-9, stepBudget: 200 } as const;
  const pinhole = { kind: "pinhole", widthPx: 64, heightPx: 36, hfovRad: 1.2 } as const;
  const fisheye = { kind: "fisheye", widthPx: 64, heightPx: 64, hfovRad: 3 } as const;
  const around = { kind: "equirectangular", widthPx: 64, heightPx: 32 } as const;
  const outside = (spacetime: Spacetime, kind: "static" | "rain" = "static") =>
    frame({ spacetime, radiusM: 10, observer: { kind } }, pinhole);
  const general = { backend: "kerr-schild", tolerance: 1e-7, stepBudget: 400 } as const;
  return [
    { ...fast, spacetime: kerr, frames: [outside(kerr), inside(kerr, around)] },
    { ...fast, spacetime: kerr, disk: { ...disk, opacity: "opaque" }, frames: [outside(kerr, "rain")] },
    { ...fast, spacetime: kerr, disk: { ...disk, opacity: "transparent" }, frames: [outside(kerr)] },
    { ...fast, spacetime: kerr, stepBudget: 2, frames: [outside(kerr)] },
    ...([{ kind: "schwarzschild" }, { kind: "minkowski" }] as const).map((spacetime) => ({
      ...fast,
      spacetime,
      frames: [outside(spacetime), frame({ spacetime, radiusM: 30, observer: { kind: "static" } }, fisheye)],
    })),
    { ...general, spacetime: kerr, frames: [inside(kerr, pinhole)] },
    ...[{ kind: "kerr-newman", spin: 0.6, charge: 0.5 } as const].map((spacetime) => ({
      ...general,
      spacetime,
      disk: { ...disk, opacity: "opaque" } as const,
      frames: [outside(spacetime)],
    })),
  ];
}

interface ProbePlace {
  readonly spacetime: Spacetime;
  readonly radiusM: number;
  readonly observer: Observer;
}

function inside(spacetime: Spacetime, projection: FrameCamera["projection"]): FrameCamera {
  return frame({ spacetime, radiusM: 1.2, observer: { kind: "rain" } }, projection);
}

function frame(
  { spacetime, radiusM, observer }: ProbePlace,
  projection: FrameCamera["projection"],
): FrameCamera {
  const spin = "spin" in spacetime ? spacetime.spin : 0;
  const position = kerrSchildPosition(spin, radiusM, { theta, phi: { cos: 1, sin: 0 } });
  const fourVelocity = observerFourVelocity({ spacetime, position }, observer);
  const tetrad = sphericalTetrad({ spacetime, position, tKsM: 0, fourVelocity });
  return { frame: 0, tauM: 0, tKsM: 0, position, tetrad, projection, exposure: 1 };
}

/** Writes the scenes of the self-test; its output is their ray tables, one after the other. */
export function writeProbe(arena: Arena): ProbeTables {
  const scenes = probeScenes();
  const tableBytes = RAY_COUNT * layout.RAY_SLOT_BYTES;
  const outputBytes = scenes.length * tableBytes;
  const outputPointer = arena.allocate(outputBytes);
  arena.bytes(outputPointer, outputBytes).fill(0);
  const paramsPointer = arena.allocate(scenes.length * layout.PARAMS_BYTES);
  scenes.forEach((scene, index) => {
    const { contextPointer } = writeScene(arena, scene);
    const rays = outputPointer + index * tableBytes;
    writeRays(arena, rays, scene);
    arena
      .i32(paramsPointer + index * layout.PARAMS_BYTES, layout.PARAMS_BYTES / 4)
      .set([contextPointer, rays, RAY_COUNT, 0]);
  });
  return { paramsPointer, count: scenes.length, outputPointer, outputBytes };
}

function writeRays(arena: Arena, rays: number, { frames }: Scene): void {
  const x = arena.f64(rays, RAY_COUNT);
  const y = arena.f64(rays + 8 * RAY_COUNT, RAY_COUNT);
  const frame = arena.i32(rays + 8 * layout.RAY_F64_COLUMNS * RAY_COUNT, RAY_COUNT);
  for (let ray = 0; ray < RAY_COUNT; ray++) {
    x[ray] = 3.5 + (11 + 0.25 * ray) * (ray % COLUMNS) * 0.9;
    y[ray] = 2.5 + 10 * Math.floor(ray / COLUMNS);
    frame[ray] = Math.floor((ray * frames.length) / RAY_COUNT);
  }
}
