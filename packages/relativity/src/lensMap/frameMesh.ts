import type { FrameCamera } from "../camera/frameCamera.ts";
import type { ResultColumns } from "../trace/tracer.ts";
import { type LensCells, type LensFrame, type MeshSampling, unitPx } from "./lensMap.ts";
import { BALANCE, KEEP, type ProbedCell, SPLIT_REASONS, splitReason } from "./splitCriteria.ts";
import { VertexTable } from "./vertexTable.ts";

const NONE = -1;

/** Adds to a list of integers that grows. */
class IntegerList {
  count = 0;
  values = new Int32Array(64);

  push(value: number): void {
    if (this.count === this.values.length) {
      const larger = new Int32Array(2 * this.count);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.count++] = value;
  }
}

/**
 * The quadtree of one frame while it is refined. Coordinates are in units of half the deepest cell; a cell of
 * level l has an edge of `unitsOfLevel(l)`. Neighbouring leaves differ by one level at most. Every leaf that
 * may still be split has its centre as a vertex: the probe of its interpolation error.
 */
export class FrameMesh {
  readonly camera: FrameCamera;
  readonly sampling: MeshSampling;
  readonly vertices: VertexTable;
  readonly #columns: number;
  readonly #rows: number;
  readonly #coarseUnits: number;
  /** Vertex at each unit, row by row; NONE where there is none. */
  readonly #vertexAt: Int32Array;
  /** Leaf over each square of two units. */
  readonly #leafAt: Int32Array;
  readonly #cellX = new IntegerList();
  readonly #cellY = new IntegerList();
  /** Level of a leaf; NONE once it is split. */
  readonly #cellLevel = new IntegerList();
  /** Vertices with no result yet begin here. */
  #firstNewVertex = 0;
  /** Cells that were not judged yet begin here. */
  #firstNewCell = 0;
  readonly #generations: number[] = [];
  readonly #splitCounts: number[] = SPLIT_REASONS.map(() => 0);
  #steps = 0;

  constructor(camera: FrameCamera, sampling: MeshSampling) {
    this.camera = camera;
    this.sampling = sampling;
    const { columns, rows } = coarseCells(camera, sampling);
    this.#coarseUnits = 2 << sampling.refinementLevels;
    this.#columns = columns * this.#coarseUnits;
    this.#rows = rows * this.#coarseUnits;
    this.#vertexAt = new Int32Array((this.#columns + 1) * (this.#rows + 1)).fill(NONE);
    this.#leafAt = new Int32Array((this.#columns * this.#rows) / 4);
    this.vertices = new VertexTable(2 * coarseSampleCount(camera, sampling));
    for (let y = 0; y < this.#rows; y += this.#coarseUnits) {
      for (let x = 0; x < this.#columns; x += this.#coarseUnits) this.#addCell(x, y, 0);
    }
  }

  /** Vertices that wait for their ray, sorted by (y, x). The next results are expected in this order. */
  newVertices(): Int32Array {
    return this.#sortVertices(this.#firstNewVertex);
  }

  /** Takes the results of {@link newVertices}, which begin at `row` of the columns. */
  accept(order: Int32Array, results: ResultColumns, row: number): void {
    for (let index = 0; index < order.length; index++) {
      this.vertices.set(order[index]!, results, row + index);
      this.#steps += results.steps[row + index]!;
    }
    this.#firstNewVertex = this.vertices.count;
    this.#generations.push(order.length);
  }

  /** Judges the cells that came since the last call and splits those that need it, with their neighbours. */
  refine(): void {
    const end = this.#cellLevel.count;
    const wanted: number[] = [];
    for (let cell = this.#firstNewCell; cell < end; cell++) {
      const reason = this.#judge(cell);
      if (reason === KEEP) continue;
      this.#splitCounts[reason]!++;
      wanted.push(cell);
    }
    this.#firstNewCell = end;
    const before = this.#cellLevel.count;
    for (const cell of wanted) this.#split(cell);
    this.#splitCounts[BALANCE]! += (this.#cellLevel.count - before) / 4 - wanted.length;
  }

  /** The mesh as it stands, in canonical order. */
  finish(): LensFrame {
    const { vertices, placeOf } = this.vertices.sorted(this.#sortVertices(0));
    return {
      camera: this.camera,
      vertices,
      cells: this.#leaves(placeOf),
      statistics: {
        statusCounts: countsOf(vertices.status.subarray(0, vertices.count), 4),
        generations: this.#generations,
        levelCounts: countsOf(
          this.#cellLevel.values.subarray(0, this.#cellLevel.count),
          this.sampling.refinementLevels + 1,
        ),
        splitCounts: this.#splitCounts,
        steps: this.#steps,
      },
    };
  }

  #unitsOfLevel(level: number): number {
    return this.#coarseUnits >> level;
  }

  #judge(cell: number): number {
    const level = this.#cellLevel.values[cell]!;
    if (level >= this.sampling.refinementLevels) return KEEP;
    const x = this.#cellX.values[cell]!;
    const y = this.#cellY.values[cell]!;
    const unit = unitPx(this.sampling);
    const { widthPx, heightPx } = this.camera.projection;
    if (x * unit >= widthPx || y * unit >= heightPx) return KEEP;
    const size = this.#unitsOfLevel(level);
    return splitReason(this.vertices, this.#probedCell(x, y, size), size * unit);
  }

  readonly #probed: ProbedCell = { topLeft: 0, topRight: 0, bottomLeft: 0, bottomRight: 0, centre: 0 };

  #probedCell(x: number, y: number, size: number): ProbedCell {
    const cell = this.#probed;
    cell.topLeft = this.#vertexAt[this.#place(x, y)]!;
    cell.topRight = this.#vertexAt[this.#place(x + size, y)]!;
    cell.bottomLeft = this.#vertexAt[this.#place(x, y + size)]!;
    cell.bottomRight = this.#vertexAt[this.#place(x + size, y + size)]!;
    cell.centre = this.#vertexAt[this.#place(x + size / 2, y + size / 2)]!;
    return cell;
  }

  /** Splits a leaf, after coarser neighbours; what is no leaf any more is left alone. */
  #split(cell: number): void {
    const level = this.#cellLevel.values[cell]!;
    if (level === NONE) return;
    const x = this.#cellX.values[cell]!;
    const y = this.#cellY.values[cell]!;
    const size = this.#unitsOfLevel(level);
    this.#levelNeighbour(x - 1, y, level);
    this.#levelNeighbour(x + size, y, level);
    this.#levelNeighbour(x, y - 1, level);
    this.#levelNeighbour(x, y + size, level);
    this.#cellLevel.values[cell] = NONE;
    const half = size / 2;
    this.#addCell(x, y, level + 1);
    this.#addCell(x + half, y, level + 1);
    this.#addCell(x, y + half, level + 1);
    this.#addCell(x + half, y + half, level + 1);
  }

  #levelNeighbour(x: number, y: number, level: number): void {
    if (x < 0 || y < 0 || x >= this.#columns || y >= this.#rows) return;
    const neighbour = this.#leafAt[(y >> 1) * (this.#columns >> 1) + (x >> 1)]!;
    if (this.#cellLevel.values[neighbour]! < level) this.#split(neighbour);
  }

  #addCell(x: number, y: number, level: number): void {
    const cell = this.#cellLevel.count;
    this.#cellX.push(x);
    this.#cellY.push(y);
    this.#cellLevel.push(level);
    const size = this.#unitsOfLevel(level);
    const leafColumns = this.#columns >> 1;
    for (let row = y >> 1; row < (y + size) >> 1; row++) {
      const start = row * leafColumns + (x >> 1);
      this.#leafAt.fill(cell, start, start + (size >> 1));
    }
    this.#addVertex(x, y);
    this.#addVertex(x + size, y);
    this.#addVertex(x, y + size);
    this.#addVertex(x + size, y + size);
    if (level < this.sampling.refinementLevels) this.#addVertex(x + size / 2, y + size / 2);
  }

  #addVertex(x: number, y: number): void {
    const place = this.#place(x, y);
    if (this.#vertexAt[place] === NONE) this.#vertexAt[place] = this.vertices.add(x, y);
  }

  #place(x: number, y: number): number {
    return y * (this.#columns + 1) + x;
  }

  /** Indices of the vertices from `first` on, sorted by (y, x). */
  #sortVertices(first: number): Int32Array {
    const { x, y, count } = this.vertices;
    // A place names one vertex, so places sort as (y, x) do.
    const places = new Int32Array(count - first);
    for (let index = 0; index < places.length; index++) {
      places[index] = this.#place(x[first + index]!, y[first + index]!);
    }
    return places.sort().map((place) => this.#vertexAt[place]!);
  }

  #leaves(placeOf: Uint32Array): LensCells {
    const leaves = new Int32Array(countOf(this.#cellLevel));
    let count = 0;
    for (let cell = 0; cell < this.#cellLevel.count; cell++) {
      if (this.#cellLevel.values[cell] === NONE) continue;
      leaves[count++] = this.#place(this.#cellX.values[cell]!, this.#cellY.values[cell]!);
    }
    leaves.sort();
    const corners = new Uint32Array(4 * count);
    const level = new Uint8Array(count);
    leaves.forEach((place, index) => {
      const x = place % (this.#columns + 1);
      const y = (place - x) / (this.#columns + 1);
      const cell = this.#leafAt[(y >> 1) * (this.#columns >> 1) + (x >> 1)]!;
      level[index] = this.#cellLevel.values[cell]!;
      const { topLeft, topRight, bottomLeft, bottomRight } = this.#probedCell(
        x,
        y,
        this.#unitsOfLevel(level[index]!),
      );
      [topLeft, topRight, bottomLeft, bottomRight].forEach((vertex, corner) => {
        corners[4 * index + corner] = placeOf[vertex]!;
      });
    });
    return { count, corners, level };
  }
}

/** Columns and rows of coarse cells that cover a frame; the last ones may reach over its edge. */
function coarseCells({ projection }: FrameCamera, { coarseCellPx }: MeshSampling) {
  return {
    columns: Math.ceil(projection.widthPx / coarseCellPx),
    rows: Math.ceil(projection.heightPx / coarseCellPx),
  };
}

/** Rays of a frame's first generation: the corners and centres of its coarse cells. */
export function coarseSampleCount(camera: FrameCamera, sampling: MeshSampling): number {
  const { columns, rows } = coarseCells(camera, sampling);
  const centres = sampling.refinementLevels > 0 ? columns * rows : 0;
  return (columns + 1) * (rows + 1) + centres;
}

function countOf(levels: IntegerList): number {
  let count = 0;
  for (let cell = 0; cell < levels.count; cell++) if (levels.values[cell] !== NONE) count++;
  return count;
}

function countsOf(values: Uint8Array | Int32Array, kinds: number): number[] {
  const counts = new Array<number>(kinds).fill(0);
  for (const value of values) if (value >= 0) counts[value]!++;
  return counts;
}
