import * as layout from "../kernel/layout.ts";
import type { Home } from "../model/home.ts";
import { STEP_MINUTES } from "../model/inputs.ts";
import { simulate } from "../model/simulate.ts";
import { DIVERTER_VALUE_SCALING } from "../plan/metric.ts";
import { demandSchedule } from "../plan/schedule.ts";
import type { RelaxedFuture } from "./homeRelaxation.ts";

/** What the diverter is taken to draw in each step, in kWh, and what that leaves out, in pence to be added. */
export interface BoostRelaxation {
  readonly boostKwh: Float64Array;
  readonly divertedKwh: Float64Array;
  readonly constantPence: number;
}

/** A future with the money of a kWh imported and exported in each step, carbon counted. */
export interface PricedFuture extends RelaxedFuture {
  readonly importPerKwh: Float64Array;
  readonly exportPerKwh: Float64Array;
}

const DAY_MINUTES = 1440;
/** Rounding of sums of boosts, in kWh. */
const ROUNDING_KWH = 1e-9;

/**
 * Ways to bound what a diverter does: as it runs in demand mode all day, where the plan can only make it skip planned
 * boosts or nothing at all; and, always right, without it, less all that it could gain.
 */
export function boostRelaxations(home: Home, priced: PricedFuture): BoostRelaxation[] {
  const nothing = {
    boostKwh: new Float64Array(home.stepCount),
    divertedKwh: new Float64Array(home.stepCount),
  };
  if (!home.hasDiverter) return [{ ...nothing, constantPence: 0 }];
  const freely = { ...nothing, constantPence: -freeGainPence(home, priced) };
  if (home.isDiverterCharging) return [freely];
  const habit = habitOf(home, priced);
  if (home.isDiverterOnExport) return [habit, freely];
  const { isSolar = false } = priced.inputs.diverter ?? {};
  if (isSolar || !areBoostsApart(home, priced)) return [freely];
  return [{ ...habit, constantPence: habit.constantPence - skipGainPence(habit, priced) }, freely];
}

/** Worth of a kWh in the tank. */
function heatPence({ inputs, weights }: PricedFuture): number {
  return weights.cost * inputs.terminalValuePencePerKwh * DIVERTER_VALUE_SCALING;
}

/** What the diverter does in demand mode all day. */
function habitOf(home: Home, priced: PricedFuture): BoostRelaxation {
  const boostKwh = new Float64Array(home.stepCount);
  const divertedKwh = new Float64Array(home.stepCount);
  const end = simulate(home, priced.futureIndex, demandSchedule(home.stepCount), {
    recorded(step, { boost }) {
      boostKwh[step] = boost.boostKwh;
      divertedKwh[step] = boost.divertedKwh;
    },
  });
  return { boostKwh, divertedKwh, constantPence: -heatPence(priced) * end.diverterKwh };
}

/** Most that skipping planned boosts saves: each kWh its dearer price, less its worth in the tank. */
function skipGainPence({ boostKwh }: BoostRelaxation, priced: PricedFuture): number {
  const heat = heatPence(priced);
  let sum = 0;
  for (const [step, kwh] of boostKwh.entries()) {
    const dearer = Math.max(priced.importPerKwh[step]!, priced.exportPerKwh[step]!);
    sum += kwh * Math.max(dearer - heat, 0);
  }
  return sum;
}

/** Whether no planned boost waits for the energy of another: together they stay within each day's energy. */
function areBoostsApart(home: Home, priced: PricedFuture): boolean {
  const planned = daysOf(home, (step) => meterWord(home, priced, step, layout.METER_PLANNED_BOOST_KWH));
  return planned.every(({ leftKwh, steps }) => {
    const sumKwh = steps.reduce((sum, { value }) => sum + Math.min(value, home.diverterStepKwh), 0);
    return sumKwh <= leftKwh + ROUNDING_KWH;
  });
}

/** Most that a diverter which may run whenever some mode lets it could gain: each day's energy in its best steps. */
function freeGainPence(home: Home, priced: PricedFuture): number {
  const heat = heatPence(priced);
  const keptPence = leastKeptPence(home, priced);
  const gains = daysOf(home, (step) => {
    if (!mayRun(home, priced, step)) return 0;
    const future = home.futures[priced.futureIndex]!;
    const pvKwh = future.rows[step * layout.ROW_WORDS + layout.ROW_PV_KWH / 8]!;
    const cheaper = Math.min(priced.importPerKwh[step]!, priced.exportPerKwh[step]!);
    const inSun = pvKwh > 0 ? Math.min(cheaper, 0) : cheaper;
    return Math.max(heat - (mayMeetExportLimit(home, pvKwh) ? Math.min(inSun, keptPence) : inSun), 0);
  });
  let sum = heat * home.diverterTodayKwh;
  for (const { leftKwh, steps } of gains) {
    let kwh = leftKwh;
    for (const { value } of steps.sort((a, b) => b.value - a.value)) {
      const takenKwh = Math.min(kwh, home.diverterStepKwh);
      sum += takenKwh * value;
      kwh -= takenKwh;
    }
  }
  return sum;
}

/** Whether what the diverter leaves might be more than may be exported. */
function mayMeetExportLimit(home: Home, pvKwh: number): boolean {
  return home.exportLimitKwh < home.inverterLimitKwh + (home.isHybrid ? 0 : pvKwh);
}

/**
 * The least that a kWh is worth which the battery keeps because the diverter leaves it and the connection is full: it
 * may only take the place of panels held back later on, or of an import that is paid for.
 */
function leastKeptPence(home: Home, { importPerKwh, inputs, weights }: PricedFuture): number {
  const { inverterEfficiency, chargeEfficiency, dischargeEfficiency } = home;
  const cheapest = importPerKwh.reduce((least, price) => Math.min(least, price), 0);
  const least = Math.min(cheapest, weights.cost * inputs.terminalValuePencePerKwh);
  return least / (inverterEfficiency * inverterEfficiency * chargeEfficiency * dischargeEfficiency);
}

function mayRun(home: Home, priced: PricedFuture, step: number): boolean {
  const word = (byteOffset: number): number => meterWord(home, priced, step, byteOffset);
  return (
    word(layout.METER_PLANNED_BOOST_KWH) > 0 ||
    word(layout.METER_IS_SOLAR_BOOST_ALLOWED) !== 0 ||
    (home.isDiverterCharging && word(layout.METER_IS_BOOST_ALLOWED) !== 0)
  );
}

function meterWord(home: Home, { futureIndex }: PricedFuture, step: number, byteOffset: number): number {
  return home.futures[futureIndex]!.meterRows[step * layout.METER_WORDS + byteOffset / 8]!;
}

/** The steps of one day of the diverter, and the energy that it may take in them. */
interface DiverterDay {
  readonly leftKwh: number;
  readonly steps: { readonly step: number; readonly value: number }[];
}

function daysOf(home: Home, value: (step: number) => number): DiverterDay[] {
  const days: DiverterDay[] = [];
  const leftToday = Math.max(home.diverterMaxKwh - home.diverterTodayKwh, 0);
  for (let step = 0; step < home.stepCount; step++) {
    const startsDay = (home.nowMinute + step * STEP_MINUTES) % DAY_MINUTES === 0;
    if (step === 0) days.push({ leftKwh: leftToday, steps: [] });
    else if (startsDay) days.push({ leftKwh: home.diverterMaxKwh, steps: [] });
    days.at(-1)!.steps.push({ step, value: value(step) });
  }
  return days;
}
