/*
 * AssemblyScript, part of entry.ts: what rates and rooms come to at one charge.
 */
import { pointer } from "./entryTrial";
import * as layout from "./layout";
import * as physics from "./physics";

/** Band that a charge lies in; the last but one entry has no band above it. */
function bandOf(context: usize, soc: f64): i32 {
  const near = <i32>(soc * load<f64>(context, layout.CONTEXT_BANDS_PER_KWH) + 0.5);
  const edge = pointer(context, layout.CONTEXT_BAND_EDGES) + 8 * near;
  if (soc < load<f64>(edge)) return near - 1;
  return near + i32(soc >= load<f64>(edge, 8));
}

/** Charge rate from the AC side, kWh a minute. */
export function chargeRate(context: usize, block: usize, soc: f64): f64 {
  if (soc < load<f64>(block, layout.FUTURE_CHARGE_FLAT_BELOW_KWH))
    return load<f64>(block, layout.FUTURE_FLAT_CHARGE_RATE);
  return load<f64>(pointer(block, layout.FUTURE_CHARGE_RATES) + 8 * bandOf(context, soc));
}

/** Charge rate of the charge mode, kWh a minute: a hybrid's panels may push it past the AC rate. */
export function chargeModeRate(context: usize, block: usize, soc: f64, pv: f64): f64 {
  if (!(load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_DC_BOOST))
    return chargeRate(context, block, soc);
  const maximum = physics.boostedChargeRate(
    load<f64>(context, layout.CONTEXT_AC_CHARGE_RATE),
    load<f64>(context, layout.CONTEXT_DC_CHARGE_RATE),
    pv,
  );
  const factor = load<f64>(pointer(context, layout.CONTEXT_CHARGE_FACTORS) + 8 * bandOf(context, soc));
  const cap = physics.rateCap(maximum, factor, load<f64>(context, layout.CONTEXT_CHARGE_CAP_RATE));
  const rate = physics.limitedRate(maximum, cap, load<f64>(context, layout.CONTEXT_MINIMUM_RATE));
  return rate * load<f64>(block, layout.FUTURE_CHARGE_SCALING);
}

/** Largest charge of a step from a hybrid's panels. */
export function dcStep(context: usize, block: usize, soc: f64): f64 {
  if (soc < load<f64>(block, layout.FUTURE_DC_FLAT_BELOW_KWH))
    return load<f64>(block, layout.FUTURE_FLAT_DC_KWH);
  const percent = <i32>physics.wholePercent(soc, load<f64>(context, layout.CONTEXT_CAPACITY_KWH));
  return load<f64>(pointer(block, layout.FUTURE_DC_STEPS) + 8 * percent);
}

export function dischargeStep(context: usize, soc: f64): f64 {
  if (soc < load<f64>(context, layout.CONTEXT_DISCHARGE_FLAT_BELOW_KWH))
    return load<f64>(context, layout.CONTEXT_FLAT_DISCHARGE_KWH);
  return load<f64>(pointer(context, layout.CONTEXT_DISCHARGE_STEPS) + 8 * bandOf(context, soc));
}

/** Charging flow that there is room for. */
export function chargeRoom(context: usize, soc: f64): f64 {
  return physics.chargeRoom(
    load<f64>(context, layout.CONTEXT_CAPACITY_KWH) - soc,
    load<f64>(context, layout.CONTEXT_CHARGE_EFFICIENCY),
    (load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_PHYSICAL) !== 0,
  );
}

/** Largest forced export of a step; the target's fraction slows it where the home allows that. */
export function exportStep(context: usize, soc: f64, percent: f64): f64 {
  const isSlow = load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_LOW_POWER_EXPORT;
  const share: f64 = isSlow ? 1 - (percent - trunc(percent)) : 1;
  const cap =
    soc < load<f64>(context, layout.CONTEXT_EXPORT_FLAT_BELOW_KWH)
      ? load<f64>(context, layout.CONTEXT_FLAT_EXPORT_CAP)
      : load<f64>(pointer(context, layout.CONTEXT_EXPORT_CAPS) + 8 * bandOf(context, soc));
  const setting = load<f64>(context, layout.CONTEXT_EXPORT_RATE) * share;
  const rate = physics.limitedRate(setting, cap, load<f64>(context, layout.CONTEXT_MINIMUM_RATE));
  return rate * load<f64>(context, layout.CONTEXT_DISCHARGE_SCALING) * 5;
}

/** Whether a charge target means hold: it counts as the same whole percent as the reserve. */
export function isHoldTarget(context: usize, target: f64): bool {
  const percent = physics.wholePercent(target, load<f64>(context, layout.CONTEXT_CAPACITY_KWH));
  return percent === load<f64>(context, layout.CONTEXT_RESERVE_PERCENT);
}

/** Below this a charge window charges; a hold only up to the reserve. */
export function chargeBelowKwh(context: usize, target: f64, isHold: bool): f64 {
  if (!(target > 0)) return -Infinity;
  return isHold ? load<f64>(context, layout.CONTEXT_RESERVE_KWH) : target;
}

/** A charge that a charge window does not raise and that lies below this is discharged at the minimum rate only. */
export function holdBelowKwh(context: usize, target: f64, isHold: bool): f64 {
  if (!(target > 0)) return -Infinity;
  const mayDischarge = load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_DISCHARGE_DURING_CHARGE;
  if (!mayDischarge || isHold) return Infinity;
  const percent = physics.wholePercent(target, load<f64>(context, layout.CONTEXT_CAPACITY_KWH));
  return load<f64>(pointer(context, layout.CONTEXT_PERCENT_EDGES) + 8 * (<i32>percent + 2));
}

/** What demand mode keeps: the reserve, in a charge window its target, in a hold all there is. */
export function floorKwh(context: usize, target: f64, isHold: bool): f64 {
  const reserve = load<f64>(context, layout.CONTEXT_RESERVE_KWH);
  if (!(target > 0 && load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_RESERVE)) return reserve;
  return isHold ? Infinity : physics.larger(target, reserve);
}

/** A charge above this is exported by force. */
export function exportAboveKwh(context: usize, percent: f64): f64 {
  const flags = load<i32>(context, layout.CONTEXT_FLAGS);
  if (flags & layout.FLAG_FREEZE_ONLY || !(percent < 99)) return Infinity;
  const target = (load<f64>(context, layout.CONTEXT_CAPACITY_KWH) * percent) / 100;
  return physics.larger(target, load<f64>(context, layout.CONTEXT_RESERVE_KWH));
}

export function isFreezeExportTarget(flags: i32, percent: f64): bool {
  if (!(flags & layout.FLAG_FREEZE_EXPORT) || !(percent < 100)) return false;
  return percent === 99 || (flags & layout.FLAG_FREEZE_ONLY) !== 0;
}
