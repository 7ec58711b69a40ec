import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cameraOf } from "../../test/rayLab.ts";
import * as light from "../kernel/kerrSchild.ts";
import * as layout from "../kernel/layout.ts";
import { sampleSpacetime, symmetricNodes } from "../spacetime/sampleSpacetime.ts";
import type { Spacetime } from "../spacetime/spacetime.ts";
import type { SpacetimeTable } from "../spacetime/spacetimeTable.ts";
import { type Scene, writeScene } from "../trace/sceneTables.ts";
import { createReference } from "./reference.ts";
import { relativityKernelSpec } from "./spec.ts";

type Entry = (params: number, begin: number, end: number, scratch: number) => void;
type Entries = Readonly<Record<"startKerrSchild" | "advanceKerrSchild" | "traceRays", Entry>>;

const memory = new WebAssembly.Memory({ initial: 256, maximum: 16384, shared: true });
const wasm = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(relativityKernelSpec.wasmUrl)), {
  env: {
    memory,
    abort: () => {
      throw new Error("the kernel aborted");
    },
  },
});
const kernel = wasm.exports as unknown as Entries & { readonly __heap_base: WebAssembly.Global };
const reference = createReference(memory) as unknown as Entries;

/** An arena that forgets everything at once. */
function freshArena(): Parameters<typeof writeScene>[0] {
  let top = (kernel.__heap_base.value + 127) & ~127;
  const arena = {
    memory,
    allocate(bytes: number): number {
      const pointer = top;
      top = (top + bytes + 127) & ~127;
      new Uint8Array(memory.buffer, pointer, bytes).fill(0);
      return pointer;
    },
    free: () => undefined,
    f64: (pointer: number, count: number) => new Float64Array(memory.buffer, pointer, count),
    i32: (pointer: number, count: number) => new Int32Array(memory.buffer, pointer, count),
    bytes: (pointer: number, count: number) => new Uint8Array(memory.buffer, pointer, count),
  };
  return arena as unknown as Parameters<typeof writeScene>[0];
}

/** How a run is driven: all at once, or slab by slab, with the rays in any order. */
interface Drive {
  readonly slabs: number;
  readonly chunk: number;
  readonly isReversed: boolean;
}

const WIDTH = 6;
const HEIGHT = 5;
const COUNT = WIDTH * HEIGHT;

/** The whole ray table after a run, and the statuses in it. */
function run(entries: Entries, scene: Scene, drive: Drive): { bytes: Uint8Array; statuses: Int32Array } {
  const arena = freshArena();
  const tables = writeScene(arena, scene);
  const rays = arena.allocate(layout.RAY_SLOT_BYTES * COUNT);
  const column = (index: number): Float64Array => arena.f64(rays + 8 * index * COUNT, COUNT);
  for (let slot = 0; slot < COUNT; slot++) {
    column(layout.RAY_SAMPLE_X)[slot] = ((slot % WIDTH) + 0.5) * 10;
    column(layout.RAY_SAMPLE_Y)[slot] = (Math.floor(slot / WIDTH) + 0.5) * 10;
  }
  const list = arena.allocate(4 * COUNT);
  arena.i32(list, COUNT).set(Array.from({ length: COUNT }, (_, i) => (drive.isReversed ? COUNT - 1 - i : i)));
  const params = arena.allocate(layout.PARAMS_BYTES);
  arena.i32(params, 4).set([tables.contextPointer, rays, COUNT, list]);
  const scratch = arena.allocate(layout.SCRATCH_BYTES);
  const inChunks = (entry: Entry): void => {
    for (let begin = 0; begin < COUNT; begin += drive.chunk) {
      entry(params, begin, Math.min(begin + drive.chunk, COUNT), scratch);
    }
  };
  for (let slab = 0; slab < drive.slabs; slab++) {
    if (scene.slab?.kind === "time") tables.setLowerTime(5 - scene.slab.lengthM * (slab + 1));
    inChunks(entries.startKerrSchild);
    inChunks(entries.advanceKerrSchild);
  }
  if (drive.slabs === 0) inChunks(entries.traceRays);
  const bytes = arena.bytes(rays, layout.RAY_SLOT_BYTES * COUNT).slice();
  const statuses = arena.i32(
    rays + 8 * layout.RAY_F64_COLUMNS * COUNT + 4 * layout.RAY_STATUS * COUNT,
    COUNT,
  );
  return { bytes, statuses: statuses.slice() };
}

const nodes = symmetricNodes(8, 14, 0.6);
const levels = Float64Array.of(-25, -10, -4, 1, 8);
function tableOf(spin: number, t: Float64Array, outsideTime: SpacetimeTable["outsideTime"]): SpacetimeTable {
  const axes = { t, x: nodes, y: nodes, z: nodes };
  const captureRadiusM = 2.3;
  return sampleSpacetime(
    { kind: "kerr", spin },
    { name: "sampled", axes, captureRadiusM, outsideTime, fillRadiusM: 1.5 },
  );
}
const tables = [
  tableOf(0, Float64Array.of(0), "hold"),
  tableOf(0.3, levels, "refuse"),
  tableOf(0.3, levels, "hold"),
];

const spacetimes = fc.oneof(
  fc.constantFrom<Spacetime>({ kind: "minkowski" }, { kind: "schwarzschild" }),
  fc.double({ min: -0.99, max: 0.99, noNaN: true }).map((spin): Spacetime => ({ kind: "kerr", spin })),
  fc
    .tuple(fc.double({ min: -0.7, max: 0.7, noNaN: true }), fc.double({ min: 0, max: 0.7, noNaN: true }))
    .map(([spin, charge]): Spacetime => ({ kind: "kerr-newman", spin, charge })),
  fc.constantFrom(...tables).map((table): Spacetime => ({ kind: "tabulated", table })),
);

const scenes = fc
  .record({
    spacetime: spacetimes,
    r: fc.double({ min: 1.6, max: 25, noNaN: true }),
    thetaDeg: fc.double({ min: 0, max: 180, noNaN: true }),
    tolerance: fc.constantFrom(1e-5, 1e-7),
    stepBudget: fc.constantFrom(25, 400),
    hfov: fc.double({ min: 0.5, max: 2.6, noNaN: true }),
    opacity: fc.constantFrom("none", "transparent", "opaque"),
    slab: fc.constantFrom(
      undefined,
      { kind: "steps", steps: 9 } as const,
      { kind: "time", lengthM: 12 } as const,
    ),
  })
  .map(({ r, thetaDeg, hfov, opacity, slab, ...rest }): Scene => {
    const { spacetime } = rest;
    const observer =
      spacetime.kind === "tabulated" ? ({ kind: "static" } as const) : ({ kind: "rain" } as const);
    const radius = spacetime.kind === "tabulated" ? Math.max(r, 4) : r;
    const projection = {
      kind: "pinhole",
      widthPx: 10 * WIDTH,
      heightPx: 10 * HEIGHT,
      hfovRad: hfov,
    } as const;
    const frame = cameraOf(spacetime, { r: radius, thetaDeg, observer, tKsM: 5 }, projection);
    const disk = opacity === "none" ? {} : { disk: { innerRadiusM: 3, outerRadiusM: 18, opacity } as const };
    return { ...rest, backend: "kerr-schild", frames: [frame], ...disk, ...(slab ? { slab } : {}) };
  });

const drives = fc.record({
  slabs: fc.constantFrom(0, 1, 3),
  chunk: fc.constantFrom(1, 2, 7, COUNT),
  isReversed: fc.boolean(),
});

describe("the general backend's kernel and its twin", () => {
  it("write the same bytes, whatever the spacetime, the slabs, and the order and company of rays", () => {
    const met = new Set<string>();
    const property = fc.property(scenes, drives, drives, (scene, drive, other) => {
      const byKernel = run(kernel, scene, drive);
      const byTwin = run(reference, scene, { ...other, slabs: drive.slabs });
      for (const status of byKernel.statuses) met.add(`${scene.spacetime.kind} ${status}`);
      return Buffer.compare(byKernel.bytes, byTwin.bytes) === 0;
    });
    fc.assert(property, { numRuns: 100 });
    for (const kind of ["kerr", "kerr-newman", "tabulated"]) {
      for (const status of [layout.STATUS_ESCAPED, layout.STATUS_DISK, layout.STATUS_UNRESOLVED]) {
        expect(met).toContain(`${kind} ${status}`);
      }
    }
    expect(met).toContain(`tabulated ${layout.STATUS_CAPTURED}`);
  });

  it("leave rays pending until the slab reaches their camera's time, and waiting below the slab", () => {
    const spacetime: Spacetime = { kind: "kerr", spin: 0.5 };
    const projection = { kind: "pinhole", widthPx: 60, heightPx: 50, hfovRad: 2 } as const;
    const frame = cameraOf(
      spacetime,
      { r: 8, thetaDeg: 70, observer: { kind: "rain" }, tKsM: 5 },
      projection,
    );
    const scene: Scene = {
      spacetime,
      backend: "kerr-schild",
      tolerance: 1e-7,
      stepBudget: 500,
      frames: [frame],
      slab: { kind: "time", lengthM: 0 },
    };
    const drive = { slabs: 1, chunk: COUNT, isReversed: false };
    const poolStatuses = (lengthM: number): Set<number> => {
      const { bytes } = run(kernel, { ...scene, slab: { kind: "time", lengthM } }, drive);
      const first = 8 * layout.RAY_F64_COLUMNS * COUNT + 4 * layout.RAY_POOL_STATUS * COUNT;
      return new Set(new Int32Array(bytes.buffer, first, COUNT));
    };
    // The first slab of the drive reaches from above down to 5 - lengthM, and the camera stands at 5.
    expect(poolStatuses(0)).toEqual(new Set([layout.POOL_PENDING]));
    expect(poolStatuses(3)).toEqual(new Set([layout.POOL_ACTIVE, layout.POOL_TERMINATED]));
    expect(poolStatuses(1e6)).toEqual(new Set([layout.POOL_TERMINATED]));
  });

  it("keep E, L and Q to ten tolerances on the way", () => {
    const scene: Scene = {
      spacetime: { kind: "kerr", spin: 0.9 },
      backend: "kerr-schild",
      tolerance: 1e-9,
      stepBudget: 1000,
      frames: [
        cameraOf(
          { kind: "kerr", spin: 0.9 },
          { r: 20, thetaDeg: 70, observer: { kind: "static" } },
          { kind: "pinhole", widthPx: 60, heightPx: 50, hfovRad: 1.6 },
        ),
      ],
    };
    const { bytes, statuses } = run(kernel, scene, { slabs: 0, chunk: COUNT, isReversed: false });
    const words = new Float64Array(bytes.buffer, 0, layout.RAY_F64_COLUMNS * COUNT);
    const drifts = [...statuses.keys()].flatMap((slot) =>
      statuses[slot] === layout.STATUS_ESCAPED ? [driftOf(words, slot)] : [],
    );
    expect(drifts.length).toBeGreaterThan(20);
    expect(drifts.toSorted((a, b) => a - b)[drifts.length >> 1]!).toBeLessThan(1e-8);
  });
});

/** Greatest relative change of L and Q of a far ray since its start. */
function driftOf(words: Float64Array, slot: number): number {
  const state = (word: number): number => words[(layout.RAY_STATE + word) * COUNT + slot]!;
  light.setConserved(1, 0.9, 0, state(9), state(0), state(1), state(2), state(3), state(4), state(5));
  const size = light.carter + light.momentum * light.momentum;
  const ofL = Math.abs(light.momentum - state(10)) / Math.sqrt(size);
  return Math.max(ofL, Math.abs(light.carter - state(11)) / size);
}
