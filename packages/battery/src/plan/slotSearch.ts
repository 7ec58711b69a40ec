import type { ModeTable } from "./modeTable.ts";

const FUTURES = 3;
/** Longest block of slots that is told one thing at once. */
const BLOCK_SLOTS = 16;
/** Gains below this, in pence, are rounding. */
const LEAST_GAIN_PENCE = 1e-6;
/** Without a price on changes of mode, ties still go to the calmer plan. */
const TIE_PENCE = 1e-4;
const ROUNDS = 200;

/**
 * Plans on the table: for each slot the index of an action. From the greedy plan under each future's own best
 * cost-to-go, and from demand all the way, goes down by the best of all single changes, blocks of slots, and
 * pairs of changes.
 * @param changePence  what each change of mode must save
 * @returns plans found, the best first
 */
export function slotPlans(table: ModeTable, changePence: number): Uint8Array[] {
  const price = Math.max(changePence, TIE_PENCE);
  const starts = [greedyPlan(table, bestCostToGo(table), price), new Uint8Array(table.slots.length)];
  const found = starts.map((plan) => descend(table, plan, price));
  found.sort((a, b) => a.pence - b.pence);
  return found.map(({ plan }) => plan);
}

interface PricedPlan {
  readonly plan: Uint8Array;
  readonly pence: number;
}

function descend(table: ModeTable, start: Uint8Array, price: number): PricedPlan {
  let plan = start;
  let pence = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const view = new PlanView(table, plan, price);
    pence = view.pence;
    const better = bestBlock(view) ?? bestPair(view);
    if (better === undefined) break;
    plan = better;
  }
  return { plan, pence };
}

/** A plan with what every future has come to before each slot, and what it has still to pay after it. */
class PlanView {
  readonly table: ModeTable;
  readonly plan: Uint8Array;
  readonly price: number;
  /** Level before [slot][future], and pence paid until then. */
  readonly level: Float64Array;
  readonly paid: Float64Array;
  /** Pence still to pay from before slot, for [slot][future][level]; the last slot's end included. */
  readonly toGo: Float64Array;
  readonly pence: number;

  constructor(table: ModeTable, plan: Uint8Array, price: number) {
    this.table = table;
    this.plan = plan;
    this.price = price;
    const { length } = table.slots;
    this.level = new Float64Array((length + 1) * FUTURES).fill(table.startLevel, 0, FUTURES);
    this.paid = new Float64Array(length + 1);
    this.toGo = costToGo(table, plan);
    const walk = new Walk(table, this.level, 0);
    for (let slot = 0; slot < length; slot++) {
      this.paid[slot + 1] = (this.paid[slot] as number) + walk.take(slot, plan[slot] as number);
      this.level.set(walk.level, (slot + 1) * FUTURES);
    }
    this.pence = (this.paid[length] as number) + walk.toGo(this.toGo, length) + price * changesOf(plan);
  }
}

/** Moves the three futures' levels through slots. */
class Walk {
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
function costToGo(table: ModeTable, plan: Uint8Array): Float64Array {
  return backward(table, (slot, future, level, toGo) =>
    costFrom(table, { slot, future, level }, plan[slot] as number, toGo),
  );
}

/** The same when every future, alone, does the best. */
function bestCostToGo(table: ModeTable): Float64Array {
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

/** Slot by slot the action that is best when each future goes on by itself. */
function greedyPlan(table: ModeTable, toGo: Float64Array, price: number): Uint8Array {
  const plan = new Uint8Array(table.slots.length);
  const walk = new Walk(table, new Float64Array(FUTURES).fill(table.startLevel), 0);
  for (let slot = 0; slot < plan.length; slot++) {
    let best = Number.POSITIVE_INFINITY;
    for (let action = 0; action < table.actions.length; action++) {
      const isChange = slot > 0 && action !== plan[slot - 1];
      const pence = walk.peek(slot, action, toGo) + (isChange ? price : 0);
      if (pence < best - LEAST_GAIN_PENCE) {
        best = pence;
        plan[slot] = action;
      }
    }
    walk.take(slot, plan[slot] as number);
  }
  return plan;
}

/** The best plan that tells one run of slots one other action; nothing when none is better. */
function bestBlock(view: PlanView): Uint8Array | undefined {
  const { table, plan, price } = view;
  const walk = new Walk(table, view.level, 0);
  let best = view.pence - LEAST_GAIN_PENCE;
  let found: { begin: number; end: number; action: number } | undefined;
  const changes = new ChangeCounter(plan);
  for (let begin = 0; begin < plan.length; begin++) {
    for (let action = 0; action < table.actions.length; action++) {
      walk.startFrom(view.level, begin);
      let pence = view.paid[begin] as number;
      for (let end = begin + 1; end <= Math.min(begin + BLOCK_SLOTS, plan.length); end++) {
        pence += walk.take(end - 1, action);
        const total = pence + walk.toGo(view.toGo, end) + price * changes.withBlock(begin, end, action);
        if (total < best) {
          best = total;
          found = { begin, end, action };
        }
      }
    }
  }
  return found === undefined ? undefined : plan.slice().fill(found.action, found.begin, found.end);
}

/** The best plan that tells two slots another of the plain actions; nothing when none is better. */
function bestPair(view: PlanView): Uint8Array | undefined {
  const { table, plan, price } = view;
  const walk = new Walk(table, view.level, 0);
  let best = view.pence - LEAST_GAIN_PENCE;
  let found: readonly [number, number, number, number] | undefined;
  const changes = new ChangeCounter(plan);
  for (let first = 0; first < plan.length; first++) {
    for (let action = 0; action < table.coreCount; action++) {
      if (action === plan[first]) continue;
      walk.startFrom(view.level, first);
      let pence = (view.paid[first] as number) + walk.take(first, action);
      for (let second = first + 1; second < plan.length; second++) {
        for (let other = 0; other < table.coreCount; other++) {
          if (other === plan[second]) continue;
          const cost = pence + walk.peek(second, other, view.toGo);
          if (cost >= best) continue;
          const total = cost + price * changes.withPair(first, action, second, other);
          if (total < best) {
            best = total;
            found = [first, action, second, other];
          }
        }
        pence += walk.take(second, plan[second] as number);
      }
    }
  }
  if (found === undefined) return undefined;
  const better = plan.slice();
  better[found[0]] = found[1];
  better[found[2]] = found[3];
  return better;
}

/** Changes of mode in neighbours of a plan, counted at the edges that move. */
class ChangeCounter {
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

function changesOf(plan: Uint8Array): number {
  return new ChangeCounter(plan).withBlock(0, 1, plan[0] as number);
}
