import { createEngine, type EngineRequest, type RunReport } from "@lightcone/parallel";
import { expect, test } from "vitest";
import { relativityKernelSpec } from "../kernelTables/spec.ts";
import { encodeLensFrame } from "../lensMap/encodeLensMap.ts";
import { traceLensFrames } from "../lensMap/traceLensFrames.ts";
import { readShot } from "../shot/readShot.ts";
import { openInputFolder } from "./host/inputFolder.ts";
import { LensBlocks } from "./lensBlocks.ts";
import { planMovie } from "./moviePlan.ts";
import { type LanePaintedFrame, openPainter, type UnpaintedFrame } from "./painter.ts";
import { WANT_EVENTS, WANT_SHEET } from "./paintLayout.ts";
import { readScene } from "./scene.ts";
import { tracersOn } from "./tracers.ts";

const SHOT = `
spacetime: {kind: kerr, spin: 0.9}
trajectory: {kind: rain, thetaDeg: 80, fromRadiusM: 20, toRadiusM: 1, frames: 5}
camera: {widthPx: 48, heightPx: 27, hfovDeg: 70}
sky: {catalogue: stars, faintestMagnitude: 4, panorama: milky-way}
`;

/** Paints the frames of the shot, all or some of their blocks damaged by `change`. */
async function painted(
  lanes: number,
  change: (frame: UnpaintedFrame) => UnpaintedFrame = (frame) => frame,
  times = 1,
) {
  const engine = await createEngine({ lanes, costGate: false });
  try {
    const kernel = await engine.loadKernel(relativityKernelSpec);
    const plan = planMovie(readScene(readShot(SHOT), openInputFolder(".")), undefined);
    const tracers = tracersOn(engine, kernel, plan, {});
    const before = kernel.arena.usage().blockCount;
    const run = (request: EngineRequest): RunReport => {
      for (let turn = 1; turn < times; turn++) engine.run(request);
      return engine.run(request);
    };
    const painter = openPainter({ run }, kernel, plan);
    const tracer = tracers.open(plan.cameras);
    const blocks = new LensBlocks(kernel.arena);
    const frames = traceLensFrames(plan.cameras, plan.header.sampling, tracer).map((lens, sceneIndex) => {
      blocks.add(encodeLensFrame(lens));
      const [lensBlock, wanted] = [blocks.at(sceneIndex), WANT_EVENTS + WANT_SHEET];
      return change({ camera: lens.camera, lensBlock, sceneIndex, wanted });
    });
    try {
      const done = painter.paint(frames, tracer.contextPointer);
      const copies = done.frames.map(copied);
      done.free();
      return copies;
    } finally {
      blocks.free();
      tracer.close();
      painter.close();
      expect(kernel.arena.usage().blockCount).toBe(before);
    }
  } finally {
    await engine.close();
  }
}

/** A frame with bytes of its own. */
function copied({ picture, eventLines, preview, sheet, ...rest }: LanePaintedFrame): LanePaintedFrame {
  return {
    ...rest,
    picture: picture.slice(),
    eventLines: eventLines.slice(),
    preview: preview.slice(),
    sheet: sheet.slice(),
  };
}

test("frames are painted alike on any number of lanes, counts of rays included, and nothing is left in memory", async () => {
  const stripped = async (lanes: number) =>
    (await painted(lanes)).map(({ lane: _, counts, ...frame }) => ({ ...frame, rays: counts.rays }));
  const alone = await stripped(1);
  expect(alone.map(({ record }) => record.frame)).toEqual([0, 1, 2, 3, 4]);
  expect(alone[0]!.record.stars.refined).toBeGreaterThan(100);
  expect(alone[0]!.rays.rays).toBeGreaterThan(700);
  expect(alone[0]!.sheet).toHaveLength(3 * 48 * 27);
  for (const lanes of [0, 2, 4]) expect(await stripped(lanes), `${lanes} lanes`).toEqual(alone);
}, 60_000);

test("a run that is repeated gives the same frames, and leaves nothing of the first in memory", async () => {
  const pictures = async (times: number) =>
    (await painted(1, undefined, times)).map(({ picture, eventLines }) => [picture, eventLines]);
  expect(await pictures(2)).toEqual(await pictures(1));
});

test("what fails names the frames and how to paint them alone, and leaves nothing in memory", async () => {
  const broken = (frame: UnpaintedFrame): UnpaintedFrame =>
    frame.sceneIndex === 3 ? { ...frame, lensBlock: { ...frame.lensBlock, bytes: 300 } } : frame;
  await expect(painted(2, broken)).rejects.toThrow(
    /painting frames 3 to 3 failed on lane [01]: RangeError.*--frames 3:4 --lanes 1 --debug/,
  );
});
