import { COST_RESOLUTION_PENCE, THROUGHPUT_RESOLUTION_KWH } from "../kernel/searchChoice.ts";
import { NO_CHARGE_KWH, NO_EXPORT_PERCENT, type Schedule, type Segment } from "./schedule.ts";

/** A schedule with what is needed to say whether it is better than another. */
export interface Rated {
  readonly schedule: Schedule;
  /** The three-future metric, in pence. */
  readonly metricPence: number;
  /** The metric and what each change of mode must save to be worth it, in pence: what plans are judged by. */
  readonly judgedPence: number;
  /** Battery throughput of the nominal future, in kWh, both directions. */
  readonly throughputKwh: number;
}

/**
 * The written order of plans: cost; then fewer mode changes, less throughput, export late, charge late. (What
 * is still equal is resolved by the lower index: the first one found stays.)
 * @returns negative when `a` is better, positive when `b` is, 0 when nothing tells them apart
 */
export function comparePlans(a: Rated, b: Rated): number {
  return (
    costRank(a) - costRank(b) ||
    a.schedule.length - b.schedule.length ||
    throughputRank(a) - throughputRank(b) ||
    exportEarliness(a.schedule) - exportEarliness(b.schedule) ||
    chargeEarliness(a.schedule) - chargeEarliness(b.schedule)
  );
}

/** Cost in whole units of the resolution: unlike a tolerance, this keeps "equal" transitive. */
function costRank({ judgedPence }: Rated): number {
  return Math.floor(judgedPence / COST_RESOLUTION_PENCE + 0.5);
}

function throughputRank({ throughputKwh }: Rated): number {
  return Math.floor(throughputKwh / THROUGHPUT_RESOLUTION_KWH + 0.5);
}

/** Steps in export windows (rests included), each weighed by how long before the end it comes. */
function exportEarliness(schedule: Schedule): number {
  return earliness(schedule, isExportWindow);
}

/** Steps in charge windows (holds included), each weighed by how long before the end it comes. */
function chargeEarliness(schedule: Schedule): number {
  return earliness(schedule, isChargeWindow);
}

const isExportWindow = (segment: Segment): boolean => segment.exportTargetPercent < NO_EXPORT_PERCENT;
const isChargeWindow = (segment: Segment): boolean => segment.chargeTargetKwh > NO_CHARGE_KWH;

function earliness(schedule: Schedule, counts: (segment: Segment) => boolean): number {
  const stepCount = schedule.at(-1)?.endStep ?? 0;
  let sum = 0;
  let beginStep = 0;
  for (const segment of schedule) {
    const { endStep } = segment;
    // Sum of (stepCount - k) over the steps k of the segment.
    if (counts(segment)) sum += ((endStep - beginStep) * (2 * stepCount - beginStep - endStep + 1)) / 2;
    beginStep = endStep;
  }
  return sum;
}
