import * as layout from "../kernel/layout.ts";
import { levelKwh, smaller } from "../kernel/physics.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { DIVERTER_VALUE_SCALING, normalisedWeights } from "./metric.ts";
import { NO_EXPORT_PERCENT, type Schedule } from "./schedule.ts";
import { type Action, isCoreAction, type SearchSpace, type Slot } from "./searchSpace.ts";

const FUTURES = 3;

/**
 * What telling a slot an action does to every level of charge, in each of the three futures: where the charge ends
 * up, and what it adds to the three-future metric. On this table a plan costs a few look-ups a slot, so that all
 * neighbours of a plan can be weighed without a simulation. Between two levels it is linear, which is why a plan
 * found here is simulated before it is believed.
 */
export class ModeTable {
  readonly slots: readonly Slot[];
  readonly actions: readonly Action[];
  /** How many of the first actions are the plain five. */
  readonly coreCount: number;
  readonly levelCount: number;
  /** Level at which every future starts; a whole part and a fraction. */
  readonly startLevel: number;
  /** Level at the slot's end, for [slot][action][future][level]. */
  readonly nextLevel: Float64Array;
  /** Share of the metric, in pence, for [slot][action][future][level]. */
  readonly pence: Float64Array;
  /** Share of the metric that what is stored at the end takes off, for [future][level]. */
  readonly endPence: Float64Array;
  readonly #inputs: SimulationInputs;
  readonly #weights: readonly [number, number, number];
  readonly #lowestKwh: number;

  /** @param levelCount  levels from the reserve (or the start, where it is lower) to the capacity */
  constructor(inputs: SimulationInputs, space: SearchSpace, levelCount: number) {
    const { capacityKwh, reserveKwh, startKwh } = inputs.battery;
    const { pv10Weight, pv90Weight } = normalisedWeights(inputs);
    this.#inputs = inputs;
    this.#weights = [1 - pv10Weight - pv90Weight, pv10Weight, pv90Weight];
    this.#lowestKwh = smaller(startKwh, reserveKwh);
    this.slots = space.slots;
    this.actions = tableActions(space);
    this.coreCount = this.actions.filter((action) => isCoreAction(action, space)).length;
    this.levelCount = levelCount;
    this.startLevel = this.#levelOf(smaller(startKwh, capacityKwh));
    const size = this.slots.length * this.actions.length * FUTURES * levelCount;
    this.nextLevel = new Float64Array(size);
    this.pence = new Float64Array(size);
    this.endPence = new Float64Array(FUTURES * levelCount);
    for (let future = 0; future < FUTURES; future++) {
      for (let level = 0; level < levelCount; level++) {
        const socKwh = levelKwh(this.#lowestKwh, capacityKwh, level, levelCount);
        const value = (this.#weights[future] as number) * inputs.terminalValuePencePerKwh * socKwh;
        this.endPence[future * levelCount + level] = -value;
      }
    }
  }

  /** Takes the result of one slot's transition under one action: words as layout.ts describes them. */
  set(slot: number, action: number, words: Float64Array): void {
    const base = this.row(slot, action, 0);
    for (let index = 0; index < FUTURES * this.levelCount; index++) {
      const at = layout.TRANSITION_WORDS * index;
      const future = Math.floor(index / this.levelCount);
      this.nextLevel[base + index] = this.#levelOf(words[at + layout.TRANSITION_SOC_KWH] as number);
      this.pence[base + index] = this.#penceOf(future, words.subarray(at, at + layout.TRANSITION_WORDS));
    }
  }

  /** First entry of [slot][action][future] in `nextLevel` and `pence`. */
  row(slot: number, action: number, future: number): number {
    return ((slot * this.actions.length + action) * FUTURES + future) * this.levelCount;
  }

  /** The schedule that tells each slot its action. */
  scheduleOf(plan: Uint8Array): Schedule {
    const schedule: { endStep: number; chargeTargetKwh: number; exportTargetPercent: number }[] = [];
    let last = -1;
    for (const [slot, { endStep }] of this.slots.entries()) {
      const index = plan[slot] as number;
      if (index === last) schedule.pop();
      schedule.push({ ...(this.actions[index] as Action), endStep });
      last = index;
    }
    return schedule;
  }

  #levelOf(socKwh: number): number {
    const spanKwh = this.#inputs.battery.capacityKwh - this.#lowestKwh;
    const level = ((socKwh - this.#lowestKwh) / spanKwh) * (this.levelCount - 1);
    return spanKwh > 0 ? Math.min(Math.max(level, 0), this.levelCount - 1) : 0;
  }

  /** What a transition adds to the metric. Household model, section 5.3. */
  #penceOf(future: number, words: Float64Array): number {
    const { battery, terminalValuePencePerKwh, carbonPencePerKg } = this.#inputs;
    const heatKwh = DIVERTER_VALUE_SCALING * (words[layout.TRANSITION_DIVERTER_KWH] as number);
    const costPence = (words[layout.TRANSITION_COST_PENCE] as number) - heatKwh * terminalValuePencePerKwh;
    const weighed = (this.#weights[future] as number) * costPence;
    if (future > 0) return weighed;
    return (
      weighed +
      (words[layout.TRANSITION_KEEP_PENCE] as number) +
      (words[layout.TRANSITION_THROUGHPUT_KWH] as number) * battery.wearPencePerKwh +
      ((words[layout.TRANSITION_CARBON_GRAMS] as number) / 1000) * carbonPencePerKg
    );
  }
}

/** The plain five first, then a few targets between. */
function tableActions(space: SearchSpace): Action[] {
  const slow = space.exportPart.filter(({ exportTargetPercent }) => exportTargetPercent < 1);
  const targets = space.exportPart.filter(({ exportTargetPercent }) =>
    [30, 60].includes(exportTargetPercent),
  );
  const charges = space.chargePart.filter((_, index) => index % 2 === 1);
  return [space.demand, space.chargeFull, space.hold, space.freezeExport, space.exportAll]
    .concat(charges, targets, slow)
    .filter(({ exportTargetPercent }) => exportTargetPercent <= NO_EXPORT_PERCENT);
}
