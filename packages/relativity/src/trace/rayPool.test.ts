import { createEngine } from "@lightcone/parallel";
import { expect, test } from "vitest";
import { stillCamera } from "../../test/thinLens.ts";
import { toyKernelSpec } from "../../test/toyKernel.ts";
import { poolTracer } from "./poolTracer.ts";
import type { RayEngine } from "./rayEngine.ts";
import { openRayPool, type RayPool } from "./rayPool.ts";
import { rayResult, sampleColumns } from "./rayResults.ts";
import type { ResultColumns, SlabCosts, TraceSetup } from "./tracer.ts";

/** Cameras at the times 0, 2, 4, 6, 8. */
const frames = [0, 1, 2, 3, 4].map((frame) => stillCamera(frame));
const plainSetup: TraceSetup = {
  spacetime: { kind: "minkowski" },
  backend: "kerr-schild",
  tolerance: 1e-8,
  stepBudget: 1000,
  frames,
};

const schedules = [
  "active,1",
  "active,32",
  "active,128",
  "static",
  "static,32",
  "dynamic,32",
  "dynamic,128",
  "guided",
];

/** Samples of all frames whose rays take 0 to 40 steps. */
const samples = sampleColumns(
  Array.from({ length: 500 }, (_, row) => ({
    frame: Math.floor(row / 100),
    x: (row * 7) % 41,
    y: row,
  })),
);

async function withPool<T>(setup: Partial<TraceSetup>, lanes: number, use: (pool: RayPool) => T): Promise<T> {
  const engine = await createEngine({ engine: "reference", lanes, costGate: false });
  try {
    const kernel = await engine.loadKernel(toyKernelSpec);
    const before = kernel.arena.usage().blockCount;
    const pool = openRayPool(engine, kernel, { ...plainSetup, ...setup });
    try {
      return use(pool);
    } finally {
      pool.close();
      expect(kernel.arena.usage().blockCount).toBe(before);
    }
  } finally {
    await engine.close();
  }
}

function traced(pool: RayPool): ResultColumns {
  pool.append(samples);
  pool.run();
  return pool.results();
}

test("each ray takes its own steps, in as many visits as its steps fill slabs", async () => {
  const results = await withPool({ slab: { kind: "steps", steps: 8 } }, 1, traced);
  expect([...results.steps]).toEqual([...samples.x]);
  expect([...results.xi]).toEqual([...samples.x].map((steps) => Math.ceil(steps / 8)));
});

test("crossings stand side by side, and only those that a ray had", async () => {
  const results = await withPool({}, 1, traced);
  expect([...results.crossingCount]).toEqual([...samples.x].map((steps) => steps % 3));
  const found = [...results.crossingCount].map((_, row) => rayResult(results, row).crossings);
  const expected = [...samples.x].map((steps, row) =>
    Array.from({ length: steps % 3 }, (_, crossing) => {
      const first = 10 * row + 3 * crossing;
      return { radiusM: first, phiRad: first + 1, redshiftG: first + 2 };
    }),
  );
  expect(found).toEqual(expected);
  expect(results.crossings.filter((word, index) => index % 12 >= 6 && word !== 0).length).toBe(0);
});

test("a frame's rays wait for the time slab that holds their camera", async () => {
  const results = await withPool({ slab: { kind: "time", lengthM: 3 } }, 1, traced);
  expect([...results.steps]).toEqual([...samples.x]);
  // Slabs reach down to 6, 3, 0, -3: the cameras at 6 and 4 belong to the second, that at 0 to the fourth.
  const lowerTimes = [-3, 0, 3, 3, 6];
  expect([...results.eta]).toEqual([...samples.frame].map((frame) => lowerTimes[frame]));
  expect([...results.sweepRad].every((time, row) => time === endTime(row))).toBe(true);
});

test("cameras may stand before time 0, and in any order of time", async () => {
  const times = [-4, -9, 7, 2];
  const cameras = times.map((tKsM, frame) => ({ ...stillCamera(frame), tKsM }));
  const { results, census } = await withPool(
    { frames: cameras, slab: { kind: "time", lengthM: 3 } },
    1,
    (pool) => {
      pool.append(sampleColumns(times.map((_, frame) => ({ frame, x: 2, y: 0 }))));
      pool.run();
      return { results: pool.results(), census: pool.counters.census() };
    },
  );
  // A ray takes a step a unit of time, so that most go through two slabs; each begins in the one that holds its camera.
  expect([...results.eta]).toEqual([-6, -12, 6, 0]);
  expect(census).toMatchObject({ rays: 4, steps: 8 });
  expect(census.visits).toBe(results.xi.reduce((sum, visits) => sum + visits, 0));
});

function endTime(row: number): number {
  return samples.x[row] === 0 ? 0 : 2 * samples.frame[row]! - samples.x[row]!;
}

test("time slabs in which nothing moves are passed over", async () => {
  const far = [stillCamera(0), { ...stillCamera(1), tKsM: 1e9 }];
  const { slabs, steps } = await withPool({ frames: far, slab: { kind: "time", lengthM: 1 } }, 1, (pool) => {
    pool.append(
      sampleColumns([
        { frame: 0, x: 2, y: 0 },
        { frame: 1, x: 3, y: 0 },
      ]),
    );
    pool.run();
    return pool.counters.census();
  });
  expect(slabs).toBe(5);
  expect(steps).toBe(5);
});

test("a run without rays, and one whose rays all end at once, have no slab", async () => {
  const census = await withPool({}, 1, (pool) => {
    pool.run();
    pool.append(sampleColumns([{ frame: 3, x: 0, y: 0 }]));
    pool.run();
    return pool.counters.census();
  });
  expect(census).toMatchObject({ runs: 1, rays: 1, slabs: 0, visits: 0, steps: 0 });
});

test.each([
  { kind: "steps", steps: 5 },
  { kind: "time", lengthM: 4 },
] as const)(
  "results, slabs and visits do not depend on lanes and schedules: slabs of $kind",
  async (slab) => {
    const run = (schedule: string, lanes: number) =>
      withPool({ slab, schedule }, lanes, (pool) => {
        const results = traced(pool);
        const { slabs, visits, steps, lanes: rows } = pool.counters.census();
        const sum = (count: (row: (typeof rows)[number]) => number): number =>
          rows.reduce((total, row) => total + count(row), 0);
        expect([sum((row) => row.visits), sum((row) => row.steps)], "by lane").toEqual([visits, steps]);
        return { results, slabs, visits, steps };
      });
    const alone = await run("static", 0);
    expect(alone.visits).toBe(alone.results.xi.reduce((sum, visits) => sum + visits, 0));
    expect(alone.steps).toBe(samples.x.reduce((sum, steps) => sum + steps, 0));
    for (const lanes of [2, 16]) expect(await run("active,32", lanes), `${lanes} lanes`).toEqual(alone);
    for (const schedule of schedules) expect(await run(schedule, 3), schedule).toEqual(alone);
  },
);

test.each([undefined, { kind: "steps", steps: 5 }, { kind: "time", lengthM: 4 }] as const)(
  "rays that an engine follows over and over are found as by one that does it once: slabs of %o",
  async (slab) => {
    const engine = await createEngine({ engine: "reference", lanes: 1 });
    const kernel = await engine.loadKernel(toyKernelSpec);
    const follow = (repeat: number) => {
      let calls = 0;
      const repeating: RayEngine = {
        counters: () => engine.counters(),
        run(request) {
          const putBack = request.keepState?.();
          const once = () => {
            calls++;
            return engine.run({ ...request, kernel });
          };
          for (let turn = 1; turn < repeat; turn++) {
            once();
            putBack?.();
          }
          return once();
        },
      };
      const pool = openRayPool(repeating, kernel, { ...plainSetup, ...(slab && { slab }) });
      const results = traced(pool);
      const { slabs, visits, steps } = pool.counters.census();
      pool.close();
      return { found: { results, slabs, visits, steps }, calls };
    };
    const once = follow(1);
    const often = follow(4);
    expect(often.found).toEqual(once.found);
    expect(often.calls).toBe(4 * once.calls);
    await engine.close();
  },
);

test("lanes look at active rays only under active,n, and at the whole pool under other schedules", async () => {
  const slotsUnder = (schedule: string) =>
    withPool({ schedule, slab: { kind: "steps", steps: 5 } }, 1, (pool) => {
      traced(pool);
      const { lanes, visits, slabs } = pool.counters.census();
      return { slots: lanes[0]!.slots, visits, slabs };
    });
  const compacted = await slotsUnder("active,32");
  expect(compacted.slots).toBe(500 + compacted.visits);
  const plain = await slotsUnder("dynamic,32");
  expect(plain.slots).toBe(500 * (1 + plain.slabs));
});

test("what the engine does between two runs is not the pool's", async () => {
  const engine = await createEngine({ engine: "reference", lanes: 1 });
  const kernel = await engine.loadKernel(toyKernelSpec);
  const other = openRayPool(engine, kernel, plainSetup);
  const pool = openRayPool(engine, kernel, plainSetup);
  const follow = (): void => {
    pool.append(samples);
    pool.run();
  };
  follow();
  traced(other);
  follow();
  const { lanes, rays, batchMs } = pool.counters.census();
  expect(lanes.map(({ slots }) => slots)).toEqual([rays]);
  expect(batchMs).toBeLessThan(engine.counters().wallMs);
  expect(batchMs).toBeGreaterThan(0);
  pool.close();
  other.close();
  await engine.close();
});

test("ids go on, slots stay while the table grows, and a cleared pool begins anew", async () => {
  await withPool({}, 1, (pool) => {
    expect(pool.append(sampleColumns([{ frame: 1, x: 3, y: 0 }]))).toBe(0);
    pool.run();
    expect(pool.append(samples)).toBe(1);
    pool.run();
    const results = pool.results();
    expect([...results.steps]).toEqual([3, ...samples.x]);
    // Rays that have ended are not followed again.
    const stepsTaken = samples.x.reduce((sum, steps) => sum + steps, 3);
    expect(pool.counters.census()).toMatchObject({ runs: 2, rays: 501, steps: stepsTaken });
    expect(
      [...results.xi].every((visits, row) => visits === (row > 0 && samples.x[row - 1] === 0 ? 0 : 1)),
    ).toBe(true);
    pool.clear();
    expect(pool.count).toBe(0);
    expect(pool.append(sampleColumns([{ frame: 0, x: 2, y: 0 }]))).toBe(501);
    pool.run();
    expect([...pool.results().steps]).toEqual([2]);
  });
});

test("a tracer of few slots gives what one of many gives", async () => {
  const engine = await createEngine({ engine: "reference", lanes: 1 });
  const kernel = await engine.loadKernel(toyKernelSpec);
  const setup: TraceSetup = { ...plainSetup, slab: { kind: "time", lengthM: 3 } };
  const wide = poolTracer(engine, kernel, setup);
  const narrow = poolTracer(engine, kernel, setup, 64);
  expect(narrow.trace(samples)).toEqual(wide.trace(samples));
  expect(narrow.census().runs).toBe(8);
  narrow.close();
  wide.close();
  await engine.close();
});

test("samples out of order or of an unknown frame, and frames out of order, are refused", async () => {
  await withPool({}, 1, (pool) => {
    const late = sampleColumns([
      { frame: 2, x: 0, y: 0 },
      { frame: 1, x: 0, y: 0 },
    ]);
    expect(() => pool.append(late)).toThrow("sample 1 of frame 1 comes after frame 2: sort them by frame");
    expect(() => pool.append(sampleColumns([{ frame: 9, x: 0, y: 0 }]))).toThrow("sample 0 is of frame 9");
    expect(pool.count).toBe(0);
  });
  const reversed = { frames: [...frames].reverse() };
  const order = "give cameras in ascending order of their frames, each once";
  await expect(withPool(reversed, 1, traced)).rejects.toThrow(
    `frames[1]: frame 3 comes after frame 4; ${order}`,
  );
  const twice = { frames: [stillCamera(0), stillCamera(1), stillCamera(1)] };
  await expect(withPool(twice, 1, traced)).rejects.toMatchObject({
    code: "trace",
    message: expect.stringContaining("frames[2]: frame 1 comes after frame 1"),
  });
  await expect(withPool({ schedule: "fast" }, 1, traced)).rejects.toThrow("is no schedule");
  const timed = { backend: "fast", slab: { kind: "time", lengthM: 3 } } as const;
  await expect(withPool(timed, 1, traced)).rejects.toMatchObject({
    code: "trace",
    message:
      "slab: is 3 M of time, but the fast backend knows no time along a ray; use backend kerr-schild, or slabs of steps",
  });
  const countless = [
    [0, 0],
    [-1, 0],
    [Number.NaN, 0],
    [1e-12, 1],
  ] as const;
  for (const [lengthM, frame] of countless) {
    const slab = { kind: "time", lengthM } as const;
    await expect(withPool({ slab }, 1, traced)).rejects.toThrow(
      `slab: of ${lengthM} M does not cut the time ${2 * frame} M of frame ${frame} into countable slabs; give a length above 0,`,
    );
  }
  const none = { slab: { kind: "steps", steps: 0 } } as const;
  await expect(withPool(none, 1, traced)).rejects.toThrow("slab: has 0 steps; give a whole number");
});

test("rays that outlive their budget are an error, not a run without end", async () => {
  const setup = { stepBudget: 30, slab: { kind: "steps", steps: 8 } } as const;
  await expect(withPool(setup, 1, traced)).rejects.toThrow("are active after 4 slabs of 8 steps");
});

test("a ray that fails names slab, slots, frames and how to trace them alone", async () => {
  const failing = (pool: RayPool): void => {
    pool.append(
      sampleColumns([
        { frame: 1, x: 5, y: 0 },
        { frame: 3, x: 5, y: -1 },
      ]),
    );
    pool.run();
  };
  await expect(
    withPool({ schedule: "active,1", slab: { kind: "steps", steps: 9 } }, 1, failing),
  ).rejects.toThrow(
    "slab 0, advanceKerrSchild: rays of slots 0 to 1, of frames 1 to 3, failed on lane 0: " +
      "Error: a toy ray that fails; trace those frames alone with --frames 1:4 --lanes 1 --debug",
  );
});

test("each slab tells what its rays cost, and the first one who had its rays", async () => {
  for (const schedule of ["active,32", "static"]) {
    const slabs: SlabCosts[] = [];
    const setup = {
      schedule,
      slab: { kind: "time", lengthM: 3 },
      onSlab: (costs: SlabCosts) => slabs.push(costs),
    } as const;
    const census = await withPool(setup, 1, (pool) => {
      traced(pool);
      return pool.counters.census();
    });
    expect(slabs.length).toBe(census.slabs);
    const sum = (pick: (costs: SlabCosts) => number): number =>
      slabs.reduce((total, slab) => total + pick(slab), 0);
    expect(sum(({ active }) => active.length)).toBe(census.visits);
    expect(sum(({ steps }) => steps.reduce((total, count) => total + count, 0))).toBe(census.steps);
    expect(slabs.every(({ slots }) => slots === samples.count)).toBe(true);
    expect(census.firstSlab).toEqual({ active: slabs[0]!.active.length, lanes: 1 });
  }
});
