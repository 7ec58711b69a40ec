/** A kind of number in a home file: its unit, what is possible, and the unit it is often given in by mistake. */
export interface Quantity {
  /** Unit as told to people; empty for a bare factor. */
  readonly unit: string;
  readonly minimum: number;
  readonly maximum: number;
  /** A unit people mix it up with: a value too large by `factor` (or too small, below 1) is said to look like it. */
  readonly mistakenFor?: { readonly unit: string; readonly factor: number };
}

/** Name of a kind of number. */
export type QuantityName =
  | "energy"
  | "power"
  | "efficiency"
  | "factor"
  | "weight"
  | "percent"
  | "price"
  | "money"
  | "hours"
  | "minutes"
  | "carbonPrice"
  | "carbon"
  | "intensity"
  | "perDay";

/** Every kind of number; a field of the table may narrow the range. */
export const QUANTITIES: Readonly<Record<QuantityName, Quantity>> = {
  energy: { unit: "kWh", minimum: 0, maximum: 200, mistakenFor: { unit: "Wh", factor: 1000 } },
  power: { unit: "kW", minimum: 0, maximum: 100, mistakenFor: { unit: "W", factor: 1000 } },
  efficiency: { unit: "", minimum: 0.5, maximum: 1, mistakenFor: { unit: "percent", factor: 100 } },
  factor: { unit: "", minimum: 0, maximum: 5, mistakenFor: { unit: "percent", factor: 100 } },
  weight: { unit: "", minimum: 0, maximum: 1, mistakenFor: { unit: "percent", factor: 100 } },
  percent: { unit: "%", minimum: 0, maximum: 100 },
  price: { unit: "p/kWh", minimum: -500, maximum: 1000 },
  money: { unit: "p", minimum: -1_000_000, maximum: 1_000_000 },
  hours: { unit: "hours", minimum: 1, maximum: 72, mistakenFor: { unit: "minutes", factor: 60 } },
  minutes: { unit: "minutes", minimum: 5, maximum: 60 },
  carbonPrice: { unit: "p/kg", minimum: 0, maximum: 1000 },
  carbon: { unit: "g", minimum: -10_000_000, maximum: 10_000_000 },
  intensity: { unit: "g/kWh", minimum: 0, maximum: 3000 },
  perDay: { unit: "p/day", minimum: 0, maximum: 1000 },
};

/** What is wrong with a number and how to mend it; undefined when it is right. */
export function numberFault(
  value: number,
  quantity: Quantity,
): { readonly what: string; readonly mend: string } | undefined {
  const unit = quantity.unit === "" ? "" : ` ${quantity.unit}`;
  const range = `from ${quantity.minimum} to ${quantity.maximum}${unit}`;
  if (!Number.isFinite(value)) {
    return { what: `is ${value}, which is not a finite number`, mend: `give a number ${range}` };
  }
  if (value >= quantity.minimum && value <= quantity.maximum) return undefined;
  const mistaken = quantity.mistakenFor;
  if (mistaken !== undefined) {
    const meant = value / mistaken.factor;
    if (value > quantity.maximum && meant >= quantity.minimum && meant <= quantity.maximum) {
      return {
        what: `is ${value}${unit}, which looks like ${mistaken.unit}`,
        mend: `write ${tidy(meant)} if it is ${mistaken.unit}; possible is ${range}`,
      };
    }
  }
  return { what: `is ${value}${unit}, which is out of range`, mend: `give a number ${range}` };
}

/** A number as a remedy shows it: to six digits, so that no rounding error of a division is copied into a file. */
export function tidy(value: number): number {
  return Number(value.toPrecision(6));
}
