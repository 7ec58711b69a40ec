/** Energy below this is nothing, in kWh: 10 Wh, below what any column shows twice. */
export const NOTHING_KWH = 0.01;

/** A number with fixed decimals, and never a negative zero. */
export function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return text.startsWith("-") && Number(text) === 0 ? text.slice(1) : text;
}

/** The number that `fixed` shows. */
export function rounded(value: number, decimals: number): number {
  return Number(fixed(value, decimals));
}

/** Whether a price shows as more than another: a reader who compares the printed figures must agree. */
export function showsDearer(first: number, second: number): boolean {
  return rounded(first, 1) > rounded(second, 1);
}

/** Capacities of household batteries, in kWh: their figures are told with fixed decimals. */
const HOUSEHOLD_KWH = { least: 0.1, most: 200 } as const;

/** Whether a capacity is a battery's, but no household's. */
function isOtherSize(capacityKwh: number): boolean {
  const isBattery = capacityKwh > 0 && Number.isFinite(capacityKwh);
  return isBattery && (capacityKwh < HOUSEHOLD_KWH.least || capacityKwh > HOUSEHOLD_KWH.most);
}

/** Decimals of figures in a plan file of a household. */
const FILE_DECIMALS = 4;

/**
 * Decimals of every price, sum of money, energy and percentage in a plan file: more where the battery is so small, or a
 * percent of it so large, that four would lose the plan.
 */
export function fileDecimals(capacityKwh: number): number {
  let decimals = FILE_DECIMALS;
  if (!isOtherSize(capacityKwh)) return decimals;
  for (let kwh = capacityKwh; kwh < 1; kwh *= 10) decimals++;
  for (let kwh = capacityKwh; kwh > HOUSEHOLD_KWH.most; kwh /= 10) decimals++;
  return decimals;
}

/**
 * The power of ten that people are told a plan's energies and sums in: 1 for a household, else one of thousands in which
 * the battery holds 10 to 10,000.
 */
export function toldUnit(capacityKwh: number): number {
  if (!isOtherSize(capacityKwh)) return 1;
  let exponent = 0;
  for (let kwh = capacityKwh; kwh < 10; kwh *= 1000) exponent -= 3;
  for (let kwh = capacityKwh; kwh >= 10_000; kwh /= 1000) exponent += 3;
  return Number(`1e${exponent}`);
}

/** A share of the capacity in whole percent. */
export function percentOf(kwh: number, capacityKwh: number): string {
  return capacityKwh > 0 ? `${fixed((kwh / capacityKwh) * 100, 0)} %` : "- %";
}

/**
 * Parts of a sum, as figures whose printed sum is the printed total: each is the difference of two rounded
 * running sums, so it is off its own value by less than one unit of the last decimal.
 */
export function roundedParts(values: readonly number[], decimals: number): readonly number[] {
  let running = 0;
  let shown = 0;
  return values.map((value) => {
    running += value;
    const next = rounded(running, decimals);
    const part = rounded(next - shown, decimals);
    shown = next;
    return part;
  });
}

/** The sum of one figure of each item, in the order given. */
export function sumOf<Item>(items: readonly Item[], figure: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + figure(item), 0);
}

/** A blank that no line is broken at. */
export const NO_BREAK: string = String.fromCharCode(160);

/** A text whose figures keep a unit of up to three characters beside them wherever its lines are broken. */
export function glued(text: string): string {
  return text.replace(/(\d) (?=[^\s\d]{1,3}(?![^\s.,;:]))/g, `$1${NO_BREAK}`);
}
