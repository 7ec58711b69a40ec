/** Changes of mode in neighbours of a plan, counted at the edges that move. */
export class ChangeCounter {
  readonly #plan: Uint8Array;
  readonly #before: Int32Array;

  constructor(plan: Uint8Array) {
    this.#plan = plan;
    this.#before = new Int32Array(plan.length + 1);
    for (let slot = 1; slot <= plan.length; slot++) {
      const isChange = slot < plan.length && plan[slot] !== plan[slot - 1];
      this.#before[slot] = (this.#before[slot - 1] as number) + (isChange ? 1 : 0);
    }
  }

  /** Changes when slots [begin, end) are told one action. */
  withBlock(begin: number, end: number, action: number): number {
    const plan = this.#plan;
    const outside = this.#count(1, begin) + this.#count(end + 1, plan.length);
    const left = begin > 0 && plan[begin - 1] !== action ? 1 : 0;
    const right = end < plan.length && plan[end] !== action ? 1 : 0;
    return outside + left + right;
  }

  /** Changes when two slots, the first before the second, are told other actions. */
  withPair(first: number, action: number, second: number, other: number): number {
    const plan = this.#plan;
    if (second > first + 1) {
      const total = this.#count(1, plan.length);
      return this.withBlock(first, first + 1, action) + this.withBlock(second, second + 1, other) - total;
    }
    const outside = this.#count(1, first) + this.#count(second + 2, plan.length);
    const left = first > 0 && plan[first - 1] !== action ? 1 : 0;
    const middle = action !== other ? 1 : 0;
    const right = second + 1 < plan.length && plan[second + 1] !== other ? 1 : 0;
    return outside + left + middle + right;
  }

  /** Changes at the beginnings of slots [from, to). */
  #count(from: number, to: number): number {
    return to > from ? (this.#before[to - 1] as number) - (this.#before[from - 1] as number) : 0;
  }
}

/** Changes of mode in a plan. */
export function changesOf(plan: Uint8Array): number {
  return new ChangeCounter(plan).withBlock(0, 1, plan[0] as number);
}
