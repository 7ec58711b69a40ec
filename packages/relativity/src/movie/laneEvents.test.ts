import { createEngine, type KernelInstance } from "@lightcone/parallel";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { catalogueOf } from "../../test/starField.ts";
import { relativityKernelSpec } from "../kernelTables/spec.ts";
import { createStarEvents, EVENT_FLAGS, REFINED, type StarEvents, UNREFINED } from "../sky/starEvent.ts";
import { LaneEvents } from "./laneEvents.ts";

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

const STAR_COUNT = 4000;
const stars = catalogueOf(Array.from({ length: STAR_COUNT }, () => [1, 0, 0] as const));
const catalogue = { ...stars, id: stars.id.map((index) => 3 * index + 1_000_000) };

/** Lines by the kernel's entry through an engine of one lane. */
function linesOn(on: On, events: StarEvents, range = { begin: 0, end: events.count }): string {
  const { arena } = kernels[on];
  const entry = (paramsPointer: number, _: number, count: number): void => {
    const run = { kernel: kernels[on], entry: "writeEvents", paramsPointer, count, schedule: "static" };
    const { failures } = engines[on].run(run);
    if (failures[0] !== undefined) throw new Error(failures[0].message);
  };
  const lane = { kernel: { writeEvents: entry } as unknown as KernelInstance, arena, scratchPointer: 0 };
  const before = arena.usage().blockCount;
  const text = new TextDecoder().decode(new LaneEvents().lines(lane, { events, catalogue }, range));
  expect(arena.usage().blockCount).toBe(before);
  return text;
}

/** x, y, magnification, redshift factor, red, green, blue of an image, and its flag. */
interface Numbers {
  readonly values: readonly number[];
  readonly flag: number;
}

function eventsOf(rows: readonly Numbers[]): StarEvents {
  const events = createStarEvents(rows.length);
  const columns = [events.x, events.y, events.magnification, events.redshiftG];
  for (const [row, { values, flag }] of rows.entries()) {
    for (const [k, column] of columns.entries()) column[row] = values[k]!;
    events.flux.set(values.slice(4), 3 * row);
    events.parity[row] = -1;
    events.flag[row] = flag;
  }
  return events;
}

/** Numbers of every size, most of them of such as a log has; whole ones and those that round up to a power of ten. */
const numbers = fc.oneof(
  fc.double({ min: -1e3, max: 1e3, noNaN: true }),
  fc.double({ min: 0, max: 1e-4, noNaN: true }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }),
  fc
    .tuple(fc.integer({ min: -30, max: 30 }), fc.integer({ min: -20, max: 20 }))
    .map(([exponent, off]) => Number(`1e${exponent}`) * (1 + off * 1e-10)),
);
const rows = fc.array(
  fc.record({
    values: fc.array(numbers, { minLength: 7, maxLength: 7 }),
    flag: fc.integer({ min: 0, max: EVENT_FLAGS.length - 1 }),
  }),
  { minLength: 1, maxLength: 60 },
);

describe("lines of the event log that the kernel writes", () => {
  it("are those of the twin, letter by letter", () => {
    const property = fc.property(rows, (of) => {
      const events = eventsOf(of);
      return linesOn("kernel", events) === linesOn("reference", events);
    });
    fc.assert(property, { numRuns: 100 });
  });

  it.each(["kernel", "reference"] as const)("have nine digits, six where the mesh tells them: %s", (on) => {
    const values = [44.00230652500738, -0.000123456789, 3, 0.5, 1.5e-300, 123456789.4, 1234567890.1];
    expect(linesOn(on, eventsOf([{ values, flag: REFINED }]))).toBe(
      "0,0,1000000,-1,0,44.0023065,-0.000123456789,3,0.5,1.5e-300,123456789,1.23456789e9,refined\n",
    );
    expect(linesOn(on, eventsOf([{ values, flag: UNREFINED }]))).toBe(
      "0,0,1000000,-1,0,44.0023,-0.000123457,3,0.5,1.5e-300,1.23457e8,1.23457e9,unrefined\n",
    );
  });

  it.each(["kernel", "reference"] as const)("are those of a range, each of its own star: %s", (on) => {
    const events = createStarEvents(STAR_COUNT);
    for (let index = 0; index < STAR_COUNT; index++) {
      events.frame[index] = 392;
      events.star[index] = index;
      events.parity[index] = 1;
      events.order[index] = index % 7;
      events.x[index] = index / 8;
    }
    const lines = linesOn(on, events, { begin: 5, end: 3500 }).split("\n");
    expect(lines.length).toBe(3496);
    const isRight = lines
      .slice(0, -1)
      .every(
        (line, k) =>
          line ===
          `392,${k + 5},${3 * (k + 5) + 1_000_000},1,${(k + 5) % 7},${(k + 5) / 8},0,0,0,0,0,0,refined`,
      );
    expect(isRight).toBe(true);
  });
});
