import { round2, round4 } from "../model/decimalRounding.ts";
import { STEP_MINUTES } from "../model/inputs.ts";

/** The sun of one future before clouds pass. */
export interface ClearSun {
  /** Energy of each step, in kWh, rounded to 4 decimals. */
  readonly pvKwh: Float64Array;
  /** Energy that stands for the step after the last one, in kWh. */
  readonly afterKwh: number;
  readonly nowMinute: number;
}

/**
 * Share of a step's energy that a passing cloud moves: half the shortfall of the PV10 day, plus a fifth, at most 1.
 * @param nominalKwh  panels' energy of the nominal day, in kWh
 * @param pv10Kwh     the same of the PV10 day
 * @see household model, sections 2 and 9.2
 */
export function cloudShare(nominalKwh: number, pv10Kwh: number): number {
  const shortfall = nominalKwh > 0 ? round2((nominalKwh - pv10Kwh) / nominalKwh) / 2 : 0;
  return Math.min(shortfall + 0.2, 1);
}

/**
 * Clouds as the peer lets them pass: every other step takes from the next one, and what is taken back is what is
 * left there to take. A day's sum is not kept exactly: the last step may add what no later step gives back.
 * @returns energy of each step, in kWh, rounded to 4 decimals
 * @see household model, sections 2 and 9.2
 */
export function cloudedByPeer({ pvKwh, afterKwh, nowMinute }: ClearSun, share: number): Float64Array {
  const clouded = Float64Array.from(pvKwh);
  let owedKwh = 0;
  for (let step = 0; step < clouded.length; step += 1) {
    if (brightens(nowMinute, step)) {
      const nextKwh = step + 1 < clouded.length ? clouded[step + 1]! : afterKwh;
      owedKwh += Math.min(share * clouded[step]!, share * nextKwh);
      clouded[step] = round4(clouded[step]! + owedKwh);
    } else {
      clouded[step] = round4(clouded[step]! - Math.min(owedKwh, clouded[step]!));
      owedKwh = 0;
    }
  }
  return clouded;
}

/**
 * Clouds that keep the day's sum: the same alternation, but only what the next step has is moved, and exactly
 * that is taken back there. The last step has no next one and stays as it is.
 * @returns energy of each step, in kWh, rounded to 4 decimals
 * @see household model, section 9.2, physical profile
 */
export function cloudedKeepingSum(
  { pvKwh, nowMinute }: Omit<ClearSun, "afterKwh">,
  share: number,
): Float64Array {
  const clouded = Float64Array.from(pvKwh);
  for (let step = 0; step + 1 < clouded.length; step += 1) {
    if (!brightens(nowMinute, step)) continue;
    const movedKwh = round4(share * Math.min(clouded[step]!, clouded[step + 1]!));
    clouded[step] = round4(clouded[step]! + movedKwh);
    clouded[step + 1] = round4(clouded[step + 1]! - movedKwh);
  }
  return clouded;
}

/** True on the steps that a gap in the clouds brightens: those with an even number of steps since midnight. */
function brightens(nowMinute: number, step: number): boolean {
  return (nowMinute / STEP_MINUTES + step) % 2 === 0;
}
