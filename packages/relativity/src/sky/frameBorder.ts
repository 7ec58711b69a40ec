import type { Projection } from "../camera/frameCamera.ts";
import { IntegerList } from "../lensMap/integerList.ts";
import { type LensCells, type LensFrame, type MeshSampling, unitPx } from "../lensMap/lensMap.ts";
import { type MeshBounds, meshBounds } from "../lensMap/lensTriangles.ts";

/** Width of the strip beside a frame that is as fine as the mesh at its finest: there most light gets in. */
const FINE_PX = 8;
/** Edge of the cells beyond it, at most. */
const COARSE_CELL_PX = 8;
/** Edge of the mesh's finest cells, in its units. */
const FINE_UNITS = 2;

/** A frame's mesh with cells all around the frame, some of whose vertices are still to be traced. */
export interface BorderPlan {
  readonly bounds: MeshBounds;
  /** Places of new vertices in units of the mesh, below 0 to the left of the frame and above it. */
  readonly x: Int32Array;
  readonly y: Int32Array;
  /** Cells of the mesh that show something of the frame, then new ones; new vertices come after the mesh's. */
  readonly cells: LensCells;
}

/**
 * Plans the cells beside a frame in which stars stand whose light reaches into the image although they do not. They
 * meet the mesh, and each other, vertex by vertex, so that no star between them is missed or found twice. Near the
 * frame they are as fine as the mesh at its finest, so that images are found beside folds and shadows there too: also
 * in place of cells of the mesh that are wholly beyond the frame, which are not refined. Of a panorama only what is above
 * and below is there to trace: its sides meet, and nothing is beyond a pole.
 * @param marginPx  how far beside the frame stars count
 * @returns undefined where nothing is to be added
 */
export function planBorder(
  frame: LensFrame,
  sampling: MeshSampling,
  marginPx: number,
): BorderPlan | undefined {
  const unit = unitPx(sampling);
  // Beside a fold the cell that shows a star is not always the one that its image stands in.
  const depth = Math.ceil(marginPx / unit) + FINE_UNITS;
  const open = openSides(frame.camera.projection);
  if (marginPx === 0 || !(open.across || open.down)) return undefined;
  const fine = Math.ceil(FINE_PX / unit);
  const isCoarseBeyond = depth > fine;
  const level = coarseLevel(sampling);
  const coarse = FINE_UNITS << (sampling.refinementLevels - level);
  const inner = widened(frame, sampling, {
    depth: Math.min(depth, fine),
    step: isCoarseBeyond ? coarse : FINE_UNITS,
  });
  const outer = isCoarseBeyond ? widened(frame, sampling, { depth, step: coarse }) : inner;
  const plan = new WideMesh(frame, sampling, enclosing(outer, meshBounds(frame, sampling)));
  plan.fill(inner, FINE_UNITS, sampling.refinementLevels);
  plan.fill(outer, coarse, level);
  return plan.plan();
}

/** Level of the cells far from the frame. */
function coarseLevel({ refinementLevels, coarseCellPx }: MeshSampling): number {
  let level = 0;
  while (level < refinementLevels && coarseCellPx / (1 << level) > COARSE_CELL_PX) level++;
  return level;
}

/** Along which axes there is something beyond a frame's edges. */
function openSides({ kind, widthPx, heightPx }: Projection): { across: boolean; down: boolean } {
  const isPanorama = kind === "equirectangular";
  return { across: !isPanorama, down: !(isPanorama && 2 * heightPx >= widthPx) };
}

/** The frame with what is so far around it, out to multiples of a step; units. */
function widened(
  frame: LensFrame,
  sampling: MeshSampling,
  { depth, step }: { readonly depth: number; readonly step: number },
): MeshBounds {
  const { projection } = frame.camera;
  const { across, down } = openSides(projection);
  const mesh = meshBounds(frame, sampling);
  const unit = unitPx(sampling);
  const before = -step * Math.ceil(depth / step);
  const after = (edgePx: number): number => step * Math.ceil((Math.ceil(edgePx / unit) + depth) / step);
  return {
    left: across ? before : mesh.left,
    right: across ? after(projection.widthPx) : mesh.right,
    top: down ? before : mesh.top,
    bottom: down ? after(projection.heightPx) : mesh.bottom,
  };
}

function enclosing(a: MeshBounds, b: MeshBounds): MeshBounds {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** A frame's mesh that grows; vertices are shared. */
class WideMesh {
  readonly #frame: LensFrame;
  readonly #sampling: MeshSampling;
  readonly #bounds: MeshBounds;
  readonly #stride: number;
  /** Vertex at each place of the bounds, -1 where there is none. */
  readonly #vertexAt: Int32Array;
  /** 1 for each square of the finest cells' size that is in a cell. */
  readonly #isCovered: Uint8Array;
  readonly #x = new IntegerList();
  readonly #y = new IntegerList();
  readonly #corners = new IntegerList();
  readonly #level = new IntegerList();

  constructor(frame: LensFrame, sampling: MeshSampling, bounds: MeshBounds) {
    this.#frame = frame;
    this.#sampling = sampling;
    this.#bounds = bounds;
    this.#stride = bounds.right - bounds.left + 1;
    this.#vertexAt = new Int32Array(this.#stride * (bounds.bottom - bounds.top + 1)).fill(-1);
    this.#isCovered = new Uint8Array(this.#vertexAt.length);
    const { x, y, count } = frame.vertices;
    for (let vertex = 0; vertex < count; vertex++)
      this.#vertexAt[this.#place(x[vertex]!, y[vertex]!)] = vertex;
    this.#keepCells();
  }

  /** Fills what of a rectangle is in no cell with such of one size. */
  fill({ left, top, right, bottom }: MeshBounds, size: number, level: number): void {
    for (let y = top; y < bottom; y += size) {
      for (let x = left; x < right; x += size) {
        if (this.#isCovered[this.#place(x, y)] === 1) continue;
        this.#cover(x, y, size);
        this.#level.push(level);
        for (const [across, down] of [
          [0, 0],
          [size, 0],
          [0, size],
          [size, size],
        ] as const) {
          this.#corners.push(this.#vertex(x + across, y + down));
        }
        if (level < this.#sampling.refinementLevels) this.#vertex(x + size / 2, y + size / 2);
      }
    }
  }

  plan(): BorderPlan {
    const count = this.#level.count;
    const cells = {
      count,
      corners: new Uint32Array(this.#corners.used()),
      level: new Uint8Array(this.#level.used()),
    };
    return { bounds: this.#bounds, x: this.#x.used(), y: this.#y.used(), cells };
  }

  /** Keeps the cells of the mesh that show something of the frame; along an axis that is closed, all. */
  #keepCells(): void {
    const { vertices, cells, camera } = this.#frame;
    const { projection } = camera;
    const { across, down } = openSides(projection);
    const unit = unitPx(this.#sampling);
    for (let cell = 0; cell < cells.count; cell++) {
      const corner = cells.corners[4 * cell]!;
      const [x, y] = [vertices.x[corner]!, vertices.y[corner]!];
      if ((across && x * unit >= projection.widthPx) || (down && y * unit >= projection.heightPx)) continue;
      const level = cells.level[cell]!;
      this.#cover(x, y, FINE_UNITS << (this.#sampling.refinementLevels - level));
      this.#level.push(level);
      for (let k = 0; k < 4; k++) this.#corners.push(cells.corners[4 * cell + k]!);
    }
  }

  #cover(x: number, y: number, size: number): void {
    for (let down = 0; down < size; down += FINE_UNITS) {
      for (let across = 0; across < size; across += FINE_UNITS) {
        this.#isCovered[this.#place(x + across, y + down)] = 1;
      }
    }
  }

  #vertex(x: number, y: number): number {
    const place = this.#place(x, y);
    const known = this.#vertexAt[place]!;
    if (known >= 0) return known;
    const vertex = this.#frame.vertices.count + this.#x.count;
    this.#vertexAt[place] = vertex;
    this.#x.push(x);
    this.#y.push(y);
    return vertex;
  }

  #place(x: number, y: number): number {
    return (y - this.#bounds.top) * this.#stride + (x - this.#bounds.left);
  }
}
