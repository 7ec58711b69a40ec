import type { Bench } from "./bench.ts";
import type { BoundResult } from "./boundResult.ts";
import { dispatchBounds } from "./dispatchBounds.ts";
import { lifeBounds } from "./lifeBounds.ts";

/** Measures every bound, those of single calls first. */
export async function measureBounds(bench: Bench): Promise<BoundResult[]> {
  console.error("Measuring the bounds ...");
  return [...(await dispatchBounds(bench)), ...(await lifeBounds(bench))];
}
