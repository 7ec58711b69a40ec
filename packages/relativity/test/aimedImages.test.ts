import { createEngine } from "@lightcone/parallel";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { FrameCamera } from "../src/camera/frameCamera.ts";
import { AIMED_FOUND } from "../src/kernel/aimLayout.ts";
import { relativityKernelSpec } from "../src/kernelTables/spec.ts";
import { probeCamera } from "../src/sky/imageProbes.ts";
import { createPolishedImages, type PolishedImages, polishImages } from "../src/sky/polishImages.ts";
import { type PoolTracer, tracerOf } from "../src/trace/poolTracer.ts";
import { openRayPool } from "../src/trace/rayPool.ts";
import { ESCAPED, type TraceSetup } from "../src/trace/tracer.ts";
import { randomScene, unitNumbers } from "./randomScenes.ts";

const engines = {
  kernel: await createEngine({ lanes: 1 }),
  reference: await createEngine({ lanes: 1, engine: "reference" }),
};
afterAll(() => Promise.all(Object.values(engines).map((engine) => engine.close())));

const kernels = {
  kernel: await engines.kernel.loadKernel(relativityKernelSpec),
  reference: await engines.reference.loadKernel(relativityKernelSpec),
};

/** Images of a seed's scene near where rays escape, to be moved to where stars there are seen. */
interface AimedScene {
  readonly setup: TraceSetup;
  readonly images: PolishedImages;
}

const KINDS = [{ kind: "minkowski" }, { kind: "schwarzschild" }] as const;

function aimedScene(seed: number): AimedScene {
  const { setup, samples } = randomScene(seed, KINDS);
  const frames = [setup.frames[0]!];
  const { spacetime, backend, tolerance, stepBudget } = setup;
  const clear = { spacetime, backend, tolerance, stepBudget, frames };
  const count = samples.count / 2;
  const unit = unitNumbers(seed + 7);
  const images = createPolishedImages(count);
  const tracer = tracerOf(openRayPool(engines.kernel, kernels.kernel, clear), 64);
  const rays = tracer.trace({ ...samples, count, frame: samples.frame.subarray(0, count) });
  for (let row = 0; row < count; row++) {
    images.target.set([rays.directionX[row]!, rays.directionY[row]!, rays.directionZ[row]!], 3 * row);
    // A target that no ray comes from is one of no length.
    if (rays.status[row] !== ESCAPED) images.target.set([0, 0, 0], 3 * row);
    images.x[row] = samples.x[row]! + 0.3 * (unit() - 0.5);
    images.y[row] = samples.y[row]! + 0.3 * (unit() - 0.5);
    images.reachPx[row] = 0.4 * unit();
    images.settledPx[row] = unit() < 0.5 ? 0 : 0.1 * unit();
  }
  tracer.close();
  return { setup: clear, images };
}

/** Images after polishing, and the rays it took; with the tracer as the change makes it. */
function polished(
  { setup, images }: AimedScene,
  on: keyof typeof engines,
  change: (tracer: PoolTracer) => Partial<PoolTracer> = () => ({}),
): { readonly columns: PolishedImages; readonly rays: number } {
  const tracer = tracerOf(openRayPool(engines[on], kernels[on], setup), 64);
  const columns = structuredClone(images);
  const camera = probeCamera(setup.frames[0] as FrameCamera);
  const rays = polishImages(columns, [camera], { ...tracer, ...change(tracer) });
  tracer.close();
  return { columns, rays };
}

const inRounds = (): Partial<PoolTracer> => ({ aimRays: undefined });

function isSame(a: ReturnType<typeof polished>, b: ReturnType<typeof polished>): boolean {
  const other = b.columns as unknown as Record<string, Float64Array>;
  const isSameColumn = Object.entries(a.columns).every(
    ([name, column]) =>
      typeof column === "number" ||
      (column as Float64Array).every((value, row) => Object.is(value, other[name]![row])),
  );
  return isSameColumn && a.rays === b.rays;
}

/** Scenes whose samples are places in an image. */
const seeds = fc
  .integer({ min: 0, max: 2 ** 31 - 3 })
  .filter((seed) => randomScene(seed, KINDS).setup.frames[0]!.projection.kind !== "direction");

describe("images that the kernel aims", () => {
  it("are those moved round by round, with the same bits and as many rays", () => {
    let found = 0;
    let lost = 0;
    const property = fc.property(seeds, (seed) => {
      const scene = aimedScene(seed);
      const aimed = polished(scene, "kernel");
      for (const outcome of aimed.columns.outcome) outcome >= AIMED_FOUND ? found++ : lost++;
      return (
        isSame(aimed, polished(scene, "kernel", inRounds)) && isSame(aimed, polished(scene, "reference"))
      );
    });
    fc.assert(property, { numRuns: 60 });
    expect(found).toBeGreaterThan(300);
    expect(lost).toBeGreaterThan(100);
  });

  it("are counted as rays", () => {
    const scene = aimedScene(77);
    let counted = -1;
    const { rays } = polished(scene, "kernel", (tracer) => ({
      aimRays: (images, scale) => {
        const before = tracer.census().rays;
        const each = tracer.aimRays!(images, scale);
        counted = tracer.census().rays - before;
        return each;
      },
    }));
    expect(counted).toBeGreaterThan(scene.images.count / 2);
    expect(rays).toBeGreaterThanOrEqual(counted);
  });

  it("leave no block of memory behind", () => {
    const { arena } = kernels.kernel;
    const before = arena.usage().blockCount;
    polished(aimedScene(77), "kernel");
    expect(arena.usage().blockCount).toBe(before);
  });

  it("are of one frame and of rays that have slopes", () => {
    const { setup } = aimedScene(77);
    const second = { ...setup.frames[0]!, frame: setup.frames[0]!.frame + 1 };
    const changes = [
      { frames: [setup.frames[0]!, second] },
      { spacetime: { kind: "kerr", spin: 0 } as const },
    ];
    for (const change of changes) {
      const tracer = tracerOf(openRayPool(engines.kernel, kernels.kernel, { ...setup, ...change }), 64);
      expect(tracer.aimRays).toBeUndefined();
      tracer.close();
    }
  });
});
