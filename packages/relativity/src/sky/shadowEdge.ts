import { IntegerList } from "../lensMap/integerList.ts";
import { type LensFrame, type LensVertices, type MeshSampling, unitPx } from "../lensMap/lensMap.ts";
import type { RayTracer } from "../trace/tracer.ts";
import { ESCAPED } from "../trace/tracer.ts";
import { isLookedInto } from "./meshImages.ts";
import type { SearchMesh } from "./searchMesh.ts";
import { type TracedTriangles, type TrianglePlan, traceTriangles } from "./tracedTriangles.ts";

/** Parts along each side of a triangle that is cut. */
const PARTS = 4;
/** Finer units in one of the mesh: a cell of the deepest level has an edge of two units. */
const FINER = PARTS / 2;

/** What stands in place of some of a mesh's triangles. */
export interface EdgeTriangles extends TracedTriangles {
  /** Vertex indices of the mesh's other triangles, three each. */
  readonly meshCorners: Uint32Array;
}

/**
 * Traces finer triangles in those of the deepest cells in which no star can be looked for: some of whose rays end in
 * the hole or on the disk, or which show too much of the sky. All higher images stand there, so that without
 * them a shadow would look as coarse as the mesh. Triangles beside them are cut into fans that meet them vertex by
 * vertex, so that no star between them is missed.
 * @param meshes  of each frame
 * @returns places in units of {@link edgeUnitPx}
 */
export function traceEdges(
  frames: readonly LensFrame[],
  meshes: readonly SearchMesh[],
  sampling: MeshSampling,
  tracer: RayTracer,
): EdgeTriangles[] {
  const plans = meshes.map((mesh) => planEdge(mesh, sampling));
  return traceTriangles(frames, plans, edgeUnitPx(sampling), tracer).map((traced, index) => ({
    ...traced,
    meshCorners: plans[index]!.meshCorners,
  }));
}

/** Unit of the places of {@link traceEdges}, px. */
export function edgeUnitPx(sampling: MeshSampling): number {
  return unitPx(sampling) / FINER;
}

function planEdge(
  { vertices, cells, triangles, bounds }: SearchMesh,
  { refinementLevels }: MeshSampling,
): TrianglePlan & { readonly meshCorners: Uint32Array } {
  const { corners, cell, count } = triangles;
  const isDeepest = (triangle: number): boolean => cells.level[cell[triangle]!] === refinementLevels;
  const isCut = new Uint8Array(count);
  for (let triangle = 0; triangle < count; triangle++) {
    isCut[triangle] = isDeepest(triangle) && isHalfDark(vertices, corners, triangle) ? 1 : 0;
  }
  const sides = new SideSet(corners, vertices.count);
  cutSides(sides, isCut, isDeepest);
  const plan = new EdgePlan(FINER * (bounds.right - bounds.left) + 1);
  const meshCorners = new Uint32Array(corners.length);
  let keptCount = 0;
  const { x, y } = vertices;
  for (let triangle = 0; triangle < count; triangle++) {
    const at = 3 * triangle;
    const side = isCut[triangle] === 1 ? -1 : sides.firstOf(triangle);
    if (isCut[triangle] === 1) {
      const a = corners[at]!;
      plan.cut(FINER * x[a]!, FINER * y[a]!, y[corners[at + 1]!] === y[a]);
    } else if (side < 0) {
      for (let k = 0; k < 3; k++) meshCorners[keptCount++] = corners[at + k]!;
    } else {
      const turned = [0, 1, 2].map((k) => corners[at + ((side + k) % 3)]!);
      plan.fan(turned.map((vertex) => [FINER * x[vertex]!, FINER * y[vertex]!]));
    }
  }
  return { ...plan.plan(), meshCorners: meshCorners.subarray(0, keptCount) };
}

/** Whether some rays of a triangle come from the sky, but stars cannot be looked for in it. */
function isHalfDark(vertices: LensVertices, corners: Uint32Array, triangle: number): boolean {
  const a = corners[3 * triangle]!;
  const b = corners[3 * triangle + 1]!;
  const c = corners[3 * triangle + 2]!;
  const { status } = vertices;
  const isDark = status[a] !== ESCAPED && status[b] !== ESCAPED && status[c] !== ESCAPED;
  return !isDark && !isLookedInto(vertices, a, b, c);
}

/** Sides of triangles, each by its two vertices: side k runs from corner k to the next. */
class SideSet {
  readonly #corners: Uint32Array;
  readonly #vertexCount: number;
  readonly #keys = new Set<number>();
  /** 1 where a side of the set ends: most triangles have no two such corners, and need not be looked up. */
  readonly #isEnd: Uint8Array;

  constructor(corners: Uint32Array, vertexCount: number) {
    this.#corners = corners;
    this.#vertexCount = vertexCount;
    this.#isEnd = new Uint8Array(vertexCount);
  }

  get size(): number {
    return this.#keys.size;
  }

  /** Adds the three sides of a triangle. */
  add(triangle: number): void {
    for (let side = 0; side < 3; side++) {
      this.#keys.add(this.#key(triangle, side));
      this.#isEnd[this.#corners[3 * triangle + side]!] = 1;
    }
  }

  /** How many of a triangle's sides are in the set. */
  countOf(triangle: number): number {
    let count = 0;
    for (let side = 0; side < 3; side++) if (this.#has(triangle, side)) count++;
    return count;
  }

  /** Number of a triangle's first side that is in the set; -1 where none is. */
  firstOf(triangle: number): number {
    for (let side = 0; side < 3; side++) if (this.#has(triangle, side)) return side;
    return -1;
  }

  #has(triangle: number, side: number): boolean {
    const from = this.#corners[3 * triangle + side]!;
    if (this.#isEnd[from] === 0) return false;
    const to = this.#corners[3 * triangle + (side === 2 ? 0 : side + 1)]!;
    return this.#isEnd[to] === 1 && this.#keys.has(this.#key(triangle, side));
  }

  #key(triangle: number, side: number): number {
    const from = this.#corners[3 * triangle + side]!;
    const to = this.#corners[3 * triangle + (side === 2 ? 0 : side + 1)]!;
    return from < to ? from * this.#vertexCount + to : to * this.#vertexCount + from;
  }
}

/** Adds the sides of all triangles that are cut; cuts those too of which two sides are, so that all others can be fans. */
function cutSides(sides: SideSet, isCut: Uint8Array, isDeepest: (triangle: number) => boolean): void {
  for (let triangle = 0; triangle < isCut.length; triangle++) if (isCut[triangle] === 1) sides.add(triangle);
  for (let isChanged = sides.size > 0; isChanged; ) {
    isChanged = false;
    for (let triangle = 0; triangle < isCut.length; triangle++) {
      if (isCut[triangle] === 1 || !isDeepest(triangle) || sides.countOf(triangle) < 2) continue;
      isCut[triangle] = 1;
      sides.add(triangle);
      isChanged = true;
    }
  }
}

/** Collects the parts of triangles; vertices are shared. */
class EdgePlan {
  readonly #x = new IntegerList();
  readonly #y = new IntegerList();
  readonly #corners = new IntegerList();
  readonly #unitsAcross: number;
  readonly #vertexAt = new Map<number, number>();

  /** @param unitsAcross  more than any two places' x differ by */
  constructor(unitsAcross: number) {
    this.#unitsAcross = unitsAcross;
  }

  /** Cuts the triangle above (or below) the falling diagonal of the cell whose top left corner is there. */
  cut(left: number, top: number, isAbove: boolean): void {
    for (let row = 0; row < PARTS; row++) {
      for (let column = 0; column < PARTS; column++) {
        const x = left + column;
        const y = top + row;
        if (isAbove ? column >= row : column < row) {
          this.#addCorner(x, y);
          this.#addCorner(x + 1, y);
          this.#addCorner(x + 1, y + 1);
        }
        if (isAbove ? column > row : column <= row) {
          this.#addCorner(x, y);
          this.#addCorner(x + 1, y + 1);
          this.#addCorner(x, y + 1);
        }
      }
    }
  }

  /** Cuts a triangle from its last corner to the parts of the side between the first two. */
  fan([from, to, tip]: readonly (readonly number[])[]): void {
    const at = (share: number, axis: number): number =>
      from![axis]! + (share * (to![axis]! - from![axis]!)) / PARTS;
    for (let part = 0; part < PARTS; part++) {
      this.#addCorner(at(part, 0), at(part, 1));
      this.#addCorner(at(part + 1, 0), at(part + 1, 1));
      this.#addCorner(tip![0]!, tip![1]!);
    }
  }

  /** Adds the vertex at a place as the next corner. */
  #addCorner(x: number, y: number): void {
    const key = y * this.#unitsAcross + x;
    const known = this.#vertexAt.get(key);
    this.#corners.push(known ?? this.#x.count);
    if (known !== undefined) return;
    this.#vertexAt.set(key, this.#x.count);
    this.#x.push(x);
    this.#y.push(y);
  }

  plan(): TrianglePlan {
    return { x: this.#x.used(), y: this.#y.used(), corners: this.#corners.used() };
  }
}
