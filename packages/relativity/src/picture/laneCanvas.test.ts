import { createEngine, type KernelInstance } from "@lightcone/parallel";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { relativityKernelSpec } from "../kernelTables/spec.ts";
import { createStarEvents } from "../sky/starEvent.ts";
import { addStamps, type StampRows } from "./addStamps.ts";
import { drawStars } from "./drawStars.ts";
import { laneCanvas } from "./laneCanvas.ts";
import { createLinearImage, type LinearImage } from "./linearImage.ts";
import { createPointSpread } from "./pointSpread.ts";

const engines = {
  kernel: await createEngine({ lanes: 1 }),
  reference: await createEngine({ lanes: 1, engine: "reference" }),
};
afterAll(() => Promise.all(Object.values(engines).map((engine) => engine.close())));

const kernels = {
  kernel: await engines.kernel.loadKernel(relativityKernelSpec),
  reference: await engines.reference.loadKernel(relativityKernelSpec),
};

/** A grey canvas of the kernel's, whose entry goes through an engine of one lane. */
function canvasOn(on: keyof typeof engines) {
  const kernel = kernels[on];
  const entry = (paramsPointer: number, _: number, count: number): void => {
    const { failures } = engines[on].run({ kernel, entry: "addStamps", paramsPointer, count });
    if (failures[0] !== undefined) throw new Error(failures[0].message);
  };
  const instance = { addStamps: entry } as unknown as KernelInstance;
  const grey = greyPicture();
  const canvas = laneCanvas({ kernel: instance, arena: kernel.arena, scratchPointer: 0 }, grey);
  canvas.rgb.set(grey.rgb);
  return canvas;
}

/** A picture of 17 x 9 with light on it. */
function greyPicture(): LinearImage {
  const image = createLinearImage(17, 9);
  for (let index = 0; index < image.rgb.length; index++) image.rgb[index] = 0.1 + (index % 7) / 13;
  return image;
}

const unit = fc.double({ min: 0, max: 1, noNaN: true });
/** Rows of stamps anywhere on and around a small picture, of any edge, read any way. */
const stampRows: fc.Arbitrary<StampRows> = fc.integer({ min: 1, max: 6 }).chain((edgePx) => {
  const stamp = fc.array(unit, { minLength: edgePx * edgePx, maxLength: edgePx * edgePx });
  const row = fc.tuple(
    fc.integer({ min: -8, max: 19 }),
    fc.integer({ min: -8, max: 11 }),
    fc.nat(1),
    fc.nat(3),
  );
  return fc
    .tuple(fc.tuple(stamp, stamp), fc.array(fc.tuple(row, fc.tuple(unit, unit, unit)), { maxLength: 9 }))
    .map(([stamps, rows]) => ({
      count: rows.length,
      edgePx,
      rows: Int32Array.from(rows.flatMap(([words]) => words)),
      flux: Float64Array.from(rows.flatMap(([, flux]) => flux)),
      stamps: stamps.map((shares) => Float64Array.from(shares)),
    }));
});

describe("stamps that the kernel adds", () => {
  it.each(["kernel", "reference"] as const)("give the bits of plain addition: %s", (on) => {
    const before = kernels[on].arena.usage().blockCount;
    const property = fc.property(stampRows, (rows) => {
      const [plain, other] = [greyPicture(), canvasOn(on)];
      const landed = addStamps(plain, rows);
      const isSame = other.addStamps(rows).every((share, row) => Object.is(share, landed[row]));
      const isSamePicture = plain.rgb.every((light, index) => Object.is(light, other.rgb[index]));
      other.free();
      return isSame && isSamePicture;
    });
    fc.assert(property, { numRuns: 300 });
    expect(kernels[on].arena.usage().blockCount).toBe(before);
  });
});

describe("stars that are drawn", () => {
  /** Stars at pseudo-random places on and around a small picture. */
  function scattered(count: number) {
    const events = createStarEvents(count);
    for (let event = 0; event < count; event++) {
      events.x[event] = ((event * 0.6180339887) % 1) * 21 - 2;
      events.y[event] = ((event * 0.7548776662) % 1) * 13 - 2;
      events.flux.set([1, 0.5, event / count], 3 * event);
    }
    return events;
  }

  it("are one sum over the events, however many stamps fit into memory together", () => {
    const events = scattered(60);
    // Of stamps of 161 x 161 ten are added together.
    const spread = createPointSpread({ kind: "gaussian", sigmaPx: 16 });
    expect((2 * spread.reachPx + 1) ** 2 * events.count).toBeGreaterThan(2 ** 18);
    const drawn = (range: { begin: number; end: number }, image = canvasOn("kernel")) => {
      const light = drawStars(image, events, spread, range);
      return { image, light };
    };
    const whole = drawn({ begin: 0, end: 60 });
    const { image } = drawn({ begin: 0, end: 1 });
    for (let begin = 1; begin < 60; begin++) drawn({ begin, end: begin + 1 }, image);
    expect(whole.image.rgb).toEqual(image.rgb);
    const inFrame = whole.image.rgb.reduce((sum, light, index) => sum + (index % 3 === 0 ? light : 0), 0);
    const before = greyPicture().rgb.reduce((sum, light, index) => sum + (index % 3 === 0 ? light : 0), 0);
    const { total, offFrame } = whole.light;
    whole.image.free();
    image.free();
    expect(total[0]).toBeCloseTo(60, 12);
    expect(inFrame - before).toBeCloseTo(total[0] - offFrame[0], 9);
  });
});
