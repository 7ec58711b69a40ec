import type { FunctionFamily } from "../src/storage/functionFamily.ts";

/** How far beside the ends of a run a place may lie by rounding, as a share of the scale. */
const BESIDE = 1e-9;

/** Value of one function of a family at a place; Infinity where it is not defined. */
export function valueAt(family: FunctionFamily, index: number, x: number): number {
  let least = Infinity;
  for (let run = family.firstRun[index]!; run < family.firstRun[index + 1]!; run++) {
    const first = family.runBegin[run]!;
    const last = family.runBegin[run + 1]! - 1;
    if (x < family.x[first]! - BESIDE || x > family.x[last]! + BESIDE) continue;
    let at = first;
    while (at + 1 < last && family.x[at + 1]! <= x) at++;
    const slope = at < last ? family.slope[at]! : 0;
    least = Math.min(least, family.y[at]! + slope * (x - family.x[at]!));
  }
  return least;
}
