import type { FrameCamera } from "../camera/frameCamera.ts";
import { type LensVertices, type MeshSampling, unitPx } from "../lensMap/lensMap.ts";
import {
  CROSSING_WORDS,
  MAXIMUM_CROSSINGS,
  type RayTracer,
  type ResultColumns,
  type SampleColumns,
} from "../trace/tracer.ts";

/** Crossings of a ray that a view keeps: those behind are hidden, or too small to matter while it moves. */
export const VIEW_CROSSINGS = 3;
/** Words of a view's crossing: radius in M, redshift factor. */
const WORDS = 2;

/** Keeps the disk crossings of a mesh's rays, which a lens map does not hold, while the mesh is traced. */
export class CrossingRecord {
  /** Traces as the tracer that it was made from, and is overheard. */
  readonly tracer: RayTracer;
  readonly #unit: number;
  /** Vertices across the mesh at its finest. */
  readonly #stride: number;
  /** VIEW_CROSSINGS crossings a vertex, in the order in which the vertices were traced. */
  readonly #crossings: number[] = [];
  /** The vertex at each place of the mesh. */
  readonly #vertexAt = new Map<number, number>();

  constructor(inner: RayTracer, { projection }: FrameCamera, sampling: MeshSampling) {
    this.#unit = unitPx(sampling);
    const { coarseCellPx } = sampling;
    const columns = Math.ceil(projection.widthPx / coarseCellPx) * coarseCellPx;
    this.#stride = columns / this.#unit + 1;
    this.tracer = {
      ...inner,
      trace: (samples) => {
        const results = inner.trace(samples);
        this.#note(samples, results);
        return results;
      },
    };
  }

  /**
   * Radius of a crossing in M, 0 where there is none.
   * @param vertex    by its number while the mesh is traced
   * @param crossing  below VIEW_CROSSINGS
   */
  radiusM(vertex: number, crossing: number): number {
    return this.#crossings[WORDS * (VIEW_CROSSINGS * vertex + crossing)]!;
  }

  /** The crossings of a mesh's vertices, in their order. */
  columns({ count, x, y }: LensVertices): Float32Array {
    const wordsOfVertex = WORDS * VIEW_CROSSINGS;
    const columns = new Float32Array(wordsOfVertex * count);
    for (let vertex = 0; vertex < count; vertex++) {
      const from = wordsOfVertex * this.#vertexAt.get(y[vertex]! * this.#stride + x[vertex]!)!;
      for (let word = 0; word < wordsOfVertex; word++) {
        columns[wordsOfVertex * vertex + word] = this.#crossings[from + word]!;
      }
    }
    return columns;
  }

  #note({ count, x, y }: SampleColumns, { crossingCount, crossings }: ResultColumns): void {
    for (let row = 0; row < count; row++) {
      this.#vertexAt.set((y[row]! / this.#unit) * this.#stride + x[row]! / this.#unit, this.#vertexAt.size);
      for (let crossing = 0; crossing < VIEW_CROSSINGS; crossing++) {
        const at = CROSSING_WORDS * (MAXIMUM_CROSSINGS * row + crossing);
        const isMet = crossing < crossingCount[row]!;
        this.#crossings.push(isMet ? crossings[at]! : 0, isMet ? crossings[at + 2]! : 0);
      }
    }
  }
}
