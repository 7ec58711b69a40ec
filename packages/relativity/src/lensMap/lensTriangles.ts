import { type LensFrame, type LensMapHeader, type MeshSampling, unitPx } from "./lensMap.ts";

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

/**
 * Cuts cells into triangles. A cell of the deepest level has no neighbour that is finer, and is cut from top left
 * to bottom right; any other has a traced centre and is cut into a fan about it, through the vertices of finer
 * neighbours on its edges.
 */
export function lensTriangles(
  frame: LensFrame,
  { sampling }: Pick<LensMapHeader, "sampling">,
): LensTriangles {
  const { cells, vertices } = frame;
  const index = indexVertices(frame, sampling);
  const triangleCount = countTriangles(frame, index, sampling);
  const corners = new Uint32Array(3 * triangleCount);
  const cellOf = new Uint32Array(triangleCount);
  const firstOfCell = new Uint32Array(cells.count + 1);
  let count = 0;
  const add = (cell: number, a: number, b: number, c: number): void => {
    cellOf[count] = cell;
    corners[3 * count] = a;
    corners[3 * count + 1] = b;
    corners[3 * count + 2] = c;
    count++;
  };
  for (let cell = 0; cell < cells.count; cell++) {
    firstOfCell[cell] = count;
    const topLeft = cells.corners[4 * cell]!;
    const topRight = cells.corners[4 * cell + 1]!;
    const bottomLeft = cells.corners[4 * cell + 2]!;
    const bottomRight = cells.corners[4 * cell + 3]!;
    const level = cells.level[cell]!;
    if (level === sampling.refinementLevels) {
      add(cell, topLeft, topRight, bottomRight);
      add(cell, topLeft, bottomRight, bottomLeft);
      continue;
    }
    const half = (1 << sampling.refinementLevels) >> level;
    const x = vertices.x[topLeft]! + half;
    const y = vertices.y[topLeft]! + half;
    const centre = index.at(x, y);
    const addSide = (from: number, to: number, middle: number): void => {
      if (middle < 0) {
        add(cell, centre, from, to);
      } else {
        add(cell, centre, from, middle);
        add(cell, centre, middle, to);
      }
    };
    addSide(topLeft, topRight, index.at(x, y - half));
    addSide(topRight, bottomRight, index.at(x + half, y));
    addSide(bottomRight, bottomLeft, index.at(x, y + half));
    addSide(bottomLeft, topLeft, index.at(x - half, y));
  }
  firstOfCell[cells.count] = count;
  return { count, corners, cell: cellOf, firstOfCell };
}

/** How many triangles there are: arrays that are as long as they are needed go back whole. */
function countTriangles(
  { cells, vertices }: LensFrame,
  index: VertexIndex,
  { refinementLevels }: MeshSampling,
): number {
  let count = 0;
  for (let cell = 0; cell < cells.count; cell++) {
    const level = cells.level[cell]!;
    if (level === refinementLevels) {
      count += 2;
      continue;
    }
    const topLeft = cells.corners[4 * cell]!;
    const half = (1 << refinementLevels) >> level;
    const x = vertices.x[topLeft]! + half;
    const y = vertices.y[topLeft]! + half;
    count += 4;
    if (index.at(x, y - half) >= 0) count++;
    if (index.at(x + half, y) >= 0) count++;
    if (index.at(x, y + half) >= 0) count++;
    if (index.at(x - half, y) >= 0) count++;
  }
  return count;
}

/** Finds vertices by their place. */
interface VertexIndex {
  /** Units across the mesh and down it. */
  readonly columns: number;
  readonly rows: number;
  /** The vertex at a place, -1 where there is none. */
  at(x: number, y: number): number;
}

/** Lays a frame's vertices out by place. */
function indexVertices({ camera, vertices }: LensFrame, sampling: MeshSampling): VertexIndex {
  const units = 2 << sampling.refinementLevels;
  const unit = unitPx(sampling);
  const columns = Math.ceil(camera.projection.widthPx / (unit * units)) * units;
  const rows = Math.ceil(camera.projection.heightPx / (unit * units)) * units;
  const places = new Int32Array((columns + 1) * (rows + 1)).fill(-1);
  for (let vertex = 0; vertex < vertices.count; vertex++) {
    places[vertices.y[vertex]! * (columns + 1) + vertices.x[vertex]!] = vertex;
  }
  return { columns, rows, at: (x, y) => places[y * (columns + 1) + x]! };
}
