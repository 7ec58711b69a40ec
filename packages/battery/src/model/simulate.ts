import { contextImage } from "../kernelTables/context.ts";
import type { Schedule, Segment } from "../plan/schedule.ts";
import { type Home, type HomeFuture, readHome } from "./home.ts";
import type { SimulationInputs } from "./inputs.ts";
import { type State, startState } from "./state.ts";
import { runStep, type StepOrder, type StepRecord } from "./step.ts";

/** A home laid out for the reference model alone, in memory of its own. */
export function homeOf(inputs: SimulationInputs): Home {
  const image = contextImage(inputs);
  const memory = new ArrayBuffer(image.bytes);
  image.writeTo(memory, 0);
  return readHome(memory, 0);
}

/** Which steps of which future are simulated under which schedule. */
export interface StepRange {
  readonly home: Home;
  readonly future: HomeFuture;
  readonly schedule: Schedule;
  readonly beginStep: number;
  readonly endStep: number;
}

/** What a caller may add to and take from each step. */
export interface StepHooks {
  orderOf?(step: number, segment: Segment, state: Readonly<State>): StepOrder;
  recorded?(step: number, record: StepRecord, state: State): void;
}

/** Moves a state through a range of steps. */
export function runSteps(state: State, range: StepRange, hooks: StepHooks = {}): void {
  const { home, future, schedule, beginStep, endStep } = range;
  let step = beginStep;
  for (const segment of schedule) {
    for (; step < endStep && step < segment.endStep; step++) {
      const order = hooks.orderOf?.(step, segment, state) ?? { action: segment };
      const record = runStep(state, { home, future, step }, order);
      hooks.recorded?.(step, record, state);
    }
  }
}

/** Simulates a whole schedule in one future of a home. */
export function simulate(home: Home, futureIndex: number, schedule: Schedule, hooks?: StepHooks): State {
  const future = home.futures[futureIndex]!;
  const state = startState(home);
  runSteps(state, { home, future, schedule, beginStep: 0, endStep: home.stepCount }, hooks);
  return state;
}
