import * as layout from "../kernel/stampLayout.ts";
import { addStamps } from "../picture/addStamps.ts";

/** Entry addStamps in TypeScript: the same picture from the same tables. */
export function addStampsIn(memory: WebAssembly.Memory, params: number, begin: number, end: number): void {
  const { buffer } = memory;
  const word = (at: number): number => new Int32Array(buffer, params + at, 1)[0]!;
  const [widthPx, heightPx] = [word(layout.STAMPS_WIDTH_PX), word(layout.STAMPS_HEIGHT_PX)];
  const edgePx = word(layout.STAMPS_EDGE_PX);
  const count = end - begin;
  const rows = new Int32Array(
    buffer,
    word(layout.STAMPS_ROWS) + 4 * layout.ROW_WORDS * begin,
    layout.ROW_WORDS * count,
  );
  const stampOf = (number: number): Float64Array =>
    new Float64Array(buffer, word(layout.STAMPS_SHARES) + 8 * edgePx * edgePx * number, edgePx * edgePx);
  let stampCount = 0;
  for (let row = 0; row < count; row++) {
    stampCount = Math.max(stampCount, rows[layout.ROW_WORDS * row + layout.ROW_STAMP]! + 1);
  }
  const landed = addStamps(
    { widthPx, heightPx, rgb: new Float64Array(buffer, word(layout.STAMPS_PICTURE), 3 * widthPx * heightPx) },
    {
      count,
      edgePx,
      rows,
      flux: new Float64Array(buffer, word(layout.STAMPS_FLUX) + 24 * begin, 3 * count),
      stamps: Array.from({ length: stampCount }, (_, number) => stampOf(number)),
    },
  );
  new Float64Array(buffer, word(layout.STAMPS_LANDED) + 8 * begin, count).set(landed);
}
