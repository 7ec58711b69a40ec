import * as layout from "../kernel/meshLayout.ts";
import { splitReason } from "./splitReason.ts";

/** Entry judgeCells in TypeScript: the same answers on the same tables. */
export function judgeCells(memory: WebAssembly.Memory, params: number, begin: number, end: number): void {
  const { buffer } = memory;
  const view = new DataView(buffer);
  const pointer = (at: number): number => view.getInt32(params + at, true);
  const vertices = {
    status: new Uint8Array(buffer, pointer(layout.JUDGE_STATUS)),
    direction: f64From(buffer, pointer(layout.JUDGE_DIRECTION)),
    redshiftG: f64From(buffer, pointer(layout.JUDGE_REDSHIFT_G)),
    order: i32From(buffer, pointer(layout.JUDGE_ORDER)),
    marginU: f64From(buffer, pointer(layout.JUDGE_MARGIN_U)),
  };
  const cells = i32From(buffer, pointer(layout.JUDGE_CELLS));
  const answers = i32From(buffer, pointer(layout.JUDGE_ANSWERS));
  const coarseCellPx = view.getFloat64(params + layout.JUDGE_COARSE_CELL_PX, true);
  for (let index = begin; index < end; index++) {
    answers[index] = splitReason(vertices, cells, layout.CELL_WORDS * index, coarseCellPx);
  }
}

/** The memory from a byte to its end; pages are whole words. */
function f64From(buffer: ArrayBuffer, byte: number): Float64Array {
  return new Float64Array(buffer, byte, (buffer.byteLength - byte) >> 3);
}

function i32From(buffer: ArrayBuffer, byte: number): Int32Array {
  return new Int32Array(buffer, byte, (buffer.byteLength - byte) >> 2);
}
