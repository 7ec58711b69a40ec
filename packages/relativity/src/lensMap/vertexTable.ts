import type { ResultColumns } from "../trace/tracer.ts";
import type { LensVertices } from "./lensMap.ts";

/** Vertices of a frame's mesh while it grows, in the order in which they were asked for. */
export class VertexTable {
  count = 0;
  x: Int32Array;
  y: Int32Array;
  status: Uint8Array;
  reason: Uint8Array;
  direction: Float64Array;
  redshiftG: Float64Array;
  order: Int32Array;
  marginU: Float64Array;

  constructor(capacity: number) {
    this.x = new Int32Array(capacity);
    this.y = new Int32Array(capacity);
    this.status = new Uint8Array(capacity);
    this.reason = new Uint8Array(capacity);
    this.direction = new Float64Array(3 * capacity);
    this.redshiftG = new Float64Array(capacity);
    this.order = new Int32Array(capacity);
    this.marginU = new Float64Array(capacity);
  }

  /** Adds a vertex that is not traced yet and gives its index. */
  add(x: number, y: number): number {
    if (this.count === this.x.length) this.#grow();
    this.x[this.count] = x;
    this.y[this.count] = y;
    return this.count++;
  }

  /** Takes over what was found for the ray of a vertex. */
  set(vertex: number, results: ResultColumns, row: number): void {
    this.status[vertex] = results.status[row]!;
    this.reason[vertex] = results.reason[row]!;
    this.direction[3 * vertex] = canonical(results.directionX[row]!);
    this.direction[3 * vertex + 1] = canonical(results.directionY[row]!);
    this.direction[3 * vertex + 2] = canonical(results.directionZ[row]!);
    this.redshiftG[vertex] = canonical(results.redshiftG[row]!);
    this.order[vertex] = results.order[row]!;
    this.marginU[vertex] = canonical(results.marginU[row]!);
  }

  /**
   * The vertices sorted by (y, x), and the place of each in that order.
   * @param order  vertex indices, sorted by (y, x)
   */
  sorted(order: Int32Array): { readonly vertices: LensVertices; readonly placeOf: Uint32Array } {
    const vertices = new VertexTable(this.count);
    const placeOf = new Uint32Array(this.count);
    order.forEach((vertex, place) => {
      placeOf[vertex] = place;
      vertices.x[place] = this.x[vertex]!;
      vertices.y[place] = this.y[vertex]!;
      vertices.status[place] = this.status[vertex]!;
      vertices.reason[place] = this.reason[vertex]!;
      for (let k = 0; k < 3; k++) vertices.direction[3 * place + k] = this.direction[3 * vertex + k]!;
      vertices.redshiftG[place] = this.redshiftG[vertex]!;
      vertices.order[place] = this.order[vertex]!;
      vertices.marginU[place] = this.marginU[vertex]!;
    });
    vertices.count = this.count;
    return { vertices, placeOf };
  }

  #grow(): void {
    const capacity = 2 * this.count + 16;
    this.x = enlarged(this.x, new Int32Array(capacity));
    this.y = enlarged(this.y, new Int32Array(capacity));
    this.status = enlarged(this.status, new Uint8Array(capacity));
    this.reason = enlarged(this.reason, new Uint8Array(capacity));
    this.direction = enlarged(this.direction, new Float64Array(3 * capacity));
    this.redshiftG = enlarged(this.redshiftG, new Float64Array(capacity));
    this.order = enlarged(this.order, new Int32Array(capacity));
    this.marginU = enlarged(this.marginU, new Float64Array(capacity));
  }
}

/** A number as files hold it: -0 as 0. Throws RangeError for one that may not be written at all. */
function canonical(value: number): number {
  if (Number.isFinite(value)) return value + 0;
  throw new RangeError(
    `a ray's result is ${value}: a tracer must give finite numbers or the status unresolved`,
  );
}

function enlarged<T extends Int32Array | Uint8Array | Float64Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
