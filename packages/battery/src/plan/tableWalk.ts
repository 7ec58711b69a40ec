import type { ModeTable } from "./modeTable.ts";

/** Futures that a plan is judged by. */
export const FUTURES = 3;

/** Moves the three futures' levels through slots. */
export class Walk {
  readonly level: Float64Array = new Float64Array(FUTURES);
  readonly #table: ModeTable;

  constructor(table: ModeTable, levels: Float64Array, slot: number) {
    this.#table = table;
    this.startFrom(levels, slot);
  }

  startFrom(levels: Float64Array, slot: number): void {
    for (let future = 0; future < FUTURES; future++)
      this.level[future] = levels[slot * FUTURES + future] as number;
  }

  /** Tells a slot an action; @returns what it costs, weighed over the futures. */
  take(slot: number, action: number): number {
    const { nextLevel, pence } = this.#table;
    let sum = 0;
    for (let future = 0; future < FUTURES; future++) {
      const row = this.#table.row(slot, action, future);
      const level = this.level[future] as number;
      sum += between(pence, row, level);
      this.level[future] = between(nextLevel, row, level);
    }
    return sum;
  }

  /** What a slot's action and all after it cost, without moving. */
  peek(slot: number, action: number, toGo: Float64Array): number {
    const { nextLevel, pence, levelCount } = this.#table;
    let sum = 0;
    for (let future = 0; future < FUTURES; future++) {
      const row = this.#table.row(slot, action, future);
      const level = this.level[future] as number;
      const after = ((slot + 1) * FUTURES + future) * levelCount;
      sum += between(pence, row, level) + between(toGo, after, between(nextLevel, row, level));
    }
    return sum;
  }

  /** What is still to pay from before a slot. */
  toGo(values: Float64Array, slot: number): number {
    const { levelCount } = this.#table;
    let sum = 0;
    for (let future = 0; future < FUTURES; future++) {
      sum += between(values, (slot * FUTURES + future) * levelCount, this.level[future] as number);
    }
    return sum;
  }
}

/** A value between two levels of a row. */
function between(values: Float64Array, row: number, level: number): number {
  const below = Math.floor(level);
  const share = level - below;
  const low = values[row + below] as number;
  return share > 0 ? low + share * ((values[row + below + 1] as number) - low) : low;
}

/** What a plan has still to pay from each slot and level, in each future. */
export function costToGo(table: ModeTable, plan: Uint8Array): Float64Array {
  return backward(table, (slot, future, level, toGo) =>
    costFrom(table, { slot, future, level }, plan[slot] as number, toGo),
  );
}

/** The same when every future, alone, does the best. */
export function bestCostToGo(table: ModeTable): Float64Array {
  return backward(table, (slot, future, level, toGo) => {
    let best = Number.POSITIVE_INFINITY;
    for (let action = 0; action < table.actions.length; action++) {
      best = Math.min(best, costFrom(table, { slot, future, level }, action, toGo));
    }
    return best;
  });
}

interface Place {
  readonly slot: number;
  readonly future: number;
  readonly level: number;
}

function costFrom(
  table: ModeTable,
  { slot, future, level }: Place,
  action: number,
  toGo: Float64Array,
): number {
  const at = table.row(slot, action, future) + level;
  const after = ((slot + 1) * FUTURES + future) * table.levelCount;
  return (table.pence[at] as number) + between(toGo, after, table.nextLevel[at] as number);
}

function backward(
  table: ModeTable,
  cost: (slot: number, future: number, level: number, toGo: Float64Array) => number,
): Float64Array {
  const { slots, levelCount, endPence } = table;
  const toGo = new Float64Array((slots.length + 1) * FUTURES * levelCount);
  toGo.set(endPence, slots.length * FUTURES * levelCount);
  for (let slot = slots.length - 1; slot >= 0; slot--) {
    for (let future = 0; future < FUTURES; future++) {
      const row = (slot * FUTURES + future) * levelCount;
      for (let level = 0; level < levelCount; level++) toGo[row + level] = cost(slot, future, level, toGo);
    }
  }
  return toGo;
}
