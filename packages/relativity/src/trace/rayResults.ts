import * as layout from "../kernel/layout.ts";
import {
  CROSSING_WORDS,
  DISK,
  type DiskCrossing,
  ESCAPED,
  MAXIMUM_CROSSINGS,
  RAY_STATUSES,
  type RayResult,
  type RaySample,
  type ResultColumns,
  type SampleColumns,
  UNRESOLVED,
} from "./tracer.ts";

const reasons = new Map([
  [
    layout.REASON_CRITICAL,
    "the ray touches the critical curve to rounding: which side it goes cannot be told",
  ],
  [layout.REASON_STEP_BUDGET, "the step budget is used up"],
  [layout.REASON_NOT_FINITE, "no step, however short, gives finite numbers"],
  [
    layout.REASON_CAMERA,
    "the camera is no camera: its frame is not finite, or stands on the ring singularity",
  ],
  [layout.REASON_TABLE_REGION, "the ray leaves the region that the tabulated spacetime covers"],
  [layout.REASON_TABLE_TIME, "the ray leaves the times that the tabulated spacetime covers"],
]);

/** What a reason number of an unresolved ray means, in words. */
function unresolvedReason(reason: number): string {
  return reasons.get(reason) ?? `unknown reason ${reason}`;
}

/** How many rays are unresolved for each reason, in words; empty when none is. */
export function unresolvedCounts(rays: {
  readonly status: ArrayLike<number>;
  readonly reason: ArrayLike<number>;
}): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let row = 0; row < rays.status.length; row++) {
    if (rays.status[row] !== UNRESOLVED) continue;
    const words = unresolvedReason(rays.reason[row]!);
    counts[words] = (counts[words] ?? 0) + 1;
  }
  return counts;
}

/** Samples as columns. */
export function sampleColumns(samples: readonly RaySample[]): SampleColumns {
  return {
    count: samples.length,
    frame: Int32Array.from(samples, ({ frame }) => frame),
    x: Float64Array.from(samples, ({ x }) => x),
    y: Float64Array.from(samples, ({ y }) => y),
  };
}

/** One row of results. */
export function rayResult(results: ResultColumns, row: number): RayResult {
  const status = results.status[row]!;
  const hasRedshift = status === ESCAPED || status === DISK;
  const directionOf = (): RayResult["direction"] => [
    results.directionX[row]!,
    results.directionY[row]!,
    results.directionZ[row]!,
  ];
  return {
    status: RAY_STATUSES[status]!,
    ...(status === UNRESOLVED ? { reason: unresolvedReason(results.reason[row]!) } : {}),
    direction: status === ESCAPED ? directionOf() : null,
    redshiftG: hasRedshift ? results.redshiftG[row]! : null,
    xi: results.xi[row]!,
    eta: results.eta[row]!,
    sweepRad: results.sweepRad[row]!,
    order: results.order[row]!,
    marginU: results.marginU[row]!,
    steps: results.steps[row]!,
    crossings: crossingsOf(results, row),
  };
}

function crossingsOf({ crossings, crossingCount }: ResultColumns, row: number): DiskCrossing[] {
  return Array.from({ length: crossingCount[row]! }, (_, crossing) => {
    const at = CROSSING_WORDS * (MAXIMUM_CROSSINGS * row + crossing);
    return { radiusM: crossings[at]!, phiRad: crossings[at + 1]!, redshiftG: crossings[at + 2]! };
  });
}
