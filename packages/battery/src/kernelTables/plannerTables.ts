import type { Arena } from "@lightcone/parallel";
import * as layout from "../kernel/layout.ts";
import * as search from "../kernel/searchLayout.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { DIVERTER_VALUE_SCALING, normalisedWeights } from "../plan/metric.ts";
import type { Action, SearchSpace } from "../plan/searchSpace.ts";

const { FUTURE_COUNT, SEGMENT_WORDS, STATE_BYTES } = layout;

/** What a home's planner block is made of. */
export interface PlannerInputs {
  readonly inputs: SimulationInputs;
  readonly space: SearchSpace;
  readonly changePence: number;
  readonly levelCount: number;
}

/** Pieces of a block in the order in which they are asked for, each on a cache line of its own. */
class Pieces {
  bytes: number;

  constructor(headBytes: number) {
    this.bytes = headBytes;
  }

  take(bytes: number): number {
    const offset = this.bytes;
    this.bytes = Math.ceil((offset + bytes) / 64) * 64;
    return offset;
  }
}

/**
 * Writes what a search reads of a home: what its inverter can be told, and what plans are judged by.
 * @param contextPointer  the home's context in the same memory
 * @returns pointer to the planner; the caller frees it
 */
export function writePlanner(arena: Arena, contextPointer: number, planner: PlannerInputs): number {
  const { inputs, space, levelCount } = planner;
  const { slots, actions } = space;
  const pieces = new Pieces(search.PLANNER_BYTES);
  const bounds = pieces.take(4 * (slots.length + 1));
  const actionsAt = pieces.take(8 * SEGMENT_WORDS * actions.length);
  const pointer = arena.allocate(pieces.bytes);
  arena.i32(pointer + bounds, slots.length + 1).set([0, ...slots.map(({ endStep }) => endStep)]);
  writeActions(arena.f64(pointer + actionsAt, SEGMENT_WORDS * actions.length), actions);
  const integers = new Map([
    [search.PLANNER_CONTEXT, contextPointer],
    [search.PLANNER_STEP_COUNT, slots.at(-1)?.endStep ?? 0],
    [search.PLANNER_SLOT_COUNT, slots.length],
    [search.PLANNER_SLOT_BOUNDS, pointer + bounds],
    [search.PLANNER_ACTIONS, pointer + actionsAt],
    [search.PLANNER_CORE_COUNT, space.coreCount],
    [search.PLANNER_COURSE_COUNT, space.courseCount],
    [search.PLANNER_ACTION_COUNT, actions.length],
    [search.PLANNER_USE_COUNT, useCount(inputs)],
    [search.PLANNER_LEVEL_COUNT, levelCount],
    [search.PLANNER_ROW_BYTES, search.ROW_ENTRY_BYTES * levelCount],
  ]);
  const view = new DataView(arena.memory.buffer, pointer, search.PLANNER_BYTES);
  for (const [at, value] of integers) view.setInt32(at, value, true);
  for (const [at, value] of plannerNumbers(planner)) view.setFloat64(at, value, true);
  return pointer;
}

/**
 * How many uses of the diverter's day a course tells apart. Where it follows charges it takes most, and what it has taken
 * decides what later charges cost; else the use of demand mode is near enough.
 */
function useCount({ diverter }: SimulationInputs): number {
  return diverter?.isCharging === true && diverter.maxEnergyKwh > 0 ? CHARGING_USE_COUNT : 1;
}

const CHARGING_USE_COUNT = 3;

/** What plans are judged by. Household model, section 5.3. */
function plannerNumbers({ inputs, space, changePence, levelCount }: PlannerInputs): Map<number, number> {
  const { battery, terminalValuePencePerKwh, carbonPencePerKg } = inputs;
  const { pv10Weight, pv90Weight } = normalisedWeights(inputs);
  const { lowestKwh, highestKwh } = space.range;
  const spanKwh = highestKwh - lowestKwh;
  return new Map([
    [search.PLANNER_WEIGHTS, 1 - pv10Weight - pv90Weight],
    [search.PLANNER_WEIGHTS + 8, pv10Weight],
    [search.PLANNER_WEIGHTS + 16, pv90Weight],
    [search.PLANNER_STORED_PENCE, terminalValuePencePerKwh],
    [search.PLANNER_HEAT_PENCE, DIVERTER_VALUE_SCALING * terminalValuePencePerKwh],
    [search.PLANNER_WEAR_PENCE, battery.wearPencePerKwh],
    [search.PLANNER_CARBON_PENCE, carbonPencePerKg / 1000],
    [search.PLANNER_CHANGE_PENCE, changePence],
    [search.PLANNER_LOWEST_KWH, lowestKwh],
    [search.PLANNER_LEVELS_PER_KWH, spanKwh > 0 ? (levelCount - 1) / spanKwh : 0],
    [search.PLANNER_TARGET_SPAN_KWH, space.targetSpanKwh],
  ]);
}

function writeActions(words: Float64Array, actions: readonly Action[]): void {
  words.fill(0);
  for (const [index, { chargeTargetKwh, exportTargetPercent }] of actions.entries()) {
    words[SEGMENT_WORDS * index + layout.SEGMENT_CHARGE_TARGET_KWH] = chargeTargetKwh;
    words[SEGMENT_WORDS * index + layout.SEGMENT_EXPORT_TARGET_PERCENT] = exportTargetPercent;
  }
}

/**
 * Makes a desk for one search of a home.
 * @param plannerPointer  the home's planner
 * @returns pointer to the desk; the caller frees it
 */
export function writeDesk(
  arena: Arena,
  plannerPointer: number,
  { inputs, space, changePence, levelCount }: PlannerInputs,
): number {
  const { slots, actions } = space;
  const stepCount = slots.at(-1)?.endStep ?? 0;
  const pieces = new Pieces(search.DESK_BYTES);
  // One word more: look-ups read the entry behind the one that they weigh with 0.
  const toGoWords = FUTURE_COUNT * levelCount * (slots.length + 1) + 1;
  const courseWords = FUTURE_COUNT * levelCount * useCount(inputs) * (stepCount + 1) + 1;
  const pointers = new Map([
    [search.DESK_CODES, pieces.take(4 * stepCount)],
    [search.DESK_SLOT_OF_STEP, pieces.take(4 * stepCount)],
    [search.DESK_ACTIONS, pieces.take(8 * SEGMENT_WORDS * (search.DESK_MAX_ACTIONS + FUTURE_COUNT))],
    [search.DESK_TO_GO, pieces.take(8 * toGoWords)],
    [search.DESK_STATES, pieces.take(STATE_BYTES * FUTURE_COUNT * (stepCount + 1))],
    [search.DESK_ROWS, pieces.take(search.ROW_ENTRY_BYTES * levelCount * FUTURE_COUNT * slots.length)],
    [search.DESK_ROW_KEYS, pieces.take(search.KEY_BYTES * slots.length)],
    [search.DESK_COURSE, pieces.take(8 * courseWords)],
    [search.DESK_BEST_CODES, pieces.take(4 * stepCount)],
    [search.DESK_CHANGED, pieces.take(4 * stepCount)],
    [search.DESK_LOOKS, pieces.take(4 * search.LOOK_KINDS * stepCount)],
    [search.DESK_EXPECTATIONS, pieces.take(8 * actions.length * slots.length)],
  ]);
  const pointer = arena.allocate(pieces.bytes);
  const view = new DataView(arena.memory.buffer, pointer, search.DESK_BYTES);
  view.setInt32(search.DESK_PLANNER, plannerPointer, true);
  for (const [at, offset] of pointers) view.setInt32(at, pointer + offset, true);
  view.setInt32(search.DESK_ACTION_COUNT, actions.length, true);
  view.setInt32(search.DESK_TRIAL_COUNT, 0, true);
  view.setFloat64(search.DESK_CHANGE_PENCE, changePence, true);
  const place = (at: number): number => view.getInt32(at, true);
  writeActions(arena.f64(place(search.DESK_ACTIONS), SEGMENT_WORDS * actions.length), actions);
  const slotOfStep = arena.i32(place(search.DESK_SLOT_OF_STEP), stepCount);
  for (const [slot, { beginStep, endStep }] of slots.entries()) slotOfStep.fill(slot, beginStep, endStep);
  arena.f64(place(search.DESK_TO_GO) + 8 * (toGoWords - 1), 1).fill(0);
  arena.f64(place(search.DESK_COURSE), courseWords).fill(0);
  return pointer;
}
