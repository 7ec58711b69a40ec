import type { Arena } from "@lightcone/parallel";
import type { Projection, Vec3, Vec4 } from "../camera/frameCamera.ts";
import { cos, sin } from "../kernel/elementary.ts";
import * as layout from "../kernel/layout.ts";
import { innermostStableOrbit } from "../spacetime/circularOrbits.ts";
import { kerrSchildParameters, type Spacetime } from "../spacetime/spacetime.ts";
import { tableBlock } from "../spacetime/tableFields.ts";
import type { RayCamera, TraceSetup } from "./tracer.ts";

/** What a scene needs of a {@link TraceSetup}. */
export type Scene = Omit<TraceSetup, "schedule">;

/** A scene in the kernel's memory. */
export interface SceneTables {
  readonly contextPointer: number;
  /** Whether rays can be traced with the slopes of their directions: all of them end where they start. */
  readonly hasSlopes: boolean;
  /** Names the table in which lanes leave who had an index. */
  setVisitors(pointer: number): void;
  /** Sets the Kerr-Schild time down to which the next slab reaches, in M. */
  setLowerTime(tKsM: number): void;
  free(): void;
}

const spacetimeNumbers: Record<Spacetime["kind"], number> = {
  minkowski: layout.SPACETIME_MINKOWSKI,
  schwarzschild: layout.SPACETIME_SCHWARZSCHILD,
  kerr: layout.SPACETIME_KERR,
  "kerr-newman": layout.SPACETIME_KERR_NEWMAN,
  tabulated: layout.SPACETIME_TABULATED,
};

/** Writes context, frames and, where there is one, the spacetime's table into blocks of the kernel's memory. */
export function writeScene(arena: Arena, scene: Scene): SceneTables {
  const framesPointer = arena.allocate(layout.FRAME_BYTES * Math.max(1, scene.frames.length));
  scene.frames.forEach((frame, index) => {
    const words = arena.f64(framesPointer + layout.FRAME_BYTES * index, layout.FRAME_WORDS);
    words.fill(0);
    writeFrame(words, frame);
  });
  const table =
    scene.spacetime.kind === "tabulated" ? tableBlock(scene.spacetime.table) : new Float64Array(0);
  const tablePointer = table.length === 0 ? 0 : arena.allocate(table.byteLength);
  arena.f64(tablePointer, table.length).set(table);
  const contextPointer = arena.allocate(layout.CONTEXT_BYTES);
  arena.bytes(contextPointer, layout.CONTEXT_BYTES).fill(0);
  const integers = arena.i32(contextPointer, layout.CONTEXT_BYTES / 4);
  writeSwitches(integers, scene);
  integers[layout.CONTEXT_FRAMES / 4] = framesPointer;
  integers[layout.CONTEXT_FRAME_COUNT / 4] = scene.frames.length;
  integers[layout.CONTEXT_TABLE / 4] = tablePointer;
  integers[layout.CONTEXT_TABLE_BYTES / 4] = table.byteLength;
  const words = arena.f64(contextPointer, layout.CONTEXT_BYTES / 8);
  writeNumbers(words, scene);
  return {
    ...openContext(contextPointer, integers, words),
    free() {
      arena.free(contextPointer);
      arena.free(framesPointer);
      if (tablePointer !== 0) arena.free(tablePointer);
    },
  };
}

/**
 * One frame of a scene that stands in memory, with a context of its own: another lane may use the scene meanwhile.
 * @param contextPointer  of the scene, which must outlive this
 */
export function attachScene(arena: Arena, contextPointer: number, frameIndex: number): SceneTables {
  const own = arena.allocate(layout.CONTEXT_BYTES);
  arena.bytes(own, layout.CONTEXT_BYTES).set(arena.bytes(contextPointer, layout.CONTEXT_BYTES));
  const integers = arena.i32(own, layout.CONTEXT_BYTES / 4);
  const words = arena.f64(own, layout.CONTEXT_BYTES / 8);
  integers[layout.CONTEXT_FRAMES / 4]! += layout.FRAME_BYTES * frameIndex;
  integers[layout.CONTEXT_FRAME_COUNT / 4] = 1;
  return { ...openContext(own, integers, words), free: () => arena.free(own) };
}

function openContext(
  contextPointer: number,
  integers: Int32Array,
  words: Float64Array,
): Omit<SceneTables, "free"> {
  return {
    contextPointer,
    hasSlopes: endsAtStart(integers),
    setVisitors(pointer) {
      integers[layout.CONTEXT_VISITORS / 4] = pointer;
    },
    setLowerTime(tKsM) {
      words[layout.CONTEXT_SLAB_LOWER_TIME / 8] = tKsM;
    },
  };
}

/** Whether the answer of every ray is known in closed form. */
function endsAtStart(integers: Int32Array): boolean {
  const kind = integers[layout.CONTEXT_SPACETIME / 4];
  return (
    integers[layout.CONTEXT_BACKEND / 4] === layout.BACKEND_FAST &&
    integers[layout.CONTEXT_DISK / 4] === layout.DISK_NONE &&
    (kind === layout.SPACETIME_MINKOWSKI || kind === layout.SPACETIME_SCHWARZSCHILD)
  );
}

function writeSwitches(integers: Int32Array, { spacetime, backend, stepBudget, disk, slab }: Scene): void {
  integers[layout.CONTEXT_SPACETIME / 4] = spacetimeNumbers[spacetime.kind];
  integers[layout.CONTEXT_BACKEND / 4] =
    backend === "fast" ? layout.BACKEND_FAST : layout.BACKEND_KERR_SCHILD;
  integers[layout.CONTEXT_STEP_BUDGET / 4] = stepBudget;
  if (disk !== undefined) {
    integers[layout.CONTEXT_DISK / 4] =
      disk.opacity === "opaque" ? layout.DISK_OPAQUE : layout.DISK_TRANSPARENT;
  }
  integers[layout.CONTEXT_SLAB / 4] = slab?.kind === "time" ? layout.SLAB_TIME : layout.SLAB_STEPS;
  integers[layout.CONTEXT_SLAB_STEPS / 4] = slab?.kind === "steps" ? slab.steps : 0;
}

function writeNumbers(words: Float64Array, { spacetime, tolerance, disk }: Scene): void {
  const { spin, charge } = kerrSchildParameters(spacetime);
  words[layout.CONTEXT_SPIN / 8] = spin;
  words[layout.CONTEXT_CHARGE / 8] = charge;
  words[layout.CONTEXT_TOLERANCE / 8] = tolerance;
  if (disk === undefined) return;
  words[layout.CONTEXT_DISK_INNER / 8] = disk.innerRadiusM;
  words[layout.CONTEXT_DISK_OUTER / 8] = disk.outerRadiusM;
  const innermost = innermostStableOrbit(spacetime);
  if (innermost === undefined) return;
  words[layout.CONTEXT_ISCO_RADIUS / 8] = innermost.radiusM;
  words[layout.CONTEXT_ISCO_ENERGY / 8] = innermost.energy;
  words[layout.CONTEXT_ISCO_MOMENTUM / 8] = innermost.angularMomentumM;
}

function writeFrame(words: Float64Array, { tKsM, position, tetrad, projection }: RayCamera): void {
  const set = (byte: number, vector: Vec3 | Vec4): void => words.set(vector, byte / 8);
  words[layout.FRAME_T_KS / 8] = tKsM;
  set(layout.FRAME_POSITION, position);
  set(layout.FRAME_VELOCITY, tetrad.u);
  set(layout.FRAME_FORWARD, tetrad.forward);
  set(layout.FRAME_UP, tetrad.up);
  set(layout.FRAME_RIGHT, tetrad.right);
  words[layout.FRAME_PROJECTION / 8] = projectionNumbers[projection.kind];
  if (projection.kind === "direction") return;
  words[layout.FRAME_FOCAL / 8] = focalPx(projection);
  words[layout.FRAME_WIDTH_PX / 8] = projection.widthPx;
  words[layout.FRAME_HEIGHT_PX / 8] = projection.heightPx;
}

/** Projections by their number in the kernel's tables. */
export const projectionNumbers: Record<RayCamera["projection"]["kind"], number> = {
  pinhole: layout.PROJECTION_PINHOLE,
  fisheye: layout.PROJECTION_FISHEYE,
  equirectangular: layout.PROJECTION_EQUIRECTANGULAR,
  direction: layout.PROJECTION_DIRECTION,
};

const TWO_PI = 6.283185307179586;

/** Focal length of a pinhole camera, pixels a radian of the others. */
export function focalPx(projection: Projection): number {
  const { widthPx } = projection;
  switch (projection.kind) {
    case "pinhole": {
      const half = projection.hfovRad / 2;
      return ((widthPx / 2) * cos(half)) / sin(half);
    }
    case "fisheye":
      return widthPx / projection.hfovRad;
    case "equirectangular":
      return widthPx / TWO_PI;
  }
}
