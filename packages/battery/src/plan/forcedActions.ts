import { MINUTE_MS } from "../clock/slots.ts";
import type { Home } from "../home/home.ts";
import { STEP_MINUTES } from "../model/inputs.ts";
import type { SlotAction } from "../report/planReport.ts";
import {
  applyMove,
  FREEZE_EXPORT_PERCENT,
  type Move,
  NO_CHARGE_KWH,
  NO_EXPORT_PERCENT,
  type Schedule,
} from "./schedule.ts";

/** What a person wants the battery to be told for a while, whatever the plan says. */
export interface ForcedAction {
  /** UTC epoch milliseconds [startMs, endMs), on steps of 5 minutes. */
  readonly startMs: number;
  readonly endMs: number;
  readonly action: SlotAction;
  /** What to charge up to (above the reserve) or export down to (0 to 98), in percent; default 100 and the reserve. */
  readonly targetPercent?: number;
}

/** Highest percentage to export down to: 99 rests the battery instead. */
const HIGHEST_EXPORT_TARGET = FREEZE_EXPORT_PERCENT - 1;

/**
 * A schedule with some of its times told something else; of forced actions that overlap the later in the list counts.
 * Times before now and after the plan's end are left out.
 * @throws RangeError for a target that the battery has not
 */
export function forceActions(
  schedule: Schedule,
  forced: readonly ForcedAction[],
  home: Pick<Home, "inputs" | "nowMs">,
): Schedule {
  const { inputs, nowMs } = home;
  const stepAt = (epochMs: number): number => {
    const step = Math.round((epochMs - nowMs) / (STEP_MINUTES * MINUTE_MS));
    return Math.min(Math.max(step, 0), inputs.stepCount);
  };
  return forced
    .map(
      (each): Move => ({
        beginStep: stepAt(each.startMs),
        endStep: stepAt(each.endMs),
        ...orderFor(each, home),
      }),
    )
    .filter(({ beginStep, endStep }) => beginStep < endStep)
    .reduce(applyMove, schedule);
}

function orderFor(
  { action, targetPercent }: ForcedAction,
  { inputs }: Pick<Home, "inputs">,
): Pick<Move, "chargeTargetKwh" | "exportTargetPercent"> {
  const { capacityKwh, reserveKwh } = inputs.battery;
  const reservePercent = (100 * reserveKwh) / capacityKwh;
  const charge = (chargeTargetKwh: number) => ({ chargeTargetKwh, exportTargetPercent: NO_EXPORT_PERCENT });
  const exportTo = (exportTargetPercent: number) => ({ chargeTargetKwh: NO_CHARGE_KWH, exportTargetPercent });
  switch (action) {
    case "demand":
      return charge(NO_CHARGE_KWH);
    case "hold":
      return charge(reserveKwh);
    case "freezeExport":
      return exportTo(FREEZE_EXPORT_PERCENT);
    case "charge": {
      const percent = targetPercent ?? 100;
      if (!(percent > reservePercent && percent <= 100)) throw noTarget(action, percent, reservePercent, 100);
      return charge((percent / 100) * capacityKwh);
    }
    case "export": {
      const percent = Math.floor(targetPercent ?? 0);
      if (!(percent >= 0 && percent <= HIGHEST_EXPORT_TARGET)) {
        throw noTarget(action, percent, 0, HIGHEST_EXPORT_TARGET);
      }
      return exportTo(percent);
    }
  }
}

function noTarget(action: SlotAction, percent: number, lowest: number, highest: number): RangeError {
  return new RangeError(
    `a forced ${action} to ${percent} % is not possible: give a target from ${lowest} to ${highest} %`,
  );
}
