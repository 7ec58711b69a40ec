import type { Engine, Kernel } from "@lightcone/parallel";
import * as layout from "../kernel/meshLayout.ts";
import { type JudgedVertices, splitReason } from "../kernelTables/splitReason.ts";

/** Columns of vertices where an analyst can read them. */
export interface VertexColumns extends JudgedVertices {
  readonly reason: Uint8Array;
}

/** Judges cells: here, or on all lanes. */
export interface MeshAnalyst {
  /** Columns for so many vertices. */
  allocate(capacity: number): VertexColumns;
  free(columns: VertexColumns): void;
  /**
   * Why each cell is to be split, or KEEP; valid until the next call.
   * @param cells  CELL_WORDS integers a cell
   */
  judge(vertices: VertexColumns, cells: Int32Array, coarseCellPx: number): Int32Array;
}

/** An analyst on the calling thread alone, with plain arrays. */
export const plainAnalyst: MeshAnalyst = {
  allocate: (capacity) => ({
    status: new Uint8Array(capacity),
    reason: new Uint8Array(capacity),
    direction: new Float64Array(3 * capacity),
    redshiftG: new Float64Array(capacity),
    order: new Int32Array(capacity),
    marginU: new Float64Array(capacity),
  }),
  free: () => undefined,
  judge(vertices, cells, coarseCellPx) {
    const answers = new Int32Array(cells.length / layout.CELL_WORDS);
    for (let index = 0; index < answers.length; index++) {
      answers[index] = splitReason(vertices, cells, layout.CELL_WORDS * index, coarseCellPx);
    }
    return answers;
  },
};

/** Bytes of a vertex over all columns. */
const VERTEX_BYTES = 46;
/** Cells that a lane claims at once: of a tenth of a microsecond each. */
const JUDGE_SCHEDULE = "dynamic,1024";

/** An analyst on the lanes of an engine; columns stand in the kernel's memory. */
export function laneAnalyst(engine: Engine, kernel: Kernel): MeshAnalyst {
  const { arena } = kernel;
  return {
    allocate(capacity) {
      let at = arena.allocate(VERTEX_BYTES * capacity);
      const take = (bytes: number): number => {
        at += bytes * capacity;
        return at - bytes * capacity;
      };
      // Widest first, so that each is aligned; `free` takes the block back by its first column.
      return {
        direction: arena.f64(take(24), 3 * capacity),
        redshiftG: arena.f64(take(8), capacity),
        marginU: arena.f64(take(8), capacity),
        order: arena.i32(take(4), capacity),
        status: arena.bytes(take(1), capacity),
        reason: arena.bytes(take(1), capacity),
      };
    },
    free: ({ direction }) => arena.free(direction.byteOffset),
    judge(vertices, cells, coarseCellPx) {
      const count = cells.length / layout.CELL_WORDS;
      const cellsPointer = arena.allocate(4 * cells.length);
      const answersPointer = arena.allocate(4 * count);
      const paramsPointer = arena.allocate(layout.JUDGE_BYTES);
      arena.i32(cellsPointer, cells.length).set(cells);
      const params = arena.i32(paramsPointer, layout.JUDGE_COARSE_CELL_PX / 4);
      params[layout.JUDGE_STATUS / 4] = vertices.status.byteOffset;
      params[layout.JUDGE_DIRECTION / 4] = vertices.direction.byteOffset;
      params[layout.JUDGE_REDSHIFT_G / 4] = vertices.redshiftG.byteOffset;
      params[layout.JUDGE_ORDER / 4] = vertices.order.byteOffset;
      params[layout.JUDGE_MARGIN_U / 4] = vertices.marginU.byteOffset;
      params[layout.JUDGE_CELLS / 4] = cellsPointer;
      params[layout.JUDGE_ANSWERS / 4] = answersPointer;
      arena.f64(paramsPointer + layout.JUDGE_COARSE_CELL_PX, 1)[0] = coarseCellPx;
      const { failures } = engine.run({
        kernel,
        entry: "judgeCells",
        paramsPointer,
        count,
        schedule: JUDGE_SCHEDULE,
      });
      const answers = arena.i32(answersPointer, count).slice();
      for (const pointer of [cellsPointer, answersPointer, paramsPointer]) arena.free(pointer);
      const failure = failures[0];
      if (failure === undefined) return answers;
      const { begin, end, lane, message } = failure;
      throw new Error(
        `judging cells ${begin} to ${end - 1} failed on lane ${lane}: ${message}; try --lanes 1 --debug`,
      );
    },
  };
}
