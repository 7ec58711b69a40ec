import * as layout from "../kernel/layout.ts";
import { type Boost, boostOf } from "../model/diverter.ts";
import type { Home, HomeFuture } from "../model/home.ts";
import { STEP_MINUTES } from "../model/inputs.ts";
import type { Windows } from "./stepWays.ts";

/** What the diverter takes in a step while the day's energy lasts, and the windows in which it takes that. */
export interface WindowedBoost {
  readonly boost: Boost;
  readonly windows: Windows;
}

/** One day of a diverter, from step to step. */
export interface DiverterDay {
  readonly beginStep: number;
  readonly endStep: number;
  /** What it may take in the day, in kWh. */
  readonly leftKwh: number;
  /** The first step in which that may be less than the diverter would take; the end where it never is. */
  readonly firstOutStep: number;
}

const DAY_MINUTES = 1440;
/** Rounding of sums of boosts, as a share of the most that a day takes. */
const ROUNDING_SHARE = 1e-9;

const WINDOWS: readonly Windows[] = [
  { mayCharge: false, mayExport: false },
  { mayCharge: true, mayExport: false },
  { mayCharge: false, mayExport: true },
  { mayCharge: true, mayExport: true },
];

/** The different boosts of a step, by window; those that are the same are one. Household model, section 9.8. */
export function windowedBoosts(home: Home, { rows, meterRows }: HomeFuture, step: number): WindowedBoost[] {
  const meter = (byteOffset: number): number => meterRows[step * layout.METER_WORDS + byteOffset / 8]!;
  const pvKwh = rows[step * layout.ROW_WORDS + layout.ROW_PV_KWH / 8]!;
  const different: WindowedBoost[] = [];
  for (const windows of WINDOWS) {
    const mayRunNow = home.isDiverterOnExport || !windows.mayExport;
    const boost = boostOf(
      {
        plannedKwh: mayRunNow ? meter(layout.METER_PLANNED_BOOST_KWH) : 0,
        maxKwh: home.diverterStepKwh,
        leftKwh: Infinity,
        mayFollowCharge:
          home.isDiverterCharging && windows.mayCharge && meter(layout.METER_IS_BOOST_ALLOWED) !== 0,
        mayFollowSun: mayRunNow && meter(layout.METER_IS_SOLAR_BOOST_ALLOWED) !== 0,
      },
      pvKwh,
    );
    const at = different.findIndex(
      (one) => takenBy(one.boost) === takenBy(boost) && one.boost.boostKwh === boost.boostKwh,
    );
    if (at < 0) different.push({ boost, windows });
    else different[at] = { boost, windows: joinedWindows(different[at]!.windows, windows) };
  }
  return different;
}

/** All that a boost takes, in kWh. */
export function takenBy({ boostKwh, divertedKwh }: Boost): number {
  return boostKwh + divertedKwh;
}

function joinedWindows(a: Windows, b: Windows): Windows {
  return { mayCharge: a.mayCharge || b.mayCharge, mayExport: a.mayExport || b.mayExport };
}

/** The days of a future. */
export function diverterDays(home: Home, boosts: readonly (readonly WindowedBoost[])[]): DiverterDay[] {
  const days: DiverterDay[] = [];
  const roundingKwh = ROUNDING_SHARE * home.diverterMaxKwh;
  for (let beginStep = 0; beginStep < home.stepCount; ) {
    const endStep = dayEnd(home, beginStep);
    const usedKwh = beginStep === 0 ? home.diverterTodayKwh : 0;
    const unusedKwh = home.diverterMaxKwh - usedKwh;
    const leftKwh = unusedKwh > roundingKwh ? unusedKwh : 0;
    let firstOutStep = beginStep;
    for (let kwh = 0; firstOutStep < endStep; firstOutStep++) {
      kwh += boosts[firstOutStep]!.reduce((most, { boost }) => Math.max(most, takenBy(boost)), 0);
      if (kwh > leftKwh + roundingKwh) break;
    }
    days.push({ beginStep, endStep, leftKwh, firstOutStep });
    beginStep = endStep;
  }
  return days;
}

/** The step after the one that ends at midnight, as the diverter counts it. */
function dayEnd({ nowMinute, stepCount }: Home, beginStep: number): number {
  let endStep = beginStep + 1;
  while (endStep < stepCount && (nowMinute + endStep * STEP_MINUTES) % DAY_MINUTES !== 0) endStep++;
  return endStep;
}

/** Whether nothing is left for a day from its beginning. */
export function isUsedUp({ leftKwh }: DiverterDay): boolean {
  return leftKwh === 0;
}
