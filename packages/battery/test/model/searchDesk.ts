import type { Arena } from "@lightcone/parallel";
import { useWordsOf } from "@lightcone/parallel/assembly/words";
import { FUTURE_COUNT } from "../../src/kernel/layout.ts";
import * as search from "../../src/kernel/searchLayout.ts";
import { simulatePlan } from "../../src/kernel/searchStates.ts";
import { fillStepsToGo, forgetRows } from "../../src/kernel/searchToGo.ts";
import { runEnd, simulateBy, startState, stateAt } from "../../src/kernel/searchTrial.ts";
import { type PlannerInputs, writeDesk, writePlanner } from "../../src/kernelTables/plannerTables.ts";
import { segmentRunner } from "../../src/kernelTables/referenceSearch.ts";
import { writeContext } from "../../src/kernelTables/spec.ts";
import type { SimulationInputs } from "../../src/model/inputs.ts";
import type { Rated } from "../../src/plan/preference.ts";
import { searchSpace } from "../../src/plan/searchSpace.ts";
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

/** A desk of a random home whose plan tells random runs of steps random actions; simulated, with its costs to go. */
export interface RandomDesk extends LaidSearch {
  readonly inputs: SimulationInputs;
  /** What each step is told. */
  readonly codes: Int32Array;
  readonly actionCount: number;
}

const CHANGE_PENCE = 0.2;

export function randomDesk(random: Random): RandomDesk {
  const inputs = randomInputs(random);
  const space = searchSpace(inputs);
  const laid = layOutSearch({ inputs, space, changePence: CHANGE_PENCE, levelCount: 8 });
  const { planner, desk, memory, integer } = laid;
  simulateBy(segmentRunner(memory.buffer as unknown as ArrayBuffer));
  const stepCount = integer(planner + search.PLANNER_STEP_COUNT);
  const codes = stepCodes(laid);
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

/** What each step of the desk's plan is told. */
export function stepCodes({ memory, planner, desk, integer }: LaidSearch): Int32Array {
  const stepCount = integer(planner + search.PLANNER_STEP_COUNT);
  return new Int32Array(memory.buffer, integer(desk + search.DESK_CODES), stepCount);
}

/** What the desk's plan comes to, simulated anew. */
export function deskPence({ planner, desk, number }: LaidSearch): number {
  for (let future = 0; future < FUTURE_COUNT; future++)
    startState(planner, stateAt(planner, desk, future, 0));
  simulatePlan(planner, desk);
  return number(desk + search.DESK_PENCE);
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
