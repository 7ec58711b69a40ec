/*
 * AssemblyScript, part of entry.ts: what only some homes' meters record.
 */
import { add } from "./entryTrial";
import * as layout from "./layout";
import * as physics from "./physics";

/** Weight of the keep penalty at the start of a step. */
export function keepWeightAt(context: usize, scratch: usize, step: i32): f64 {
  const weight = load<f64>(context, layout.CONTEXT_KEEP_WEIGHT);
  const hasExported = load<f64>(scratch, 8 * layout.STATE_HAS_EXPORTED) !== 0;
  return hasExported ? weight : physics.risingKeepWeight(<f64>(5 * step), weight);
}

/** Penalty for too little kept in store. */
export function recordKeep(context: usize, row: usize, scratch: usize, soc: f64, weight: f64): void {
  const keep = load<f64>(context, layout.CONTEXT_KEEP_KWH);
  if (!(soc <= keep)) return;
  const penalty = physics.keepPenalty(soc, keep, load<f64>(row, layout.ROW_IMPORT_PENCE), weight);
  add(scratch, layout.RESULT_KEEP_PENCE, penalty);
}

/** Carbon of a step, and what it costs in pence where cars have a price of their own or lie outside the meter. */
export function meteredPence(context: usize, row: usize, meterRow: usize, scratch: usize, grid: f64): f64 {
  add(scratch, layout.RESULT_CARBON_GRAMS, grid * load<f64>(meterRow, layout.METER_CARBON_GRAMS));
  if (grid > 0) {
    const car = physics.smaller(grid, load<f64>(meterRow, layout.METER_CAR_KWH));
    return (
      load<f64>(row, layout.ROW_IMPORT_PENCE) * grid +
      load<f64>(meterRow, layout.METER_CAR_PREMIUM_PENCE) * car
    );
  }
  let sold = -grid;
  // Cars outside the meter take the export first.
  if (load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_CARS_OUTSIDE_METER) {
    sold = physics.larger(sold - load<f64>(meterRow, layout.METER_CAR_OUTSIDE_KWH), 0);
  }
  return -(load<f64>(row, layout.ROW_EXPORT_PENCE) * sold);
}

/** The lowest charge, and the absolute minute at which its step begins. */
export function recordLowest(context: usize, scratch: usize, soc: f64, step: i32): void {
  const minute = load<i32>(context, layout.CONTEXT_NOW_MINUTE) + 5 * step;
  store<f64>(scratch, soc, 8 * layout.RESULT_SOC_MIN_KWH);
  store<f64>(scratch, <f64>minute, 8 * layout.RESULT_SOC_MIN_MINUTE);
}
