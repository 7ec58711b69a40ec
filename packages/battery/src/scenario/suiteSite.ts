/*
 * What every home of the suite format shares and its file does not say: the site constants of the
 * household model, section 1, and the option defaults of section 7.
 */

/** Share of the energy at the battery's terminals that is stored, and of the stored energy that comes out. */
export const BATTERY_EFFICIENCY = 0.97;
/** DC to AC and back. */
export const INVERTER_EFFICIENCY = 0.96;
/** Never discharged below, in kWh; absolute, also for small batteries. */
export const RESERVE_KWH = 0.38;
/** Highest battery power of a forced export: exactly 0.0333 kWh a minute. */
export const EXPORT_KW = 1.998;
/** What the panels of a hybrid may charge with. */
export const DC_CHARGE_KW = 1;
export const MINIMUM_RATE_KW = 0.025;
/** Factor on charging in the PV10 future of the peer. */
export const PV10_CHARGE_SCALING = 0.8;
/** Factor on the load until midnight: today's use against its forecast. */
export const IN_DAY_FACTOR = 1.1421275;
/** The home takes at least this. */
export const BASE_LOAD_KW = 0.1;
export const COST_SO_FAR_PENCE = 705.80504;
export const STANDING_CHARGE_PENCE_PER_DAY = 66.0661;
/** Weights of the futures in the three-future metric; the rest is the nominal future's. */
export const PV10_WEIGHT = 0.18;
export const PV90_WEIGHT = 0.15;
/** Factor on the nominal panels' power in the two other futures. */
export const PV10_FACTOR = 0.6;
export const PV90_FACTOR = 1.25;
/** Share of a car's drawn energy that it stores. */
export const CAR_EFFICIENCY = 0.92;
export const DIVERTER_MIN_POWER_KW = 0.5;
export const DIVERTER_MAX_PENCE_PER_KWH = 100;
export const KEEP_WEIGHT = 0.5;

/** Whole percents of charge at which charging slows down, and the factor there; 1 below. */
const CHARGE_SLOWDOWN: readonly (readonly [percent: number, factor: number])[] = [
  [90, 0.96],
  [91, 0.89],
  [92, 0.79],
  [93, 0.69],
  [94, 0.55],
  [95, 0.49],
  [96, 0.42],
  [97, 0.3],
  [98, 0.23],
  [99, 0.15],
  [100, 0.15],
];

/** Factor on the charge rate at each whole percent, 0 to 100. */
export function suiteChargeCurve(): Float64Array {
  const curve = new Float64Array(101).fill(1);
  for (const [percent, factor] of CHARGE_SLOWDOWN) curve[percent] = factor;
  return curve;
}
