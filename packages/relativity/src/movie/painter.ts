import type { Engine, JobFailure, Kernel } from "@lightcone/parallel";
import type { FrameCamera } from "../camera/frameCamera.ts";
import { type PaintedParts, readFrameBlock } from "./frameBlock.ts";
import type { LensBlock } from "./lensBlocks.ts";
import type { MoviePlan } from "./moviePlan.ts";
import * as layout from "./paintLayout.ts";
import { paintingOf } from "./palette.ts";
import { writePalette } from "./paletteTables.ts";

/** A frame to be painted. */
export interface UnpaintedFrame {
  readonly camera: FrameCamera;
  /** Its block of the lens map: it stays the caller's. */
  readonly lensBlock: LensBlock;
  /** Index of its camera in the scene. */
  readonly sceneIndex: number;
  /** Sum of the WANT_ numbers of paintLayout.ts. */
  readonly wanted: number;
}

/** A frame that a lane has painted. */
export interface LanePaintedFrame extends PaintedParts {
  readonly lane: number;
}

/** Frames that were painted together, as lanes left them. */
export interface PaintedFrames {
  /** Their bytes stand in memory that lanes share, until they are freed. */
  readonly frames: readonly LanePaintedFrame[];
  free(): void;
}

/** Paints frames on the lanes of an engine; to be closed. */
export interface Painter {
  /**
   * Paints frames, one a job.
   * @param contextPointer  of the scene that they are in
   * @param meanwhile       what the caller does while other lanes begin, such as putting down what was painted before
   * @throws what `meanwhile` throws; Error naming the frames where painting failed
   */
  paint(frames: readonly UnpaintedFrame[], contextPointer: number, meanwhile?: () => void): PaintedFrames;
  close(): void;
}

/**
 * Writes the palette of a movie for all lanes.
 * @throws InputError for a disk in a spacetime where none can shine
 */
export function openPainter(engine: Pick<Engine, "run">, kernel: Kernel, plan: MoviePlan): Painter {
  const { arena, scratchBase, scratchBytes } = kernel;
  const { catalogue, panorama } = plan.scene;
  const source = { identity: plan.identity, painting: paintingOf(plan), catalogue, panorama };
  const palette = writePalette(arena, source);
  return {
    paint(frames, contextPointer, meanwhile) {
      const rows = writeRows(kernel, frames);
      const paramsPointer = arena.allocate(layout.PAINT_BYTES);
      const params = arena.i32(paramsPointer, layout.PAINT_BYTES / 4);
      params[layout.PAINT_ARENA / 4] = arena.basePointer;
      params[layout.PAINT_PALETTE / 4] = palette.pointer;
      params[layout.PAINT_PALETTE_BYTES / 4] = palette.bytes;
      params[layout.PAINT_CONTEXT / 4] = contextPointer;
      params[layout.PAINT_SCRATCH_BYTES / 4] = scratchBytes;
      params[layout.PAINT_ROWS / 4] = rows.pointer;
      try {
        const run = { kernel, entry: "paintFrames", paramsPointer, count: frames.length };
        const { failures } = engine.run(run, meanwhile);
        requireSuccess(failures, frames);
        const painted = frames.map((_, index): LanePaintedFrame => {
          const { result, scratch } = rows.read(index);
          return { ...readFrameBlock(arena, result), lane: (scratch - scratchBase) / scratchBytes };
        });
        return { frames: painted, free: rows.free };
      } catch (error) {
        rows.free();
        throw error;
      } finally {
        arena.free(paramsPointer);
      }
    },
    close: () => palette.free(),
  };
}

/** Rows of a run of painting, in memory. */
interface Rows {
  readonly pointer: number;
  read(index: number): { readonly result: number; readonly scratch: number };
  /** Gives back rows and the results that there are. */
  free(): void;
}

function writeRows({ arena }: Kernel, frames: readonly UnpaintedFrame[]): Rows {
  const pointer = arena.allocate(layout.ROW_BYTES * frames.length);
  const row = (index: number): Int32Array =>
    arena.i32(pointer + layout.ROW_BYTES * index, layout.ROW_BYTES / 4);
  frames.forEach(({ camera, lensBlock, sceneIndex, wanted }, index) => {
    const words = row(index);
    words[layout.ROW_LENS / 4] = lensBlock.pointer;
    words[layout.ROW_LENS_BYTES / 4] = lensBlock.bytes;
    words[layout.ROW_SCENE_INDEX / 4] = sceneIndex;
    words[layout.ROW_WANTED / 4] = wanted;
    words[layout.ROW_RESULT / 4] = 0;
    arena.f64(pointer + layout.ROW_BYTES * index + layout.ROW_EXPOSURE, 1)[0] = camera.exposure;
  });
  return {
    pointer,
    read: (index) => ({
      result: row(index)[layout.ROW_RESULT / 4]!,
      scratch: row(index)[layout.ROW_SCRATCH / 4]!,
    }),
    free: () => {
      frames.forEach((_, index) => {
        const words = row(index);
        if (words[layout.ROW_RESULT / 4] !== 0) arena.free(words[layout.ROW_RESULT / 4]!);
      });
      arena.free(pointer);
    },
  };
}

function requireSuccess(failures: readonly JobFailure[], frames: readonly UnpaintedFrame[]): void {
  const failure = failures[0];
  if (failure === undefined) return;
  const { begin, end, lane, message } = failure;
  const [first, last] = [frames[begin]!.camera.frame, frames[end - 1]!.camera.frame];
  throw new Error(
    `painting frames ${first} to ${last} failed on lane ${lane}: ${message}; paint those alone with ` +
      `--frames ${first}:${last + 1} --lanes 1 --debug`,
  );
}
