import { createEngine } from "@lightcone/parallel";
import { expect, test } from "vitest";
import { relativityKernelSpec } from "../src/kernelTables/spec.ts";
import { encodeLensFrame } from "../src/lensMap/encodeLensMap.ts";
import { createSha256, hexOf } from "../src/lensMap/sha256.ts";
import { traceLensFrames } from "../src/lensMap/traceLensFrames.ts";
import { poolTracer } from "../src/trace/poolTracer.ts";
import type { TraceSetup } from "../src/trace/tracer.ts";
import { fastKerr, rainFrames } from "./kerrFrames.ts";

/** Outside and inside the horizon, one frame wholly in the shadow's company. */
const frames = rainFrames([30, 6, 2, 1.2]);
/** The general backend is an order of magnitude dearer a ray. */
const samplings = {
  fast: { coarseCellPx: 16, refinementLevels: 3 },
  "kerr-schild": { coarseCellPx: 16, refinementLevels: 1 },
};

const setups: Record<string, Omit<TraceSetup, "frames">> = {
  "fast, at once": { spacetime: fastKerr, backend: "fast", tolerance: 1e-9, stepBudget: 2000 },
  "fast, in slabs of 2 steps": {
    spacetime: fastKerr,
    backend: "fast",
    tolerance: 1e-9,
    stepBudget: 2000,
    slab: { kind: "steps", steps: 2 },
  },
  "Kerr-Schild, at once": { spacetime: fastKerr, backend: "kerr-schild", tolerance: 1e-6, stepBudget: 400 },
  "Kerr-Schild, in slabs of time": {
    spacetime: fastKerr,
    backend: "kerr-schild",
    tolerance: 1e-6,
    stepBudget: 400,
    slab: { kind: "time", lengthM: 5 },
  },
};

interface Run {
  readonly lanes: number;
  readonly engine?: "kernel" | "reference";
  readonly schedule?: string;
  readonly slots?: number;
}

/** SHA-256 of all frames' blocks, and the counts that no lane may change. */
async function traced(setup: Omit<TraceSetup, "frames">, run: Run) {
  const { lanes, engine: wanted = "kernel", schedule = "active,32", slots = 65_536 } = run;
  const engine = await createEngine({ lanes, engine: wanted, costGate: false });
  const kernel = await engine.loadKernel(relativityKernelSpec);
  expect(kernel.activeEngine).toBe(wanted);
  const tracer = poolTracer(engine, kernel, { ...setup, frames, schedule }, slots);
  const hash = createSha256();
  for (const frame of traceLensFrames(frames, samplings[setup.backend], tracer))
    hash.update(encodeLensFrame(frame));
  const { rays, steps, visits, slabs } = tracer.census();
  tracer.close();
  await engine.close();
  return { sha256: hexOf(hash.digest()), rays, steps, ...(slots === 65_536 ? { visits, slabs } : {}) };
}

const schedules = ["active,1", "active,128", "static", "static,32", "dynamic,32", "dynamic,128", "guided"];

test.each(Object.keys(setups))(
  "a lens map is the same bytes on any lanes under any schedule: %s",
  async (name) => {
    const setup = setups[name]!;
    const alone = await traced(setup, { lanes: 0 });
    expect(alone.rays).toBeGreaterThan(200);
    for (const lanes of [1, 2, 3, 4, 8, 16])
      expect(await traced(setup, { lanes }), `${lanes} lanes`).toEqual(alone);
    for (const schedule of schedules) {
      expect(await traced(setup, { lanes: 3, schedule }), schedule).toEqual(alone);
    }
  },
);

test.each(Object.keys(setups))("kernel and reference trace the same lens map: %s", async (name) => {
  const setup = setups[name]!;
  const kernel = await traced(setup, { lanes: 1 });
  expect(await traced(setup, { lanes: 1, engine: "reference" })).toEqual(kernel);
  expect(await traced(setup, { lanes: 2, engine: "reference", schedule: "guided" })).toEqual(kernel);
});

test.each(Object.keys(setups))(
  "a lens map does not depend on how many slots the pool has: %s",
  async (name) => {
    const setup = setups[name]!;
    const { sha256, rays, steps } = await traced(setup, { lanes: 1 });
    expect(await traced(setup, { lanes: 2, slots: 100 })).toEqual({ sha256, rays, steps });
  },
);
