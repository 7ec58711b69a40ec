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
