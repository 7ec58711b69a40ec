import * as layout from "../kernel/layout.ts";
import type { Boost } from "../model/diverter.ts";
import type { Home, HomeFuture } from "../model/home.ts";
import type { StepWay } from "./flowRange.ts";

/** One way of a step, and what it costs beside the meter and wear, in pence. */
export interface PricedWay {
  readonly way: StepWay;
  readonly addedPence: number;
  /** The ways from which to which a diverter may stop short: the battery may do all that lies between. */
  readonly between?: { readonly least: StepWay; readonly most: StepWay };
}

/** A way from phase to phase in a step; phases are numbers from 0. */
export interface WayMove {
  readonly from: number;
  readonly to: readonly number[];
  readonly ways: readonly PricedWay[];
}

/** What each step of a future may be like. */
export interface FutureWays {
  readonly phaseCount: number;
  /** The phases that a plan may begin in. */
  readonly startPhases: readonly number[];
  readonly moves: readonly (readonly WayMove[])[];
  /** To be added to the cost of every plan, in pence. */
  readonly constantPence: number;
}

/** Which windows a step may be in. */
export interface Windows {
  readonly mayCharge: boolean;
  readonly mayExport: boolean;
}

export const ANY_WINDOW: Windows = { mayCharge: true, mayExport: true };

export const NO_BOOST: Boost = { boostKwh: 0, divertedKwh: 0 };

/** A step with what the diverter takes in it. */
export function stepWay(
  home: Home,
  { rows }: HomeFuture,
  step: number,
  { boost, windows }: DivertedStep,
): StepWay {
  const row = step * layout.ROW_WORDS;
  const isCarHeld = rows[row + layout.ROW_IS_HELD / 8]! !== 0;
  return {
    loadKwh: rows[row + layout.ROW_LOAD_KWH / 8]! + boost.boostKwh,
    pvKwh: rows[row + layout.ROW_PV_KWH / 8]! - boost.divertedKwh,
    isCarHeld,
    isHeld: isCarHeld || (home.diverterPreventsDischarge && boost.boostKwh > 0),
    ...windows,
  };
}

interface DivertedStep {
  readonly boost: Boost;
  readonly windows: Windows;
}

/** Steps that are like one thing each, whatever the plan. */
export function certainWays(
  home: Home,
  future: HomeFuture,
  boostOf: (step: number) => Boost,
): readonly (readonly WayMove[])[] {
  return Array.from({ length: home.stepCount }, (_, step) => {
    const way = stepWay(home, future, step, { boost: boostOf(step), windows: ANY_WINDOW });
    return [{ from: 0, to: [0], ways: [{ way, addedPence: 0 }] }];
  });
}
