import type { ImageTable } from "./imageTable.ts";

/** Images of one star, order and parity closer than this are one. */
const SAME_IMAGE_PX = 1e-3;

/** Rows by frame, star, order, parity, y, x. Most stars have one image: rows are counted off, and few compared. */
export function inEventOrder(rows: Int32Array, table: ImageTable, starCount: number): Int32Array {
  const { frameIndex, star, order, parity, x, y } = table;
  const sorted = countedOff(rows, table, starCount);
  const byImage = (a: number, b: number): number =>
    order[a]! - order[b]! || parity[a]! - parity[b]! || y[a]! - y[b]! || x[a]! - x[b]!;
  for (let begin = 0, end = 1; begin < sorted.length; begin = end++) {
    const first = sorted[begin]!;
    for (; end < sorted.length; end++) {
      const row = sorted[end]!;
      if (star[row] !== star[first] || frameIndex[row] !== frameIndex[first]) break;
    }
    if (end - begin > 1) sorted.subarray(begin, end).sort(byImage);
  }
  return sorted;
}

/** Rows by frame and star, in their own order among those of one star. */
function countedOff(rows: Int32Array, { frameIndex, star }: ImageTable, starCount: number): Int32Array {
  let lastFrame = -1;
  for (const row of rows) lastFrame = Math.max(lastFrame, frameIndex[row]!);
  const next = new Int32Array((lastFrame + 1) * starCount + 1);
  for (const row of rows) next[frameIndex[row]! * starCount + star[row]! + 1]!++;
  for (let key = 1; key < next.length; key++) next[key]! += next[key - 1]!;
  const sorted = new Int32Array(rows.length);
  for (const row of rows) sorted[next[frameIndex[row]! * starCount + star[row]!]!++] = row;
  return sorted;
}

/**
 * Leaves out images that stand where another of the same star, order and parity does.
 * @param sorted      rows in the order of events
 * @param statistics  where each frame's are counted
 */
export function withoutDuplicates(
  sorted: Int32Array,
  { frameIndex, star, order, parity, x, y }: ImageTable,
  statistics: readonly { duplicates: number }[],
): Int32Array {
  const distinct = new Int32Array(sorted.length);
  let count = 0;
  for (const row of sorted) {
    const last = count > 0 ? distinct[count - 1]! : row;
    const isSame =
      last !== row &&
      frameIndex[last] === frameIndex[row] &&
      star[last] === star[row] &&
      order[last] === order[row] &&
      parity[last] === parity[row] &&
      Math.abs(x[last]! - x[row]!) < SAME_IMAGE_PX &&
      Math.abs(y[last]! - y[row]!) < SAME_IMAGE_PX;
    if (isSame) statistics[frameIndex[row]!]!.duplicates++;
    else distinct[count++] = row;
  }
  return distinct.subarray(0, count);
}
