import { IntegerList } from "./integerList.ts";
import type { LensCells, LensFrame, LensMapHeader, LensVertices, MeshSampling } from "./lensMap.ts";

/** Triangles of a frame's mesh. They meet edge to edge, so that no point of the image is in none or in two. */
export interface LensTriangles {
  readonly count: number;
  /** Vertex indices, three a triangle, clockwise on the image (y down). */
  readonly corners: Uint32Array;
  /** The cell that each is a part of. */
  readonly cell: Uint32Array;
  /** First triangle of each cell; one more entry than cells. */
  readonly firstOfCell: Uint32Array;
}

/** A rectangle of an image's plane that holds a mesh, in its units: whole numbers. */
export interface MeshBounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Cells, their vertices, and where they are. */
export interface CellMesh {
  readonly vertices: LensVertices;
  readonly cells: LensCells;
  readonly bounds: MeshBounds;
}

/** The cells of a frame as triangles: {@link cellTriangles} of its own mesh. */
export function lensTriangles(
  frame: LensFrame,
  { sampling }: Pick<LensMapHeader, "sampling">,
): LensTriangles {
  const { vertices, cells } = frame;
  return cellTriangles({ vertices, cells, bounds: meshBounds(frame, sampling) }, sampling);
}

/** What the coarse cells of a frame cover: the last ones may reach over its edges. */
export function meshBounds({ camera: { projection } }: LensFrame, sampling: MeshSampling): MeshBounds {
  const units = DEEPEST_UNITS << sampling.refinementLevels;
  const along = (px: number): number => Math.ceil(px / sampling.coarseCellPx) * units;
  return { left: 0, top: 0, right: along(projection.widthPx), bottom: along(projection.heightPx) };
}

/** Edge of a cell of the deepest level. */
const DEEPEST_UNITS = 2;

/**
 * Cuts cells into triangles. A cell of the deepest level has no neighbour that is finer, and is cut from top left
 * to bottom right; any other has a traced centre and is cut into a fan about it, through all vertices of finer
 * neighbours on its edges.
 */
export function cellTriangles(mesh: CellMesh, { refinementLevels }: MeshSampling): LensTriangles {
  const { cells } = mesh;
  const fans = new CellFans(mesh, refinementLevels);
  const firstOfCell = new Uint32Array(cells.count + 1);
  for (let cell = 0; cell < cells.count; cell++) {
    firstOfCell[cell + 1] = firstOfCell[cell]! + fans.collect(cell) / 3;
  }
  const count = firstOfCell[cells.count]!;
  const corners = new Uint32Array(3 * count);
  const cellOf = new Uint32Array(count);
  for (let cell = 0; cell < cells.count; cell++) {
    const first = firstOfCell[cell]!;
    const words = fans.collect(cell);
    for (let word = 0; word < words; word++) corners[3 * first + word] = fans.corners.values[word]!;
    cellOf.fill(cell, first, firstOfCell[cell + 1]);
  }
  return { count, corners, cell: cellOf, firstOfCell };
}

/** Cuts cells of a mesh, one at a time: no array is larger than it must be. */
class CellFans {
  /** Of the cell that was cut last, three a triangle. */
  readonly corners = new IntegerList();
  readonly #mesh: CellMesh;
  readonly #refinementLevels: number;
  readonly #stride: number;
  /** The vertex at each place of the bounds, -1 where there is none. */
  readonly #vertexAt: Int32Array;

  constructor(mesh: CellMesh, refinementLevels: number) {
    const { vertices, bounds } = mesh;
    this.#mesh = mesh;
    this.#refinementLevels = refinementLevels;
    this.#stride = bounds.right - bounds.left + 1;
    this.#vertexAt = new Int32Array(this.#stride * (bounds.bottom - bounds.top + 1)).fill(-1);
    for (let vertex = 0; vertex < vertices.count; vertex++) {
      this.#vertexAt[this.#place(vertices.x[vertex]!, vertices.y[vertex]!)] = vertex;
    }
  }

  /** Cuts a cell; gives the number of its triangles' corners. */
  collect(cell: number): number {
    const { vertices, cells } = this.#mesh;
    const topLeft = cells.corners[4 * cell]!;
    const topRight = cells.corners[4 * cell + 1]!;
    const bottomLeft = cells.corners[4 * cell + 2]!;
    const bottomRight = cells.corners[4 * cell + 3]!;
    const size = DEEPEST_UNITS << (this.#refinementLevels - cells.level[cell]!);
    this.corners.clear();
    if (size === DEEPEST_UNITS) {
      this.#push(topLeft, topRight, bottomRight);
      this.#push(topLeft, bottomRight, bottomLeft);
      return this.corners.count;
    }
    const place = this.#place(vertices.x[topLeft]!, vertices.y[topLeft]!);
    const across = 1;
    const down = this.#stride;
    const centre = this.#vertexAt[place + (size / 2) * (across + down)]!;
    this.#fan(centre, size, { from: place, step: across });
    this.#fan(centre, size, { from: place + size * across, step: down });
    this.#fan(centre, size, { from: place + size * (across + down), step: -across });
    this.#fan(centre, size, { from: place + size * down, step: -down });
    return this.corners.count;
  }

  /** Cuts from the centre to one side, which begins at a place and goes on by a step. */
  #fan(centre: number, size: number, side: { readonly from: number; readonly step: number }): void {
    let last = this.#vertexAt[side.from]!;
    for (let along = DEEPEST_UNITS; along <= size; along += DEEPEST_UNITS) {
      const next = this.#vertexAt[side.from + along * side.step]!;
      if (next < 0) continue;
      this.#push(centre, last, next);
      last = next;
    }
  }

  #push(a: number, b: number, c: number): void {
    this.corners.push(a);
    this.corners.push(b);
    this.corners.push(c);
  }

  #place(x: number, y: number): number {
    return (y - this.#mesh.bounds.top) * this.#stride + (x - this.#mesh.bounds.left);
  }
}
