import { type Arena, attachArena, type KernelEntry, type KernelInstance } from "@lightcone/parallel";
import { decodeLensFrame } from "../lensMap/decodeLensMap.ts";
import type { LensFrame } from "../lensMap/lensMap.ts";
import { laneCanvas } from "../picture/laneCanvas.ts";
import { packedPng, packImage } from "../picture/png.ts";
import { createImageTable, type ImageTable } from "../sky/imageTable.ts";
import { laneStars } from "../sky/laneStars.ts";
import { POLISH_FAILURES } from "../sky/polishImages.ts";
import type { StarStatistics } from "../sky/starImages.ts";
import { type PoolTracer, tracerOf } from "../trace/poolTracer.ts";
import { loneLane } from "../trace/rayEngine.ts";
import { RayPool } from "../trace/rayPool.ts";
import { unresolvedCounts } from "../trace/rayResults.ts";
import { attachScene } from "../trace/sceneTables.ts";
import { RAY_STATUSES } from "../trace/tracer.ts";
import { type PaintedRecord, writeFrameBlock } from "./frameBlock.ts";
import { LaneEvents } from "./laneEvents.ts";
import { type PaintedFrame, paintFrame } from "./paintFrame.ts";
import * as layout from "./paintLayout.ts";
import { PaletteReader, type WrittenPalette } from "./paletteTables.ts";
import { thumbnailOf } from "./thumbnail.ts";

/** Slots of a lane's pool: its rays fit a processor's cache. Any number gives the same results. */
const LANE_SLOTS = 16_384;

const NOTHING = new Uint8Array(0);

/** What a job of painting has to do with: the kernel on its lane, and the params that it was given. */
interface PaintJob {
  readonly kernel: KernelInstance;
  readonly arena: Arena;
  readonly scratchPointer: number;
  readonly scratchBytes: number;
  readonly contextPointer: number;
  readonly palette: WrittenPalette;
  readonly laneEvents: LaneEvents;
  readonly table: ImageTable;
}

/**
 * The lane script of the ray kernel: paints whole frames, each on one lane from its star images to its file. What a
 * frame becomes depends on its lens map block, its camera and the palette alone.
 */
export function createScript(
  memory: WebAssembly.Memory,
  kernel: KernelInstance,
): { readonly paintFrames: KernelEntry } {
  const palettes = new PaletteReader();
  const laneEvents = new LaneEvents();
  const table = createImageTable();
  return {
    paintFrames(paramsPointer, begin, end, scratchPointer) {
      const word = (byte: number): number => new Int32Array(memory.buffer, paramsPointer + byte, 1)[0]!;
      const arena = attachArena(memory, word(layout.PAINT_ARENA));
      const pointer = word(layout.PAINT_PALETTE);
      const job = {
        kernel,
        arena,
        scratchPointer,
        scratchBytes: word(layout.PAINT_SCRATCH_BYTES),
        contextPointer: word(layout.PAINT_CONTEXT),
        palette: palettes.read(arena, pointer, word(layout.PAINT_PALETTE_BYTES)),
        laneEvents,
        table,
      };
      const rows = word(layout.PAINT_ROWS);
      for (let index = begin; index < end; index++) paintRow(job, rows + layout.ROW_BYTES * index);
    },
  };
}

function paintRow(job: PaintJob, row: number): void {
  const { arena, palette, scratchPointer } = job;
  const words = arena.i32(row, layout.ROW_BYTES / 4);
  const word = (byte: number): number => words[byte / 4]!;
  const exposure = arena.f64(row + layout.ROW_EXPOSURE, 1)[0]!;
  const lens = decodeLensFrame(arena.bytes(word(layout.ROW_LENS), word(layout.ROW_LENS_BYTES)), 0);
  const { builds, hits } = palette.spread.counters;
  const tracer = openTracer(job, lens, word(layout.ROW_SCENE_INDEX));
  const canvas = laneCanvas(job, lens.camera.projection);
  try {
    const painted = paintFrame(lens, { ...lens.camera, exposure }, palette, {
      tracer,
      addImages: laneStars({ kernel: job.kernel, arena, scratchPointer, skyPointer: palette.skyPointer }),
      table: job.table,
      canvas,
    });
    const { image, events } = painted;
    const { lanes: _, batchMs: __, firstSlab: ___, ...rays } = tracer.census();
    const { counters } = palette.spread;
    const wants = (what: number): boolean => (word(layout.ROW_WANTED) & what) !== 0;
    const range = { begin: 0, end: wants(layout.WANT_EVENTS) ? events.count : 0 };
    const packed = packImage(image);
    const small = thumbnailOf(image);
    const packedSmall = (): Uint8Array => (small.rgb === image.rgb ? packed : packImage(small)).packed;
    // A run can be repeated, and a job that died with its lane runs again.
    if (word(layout.ROW_RESULT) !== 0) arena.free(word(layout.ROW_RESULT));
    words[layout.ROW_SCRATCH / 4] = scratchPointer;
    words[layout.ROW_RESULT / 4] = writeFrameBlock(arena, {
      record: recordOf(lens, painted),
      counts: { rays, psf: { builds: counters.builds - builds, hits: counters.hits - hits } },
      picture: packedPng(packed),
      eventLines: job.laneEvents.lines(job, { events, catalogue: palette.catalogue }, range),
      preview: wants(layout.WANT_PREVIEW) ? packedSmall() : NOTHING,
      sheet: wants(layout.WANT_SHEET) ? small.rgb : NOTHING,
    });
  } finally {
    canvas.free();
    tracer.close();
  }
}

/** A tracer of one frame's rays on the job's own lane. */
function openTracer(job: PaintJob, { camera }: LensFrame, sceneIndex: number): PoolTracer {
  const { kernel, arena, scratchPointer, scratchBytes, contextPointer, palette } = job;
  const { frame, tKsM } = camera;
  const engine = loneLane(kernel, scratchPointer);
  const memory = { arena, scratchBase: scratchPointer, scratchBytes };
  const setup = { ...palette.painting.rays, frames: [{ frame, tKsM }] };
  const pool = new RayPool(engine, memory, setup, () => attachScene(arena, contextPointer, sceneIndex));
  return tracerOf(pool, LANE_SLOTS);
}

function recordOf({ camera, statistics, vertices }: LensFrame, painted: PaintedFrame): PaintedRecord {
  const { stars, light, backdrop } = painted;
  return {
    frame: camera.frame,
    tauM: camera.tauM,
    tKsM: camera.tKsM,
    rays: Object.fromEntries(RAY_STATUSES.map((status, index) => [status, statistics.statusCounts[index]!])),
    unresolved: unresolvedCounts(vertices),
    stars: starCounts(stars),
    backdrop: { ...backdrop },
    starLight: light.total,
    offFrameLight: light.offFrame,
  };
}

function starCounts({ failures, ...counts }: StarStatistics): Record<string, number> {
  const byReason = POLISH_FAILURES.map((reason, index) => [reason, failures[index]!] as const);
  return { ...counts, ...Object.fromEntries(byReason) };
}
