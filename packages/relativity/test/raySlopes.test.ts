import { createEngine } from "@lightcone/parallel";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { relativityKernelSpec } from "../src/kernelTables/spec.ts";
import type { Spacetime } from "../src/spacetime/spacetime.ts";
import { tracerOf } from "../src/trace/poolTracer.ts";
import { openRayPool } from "../src/trace/rayPool.ts";
import type { ResultColumns, SampleColumns, SlopedColumns, TraceSetup } from "../src/trace/tracer.ts";
import { randomScene } from "./randomScenes.ts";
import { DEG, directionCamera } from "./tracedRays.ts";

const engines = {
  kernel: await createEngine({ lanes: 1 }),
  reference: await createEngine({ lanes: 1, engine: "reference" }),
};
afterAll(() => Promise.all(Object.values(engines).map((engine) => engine.close())));

const kernels = {
  kernel: await engines.kernel.loadKernel(relativityKernelSpec),
  reference: await engines.reference.loadKernel(relativityKernelSpec),
};

type On = keyof typeof engines;

/** What stands in the pool's memory, copied. */
function copied<Columns extends ResultColumns>(results: Columns): Columns {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    return typeof value === "number" ? value : (value as Float64Array).slice();
  };
  return Object.fromEntries(
    Object.entries(results).map(([name, value]) => [name, copy(value)]),
  ) as unknown as Columns;
}

function tracedSlopes(
  setup: TraceSetup,
  samples: SampleColumns,
  { on = "kernel", slots = 4096 }: { readonly on?: On; readonly slots?: number } = {},
): SlopedColumns {
  const tracer = tracerOf(openRayPool(engines[on], kernels[on], setup), slots);
  const results = copied(tracer.traceSlopes!(samples));
  tracer.close();
  return results;
}

function traced(setup: TraceSetup, samples: SampleColumns): ResultColumns {
  const tracer = tracerOf(openRayPool(engines.kernel, kernels.kernel, setup), 4096);
  const results = copied(tracer.trace(samples));
  tracer.close();
  return results;
}

/** A scene of a seed's place, motion and projection in which every ray ends where it starts. */
function closedFormScene(seed: number, kind: "minkowski" | "schwarzschild") {
  const { setup, samples } = randomScene(seed, [{ kind }]);
  const { disk: _, ...clear } = setup;
  return { setup: clear, samples };
}

const KINDS = ["minkowski", "schwarzschild"] as const;
const seeds = fc.integer({ min: 0, max: 2 ** 31 - 3 });

/** Whether two results have the same bits, but for slopes of rays that did not escape. */
function isSame(a: SlopedColumns, b: SlopedColumns): boolean {
  const { slopes: slopesA, ...columnsA } = a;
  const { slopes: slopesB, ...columnsB } = b;
  const isSameSlope = slopesA.every((column, k) =>
    column.every((value, row) => a.status[row] !== 0 || Object.is(value, slopesB[k]![row])),
  );
  return isSameSlope && sameColumns(columnsA, columnsB);
}

function sameColumns(a: ResultColumns, b: ResultColumns): boolean {
  return Object.entries(a).every(([name, column]) => {
    if (typeof column === "number") return true;
    const other = b[name as keyof ResultColumns] as Float64Array;
    return (column as Float64Array).every((value, row) => Object.is(value, other[row]));
  });
}

/** Step of a sample over which a slope is measured: its square and rounding over it both stay below a millionth. */
const STEP = 1e-5;

/** How far slopes are from central differences of plain rays, over the larger of 1e-2 and their own length. */
function worstSlope(setup: TraceSetup, samples: SampleColumns, isCompared: (row: number) => boolean): number {
  const { slopes, status } = tracedSlopes(setup, samples);
  let worst = 0;
  [STEP, 0].forEach((right, axis) => {
    const moved = (sign: number): ResultColumns =>
      traced(setup, {
        ...samples,
        x: samples.x.map((x) => x + sign * right),
        y: samples.y.map((y) => y + sign * (STEP - right)),
      });
    const [before, after] = [moved(-1), moved(1)];
    for (let row = 0; row < samples.count; row++) {
      if (status[row] !== 0 || before.status[row] !== 0 || after.status[row] !== 0) continue;
      if (!isCompared(row)) continue;
      const difference = (["directionX", "directionY", "directionZ"] as const).map(
        (name) => (after[name][row]! - before[name][row]!) / (2 * STEP),
      );
      const slope = [0, 1, 2].map((k) => slopes[3 * axis + k]![row]!);
      const off = Math.hypot(...slope.map((value, k) => value - difference[k]!));
      worst = Math.max(worst, off / Math.max(1e-2, Math.hypot(...slope)));
    }
  });
  return worst;
}

describe("the slopes of a ray's direction", () => {
  it.each(KINDS)("are the differences of neighbouring rays in any projection: %s", (kind) => {
    let compared = 0;
    const property = fc.property(seeds, (seed) => {
      const { setup, samples } = closedFormScene(seed, kind);
      const { marginU } = traced(setup, samples);
      // Beside the critical curve directions bend over a step.
      const worst = worstSlope(setup, samples, (row) => {
        compared++;
        return marginU[row]! > 0.02;
      });
      return worst < 1e-6;
    });
    fc.assert(property, { numRuns: 60 });
    expect(compared).toBeGreaterThan(1000);
  });

  it.each(KINDS)(
    "have the same bits from kernel and reference, and leave the ray's own as they are: %s",
    (kind) => {
      const property = fc.property(seeds, (seed) => {
        const { setup, samples } = closedFormScene(seed, kind);
        const sloped = tracedSlopes(setup, samples);
        const { slopes: _, ...columns } = sloped;
        const isPlain = sameColumns(columns, traced(setup, samples));
        return isPlain && isSame(sloped, tracedSlopes(setup, samples, { on: "reference" }));
      });
      fc.assert(property, { numRuns: 60 });
    },
  );

  it("have the same bits when a pool takes the rays in parts", () => {
    const { setup, samples } = closedFormScene(77, "schwarzschild");
    expect(isSame(tracedSlopes(setup, samples), tracedSlopes(setup, samples, { slots: 7 }))).toBe(true);
  });

  it.each([
    ["straight away from the hole", 180],
    ["square to it, where the ray starts at its turning point", 90],
    ["just this side of that", 90 - 1e-7],
    ["just that side of it", 90 + 1e-7],
  ])("hold for a look %s", (_, azDeg) => {
    const setup = stillSetup({ kind: "schwarzschild" });
    const samples = {
      count: 1,
      frame: Int32Array.of(0),
      x: Float64Array.of(azDeg * DEG),
      y: Float64Array.of(0),
    };
    expect(traced(setup, samples).status[0]).toBe(0);
    expect(worstSlope(setup, samples, () => true)).toBeLessThan(1e-6);
  });

  it.each<[string, Partial<TraceSetup>]>([
    ["Kerr", { spacetime: { kind: "kerr", spin: 0 } }],
    ["a disk", { disk: { innerRadiusM: 6, outerRadiusM: 20, opacity: "opaque" } }],
    ["the general backend", { backend: "kerr-schild" }],
  ])("are not offered where rays have no closed form: %s", (_, change) => {
    const setup = { ...stillSetup({ kind: "schwarzschild" }), ...change };
    const tracer = tracerOf(openRayPool(engines.kernel, kernels.kernel, setup), 64);
    expect(tracer.traceSlopes).toBeUndefined();
    tracer.close();
  });
});

/** A camera at rest at r = 10, its samples being directions. */
function stillSetup(spacetime: Spacetime): TraceSetup {
  const frames = [directionCamera({ spacetime, r: 10, thetaDeg: 90, observer: { kind: "static" } })];
  return { spacetime, backend: "fast", tolerance: 1e-9, stepBudget: 100, frames };
}
