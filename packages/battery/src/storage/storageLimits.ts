import type { SlotCosts } from "./slotCost.ts";
import type { StorageProblem } from "./storageProblem.ts";

/**
 * What the stored energy may be at each moment, after unreachable limits have given way: index t is the moment
 * before slot t, the last one the end.
 */
export interface StorageLimits {
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** What standby drains in each slot, in kWh; less than asked only where the store could not hold so much. */
  readonly drainKwh: Float64Array;
  /**
   * Whether a store that began over its maximum may still be over it after each slot: then what is over may stay,
   * but not grow.
   */
  readonly mayBeOver: Uint8Array;
}

/**
 * The limits that can be kept from the given start. A minimum above what the fastest charging reaches gives way to
 * that; a maximum below what the fastest discharging reaches gives way to that; so does the wish for the end.
 */
export function reachableLimits(problem: StorageProblem, costs: SlotCosts): StorageLimits {
  const { battery, slotHours } = problem;
  const count = slotHours.length;
  const low = new Float64Array(count + 1);
  const high = new Float64Array(count + 1);
  const drainKwh = new Float64Array(count);
  const mayBeOver = new Uint8Array(count);
  low[0] = battery.startKwh;
  high[0] = battery.startKwh;
  let isOver = true;
  let most = battery.startKwh;
  let least = battery.startKwh;
  for (let t = 0; t < count; t++) {
    costs.turnTo(t);
    const maximum = battery.maxKwh[t]!;
    isOver = isOver && battery.startKwh > maximum;
    mayBeOver[t] = isOver ? 1 : 0;
    const gained = costs.mostStored();
    const drain = Math.min(battery.standbyKw * slotHours[t]!, most + gained);
    drainKwh[t] = drain;
    const highest = isOver ? Math.max(maximum, most - drain) : maximum;
    most = Math.min(isOver && most > maximum ? most - drain : most + gained - drain, highest);
    low[t + 1] = Math.min(battery.minKwh[t]!, most);
    least = Math.max(least - costs.mostTaken() - drain, low[t + 1]!);
    high[t + 1] = Math.max(highest, least);
    most = Math.max(most, low[t + 1]!);
  }
  if (battery.endKwh !== null) {
    const end = Math.min(Math.max(battery.endKwh, least), most);
    low[count] = end;
    high[count] = end;
  }
  return { low, high, drainKwh, mayBeOver };
}
