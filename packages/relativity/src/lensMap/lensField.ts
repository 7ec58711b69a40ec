import { type LensFrame, type LensMapHeader, unitPx } from "./lensMap.ts";
import { lensTriangles } from "./lensTriangles.ts";

/** What a lens map says about one point of the image. */
export interface LensPoint {
  /** Index into RAY_STATUSES: that of all corners around the point, or of the nearest one. */
  status: number;
  /** Whether the corners around the point differ in status or order: then only a ray of its own can tell. */
  isMixed: boolean;
  /** Unit direction on the sky, interpolated between corners that escape; 0 0 0 when none does. */
  directionX: number;
  directionY: number;
  directionZ: number;
  redshiftG: number;
  /** Order of the nearest corner. */
  order: number;
  marginU: number;
  /** Cell and triangle that the point is in. */
  cell: number;
  triangle: number;
}

/** Reads a frame's lens map at any point of its image. */
export interface LensField {
  /**
   * Fills `point` for the point (x, y), in pixels. Direction and redshift are linear within triangles that meet
   * edge to edge, hence continuous over the image wherever all rays escape.
   * @throws RangeError for a point outside the mesh
   */
  read(x: number, y: number, point: LensPoint): void;
}

/** A point to be filled by {@link LensField.read}. */
export function createLensPoint(): LensPoint {
  return {
    status: 0,
    isMixed: false,
    directionX: 0,
    directionY: 0,
    directionZ: 0,
    redshiftG: 0,
    order: 0,
    marginU: 0,
    cell: 0,
    triangle: 0,
  };
}

/** Prepares a frame of a lens map for reading. */
export function lensField(frame: LensFrame, header: Pick<LensMapHeader, "sampling">): LensField {
  const { vertices, cells, camera } = frame;
  const { sampling } = header;
  const triangles = lensTriangles(frame, header);
  const unit = unitPx(sampling);
  const coarseUnits = 2 << sampling.refinementLevels;
  const columns = Math.ceil(camera.projection.widthPx / sampling.coarseCellPx) << sampling.refinementLevels;
  const rows = Math.ceil(camera.projection.heightPx / sampling.coarseCellPx) << sampling.refinementLevels;
  const leafAt = new Int32Array(columns * rows);
  for (let cell = 0; cell < cells.count; cell++) {
    const corner = cells.corners[4 * cell]!;
    const size = coarseUnits >> (cells.level[cell]! + 1);
    const x = vertices.x[corner]! >> 1;
    for (let y = vertices.y[corner]! >> 1, end = y + size; y < end; y++) {
      leafAt.fill(cell, y * columns + x, y * columns + x + size);
    }
  }
  const weights = new Float64Array(3);

  return {
    read(x, y, point) {
      const u = x / unit;
      const v = y / unit;
      if (!(u >= 0 && v >= 0 && u <= 2 * columns && v <= 2 * rows)) {
        const size = `${2 * columns * unit} by ${2 * rows * unit}`;
        throw new RangeError(
          `point (${x}, ${y}) is outside the mesh of ${size} pixels: ask for points within`,
        );
      }
      // A point on the last edge belongs to the last cell.
      const column = u >= 2 * columns ? columns - 1 : Math.floor(u / 2);
      const row = v >= 2 * rows ? rows - 1 : Math.floor(v / 2);
      const cell = leafAt[row * columns + column]!;
      let triangle = triangles.firstOfCell[cell]!;
      const end = triangles.firstOfCell[cell + 1]!;
      while (!barycentric(frame, triangles.corners, triangle, u, v, weights) && triangle < end - 1)
        triangle++;
      point.cell = cell;
      point.triangle = triangle;
      interpolate(frame, triangles.corners, 3 * triangle, weights, point);
    },
  };
}

/** Weights of a triangle's corners at (u, v), in units; whether the point is in it. */
function barycentric(
  { vertices: { x, y } }: LensFrame,
  corners: Uint32Array,
  triangle: number,
  u: number,
  v: number,
  weights: Float64Array,
): boolean {
  const a = corners[3 * triangle]!;
  const b = corners[3 * triangle + 1]!;
  const c = corners[3 * triangle + 2]!;
  const abX = x[b]! - x[a]!;
  const abY = y[b]! - y[a]!;
  const acX = x[c]! - x[a]!;
  const acY = y[c]! - y[a]!;
  const scale = 1 / (abX * acY - abY * acX);
  const pX = u - x[a]!;
  const pY = v - y[a]!;
  weights[1] = (pX * acY - pY * acX) * scale;
  weights[2] = (abX * pY - abY * pX) * scale;
  weights[0] = 1 - weights[1] - weights[2];
  return weights[0]! >= 0 && weights[1]! >= 0 && weights[2]! >= 0;
}

function interpolate(
  { vertices }: LensFrame,
  corners: Uint32Array,
  at: number,
  weights: Float64Array,
  point: LensPoint,
): void {
  const a = corners[at]!;
  const b = corners[at + 1]!;
  const c = corners[at + 2]!;
  const { status, order, direction, redshiftG, marginU } = vertices;
  const isBNearer = weights[1]! > weights[0]! && weights[1]! >= weights[2]!;
  const nearest = isBNearer ? b : weights[2]! > weights[0]! ? c : a;
  point.status = status[nearest]!;
  point.order = order[nearest]!;
  point.isMixed =
    status[a] !== status[b] || status[a] !== status[c] || order[a] !== order[b] || order[a] !== order[c];
  let x = 0;
  let y = 0;
  let z = 0;
  let g = 0;
  let margin = 0;
  let total = 0;
  for (let k = 0; k < 3; k++) {
    const vertex = corners[at + k]!;
    // Across statuses only the corners of the nearest one's kind say anything about the point.
    if (status[vertex] !== point.status) continue;
    const weight = weights[k]!;
    x += weight * direction[3 * vertex]!;
    y += weight * direction[3 * vertex + 1]!;
    z += weight * direction[3 * vertex + 2]!;
    g += weight * redshiftG[vertex]!;
    margin += weight * marginU[vertex]!;
    total += weight;
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = length > 0 ? 1 / length : 0;
  point.directionX = x * scale;
  point.directionY = y * scale;
  point.directionZ = z * scale;
  point.redshiftG = g / total;
  point.marginU = margin / total;
}
