import type { Arena, KernelEntry, KernelInstance } from "@lightcone/parallel";
import * as layout from "../kernel/stampLayout.ts";
import type { AddStamps, StampRows } from "./addStamps.ts";
import type { LinearImage } from "./linearImage.ts";

/** A lane, as far as pictures are concerned. */
export interface CanvasLane {
  readonly kernel: KernelInstance;
  readonly arena: Arena;
  readonly scratchPointer: number;
}

/** A picture in the kernel's memory, where a lane adds stamps to it; to be given back. */
export interface LaneCanvas extends LinearImage {
  readonly addStamps: AddStamps;
  free(): void;
}

/** A black picture on a lane. */
export function laneCanvas(
  { kernel, arena, scratchPointer }: CanvasLane,
  { widthPx, heightPx }: Pick<LinearImage, "widthPx" | "heightPx">,
): LaneCanvas {
  const words = 3 * widthPx * heightPx;
  const pointer = arena.allocate(8 * words);
  const rgb = arena.f64(pointer, words).fill(0);
  return {
    widthPx,
    heightPx,
    rgb,
    addStamps(stamps) {
      const { count } = stamps;
      if (count === 0) return new Float64Array(0);
      const tables = writeStamps(arena, { pointer, widthPx, heightPx }, stamps);
      try {
        (kernel.addStamps as KernelEntry)(tables.paramsPointer, 0, count, scratchPointer);
        return arena.f64(tables.landedPointer, count).slice();
      } finally {
        arena.free(tables.paramsPointer);
      }
    },
    free: () => arena.free(pointer),
  };
}

/** A picture by its place in memory. */
interface PlacedPicture {
  readonly pointer: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Writes all tables into one block, which begins with the params. */
function writeStamps(arena: Arena, { pointer, widthPx, heightPx }: PlacedPicture, of: StampRows) {
  const { count, edgePx, rows, flux, stamps } = of;
  const stampWords = edgePx * edgePx;
  const words = 4 * count + stamps.length * stampWords;
  const paramsPointer = arena.allocate(layout.STAMPS_BYTES + 8 * words + 4 * layout.ROW_WORDS * count);
  const fluxPointer = paramsPointer + layout.STAMPS_BYTES;
  const landedPointer = fluxPointer + 24 * count;
  const sharesPointer = landedPointer + 8 * count;
  const rowsPointer = sharesPointer + 8 * stamps.length * stampWords;
  arena.f64(fluxPointer, 3 * count).set(flux.subarray(0, 3 * count));
  const shares = arena.f64(sharesPointer, stamps.length * stampWords);
  // Most stamps are so small that a call for each would take longer than the copying.
  let at = 0;
  for (const stamp of stamps) for (let word = 0; word < stampWords; word++) shares[at++] = stamp[word]!;
  arena.i32(rowsPointer, layout.ROW_WORDS * count).set(rows.subarray(0, layout.ROW_WORDS * count));
  const params = arena.i32(paramsPointer, layout.STAMPS_BYTES / 4);
  params[layout.STAMPS_PICTURE / 4] = pointer;
  params[layout.STAMPS_WIDTH_PX / 4] = widthPx;
  params[layout.STAMPS_HEIGHT_PX / 4] = heightPx;
  params[layout.STAMPS_EDGE_PX / 4] = edgePx;
  params[layout.STAMPS_SHARES / 4] = sharesPointer;
  params[layout.STAMPS_ROWS / 4] = rowsPointer;
  params[layout.STAMPS_FLUX / 4] = fluxPointer;
  params[layout.STAMPS_LANDED / 4] = landedPointer;
  return { paramsPointer, landedPointer };
}
