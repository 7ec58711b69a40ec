import type { ChargeWindow, ExportWindow, Plan } from "./plan.ts";
import { NO_EXPORT_PERCENT } from "./schedule.ts";

/** What a cut leaves of a charge window must be this long, or it goes. */
const MINIMUM_REMAINDER_MINUTES = 5;

/**
 * Cuts charge windows where enabled export windows (freezing ones too) cover them: the export's end becomes
 * the start, or its start the end; inside, it splits the window; over all of it, it removes it. Windows that
 * only touch an export, and those that are switched off, stay as they are, whatever their length.
 * @see household model, sections 4.6 and 9.10
 */
export function clipChargeWindows(plan: Plan): ChargeWindow[] {
  const exports = plan.export
    .filter(({ targetPercent }) => targetPercent < NO_EXPORT_PERCENT)
    .sort((a, b) => a.startMinute - b.startMinute);
  return plan.charge.flatMap((window) => (window.targetKwh > 0 ? clipOne(window, exports) : [window]));
}

function clipOne(window: ChargeWindow, exports: readonly ExportWindow[]): ChargeWindow[] {
  const kept: ChargeWindow[] = [];
  let { startMinute, endMinute } = window;
  let isClipped = false;
  const keep = (partEnd: number): void => {
    if (isClipped && partEnd - startMinute < MINIMUM_REMAINDER_MINUTES) return;
    kept.push({ ...window, startMinute, endMinute: partEnd });
  };
  for (const { startMinute: exportStart, endMinute: exportEnd } of exports) {
    const isApart = exportStart >= endMinute || exportEnd <= startMinute;
    if (isApart) continue;
    isClipped = true;
    if (exportStart <= startMinute && exportEnd >= endMinute) return kept;
    if (exportStart > startMinute && exportEnd < endMinute) keep(exportStart);
    if (exportEnd < endMinute) startMinute = exportEnd;
    else endMinute = exportStart;
  }
  keep(endMinute);
  return kept;
}
