import type { Arena, KernelEntry, KernelInstance } from "@lightcone/parallel";
import * as layout from "../kernel/stampLayout.ts";
import type { AddStamps, StampRows } from "./addStamps.ts";
import type { LinearImage } from "./linearImage.ts";

/** Adds stamps with the kernel on the lane that calls. @param scratchPointer  that lane's scratch */
export function laneStamps(kernel: KernelInstance, arena: Arena, scratchPointer: number): AddStamps {
  return (image, stamps) => {
    const { count } = stamps;
    const landed = new Float64Array(count);
    if (count === 0) return landed;
    const tables = writeStamps(arena, image, stamps);
    try {
      (kernel.addStamps as KernelEntry)(tables.paramsPointer, 0, count, scratchPointer);
      image.rgb.set(arena.f64(tables.picturePointer, image.rgb.length));
      landed.set(arena.f64(tables.landedPointer, count));
      return landed;
    } finally {
      arena.free(tables.paramsPointer);
    }
  };
}

/** Writes all tables into one block, which begins with the params. */
function writeStamps(arena: Arena, { rgb, widthPx, heightPx }: LinearImage, of: StampRows) {
  const { count, edgePx, rows, flux, stamps } = of;
  const stampWords = edgePx * edgePx;
  const words = rgb.length + 4 * count + stamps.length * stampWords;
  const paramsPointer = arena.allocate(layout.STAMPS_BYTES + 8 * words + 4 * layout.ROW_WORDS * count);
  const picturePointer = paramsPointer + layout.STAMPS_BYTES;
  const fluxPointer = picturePointer + 8 * rgb.length;
  const landedPointer = fluxPointer + 24 * count;
  const sharesPointer = landedPointer + 8 * count;
  const rowsPointer = sharesPointer + 8 * stamps.length * stampWords;
  arena.f64(picturePointer, rgb.length).set(rgb);
  arena.f64(fluxPointer, 3 * count).set(flux.subarray(0, 3 * count));
  const shares = arena.f64(sharesPointer, stamps.length * stampWords);
  // Most stamps are so small that a call for each would take longer than the copying.
  let at = 0;
  for (const stamp of stamps) for (let word = 0; word < stampWords; word++) shares[at++] = stamp[word]!;
  arena.i32(rowsPointer, layout.ROW_WORDS * count).set(rows.subarray(0, layout.ROW_WORDS * count));
  const params = arena.i32(paramsPointer, layout.STAMPS_BYTES / 4);
  params[layout.STAMPS_PICTURE / 4] = picturePointer;
  params[layout.STAMPS_WIDTH_PX / 4] = widthPx;
  params[layout.STAMPS_HEIGHT_PX / 4] = heightPx;
  params[layout.STAMPS_EDGE_PX / 4] = edgePx;
  params[layout.STAMPS_SHARES / 4] = sharesPointer;
  params[layout.STAMPS_ROWS / 4] = rowsPointer;
  params[layout.STAMPS_FLUX / 4] = fluxPointer;
  params[layout.STAMPS_LANDED / 4] = landedPointer;
  return { paramsPointer, picturePointer, landedPointer };
}
