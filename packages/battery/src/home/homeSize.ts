import type { Quantity } from "./quantities.ts";

/** How much larger and smaller than those of a household the energies and powers of a file may be. */
export interface HomeSize {
  /** Factor on the largest energy, power or sum of money that is possible, at least 1. */
  readonly largest: number;
  /** Factor on the smallest one that is above 0, at most 1. */
  readonly smallest: number;
}

/** A household's: up to 200 kWh and 100 kW. */
export const HOUSEHOLD: HomeSize = { largest: 1, smallest: 1 };

/** A middling battery of a household, in kWh and kW: files are told larger and smaller beside it. */
const MIDDLING_KWH = 10;
const MIDDLING_KW = 5;
/** What a household's battery may hold and give at most, and hold at least. */
const LARGEST_KWH = 200;
const LARGEST_KW = 100;
const SMALLEST_KWH = 0.1;
const SMALLEST_KW = 0.05;
/** Hours in which a battery's power fills it, in any household's and in any larger or smaller one. */
const HOURS_TO_FILL = { least: 0.05, most: 200 } as const;
/** Beyond this, in kWh and kW, sizes are no battery's, not even a model's. */
const LEAST_SIZE = 1e-15;
const MOST_SIZE = 1e15;

/**
 * The size of the home that a file describes: a household's, unless its battery is smaller or larger. Where capacity and
 * power do not go together and one of them would be a household's in watts, Wh or MWh, it is taken for such a slip, and
 * the household's ranges say so.
 * @param battery  the fields of the section, as YAML gives them
 */
export function homeSize(battery: unknown): HomeSize {
  const { capacityKwh, chargeKw } = (battery ?? {}) as Readonly<Record<string, unknown>>;
  if (!isSize(capacityKwh) || !isSize(chargeKw)) return HOUSEHOLD;
  const hours = capacityKwh / chargeKw;
  const isOdd = hours < HOURS_TO_FILL.least || hours > HOURS_TO_FILL.most;
  if (isOdd && isOtherUnit(capacityKwh, chargeKw)) return HOUSEHOLD;
  const isLarge = capacityKwh > LARGEST_KWH || chargeKw > LARGEST_KW;
  const isSmall = capacityKwh < SMALLEST_KWH || chargeKw < SMALLEST_KW;
  return {
    largest: isLarge ? Math.max(capacityKwh / MIDDLING_KWH, chargeKw / MIDDLING_KW, 1) : 1,
    smallest: isSmall ? Math.min(capacityKwh / MIDDLING_KWH, chargeKw / MIDDLING_KW, 1) : 1,
  };
}

/** Whether a thousand times less or more of one of them would be a household's. */
function isOtherUnit(capacityKwh: number, chargeKw: number): boolean {
  const isWh = capacityKwh > LARGEST_KWH && capacityKwh <= 1000 * LARGEST_KWH;
  const isMwh = capacityKwh < SMALLEST_KWH && 1000 * capacityKwh >= SMALLEST_KWH;
  const isWatts = chargeKw > LARGEST_KW && chargeKw <= 1000 * LARGEST_KW;
  return isWh || isMwh || isWatts;
}

function isSize(value: unknown): value is number {
  return typeof value === "number" && value >= LEAST_SIZE && value <= MOST_SIZE;
}

const SIZED_UNITS: ReadonlySet<string> = new Set(["kWh", "kW", "p", "p/day", "g"]);

/** The range of a quantity in a home of some size: energies, powers, sums of money and carbon grow with it, prices do not. */
export function sizedQuantity(quantity: Quantity, { largest, smallest }: HomeSize): Quantity {
  if ((largest === 1 && smallest === 1) || !SIZED_UNITS.has(quantity.unit)) return quantity;
  const { minimum, maximum } = quantity;
  return {
    ...quantity,
    minimum: minimum > 0 ? minimum * smallest : minimum * largest,
    maximum: maximum * largest,
  };
}
