import { expect, test } from "vitest";
import { valueAt } from "../../test/chainPoints.ts";
import { type Random, randomFrom } from "../../test/model/random.ts";
import { randomInputs } from "../../test/model/randomInputs.ts";
import type { Home } from "../model/home.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { homeOf } from "../model/simulate.ts";
import { type State, startState } from "../model/state.ts";
import { runStep } from "../model/step.ts";
import { type DiverterDay, isUsedUp } from "./diverterDay.ts";
import {
  certainFuture,
  type DiverterCourse,
  diverterCourse,
  diverterWays,
  heatPence,
} from "./diverterWays.ts";
import { type Closeness, type RelaxedChain, type RelaxedFuture, relaxedChain } from "./homeRelaxation.ts";

/** Rounding of a step's money, in pence. */
const ROUNDED_PENCE = 1e-5;

/** A step that the model made, and what it did to store and money beside what a bound counts apart. */
interface MadeStep {
  readonly step: number;
  readonly beforeKwh: number;
  readonly takenKwh: number;
  readonly pence: number;
  /** What the diverter took, and what was left of its day before. */
  readonly boostKwh: number;
  readonly leftKwh: number;
}

function randomStep(
  random: Random,
  { inputs, home, futureIndex, weights }: RelaxedFuture,
  days: readonly DiverterDay[],
): MadeStep {
  const step = random.whole(0, home.stepCount - 1);
  const beforeKwh = random.pick([
    home.startKwh,
    home.capacityKwh,
    random.between(Math.min(home.reserveKwh, home.startKwh), home.capacityKwh),
    random.between(0.97, 1) * home.capacityKwh,
  ]);
  const leftKwh = leftBefore(random, home, days.find(({ endStep }) => step < endStep)!, step);
  const state: State = {
    ...startState(home),
    socKwh: beforeKwh,
    diverterDayKwh: home.diverterMaxKwh - leftKwh,
  };
  const begin = { ...state };
  const chargeTargetKwh = random.pick([
    0,
    0,
    home.reserveKwh,
    home.capacityKwh,
    Math.min(beforeKwh + random.between(-0.2, 0.4), home.capacityKwh),
  ]);
  const exportTargetPercent = random.pick([100, 100, 99, 0, random.between(0, 98)]);
  runStep(
    state,
    { home, future: home.futures[futureIndex]!, step },
    { action: { chargeTargetKwh, exportTargetPercent } },
  );
  const carbonPence = ((state.carbonGrams - begin.carbonGrams) / 1000) * inputs.carbonPencePerKg;
  const wearPence = (state.throughputKwh - begin.throughputKwh) * inputs.battery.wearPencePerKwh;
  return {
    step,
    beforeKwh,
    takenKwh: beforeKwh - state.socKwh,
    pence: weights.cost * (state.costPence - begin.costPence) + weights.side * (carbonPence + wearPence),
    boostKwh: state.diverterKwh - begin.diverterKwh,
    leftKwh,
  };
}

/** What may be left of a diverter's day before a step. */
function leftBefore(random: Random, { diverterMaxKwh }: Home, day: DiverterDay, step: number): number {
  if (isUsedUp(day)) return 0;
  if (step < day.firstOutStep) return diverterMaxKwh;
  return random.pick([
    step > day.firstOutStep ? 0 : diverterMaxKwh,
    random.between(0, diverterMaxKwh),
    diverterMaxKwh,
  ]);
}

/** The least that a chain lets a step cost that goes from a store to another, in pence. */
function allowedPence(
  { chain, scale }: RelaxedChain,
  made: MadeStep,
  [from, to]: readonly [number, number],
): number {
  const soc = made.beforeKwh / scale.energyKwh;
  const moves = chain.phases?.moves[made.step] ?? [{ from: 0, to: 0, bands: chain.bands[made.step]! }];
  let least = Infinity;
  for (const move of moves) {
    if (chain.phases !== undefined && (move.from !== from || (move.to !== to && to >= 0))) continue;
    for (const band of move.bands) {
      if (soc < band.lowKwh - 1e-12 || soc > band.highKwh + 1e-12) continue;
      least = Math.min(least, valueAt(chain.costs, band.costIndex!, made.takenKwh / scale.energyKwh));
    }
  }
  return least * scale.money;
}

/** A random home in one of its futures; a third has wear and a price of carbon. */
function randomFuture(random: Random): RelaxedFuture {
  const drawn = randomInputs(random);
  const plain =
    drawn.battery.capacityKwh > 0 ? drawn : { ...drawn, battery: { ...drawn.battery, capacityKwh: 5 } };
  const inputs: SimulationInputs = random.chance(0.3)
    ? { ...plain, carbonPencePerKg: 20, battery: { ...plain.battery, wearPencePerKwh: 2 } }
    : plain;
  const futureIndex = random.whole(0, 2);
  const weights = futureIndex === 0 ? { cost: 0.67, side: 1 } : { cost: 0.15, side: 0 };
  return { inputs, home: homeOf(inputs), futureIndex, weights };
}

/** Steps of random homes that cost less than their relaxation lets them. */
function undercutSteps(firstSeed: number, homeCount: number, closeness: Closeness): string[] {
  const broken: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + homeCount; seed++) {
    const random = randomFrom(seed);
    const relaxed = randomFuture(random);
    const certain = certainFuture(relaxed);
    const course = diverterCourse(relaxed);
    const chain = relaxedChain(
      relaxed,
      certain ??
        diverterWays(
          course,
          course.days.map(() => 0),
        ),
      closeness,
    );
    for (let trial = 0; trial < 40; trial++) {
      const made = randomStep(random, relaxed, course.days);
      // A diverter that nothing changes is known to do what it does when it has run from the beginning.
      if (certain !== undefined && relaxed.home.hasDiverter) continue;
      const least = allowedPence(chain, made, phasesOf(course, made));
      const heat = relaxed.home.hasDiverter ? heatPence(relaxed) * made.boostKwh : 0;
      if (!(least <= made.pence - heat + ROUNDED_PENCE)) {
        broken.push(`seed ${seed} step ${made.step}: ${least} > ${made.pence - heat}`);
      }
    }
  }
  return broken;
}

/** From which phase to which a step goes, by what is left of the diverter's day; -1 to whichever. */
function phasesOf({ boosts, days }: DiverterCourse, { step, leftKwh }: MadeStep): [number, number] {
  if (isUsedUp(days.find(({ endStep }) => step < endStep)!)) return [0, -1];
  const full = boosts[step]!.reduce(
    (most, { boost }) => Math.max(most, boost.boostKwh + boost.divertedKwh),
    0,
  );
  if (leftKwh >= full) return [0, -1];
  return leftKwh === 0 ? [1, -1] : [0, -1];
}

test.each(["fine", "coarse", "whole"] as const)(
  "no step of the model costs less than the %s relaxation of it",
  (closeness) => {
    expect(undercutSteps(1, 40, closeness)).toEqual([]);
  },
);
