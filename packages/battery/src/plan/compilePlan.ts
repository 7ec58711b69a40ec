import { type SimulationInputs, STEP_MINUTES } from "../model/inputs.ts";
import { clipChargeWindows } from "./clipWindows.ts";
import type { Plan } from "./plan.ts";
import { NO_CHARGE_KWH, NO_EXPORT_PERCENT, type Schedule, type Segment } from "./schedule.ts";

/** The steps on which windows are laid. */
export type StepLattice = Pick<SimulationInputs, "nowMinute" | "stepCount">;

/**
 * What a plan tells the inverter step by step. Enabled export windows clip the charge windows first; then each
 * window takes the steps that begin on its own 5-minute lattice, so that one that is out of step with now takes
 * none; of windows that overlap, the later in the list counts. Windows that are switched off do nothing.
 * @see household model, sections 4.1 item 3 and 4.6
 */
export function compilePlan(plan: Plan, lattice: StepLattice): Schedule {
  const chargeTargets = new Float64Array(lattice.stepCount).fill(NO_CHARGE_KWH);
  const exportTargets = new Float64Array(lattice.stepCount).fill(NO_EXPORT_PERCENT);
  for (const window of clipChargeWindows(plan)) {
    if (window.targetKwh > 0) fillSteps(chargeTargets, window, window.targetKwh, lattice);
  }
  for (const window of plan.export) {
    if (window.targetPercent < NO_EXPORT_PERCENT) {
      fillSteps(exportTargets, window, window.targetPercent, lattice);
    }
  }
  return runLengths(chargeTargets, exportTargets);
}

/** Window bounds in absolute minutes. */
interface Bounds {
  readonly startMinute: number;
  readonly endMinute: number;
}

/** Sets the steps that a window takes. */
export function fillSteps(
  values: Float64Array,
  { startMinute, endMinute }: Bounds,
  value: number,
  { nowMinute, stepCount }: StepLattice,
): void {
  const first = (startMinute - nowMinute) / STEP_MINUTES;
  if (!Number.isInteger(first)) return;
  const end = Math.min(Math.ceil((endMinute - nowMinute) / STEP_MINUTES), stepCount);
  for (let step = Math.max(first, 0); step < end; step++) values[step] = value;
}

function runLengths(chargeTargets: Float64Array, exportTargets: Float64Array): Schedule {
  const segments: Segment[] = [];
  for (let step = 0; step < chargeTargets.length; step++) {
    const chargeTargetKwh = chargeTargets[step]!;
    const exportTargetPercent = exportTargets[step]!;
    const isLast =
      step + 1 === chargeTargets.length ||
      chargeTargets[step + 1] !== chargeTargetKwh ||
      exportTargets[step + 1] !== exportTargetPercent;
    if (isLast) segments.push({ endStep: step + 1, chargeTargetKwh, exportTargetPercent });
  }
  return segments;
}
