import type { ResultColumns } from "../trace/tracer.ts";
import type { LensVertices } from "./lensMap.ts";
import type { MeshAnalyst, VertexColumns } from "./meshAnalyst.ts";

/** What was found at the vertices of a group of frames, generation after generation. */
export class VertexTable {
  count = 0;
  columns: VertexColumns;
  readonly #analyst: MeshAnalyst;

  constructor(analyst: MeshAnalyst, capacity: number) {
    this.#analyst = analyst;
    this.columns = analyst.allocate(capacity);
  }

  /**
   * Adds a vertex for each result. -0 becomes 0.
   * @throws RangeError for a result that is not finite
   */
  append(results: ResultColumns): void {
    const first = this.count;
    this.#reserve(first + results.count);
    this.count += results.count;
    const { status, reason, direction, redshiftG, order, marginU } = this.columns;
    const { count } = results;
    status.set(results.status.subarray(0, count), first);
    reason.set(results.reason.subarray(0, count), first);
    order.set(results.order.subarray(0, count), first);
    for (let row = 0; row < count; row++) {
      const vertex = first + row;
      direction[3 * vertex] = canonical(results.directionX[row]!);
      direction[3 * vertex + 1] = canonical(results.directionY[row]!);
      direction[3 * vertex + 2] = canonical(results.directionZ[row]!);
      redshiftG[vertex] = canonical(results.redshiftG[row]!);
      marginU[vertex] = canonical(results.marginU[row]!);
    }
  }

  /** Copies what was found at a vertex to a place in the columns of a frame. */
  copyTo(frame: LensVertices, place: number, vertex: number): void {
    const { status, reason, direction, redshiftG, order, marginU } = this.columns;
    frame.status[place] = status[vertex]!;
    frame.reason[place] = reason[vertex]!;
    frame.direction[3 * place] = direction[3 * vertex]!;
    frame.direction[3 * place + 1] = direction[3 * vertex + 1]!;
    frame.direction[3 * place + 2] = direction[3 * vertex + 2]!;
    frame.redshiftG[place] = redshiftG[vertex]!;
    frame.order[place] = order[vertex]!;
    frame.marginU[place] = marginU[vertex]!;
  }

  /** Gives the columns back. */
  close(): void {
    this.#analyst.free(this.columns);
  }

  #reserve(count: number): void {
    const old = this.columns;
    if (count <= old.status.length) return;
    this.columns = this.#analyst.allocate(Math.max(count, 2 * old.status.length));
    this.columns.status.set(old.status);
    this.columns.reason.set(old.reason);
    this.columns.direction.set(old.direction);
    this.columns.redshiftG.set(old.redshiftG);
    this.columns.order.set(old.order);
    this.columns.marginU.set(old.marginU);
    this.#analyst.free(old);
  }
}

/** A number as files hold it: -0 as 0. */
function canonical(value: number): number {
  if (value - value === 0) return value + 0;
  throw new RangeError(
    `a ray's result is ${value}: a tracer must give finite numbers or the status unresolved`,
  );
}
