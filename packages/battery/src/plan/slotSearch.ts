import { ChangeCounter, changesOf } from "./changeCounter.ts";
import type { ModeTable } from "./modeTable.ts";
import { bestCostToGo, costToGo, FUTURES, Walk } from "./tableWalk.ts";

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
