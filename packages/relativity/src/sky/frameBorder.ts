import { IntegerList } from "../lensMap/integerList.ts";
import { type LensFrame, type MeshSampling, unitPx } from "../lensMap/lensMap.ts";
import type { RayTracer } from "../trace/tracer.ts";
import { type TracedTriangles, type TrianglePlan, traceTriangles } from "./tracedTriangles.ts";

/** Depth of the border's cells at most: what lies just beside the frame is as smooth as what lies at its edge. */
const DEEPEST_CELL_PX = 8;

/**
 * Traces the strips around frames in which stars stand whose light reaches into the image although they do not. Each
 * meets its frame's mesh vertex by vertex, so that no star between them is missed or found twice. Of a panorama
 * only what is above and below is there to trace: its sides meet, and nothing is beyond a pole.
 * @param marginPx  width of the strips; 0 for none
 */
export function traceBorders(
  frames: readonly LensFrame[],
  sampling: MeshSampling,
  marginPx: number,
  tracer: RayTracer,
): TracedTriangles[] {
  const plans = frames.map((frame) => planBorder(frame, sampling, marginPx));
  return traceTriangles(frames, plans, unitPx(sampling), tracer);
}

function planBorder(frame: LensFrame, sampling: MeshSampling, marginPx: number): TrianglePlan {
  const { projection } = frame.camera;
  const unit = unitPx(sampling);
  const depth = Math.ceil(marginPx / unit);
  const step = Math.max(1, Math.floor(DEEPEST_CELL_PX / unit));
  const cellUnits = 2 << sampling.refinementLevels;
  const right = Math.ceil(projection.widthPx / sampling.coarseCellPx) * cellUnits;
  const bottom = Math.ceil(projection.heightPx / sampling.coarseCellPx) * cellUnits;
  const beyondRight = Math.ceil(projection.widthPx / unit) + depth - right;
  const beyondBottom = Math.ceil(projection.heightPx / unit) + depth - bottom;
  const isPanorama = projection.kind === "equirectangular";
  const isWholeHeight = isPanorama && 2 * projection.heightPx >= projection.widthPx;
  const { x, y } = frame.vertices;
  const lines = {
    left: isPanorama ? [] : placesBefore(depth, step),
    right: isPanorama ? [] : placesAfter(right, beyondRight, step),
    above: isWholeHeight ? [] : placesBefore(depth, step),
    below: isWholeHeight ? [] : placesAfter(bottom, beyondBottom, step),
  };
  const grid = new BorderGrid();
  grid.addCells(placesOn(x, y, 0), lines.above);
  grid.addCells(placesOn(x, y, bottom), lines.below);
  grid.addCells(lines.left, placesOn(y, x, 0));
  grid.addCells(lines.right, placesOn(y, x, right));
  for (const across of [lines.left, lines.right]) {
    for (const down of [lines.above, lines.below]) grid.addCells(across, down);
  }
  return grid.plan();
}

/** Places of the vertices on a line, ascending: those whose other coordinate is that. */
function placesOn(places: Int32Array, others: Int32Array, line: number): Int32Array {
  const found = new IntegerList();
  for (let vertex = 0; vertex < places.length; vertex++) {
    if (others[vertex] === line) found.push(places[vertex]!);
  }
  return found.used().sort();
}

/** Places from an edge to so far beyond it, ascending; none where that is nothing. */
function placesAfter(edge: number, beyond: number, step: number): number[] {
  if (!(beyond > 0)) return [];
  const places: number[] = [];
  for (let distance = 0; distance < beyond; distance += step) places.push(edge + distance);
  return [...places, edge + beyond];
}

/** The mirror image: places from so far before 0 to 0. */
function placesBefore(depth: number, step: number): number[] {
  return placesAfter(0, depth, step)
    .map((place) => 0 - place)
    .reverse();
}

/** Collects cells between lines across and down; vertices are shared. */
class BorderGrid {
  readonly #x: number[] = [];
  readonly #y: number[] = [];
  readonly #corners: number[] = [];
  readonly #vertexAt = new Map<string, number>();

  addCells(across: ArrayLike<number>, down: ArrayLike<number>): void {
    for (let row = 0; row + 1 < down.length; row++) {
      for (let column = 0; column + 1 < across.length; column++) {
        const [left, right] = [across[column]!, across[column + 1]!];
        const [top, bottom] = [down[row]!, down[row + 1]!];
        const a = this.#vertex(left, top);
        const b = this.#vertex(right, bottom);
        this.#corners.push(a, this.#vertex(right, top), b, a, b, this.#vertex(left, bottom));
      }
    }
  }

  #vertex(x: number, y: number): number {
    const key = `${x} ${y}`;
    const known = this.#vertexAt.get(key);
    if (known !== undefined) return known;
    this.#vertexAt.set(key, this.#x.length);
    this.#x.push(x);
    return this.#y.push(y) - 1;
  }

  plan(): TrianglePlan {
    return {
      x: Int32Array.from(this.#x),
      y: Int32Array.from(this.#y),
      corners: Int32Array.from(this.#corners),
    };
  }
}
