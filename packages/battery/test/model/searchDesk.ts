import type { Arena } from "@lightcone/parallel";
import { useWordsOf } from "@lightcone/parallel/assembly/words";
import { FUTURE_COUNT, SCRATCH_BYTES } from "../../src/kernel/layout.ts";
import { tabulateSlot } from "../../src/kernel/searchJobs.ts";
import * as search from "../../src/kernel/searchLayout.ts";
import { fillStepsToGo, forgetRows } from "../../src/kernel/searchToGo.ts";
import { runEnd, simulateBy, simulatePlan, startState, stateAt } from "../../src/kernel/searchTrial.ts";
import { type PlannerInputs, writeDesk, writePlanner } from "../../src/kernelTables/plannerTables.ts";
import { segmentRunner } from "../../src/kernelTables/referenceSearch.ts";
import { writeContext } from "../../src/kernelTables/spec.ts";
import type { SimulationInputs } from "../../src/model/inputs.ts";
import type { Rated } from "../../src/plan/preference.ts";
import { searchSpace } from "../../src/plan/searchSpace.ts";
import { deriveInputs } from "../../src/scenario/deriveInputs.ts";
import { generateSuite } from "../../src/suite/generateSuite.ts";
import type { Random } from "./random.ts";
import { randomInputs } from "./randomInputs.ts";

/** A home's planner and one desk in a memory of their own, and the words of the search set to it. */
export interface LaidSearch {
  readonly memory: WebAssembly.Memory;
  readonly planner: number;
  readonly desk: number;
  /** An i32 of planner or desk. */
  readonly integer: (place: number) => number;
  readonly number: (place: number) => number;
}

/** Lays out a search for the code that both compilers take, as TypeScript runs it. */
export function layOutSearch(home: PlannerInputs): LaidSearch {
  const memory = new WebAssembly.Memory({ initial: 256, maximum: 1024, shared: true });
  let free = 1024;
  const allocate = (bytes: number): number => {
    const pointer = free;
    free = Math.ceil((free + bytes) / 64) * 64;
    return pointer;
  };
  const arena = {
    memory,
    allocate,
    i32: (pointer: number, count: number) => new Int32Array(memory.buffer, pointer, count),
    f64: (pointer: number, count: number) => new Float64Array(memory.buffer, pointer, count),
  } as unknown as Arena;
  const planner = writePlanner(arena, writeContext(arena, home.inputs), home);
  const desk = writeDesk(arena, planner, home);
  useWordsOf(memory.buffer);
  const view = new DataView(memory.buffer);
  return {
    memory,
    planner,
    desk,
    integer: (place) => view.getInt32(place, true),
    number: (place) => view.getFloat64(place, true),
  };
}

/** What the desk's plan tells each slot. */
export function slotPlan({ memory, desk, integer, planner }: LaidSearch): Int32Array {
  const slotCount = integer(planner + search.PLANNER_SLOT_COUNT);
  return new Int32Array(memory.buffer, integer(desk + search.DESK_PLAN), slotCount);
}

/** A desk of a random home whose plan tells random runs of steps random actions; simulated, with its costs to go. */
export interface RandomDesk extends LaidSearch {
  readonly inputs: SimulationInputs;
  /** What each step is told. */
  readonly codes: Int32Array;
  readonly actionCount: number;
}

const CHANGE_PENCE = 0.2;

export function randomDesk(random: Random): RandomDesk {
  return randomPlan(random, randomInputs(random), 8);
}

/** The same of a home as people have it, without a diverter, its mode table filled. */
export function plausibleDesk(random: Random): RandomDesk {
  const [scenario] = generateSuite({ count: 1, seed: random.whole(0, 1e6) });
  const { diverter: _, ...inputs } = deriveInputs(scenario!, "predbat");
  return randomPlan(random, inputs as SimulationInputs, 32, (laid) => {
    for (let slot = 0; slot < laid.integer(laid.planner + search.PLANNER_SLOT_COUNT); slot++)
      fillTable(laid, slot);
  });
}

/** Fills one slot of a home's mode table; gives a lane's scratch. */
export function fillTable({ memory, planner }: LaidSearch, slot: number): number {
  const scratch = memory.buffer.byteLength - 2 * SCRATCH_BYTES;
  const words = scratch + SCRATCH_BYTES;
  new Float64Array(memory.buffer, words, search.TABULATE_JOB_WORDS).set([planner, slot]);
  tabulateSlot(words, scratch);
  return scratch;
}

function randomPlan(
  random: Random,
  inputs: SimulationInputs,
  levelCount: number,
  prepare: (laid: LaidSearch) => void = () => {},
): RandomDesk {
  const space = searchSpace(inputs);
  const laid = layOutSearch({ inputs, space, changePence: CHANGE_PENCE, levelCount });
  const { planner, desk, memory, integer } = laid;
  simulateBy(segmentRunner(memory.buffer as unknown as ArrayBuffer));
  prepare(laid);
  const stepCount = integer(planner + search.PLANNER_STEP_COUNT);
  const codes = new Int32Array(memory.buffer, integer(desk + search.DESK_CODES), stepCount);
  for (let step = 0; step < stepCount; ) {
    const end = Math.min(step + random.whole(1, 30), stepCount);
    codes.fill(random.whole(0, space.actions.length - 1), step, end);
    step = end;
  }
  forgetRows(desk, 0, stepCount);
  for (let future = 0; future < FUTURE_COUNT; future++)
    startState(planner, stateAt(planner, desk, future, 0));
  simulatePlan(planner, desk);
  fillStepsToGo(planner, desk, space.slots.length, 0);
  return { ...laid, inputs, codes, actionCount: space.actions.length };
}

/** The desk's plan as a schedule, with what it is judged by. */
export function deskPlan({ desk, codes, inputs, number }: RandomDesk): Rated {
  const { actions } = searchSpace(inputs);
  const metricPence = number(desk + search.DESK_PENCE);
  const schedule = [];
  for (let step = 0; step < codes.length; ) {
    const action = actions[codes[step]!]!;
    step = runEnd(desk, step, codes.length);
    schedule.push({ ...action, endStep: step });
  }
  const judgedPence = metricPence + CHANGE_PENCE * (schedule.length - 1);
  return { schedule, metricPence, judgedPence, throughputKwh: number(desk + search.DESK_THROUGHPUT_KWH) };
}
