/** Values along an axis of a picture. */
export interface Scale {
  readonly lowest: number;
  readonly highest: number;
  /** Round values to label, from the lowest up. */
  readonly ticks: readonly number[];
  /** Where a value lies, in picture units. */
  readonly at: (value: number) => number;
}

/** Steps between ticks that people count in, over one decade. */
const ROUND_STEPS = [1, 2, 2.5, 5, 10] as const;

/**
 * A vertical scale that holds all values and zero, between round numbers.
 * @param values    in any unit; none gives 0 to 1
 * @param span      top and bottom in picture units, y downwards
 * @param maxTicks  at most this many steps
 */
export function roundScale(
  values: readonly number[],
  span: { readonly top: number; readonly bottom: number },
  maxTicks: number,
): Scale {
  const least = values.reduce((low, value) => Math.min(low, value), 0);
  const most = values.reduce((high, value) => Math.max(high, value), 0);
  const isFlat = most - least < 1e-9;
  const step = roundStep((isFlat ? 1 : most - least) / maxTicks);
  const first = Math.floor(least / step + 1e-9);
  const last = isFlat ? first + 1 : Math.ceil(most / step - 1e-9);
  return scaleBetween(first * step, last * step, step, span);
}

/** A vertical scale between two given values, with a tick every `step`. */
export function scaleBetween(
  lowest: number,
  highest: number,
  step: number,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): Scale {
  const count = Math.round((highest - lowest) / step);
  return {
    lowest,
    highest,
    ticks: Array.from({ length: count + 1 }, (_, index) => lowest + index * step),
    at: (value) => bottom - ((value - lowest) / (highest - lowest)) * (bottom - top),
  };
}

/** The least round number that is no less than a positive one. */
function roundStep(least: number): number {
  let decade = 1;
  while (decade * 10 < least) decade *= 10;
  while (decade > least) decade /= 10;
  const factor = ROUND_STEPS.find((step) => step * decade >= least * (1 - 1e-9)) ?? 10;
  return factor * decade;
}
