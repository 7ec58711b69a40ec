import { createEngine } from "@lightcone/parallel";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { relativityKernelSpec } from "../src/kernelTables/spec.ts";
import { openRayPool } from "../src/trace/rayPool.ts";
import {
  RAY_STATUSES,
  type ResultColumns,
  type SampleColumns,
  type TraceSetup,
} from "../src/trace/tracer.ts";
import { randomScene } from "./randomScenes.ts";
import { directionCamera } from "./tracedRays.ts";

const engines = {
  kernel: await createEngine({ lanes: 1 }),
  reference: await createEngine({ lanes: 1, engine: "reference" }),
  lanes: await createEngine({ lanes: 3, costGate: false }),
};
afterAll(() => Promise.all(Object.values(engines).map((engine) => engine.close())));

const kernels = {
  kernel: await engines.kernel.loadKernel(relativityKernelSpec),
  reference: await engines.reference.loadKernel(relativityKernelSpec),
  lanes: await engines.lanes.loadKernel(relativityKernelSpec),
};

function traced(
  setup: TraceSetup,
  samples: SampleColumns,
  on: keyof typeof engines = "kernel",
): ResultColumns {
  const pool = openRayPool(engines[on], kernels[on], setup);
  pool.append(samples);
  pool.run();
  const results = pool.results();
  pool.close();
  return results;
}

const columns = (results: ResultColumns) =>
  Object.entries(results).filter(
    (entry): entry is [string, Float64Array | Int32Array] => entry[0] !== "count",
  );

/** Places where two results differ by a bit, or hold what no file may: NaN, infinity, minus 0. */
function faults(a: ResultColumns, b: ResultColumns): string[] {
  const other = new Map(columns(b));
  return columns(a).flatMap(([name, values]) =>
    [...values].flatMap((value, row) => {
      const isPlain = Number.isFinite(value) && !Object.is(value, -0);
      return isPlain && value === other.get(name)![row]
        ? []
        : [`${name} ${row}: ${value}, ${other.get(name)![row]}`];
    }),
  );
}

/** The rows of samples in another order. */
function picked({ frame, x, y }: SampleColumns, rows: readonly number[]): SampleColumns {
  return {
    count: rows.length,
    frame: Int32Array.from(rows, (row) => frame[row]!),
    x: Float64Array.from(rows, (row) => x[row]!),
    y: Float64Array.from(rows, (row) => y[row]!),
  };
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 3 });

describe("a ray of the fast backend", () => {
  it("gets the same bits from kernel and reference, both SIMD lanes included", () => {
    const property = fc.property(seeds, (seed) => {
      const { setup, samples } = randomScene(seed);
      return faults(traced(setup, samples), traced(setup, samples, "reference")).length === 0;
    });
    fc.assert(property, { numRuns: 150 });
  });

  it("gets the same bits alone as in company: no pack-mate, chunk, slab or lane changes it", () => {
    const schedules = ["active,1", "active,7", "dynamic,3", "static", "guided"];
    const property = fc.property(seeds, fc.nat(4), fc.integer({ min: 1, max: 4 }), (seed, which, steps) => {
      const { setup, samples } = randomScene(seed);
      const whole = traced(setup, samples);
      const slab = { kind: "steps", steps } as const;
      const cut = traced({ ...setup, slab, schedule: schedules[which]! }, samples, "lanes");
      const isSame = faults(whole, cut).length === 0;
      return (
        isSame &&
        [0, 7, 31, 59].every((row) => {
          const alone = traced(setup, picked(samples, [row]));
          return columns(alone).every(([name, [...values]]) => {
            const column = new Map(columns(whole)).get(name)!;
            const words = column.length / whole.count;
            return values.every((value, word) => value === column[words * row + word]);
          });
        })
      );
    });
    fc.assert(property, { numRuns: 60 });
  });

  it("meets every status and reason that the fast backend has in those scenes", () => {
    const met = new Set<string>();
    for (let seed = 0; seed < 200; seed++) {
      const { setup, samples } = randomScene(seed * 7919);
      const { status, reason, crossingCount } = traced(setup, samples);
      status.forEach((code, row) => {
        met.add(`${RAY_STATUSES[code]} ${reason[row]} ${crossingCount[row]! > 0 ? "crosses" : "clear"}`);
      });
    }
    for (const kind of [
      "escaped 0 clear",
      "escaped 0 crosses",
      "captured 0 clear",
      "captured 0 crosses",
      "disk 0 crosses",
      "unresolved 2 clear",
    ]) {
      expect(met).toContain(kind);
    }
  });
});

describe("what cannot be traced is unresolved, with the reason", () => {
  const { setup, samples } = randomScene(5);
  const kerr = { ...setup, spacetime: { kind: "kerr", spin: 0.9 } as const };

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("a frame that holds %f", (bad) => {
    for (const spacetime of [kerr.spacetime, { kind: "schwarzschild" }, { kind: "minkowski" }] as const) {
      const frames = kerr.frames.map((frame) => ({
        ...frame,
        tetrad: { ...frame.tetrad, forward: [bad, 0, 0, 1] as const },
      }));
      const results = traced({ ...kerr, spacetime, frames }, samples);
      expect([...results.status].every((status) => status === 3)).toBe(true);
      expect([...results.reason].every((reason) => reason === 4)).toBe(true);
      expect(faults(results, results)).toEqual([]);
    }
  });

  it("a tolerance that is no number: no step is ever accepted", () => {
    const results = traced({ ...kerr, tolerance: Number.NaN }, samples);
    results.status.forEach((status, row) => {
      expect(status === 1 || (status === 3 && results.reason[row] === 3)).toBe(true);
    });
    expect([...results.status]).toContain(3);
    expect(faults(results, results)).toEqual([]);
  });

  it("a ray whose potential touches 0 to rounding, between the captured and the escaping ones", () => {
    const fan = Float64Array.from({ length: 4001 }, (_, index) => 0.483361282211952 + (index - 2000) * 5e-16);
    const { status, reason } = traced(still, lookSamples(fan));
    expect(status[0]).toBe(1);
    expect(status.at(-1)).toBe(0);
    const between = [...status.keys()].filter((row) => status[row] === 3);
    expect(between.length).toBeGreaterThan(0);
    expect(between.every((row) => reason[row] === 1)).toBe(true);
    const [first, last] = [between[0]!, between.at(-1)!];
    expect([...status].slice(0, first).every((code) => code === 1)).toBe(true);
    expect([...status].slice(last + 1).every((code) => code === 0)).toBe(true);
  });

  it("a camera on the ring singularity", () => {
    const frames = kerr.frames.map((frame) => ({ ...frame, position: [0.9, 0, 0] as const }));
    const results = traced({ ...kerr, frames }, samples);
    expect([...results.reason].every((reason) => reason === 4)).toBe(true);
  });
});

/** A static camera at r = 10 of Schwarzschild, its samples being directions. */
const still: TraceSetup = {
  spacetime: { kind: "schwarzschild" },
  backend: "fast",
  tolerance: 1e-9,
  stepBudget: 100,
  frames: [
    directionCamera({
      spacetime: { kind: "schwarzschild" },
      r: 10,
      thetaDeg: 90,
      observer: { kind: "static" },
    }),
  ],
};

function lookSamples(azRad: Float64Array): SampleColumns {
  const count = azRad.length;
  return { count, frame: new Int32Array(count), x: azRad, y: new Float64Array(count) };
}
