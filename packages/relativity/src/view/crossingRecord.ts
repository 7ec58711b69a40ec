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
const VIEW_CROSSINGS = 3;
/** Words of a view's crossing: radius in M, redshift factor. */
const WORDS = 2;

/** Keeps the disk crossings of a mesh's rays, which a lens map does not hold, while the mesh is traced. */
export class CrossingRecord {
  /** Traces as the tracer that it was made from, and is overheard. */
  readonly tracer: RayTracer;
  readonly #unit: number;
  /** Vertices across the mesh at its finest. */
  readonly #stride: number;
  readonly #crossings = new Map<number, readonly number[]>();

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

  /** The crossings of a mesh's vertices, in their order. */
  columns({ count, x, y }: LensVertices): Float32Array {
    const columns = new Float32Array(WORDS * VIEW_CROSSINGS * count);
    for (let vertex = 0; vertex < count; vertex++) {
      const found = this.#crossings.get(y[vertex]! * this.#stride + x[vertex]!);
      if (found !== undefined) columns.set(found, WORDS * VIEW_CROSSINGS * vertex);
    }
    return columns;
  }

  #note({ count, x, y }: SampleColumns, { crossingCount, crossings }: ResultColumns): void {
    for (let row = 0; row < count; row++) {
      const met = Math.min(crossingCount[row]!, VIEW_CROSSINGS);
      if (met === 0) continue;
      const words: number[] = [];
      for (let crossing = 0; crossing < met; crossing++) {
        const at = CROSSING_WORDS * (MAXIMUM_CROSSINGS * row + crossing);
        words.push(crossings[at]!, crossings[at + 2]!);
      }
      this.#crossings.set((y[row]! / this.#unit) * this.#stride + x[row]! / this.#unit, words);
    }
  }
}
