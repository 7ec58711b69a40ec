/** Sizes up to this one are counted exactly. */
const EXACT_SIZES = 1024;
/** Larger ones in this many classes per doubling, so within 1/32 of their size. */
const CLASSES_PER_DOUBLING = 32;
const DOUBLINGS = 21; // up to 2^31

/** How large the batches of a run were, in jobs that went to the engine. */
export interface SizeCensus {
  readonly count: number;
  readonly mean: number;
  /** Exact up to 1,024 jobs, above that the lower end of a class that is 1/32 wide. */
  readonly median: number;
  /** As `median`: at least 95 % of the batches are no larger. */
  readonly p95: number;
  readonly max: number;
}

/** Counts sizes in bounded memory. */
export class SizeTally {
  readonly #counts = new Float64Array(EXACT_SIZES + 1 + CLASSES_PER_DOUBLING * DOUBLINGS);
  #count = 0;
  #sum = 0;
  #max = 0;

  add(size: number): void {
    this.#counts[classOf(size)]!++;
    this.#count++;
    this.#sum += size;
    if (size > this.#max) this.#max = size;
  }

  census(): SizeCensus {
    return {
      count: this.#count,
      mean: this.#count === 0 ? 0 : this.#sum / this.#count,
      median: this.#quantile(0.5),
      p95: this.#quantile(0.95),
      max: this.#max,
    };
  }

  /** The least size that is not below at least that share of all sizes. */
  #quantile(share: number): number {
    const wanted = Math.ceil(share * this.#count);
    let seen = 0;
    for (let place = 0; place < this.#counts.length; place++) {
      seen += this.#counts[place]!;
      if (seen >= wanted && seen > 0) return smallestOf(place);
    }
    return 0;
  }
}

function classOf(size: number): number {
  if (size <= EXACT_SIZES) return size;
  const doubling = 31 - Math.clz32(size) - 10;
  const part = Math.floor((size / 2 ** (doubling + 10) - 1) * CLASSES_PER_DOUBLING);
  return EXACT_SIZES + doubling * CLASSES_PER_DOUBLING + part + 1;
}

function smallestOf(place: number): number {
  if (place <= EXACT_SIZES) return place;
  const above = place - EXACT_SIZES - 1;
  const doubling = Math.floor(above / CLASSES_PER_DOUBLING);
  const part = above % CLASSES_PER_DOUBLING;
  return Math.ceil(2 ** (doubling + 10) * (1 + part / CLASSES_PER_DOUBLING));
}
