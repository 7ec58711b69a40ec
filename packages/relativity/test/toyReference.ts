import type { KernelInstance } from "@lightcone/parallel";
import * as layout from "../src/kernel/layout.ts";

/**
 * Rays that count. A ray begins at its frame's time and falls by 1 M a step; it ends, escaped, after as many steps
 * as its sample's x says. Its results tell how it got there: xi the visits it had, eta the lower time of the slab
 * in which it began, sweepRad its time at the end; it crosses the disk (steps mod 3) times. A sample whose y is -1 throws.
 */
export function createReference(memory: WebAssembly.Memory): KernelInstance {
  const visit =
    (advance: (ray: ToyRay) => void) =>
    (params: number, begin: number, end: number, scratch: number): void => {
      for (let index = begin; index < end; index++) {
        const ray = rayAt(memory.buffer, params, index);
        const visitors = ray.context.getInt32(layout.CONTEXT_VISITORS, true);
        new Int32Array(memory.buffer, visitors + 4 * index, 1)[0] = scratch;
        advance(ray);
      }
    };
  return {
    abiVersion: () => layout.ABI_VERSION,
    parityRevision: () => layout.PARITY_REVISION,
    startRays: visit(start),
    advanceSphere: visit(advance),
    startKerrSchild: visit(start),
    advanceKerrSchild: visit(advance),
    traceRays: visit((ray) => {
      start(ray);
      advance(ray);
    }),
  };
}

interface ToyRay {
  readonly context: DataView;
  readonly frame: DataView;
  word(column: number): Float64Array;
  flag(column: number): Int32Array;
}

function rayAt(buffer: ArrayBuffer, params: number, index: number): ToyRay {
  const read = new DataView(buffer, params);
  const list = read.getInt32(layout.PARAMS_ACTIVE, true);
  const slot = list === 0 ? index : new Int32Array(buffer, list + 4 * index, 1)[0]!;
  const capacity = read.getInt32(layout.PARAMS_CAPACITY, true);
  const rays = read.getInt32(layout.PARAMS_RAYS, true);
  const flags = rays + 8 * layout.RAY_F64_COLUMNS * capacity;
  const context = new DataView(buffer, read.getInt32(layout.PARAMS_CONTEXT, true));
  const flag = (column: number): Int32Array =>
    new Int32Array(buffer, flags + 4 * (column * capacity + slot), 1);
  const frames = context.getInt32(layout.CONTEXT_FRAMES, true);
  return {
    context,
    frame: new DataView(buffer, frames + layout.FRAME_BYTES * flag(layout.RAY_FRAME)[0]!),
    word: (column) => new Float64Array(buffer, rays + 8 * (column * capacity + slot), 1),
    flag,
  };
}

function start({ context, frame, word, flag }: ToyRay): void {
  if (flag(layout.RAY_POOL_STATUS)[0] !== layout.POOL_PENDING) return;
  const time = frame.getFloat64(layout.FRAME_T_KS, true);
  const lowerTime = context.getFloat64(layout.CONTEXT_SLAB_LOWER_TIME, true);
  const isTimed = context.getInt32(layout.CONTEXT_SLAB, true) === layout.SLAB_TIME;
  if (isTimed && time <= lowerTime) return;
  word(layout.RAY_STATE)[0] = time;
  word(layout.RAY_ETA)[0] = isTimed ? lowerTime : 0;
  const isOver = word(layout.RAY_SAMPLE_X)[0] === 0;
  flag(layout.RAY_POOL_STATUS)[0] = isOver ? layout.POOL_TERMINATED : layout.POOL_ACTIVE;
}

function advance({ context, word, flag }: ToyRay): void {
  if (flag(layout.RAY_POOL_STATUS)[0] !== layout.POOL_ACTIVE) return;
  if (word(layout.RAY_SAMPLE_Y)[0] === -1) throw new Error("a toy ray that fails");
  const isTimed = context.getInt32(layout.CONTEXT_SLAB, true) === layout.SLAB_TIME;
  const lowerTime = isTimed ? context.getFloat64(layout.CONTEXT_SLAB_LOWER_TIME, true) : -Infinity;
  const slabSteps = context.getInt32(layout.CONTEXT_SLAB_STEPS, true) || Number.POSITIVE_INFINITY;
  const time = word(layout.RAY_STATE);
  const steps = flag(layout.RAY_STEPS);
  word(layout.RAY_XI)[0]! += 1;
  for (let taken = 0; taken < slabSteps && time[0]! > lowerTime; taken++) {
    time[0]! -= 1;
    steps[0]! += 1;
    if (steps[0]! < word(layout.RAY_SAMPLE_X)[0]!) continue;
    word(layout.RAY_SWEEP_RAD)[0] = time[0]!;
    flag(layout.RAY_CROSSING_COUNT)[0] = steps[0]! % 3;
    for (let column = 0; column < 2 * layout.CROSSING_WORDS; column++) {
      word(layout.RAY_CROSSINGS + column)[0] = 10 * word(layout.RAY_SAMPLE_Y)[0]! + column;
    }
    flag(layout.RAY_POOL_STATUS)[0] = layout.POOL_TERMINATED;
    return;
  }
}
