import { addPoint, beginRun, endFunction, type FunctionFamily, reservePoints } from "./functionFamily.ts";

/** One function of a family. */
export interface FunctionOf {
  family: FunctionFamily;
  index: number;
}

/** Closes a function of `out` as the part of another from `low` to `high`; it may be without a run. */
export function addClipped(
  { family, index }: FunctionOf,
  low: number,
  high: number,
  out: FunctionFamily,
): void {
  const end = family.firstRun[index + 1]!;
  reservePoints(out, family.runBegin[end]! - family.runBegin[family.firstRun[index]!]!);
  for (let run = family.firstRun[index]!; run < end; run++) {
    const first = family.runBegin[run]!;
    const last = family.runBegin[run + 1]! - 1;
    if (family.x[last]! < low || family.x[first]! > high) continue;
    beginRun(out);
    for (let at = first; at <= last; at++) addPart(family, { at, last }, { low, high }, out);
  }
  endFunction(out);
}

/** Adds a point, or where its segment enters the interval or leaves it, that place. */
function addPart(
  family: FunctionFamily,
  { at, last }: { readonly at: number; readonly last: number },
  { low, high }: { readonly low: number; readonly high: number },
  out: FunctionFamily,
): void {
  const x = family.x[at]!;
  const nextX = at < last ? family.x[at + 1]! : Infinity;
  if (x >= low && x <= high) addPoint(out, x, family.y[at]!);
  if (at === last) return;
  if (x < low && nextX > low) addPoint(out, low, family.y[at]! + family.slope[at]! * (low - x));
  if (x < high && nextX > high && high > low)
    addPoint(out, high, family.y[at]! + family.slope[at]! * (high - x));
}
