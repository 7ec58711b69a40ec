import { STATUS_CAPTURED } from "../kernel/layout.ts";
import {
  CELL_CENTRE,
  CELL_LEVEL,
  CELL_WORDS,
  KEEP,
  SPLIT_MIXED_STATUS,
  SPLIT_ORDER,
} from "../kernel/meshLayout.ts";
import type { MeshAnalyst, VertexColumns } from "../lensMap/meshAnalyst.ts";
import { type CrossingRecord, VIEW_CROSSINGS } from "./crossingRecord.ts";

/** Where the light of a disk begins and ends, in inverse radii: what is interpolated between vertices. */
export interface DiskReach {
  /** 1 / M each: of the outer edge, of the inner edge, of the horizon. */
  readonly outer: number;
  readonly inner: number;
  readonly horizon: number;
}

/** What edges are looked for with, and how far. */
export interface EdgeSearch {
  readonly record: Pick<CrossingRecord, "radiusM">;
  /** Undefined without a disk. */
  readonly reach: DiskReach | undefined;
  /** From this level on a cell is split for an edge alone. */
  readonly edgesFromLevel: number;
}

/** How far the middle of a cell may be from the mean of its corners, as a share of the disk's reach. */
const REACH_TOLERANCE = 0.04;

/**
 * Judges as another analyst, but is finer at edges: the shadow's, and those of the disk's images, which a lens map
 * knows nothing of. From a level on nothing but an edge splits a cell.
 */
export function edgeAnalyst(inner: MeshAnalyst, search: EdgeSearch): MeshAnalyst {
  return {
    ...inner,
    judge(vertices, cells, coarseCellPx) {
      const answers = inner.judge(vertices, cells, coarseCellPx);
      for (let index = 0; index < answers.length; index++) {
        const at = CELL_WORDS * index;
        const isDeep = cells[at + CELL_LEVEL]! >= search.edgesFromLevel;
        if (answers[index] !== SPLIT_MIXED_STATUS && (isDeep || answers[index] === KEEP)) {
          answers[index] = holdsDiskEdge(vertices, cells.subarray(at, at + CELL_WORDS), search)
            ? SPLIT_ORDER
            : KEEP;
        }
      }
      return answers;
    },
  };
}

/** Whether some image of the disk begins, ends or bends within a cell. */
function holdsDiskEdge({ status }: VertexColumns, cell: Int32Array, { record, reach }: EdgeSearch): boolean {
  if (reach === undefined) return false;
  for (let crossing = 0; crossing < VIEW_CROSSINGS; crossing++) {
    let [least, most, sum, met] = [Infinity, 0, 0, 0];
    let inMiddle = 0;
    for (let corner = 0; corner <= CELL_CENTRE; corner++) {
      const vertex = cell[corner]!;
      const radiusM = record.radiusM(vertex, crossing);
      const beyond = status[vertex] === STATUS_CAPTURED ? reach.horizon : 0;
      const inverse = radiusM > 0 ? 1 / radiusM : beyond;
      if (radiusM > 0) met++;
      least = Math.min(least, inverse);
      most = Math.max(most, inverse);
      if (corner === CELL_CENTRE) inMiddle = inverse;
      else sum += inverse;
    }
    if (met === 0) return false;
    const isBeside = most < reach.outer || least > reach.inner;
    if (isBeside) continue;
    const bend = Math.abs(inMiddle - sum / 4);
    if (met <= CELL_CENTRE || bend > REACH_TOLERANCE * (reach.inner - reach.outer)) return true;
  }
  return false;
}
