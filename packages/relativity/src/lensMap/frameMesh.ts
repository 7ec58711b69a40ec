import type { FrameCamera } from "../camera/frameCamera.ts";
import { KEEP, SPLIT_BALANCE } from "../kernel/meshLayout.ts";
import { IntegerList } from "./integerList.ts";
import type { FrameShape, LensColumns } from "./lensBlock.ts";
import { type LensCells, type LensFrame, type MeshSampling, unitPx } from "./lensMap.ts";
import { SPLIT_REASONS } from "./splitReasons.ts";
import type { VertexTable } from "./vertexTable.ts";

const NONE = -1;
/** Marks a place whose vertex has no number yet. */
const WANTED = -2;

/**
 * The quadtree of one frame while it is refined. Coordinates are in units of half the deepest cell. Neighbouring
 * leaves differ by one level at most. Every leaf that may still be split has its centre as a vertex: the probe of
 * its interpolation error.
 */
export class FrameMesh {
  readonly camera: FrameCamera;
  readonly sampling: MeshSampling;
  readonly #columns: number;
  readonly #rows: number;
  readonly #coarseUnits: number;
  /** Vertex at each unit, row by row: its number in the group's table, NONE or WANTED. */
  readonly #vertexAt: Int32Array;
  /** Leaf over each square of two units. */
  readonly #leafAt: Int32Array;
  readonly #cellX = new IntegerList();
  readonly #cellY = new IntegerList();
  /** Level of a leaf; NONE once it is split. */
  readonly #cellLevel = new IntegerList();
  /** Places of vertices without a number. */
  readonly #wanted = new IntegerList();
  /** Places of all vertices with a number. */
  readonly #places = new IntegerList();
  /** Cells that were not listed yet begin here. */
  #firstNewCell = 0;
  /** Cells that were listed and wait for their answers. */
  readonly #listed = new IntegerList();
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
    for (let y = 0; y < this.#rows; y += this.#coarseUnits) {
      for (let x = 0; x < this.#columns; x += this.#coarseUnits) this.#addCell(x, y, 0);
    }
  }

  /** Places across the mesh: place = y * stride + x. */
  get stride(): number {
    return this.#columns + 1;
  }

  /**
   * Numbers the vertices that wait for their ray, in the order (y, x).
   * @param first  number of the first
   * @returns their places, in this order
   */
  numberNew(first: number): Int32Array {
    const places = this.#wanted.used().slice().sort();
    this.#wanted.clear();
    for (let index = 0; index < places.length; index++) {
      this.#vertexAt[places[index]!] = first + index;
      this.#places.push(places[index]!);
    }
    return places;
  }

  /** Notes a generation: so many of its rays were the frame's, of so many integrator steps together. */
  noteGeneration(rays: number, steps: number): void {
    this.#generations.push(rays);
    this.#steps += steps;
  }

  /** Lists the cells that came since the last call and may be split: CELL_WORDS integers each. */
  listNewCells(cells: IntegerList): void {
    const unit = unitPx(this.sampling);
    const { widthPx, heightPx } = this.camera.projection;
    const end = this.#cellLevel.count;
    for (let cell = this.#firstNewCell; cell < end; cell++) {
      const level = this.#cellLevel.values[cell]!;
      const x = this.#cellX.values[cell]!;
      const y = this.#cellY.values[cell]!;
      const isOnImage = x * unit < widthPx && y * unit < heightPx;
      if (level === NONE || level >= this.sampling.refinementLevels || !isOnImage) continue;
      const size = this.#coarseUnits >> level;
      this.#listed.push(cell);
      this.#pushCorners(cells, x, y, size);
      cells.push(this.#vertexAt[this.#place(x + size / 2, y + size / 2)]!);
      cells.push(level);
    }
    this.#firstNewCell = end;
  }

  /**
   * Splits the cells that were listed where an answer says so, with their neighbours.
   * @param first  index of the first one's answer
   * @returns the index after the last one's answer
   */
  refine(answers: Int32Array, first: number): number {
    const before = this.#cellLevel.count;
    const count = this.#listed.count;
    let wanted = 0;
    for (let index = 0; index < count; index++) {
      const reason = answers[first + index]!;
      if (reason === KEEP) continue;
      this.#splitCounts[reason]!++;
      wanted++;
      this.#split(this.#listed.values[index]!);
    }
    this.#listed.clear();
    this.#splitCounts[SPLIT_BALANCE]! += (this.#cellLevel.count - before) / 4 - wanted;
    return first + count;
  }

  /** How much there is of everything in the mesh as it stands. */
  shape(): FrameShape {
    const levels = this.#cellLevel.used();
    let cellCount = 0;
    for (let cell = 0; cell < levels.length; cell++) if (levels[cell] !== NONE) cellCount++;
    const levelCount = this.sampling.refinementLevels + 1;
    const generationCount = this.#generations.length;
    return { vertexCount: this.#places.count, cellCount, levelCount, generationCount };
  }

  /**
   * The mesh as it stands, in canonical order; it cannot be refined after that.
   * @param columns  of its shape, to be filled
   */
  finish(table: VertexTable, columns: LensColumns): LensFrame {
    const { vertices, cells } = columns;
    const places = this.#places.used().sort();
    for (let index = 0; index < places.length; index++) {
      const place = places[index]!;
      table.copyTo(vertices, index, this.#vertexAt[place]!);
      vertices.x[index] = place % this.stride;
      vertices.y[index] = (place - vertices.x[index]!) / this.stride;
      this.#vertexAt[place] = index;
    }
    this.#fillLeaves(cells);
    return {
      camera: this.camera,
      vertices,
      cells,
      statistics: {
        statusCounts: countsOf(vertices.status, 4),
        generations: this.#generations,
        levelCounts: countsOf(this.#cellLevel.used(), this.sampling.refinementLevels + 1),
        splitCounts: this.#splitCounts,
        steps: this.#steps,
      },
    };
  }

  #pushCorners(list: IntegerList, x: number, y: number, size: number): void {
    list.push(this.#vertexAt[this.#place(x, y)]!);
    list.push(this.#vertexAt[this.#place(x + size, y)]!);
    list.push(this.#vertexAt[this.#place(x, y + size)]!);
    list.push(this.#vertexAt[this.#place(x + size, y + size)]!);
  }

  /** Splits a leaf, after coarser neighbours; what is no leaf any more is left alone. */
  #split(cell: number): void {
    const level = this.#cellLevel.values[cell]!;
    if (level === NONE) return;
    const x = this.#cellX.values[cell]!;
    const y = this.#cellY.values[cell]!;
    const size = this.#coarseUnits >> level;
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
    const size = this.#coarseUnits >> level;
    const leafColumns = this.#columns >> 1;
    const half = size >> 1;
    for (let row = y >> 1, end = row + half; row < end; row++) {
      const start = row * leafColumns + (x >> 1);
      for (let place = start; place < start + half; place++) this.#leafAt[place] = cell;
    }
    this.#want(x, y);
    this.#want(x + size, y);
    this.#want(x, y + size);
    this.#want(x + size, y + size);
    if (level < this.sampling.refinementLevels) this.#want(x + half, y + half);
  }

  #want(x: number, y: number): void {
    const place = this.#place(x, y);
    if (this.#vertexAt[place] !== NONE) return;
    this.#vertexAt[place] = WANTED;
    this.#wanted.push(place);
  }

  #place(x: number, y: number): number {
    return y * (this.#columns + 1) + x;
  }

  /** Leaves in the order of their corners; vertices are numbered within the frame by now. */
  #fillLeaves({ count, corners, level }: LensCells): void {
    const places = new Int32Array(count);
    let place = 0;
    for (let cell = 0; cell < this.#cellLevel.count; cell++) {
      if (this.#cellLevel.values[cell] === NONE) continue;
      places[place++] = this.#place(this.#cellX.values[cell]!, this.#cellY.values[cell]!);
    }
    places.sort();
    for (let index = 0; index < count; index++) {
      const x = places[index]! % this.stride;
      const y = (places[index]! - x) / this.stride;
      const cell = this.#leafAt[(y >> 1) * (this.#columns >> 1) + (x >> 1)]!;
      level[index] = this.#cellLevel.values[cell]!;
      const size = this.#coarseUnits >> level[index]!;
      corners[4 * index] = this.#vertexAt[places[index]!]!;
      corners[4 * index + 1] = this.#vertexAt[this.#place(x + size, y)]!;
      corners[4 * index + 2] = this.#vertexAt[this.#place(x, y + size)]!;
      corners[4 * index + 3] = this.#vertexAt[this.#place(x + size, y + size)]!;
    }
  }
}

/** Columns and rows of coarse cells that cover a frame; the last ones may reach over its edge. */
function coarseCells(
  { projection }: FrameCamera,
  { coarseCellPx }: MeshSampling,
): { readonly columns: number; readonly rows: number } {
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

function countsOf(values: Uint8Array | Int32Array, kinds: number): number[] {
  const counts = new Array<number>(kinds).fill(0);
  for (let index = 0; index < values.length; index++) if (values[index]! >= 0) counts[values[index]!]!++;
  return counts;
}
