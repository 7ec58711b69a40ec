import * as layout from "../kernel/layout.ts";
import type { Boost } from "../model/diverter.ts";
import type { Home, HomeFuture } from "../model/home.ts";
import { simulate } from "../model/simulate.ts";
import { DIVERTER_VALUE_SCALING } from "../plan/metric.ts";
import { demandSchedule } from "../plan/schedule.ts";
import {
  type DiverterDay,
  diverterDays,
  isUsedUp,
  takenBy,
  type WindowedBoost,
  windowedBoosts,
} from "./diverterDay.ts";
import type { RelaxedFuture } from "./homeRelaxation.ts";
import {
  ANY_WINDOW,
  certainWays,
  type FutureWays,
  NO_BOOST,
  type PricedWay,
  stepWay,
  type WayMove,
} from "./stepWays.ts";

/** Phases of a day: energy left, none left, and energy left to the day's end. */
const LEFT = 0;
const USED_UP = 1;
const ENOUGH = 2;

/** What a diverter does in a future, as far as the plan decides it. */
export interface DiverterCourse {
  readonly home: Home;
  readonly future: HomeFuture;
  readonly relaxed: RelaxedFuture;
  readonly boosts: readonly (readonly WindowedBoost[])[];
  readonly days: readonly DiverterDay[];
}

/** The ways of a future without a diverter, or with one that nothing that the inverter is told changes; else undefined. */
export function certainFuture(relaxed: RelaxedFuture): FutureWays | undefined {
  const { home, futureIndex } = relaxed;
  if (home.hasDiverter && (home.isDiverterCharging || !home.isDiverterOnExport)) return undefined;
  return demandFuture(relaxed, futureIndex);
}

/** The ways of a future in which the diverter does what it does in demand mode all day. */
export function demandFuture({ home, ...relaxed }: RelaxedFuture, futureIndex: number): FutureWays {
  const taken = new Array<Boost>(home.stepCount).fill(NO_BOOST);
  let heatKwh = 0;
  if (home.hasDiverter) {
    const recorded = (step: number, { boost }: { readonly boost: Boost }): void => {
      taken[step] = boost;
    };
    heatKwh = simulate(home, futureIndex, demandSchedule(home.stepCount), { recorded }).diverterKwh;
  }
  const moves = certainWays(home, home.futures[futureIndex]!, (step) => taken[step]!);
  const constantPence = -heatPence({ home, ...relaxed }) * heatKwh;
  return { phaseCount: 1, startPhases: [0], moves, constantPence };
}

/** What the diverter of a future may do. */
export function diverterCourse(relaxed: RelaxedFuture): DiverterCourse {
  const { home, futureIndex } = relaxed;
  const future = home.futures[futureIndex]!;
  const boosts = Array.from({ length: home.stepCount }, (_, step) => windowedBoosts(home, future, step));
  return { home, future, relaxed, boosts, days: diverterDays(home, boosts) };
}

/**
 * The ways of a future with a diverter. While energy is left it takes what its rules say in the window of the step,
 * and from the step on in which that has run out, nothing. That the two fit has a price on each kWh that it takes:
 * any prices give a bound. Below 0 a price would reward a day that never runs out, so there that goes without.
 * @param pricesPence  of each day, in pence per kWh
 */
export function diverterWays(course: DiverterCourse, pricesPence: readonly number[]): FutureWays {
  const { home, relaxed, days } = course;
  const prices = days.map((day, index) => (mayRunOut(day) ? pricesPence[index]! : 0));
  const hasNegative = prices.some((price) => price < 0);
  const startsOf = (index: number): number[] => {
    const day = days[index];
    return day !== undefined && prices[index]! < 0 ? [LEFT, ENOUGH] : [LEFT];
  };
  const moves = days.flatMap((day, index) =>
    dayMoves(course, { day, price: prices[index]!, next: startsOf(index + 1) }),
  );
  const constantPence = days.reduce(
    (sum, { leftKwh }, index) => sum - Math.max(prices[index]!, 0) * leftKwh,
    -heatPence(relaxed) * home.diverterTodayKwh,
  );
  const phaseCount = hasNegative ? 3 : days.some(mayRunOut) ? 2 : 1;
  return { phaseCount, startPhases: startsOf(0), moves, constantPence };
}

/** Whether a day's energy may run out, so that a price on it may tell something. */
export function mayRunOut(day: DiverterDay): boolean {
  return day.firstOutStep < day.endStep && !isUsedUp(day);
}

/** Worth of a kWh in the tank, in pence. */
export function heatPence({ inputs, weights }: RelaxedFuture): number {
  return weights.cost * inputs.terminalValuePencePerKwh * DIVERTER_VALUE_SCALING;
}

interface PricedDay {
  readonly day: DiverterDay;
  readonly price: number;
  /** Phases that the next day may begin in. */
  readonly next: readonly number[];
}

function dayMoves(course: DiverterCourse, { day, price, next }: PricedDay): WayMove[][] {
  const heat = heatPence(course.relaxed);
  return Array.from({ length: day.endStep - day.beginStep }, (_, index) => {
    const step = day.beginStep + index;
    const isLast = step === day.endStep - 1;
    const to = (phase: number): readonly number[] => (isLast ? next : [phase]);
    if (isUsedUp(day)) return [{ from: LEFT, to: to(LEFT), ways: waysWithout(course, step) }];
    const moves: WayMove[] = [];
    // Below 0 only a day that does run out may have the price.
    if (!(isLast && price < 0)) {
      moves.push({ from: LEFT, to: to(LEFT), ways: waysWith(course, step, price - heat) });
    }
    if (price < 0) moves.push({ from: ENOUGH, to: to(ENOUGH), ways: waysWith(course, step, -heat) });
    if (step > day.firstOutStep) {
      moves.push({ from: USED_UP, to: to(USED_UP), ways: waysWithout(course, step) });
    }
    if (step >= day.firstOutStep) {
      const paidPence = price < 0 ? -price * day.leftKwh : 0;
      const ways = waysRunningOut(course, step, price - heat, paidPence);
      moves.push({ from: LEFT, to: to(USED_UP), ways });
    }
    return moves;
  });
}

function waysWithout({ home, future }: DiverterCourse, step: number): PricedWay[] {
  return [{ way: stepWay(home, future, step, { boost: NO_BOOST, windows: ANY_WINDOW }), addedPence: 0 }];
}

function waysWith({ home, future, boosts }: DiverterCourse, step: number, perKwh: number): PricedWay[] {
  return boosts[step]!.map((one) => ({
    way: stepWay(home, future, step, one),
    addedPence: perKwh * takenBy(one.boost),
  }));
}

/**
 * The step in which the day's energy runs out: the diverter takes any part of what it would. Between a part and the
 * whole the money is at least what lies between theirs, but for bends: four times less than all that they can bend.
 */
function waysRunningOut(
  { home, future, relaxed, boosts }: DiverterCourse,
  step: number,
  perKwh: number,
  addedPence: number,
): PricedWay[] {
  return boosts[step]!.flatMap(({ boost, windows }) => {
    const most = stepWay(home, future, step, { boost, windows });
    if (takenBy(boost) === 0) return [{ way: most, addedPence }];
    const least = stepWay(home, future, step, { boost: NO_BOOST, windows });
    const between = { least, most };
    const bent = addedPence - (takenBy(boost) * priceSpan(relaxed, step)) / 4;
    return [
      { way: least, addedPence: bent, between },
      { way: most, addedPence: bent + perKwh * takenBy(boost), between },
    ];
  });
}

/** How far apart the least and the most may be that a kWh in the home costs in a step, in pence. */
function priceSpan({ home, futureIndex, inputs, weights }: RelaxedFuture, step: number): number {
  const { rows, meterRows } = home.futures[futureIndex]!;
  const row = step * layout.ROW_WORDS;
  const meter = step * layout.METER_WORDS;
  const carbon =
    ((weights.side * inputs.carbonPencePerKg) / 1000) * meterRows[meter + layout.METER_CARBON_GRAMS / 8]!;
  const importPence = weights.cost * rows[row + layout.ROW_IMPORT_PENCE / 8]! + carbon;
  const premium = weights.cost * meterRows[meter + layout.METER_CAR_PREMIUM_PENCE / 8]!;
  const exportPence = weights.cost * rows[row + layout.ROW_EXPORT_PENCE / 8]! + carbon;
  const prices = [importPence, importPence + premium, exportPence, carbon, 0];
  return (Math.max(...prices) - Math.min(...prices)) / home.inverterEfficiency;
}
