import { type ChargeWish, filledSlots, type SlotOffer } from "../cars/slotOffers.ts";
import { MINUTE_MS } from "../clock/slots.ts";
import { isBoostAllowed } from "../model/diverter.ts";
import { type SimulationInputs, STEP_MINUTES } from "../model/inputs.ts";
import { stepSeries } from "../model/stepSeries.ts";
import { demandSchedule } from "../plan/schedule.ts";

/** Heat that is wanted in the diverter's tank. */
export interface HeatWish {
  /** Energy that the diverter takes from now on, in kWh. */
  readonly needKwh: number;
  /** By when, UTC epoch milliseconds. */
  readonly readyByMs: number;
}

/** Boosts whose times are the plan's to choose. */
export interface FlexibleBoost {
  readonly heat: HeatWish;
  /** What the heater can do: any power up to its highest, until the heat is wanted. */
  readonly wish: ChargeWish;
  /** Least energy that boosts give, in kWh: what is wanted less what even the poorest sun gives by then. */
  readonly boostKwh: number;
  /** Absolute minute before which no boost stands: the day's limit leaves too little. */
  readonly fromMinute: number;
}

const FUTURES = [0, 1, 2] as const;
const DAY_MINUTES = 1440;
/** How often boosts are lengthened for the sun that they keep out; a count, never the clock. */
const TOP_UPS = 6;
/** Rounding of energies, as a share of what is wanted. */
const NOTHING_SHARE = 1e-9;

/**
 * The boosts that a wish for heat needs; undefined where the sun gives it all, in all three futures.
 * @param inputs  the home with a diverter that has no boosts
 * @param nowMs   when the first step begins, UTC epoch milliseconds
 */
export function flexibleBoost(
  inputs: SimulationInputs,
  heat: HeatWish,
  nowMs: number,
): FlexibleBoost | undefined {
  const { needKwh, readyByMs } = heat;
  const diverter = inputs.diverter!;
  const sunKwh = heatUntil(inputs, stepsUntil(readyByMs, nowMs));
  const boostKwh = needKwh - Math.min(...sunKwh);
  if (boostKwh <= NOTHING_SHARE * needKwh) return undefined;
  const wish = { chargeKw: diverter.maxPowerKw, minimumKw: 0, readyByMs };
  return { heat, wish, boostKwh, fromMinute: firstMinute(inputs, { boostKwh, readyByMs, nowMs }) };
}

/** Now, or the midnight after which the day's limit holds all boosts, where today's does not. */
function firstMinute(
  inputs: SimulationInputs,
  { boostKwh, readyByMs, nowMs }: { boostKwh: number; readyByMs: number; nowMs: number },
): number {
  const { nowMinute } = inputs;
  const { maxEnergyKwh, todayKwh } = inputs.diverter!;
  const midnight = DAY_MINUTES * (Math.floor(nowMinute / DAY_MINUTES) + 1);
  const deadline = nowMinute + (readyByMs - nowMs) / MINUTE_MS;
  if (deadline <= midnight) return nowMinute;
  const sunKwh = heatUntil(inputs, (midnight - nowMinute) / STEP_MINUTES);
  return boostKwh <= maxEnergyKwh - todayKwh - Math.max(...sunKwh) ? nowMinute : midnight;
}

function stepsUntil(untilMs: number, nowMs: number): number {
  return Math.floor((untilMs - nowMs) / (STEP_MINUTES * MINUTE_MS));
}

/** What the diverter takes in the first steps of each future when the inverter is left alone, in kWh. */
function heatUntil(inputs: SimulationInputs, stepCount: number): number[] {
  const demand = demandSchedule(inputs.stepCount);
  return FUTURES.map((future) =>
    stepSeries(inputs, future, demand)
      .diverterKwh.subarray(0, Math.max(stepCount, 0))
      .reduce((sum, kwh) => sum + kwh, 0),
  );
}

/** What is missing of the heat wanted in the future that has least of it, in kWh; 0 when nothing is. */
export function missingHeat(
  inputs: SimulationInputs,
  { needKwh, readyByMs }: HeatWish,
  nowMs: number,
): number {
  const missing = needKwh - Math.min(...heatUntil(inputs, stepsUntil(readyByMs, nowMs)));
  return missing > NOTHING_SHARE * needKwh ? missing : 0;
}

/**
 * The same home with boosts in the cheapest of the offers in which the diverter may run. A boost at full power leaves no
 * room for the sun beside it, so more is boosted where heat would be missing for that.
 * @param nowMs  when the first step begins, UTC epoch milliseconds
 */
export function withBoosts(
  inputs: SimulationInputs,
  { heat, wish, boostKwh, fromMinute }: FlexibleBoost,
  offers: readonly SlotOffer[],
  nowMs: number,
): SimulationInputs {
  const possible = offers.filter((offer) => offer.startMinute >= fromMinute && isAllowed(inputs, offer));
  let boosted = inputs;
  let kwh = boostKwh;
  for (let round = 0; round < TOP_UPS; round++) {
    const plannedSlots = filledSlots(wish, kwh, possible);
    boosted = { ...inputs, diverter: { ...inputs.diverter!, plannedSlots } };
    const missingKwh = missingHeat(boosted, heat, nowMs);
    if (missingKwh === 0) break;
    kwh += missingKwh;
  }
  return boosted;
}

/** Whether prices let the diverter run in every step of an offer. */
function isAllowed(inputs: SimulationInputs, { startMinute, stepCount }: SlotOffer): boolean {
  const first = (startMinute - inputs.nowMinute) / STEP_MINUTES;
  for (let step = first; step < first + stepCount; step++) {
    const [buy, sell] = [inputs.importPencePerKwh[step]!, inputs.exportPencePerKwh[step]!];
    if (!isBoostAllowed(inputs.diverter!, buy, sell)) return false;
  }
  return true;
}
