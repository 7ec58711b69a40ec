/*
 * The kernel: one trial after the other, each in up to three futures, each future step by step. AssemblyScript
 * only; the tables are those of layout.ts, the formulas those of physics.ts. It never allocates, and keeps
 * nothing between two calls. Functions that are called from one place are inlined by the compiler; that is why
 * the modes are functions and the step is one loop.
 */
import {
  BATCH_CONTEXT,
  BATCH_JOB_STARTS,
  BATCH_JOB_WORDS,
  BATCH_RESULT_WORDS,
  BATCH_RESULTS,
  BATCH_STATUS,
  JOB_DONE,
} from "@lightcone/parallel/assembly/batchTable";
import * as layout from "./layout";
import * as physics from "./physics";

// biome-ignore lint/style/useExportType: a number that the compiler knows, where the arena may start
export { __heap_base };

export function abiVersion(): i32 {
  return layout.ABI_VERSION;
}

export function parityRevision(): i32 {
  return layout.PARITY_REVISION;
}

/** Runs the trials [begin, end): results of every future asked for. Scratch: SCRATCH_BYTES. */
export function simulate(params: usize, begin: i32, end: i32, scratch: usize): void {
  const context = pointer(params, BATCH_CONTEXT);
  const resultBytes = 8 * load<i32>(params, BATCH_RESULT_WORDS);
  for (let job = begin; job < end; job++) {
    const words = jobWords(params, job);
    const results = pointer(params, BATCH_RESULTS) + job * resultBytes;
    const status = refusal(context, words);
    if (status === JOB_DONE) runTrial(context, words, results, scratch);
    store<i32>(pointer(params, BATCH_STATUS) + 4 * job, status);
  }
}

/** Runs the trials [begin, end) in all futures and saves their states on the way; a result is a checkpoint record. */
export function checkpoint(params: usize, begin: i32, end: i32, scratch: usize): void {
  const context = pointer(params, BATCH_CONTEXT);
  const resultBytes = 8 * load<i32>(params, BATCH_RESULT_WORDS);
  for (let job = begin; job < end; job++) {
    const words = jobWords(params, job);
    const record = pointer(params, BATCH_RESULTS) + job * resultBytes;
    const status = refusal(context, words);
    if (status === JOB_DONE) saveTrial(context, words, record, scratch);
    store<i32>(pointer(params, BATCH_STATUS) + 4 * job, status);
  }
}

function pointer(table: usize, offset: usize): usize {
  return load<i32>(table + offset);
}

function jobWords(params: usize, job: i32): usize {
  const start = load<i32>(pointer(params, BATCH_JOB_STARTS) + 4 * job);
  return pointer(params, BATCH_JOB_WORDS) + 8 * start;
}

function segmentAt(words: usize, index: i32): usize {
  return words + 8 * (layout.JOB_HEADER_WORDS + layout.SEGMENT_WORDS * index);
}

function segmentEnd(segment: usize): i32 {
  return <i32>load<f64>(segment, 8 * layout.SEGMENT_END_STEP);
}

/** Why a job cannot be run; JOB_DONE when it can. */
function refusal(context: usize, words: usize): i32 {
  const futures = load<f64>(words, 8 * layout.JOB_FUTURES);
  if (!(futures >= 1 && futures <= layout.ALL_FUTURES && trunc(futures) === futures))
    return layout.REFUSED_FUTURES;
  const stepCount = <f64>load<i32>(context, layout.CONTEXT_STEP_COUNT);
  const count = load<f64>(words, 8 * layout.JOB_SEGMENT_COUNT);
  if (!(count >= 1 && count <= stepCount && trunc(count) === count)) return layout.REFUSED_STEPS;
  let last: f64 = 0;
  for (let index: i32 = 0; index < <i32>count; index++) {
    const segment = segmentAt(words, index);
    const end = load<f64>(segment, 8 * layout.SEGMENT_END_STEP);
    if (!(end > last && end <= <f64>layout.LAST_STEP && trunc(end) === end)) return layout.REFUSED_STEPS;
    const target = load<f64>(segment, 8 * layout.SEGMENT_CHARGE_TARGET_KWH);
    const percent = load<f64>(segment, 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT);
    if (!areTargetsSound(target, percent)) return layout.REFUSED_TARGETS;
    last = end;
  }
  return last >= stepCount ? JOB_DONE : layout.REFUSED_STEPS;
}

/** At most one of charge and export in a segment, and numbers for both. */
function areTargetsSound(target: f64, percent: f64): bool {
  return target > 0 ? target < Infinity && percent >= 100 : target <= 0 && percent >= 0;
}

/** One trial in the futures of its mask, from the best checkpoint that shares its first steps. */
function runTrial(context: usize, words: usize, results: usize, scratch: usize): void {
  const futures = <i32>load<f64>(words, 8 * layout.JOB_FUTURES);
  const stepCount = load<i32>(context, layout.CONTEXT_STEP_COUNT);
  let firstStep: i32 = 0;
  let saved: usize = 0;
  for (let slot = 0; slot < layout.CHECKPOINT_SLOTS; slot++) {
    const record = pointer(context, layout.CONTEXT_CHECKPOINTS + 4 * slot);
    if (record === 0) continue;
    const shared = sharedCheckpoint(record, words, stepCount);
    if (shared <= firstStep) continue;
    firstStep = shared;
    saved = savedStates(record, shared);
  }
  for (let future = 0; future < layout.FUTURE_COUNT; future++) {
    const result = results + 8 * layout.RESULT_FIELDS * future;
    if ((futures >> future) & 1) {
      if (saved) memory.copy(scratch, saved + layout.STATE_BYTES * future, layout.STATE_BYTES);
      else startState(context, scratch);
      runSteps(context, words, future, scratch, firstStep, stepCount);
      memory.copy(result, scratch, 8 * layout.RESULT_FIELDS);
    } else {
      memory.fill(result, 0, 8 * layout.RESULT_FIELDS);
    }
  }
}

/** Latest saved step up to which a record's plan and a job's plan say the same. */
function sharedCheckpoint(record: usize, words: usize, stepCount: i32): i32 {
  let saved = segmentAt(savedPlan(record, stepCount), 0);
  let tried = segmentAt(words, 0);
  let same: i32 = 0;
  while (same < stepCount) {
    if (
      load<f64>(saved, 8 * layout.SEGMENT_CHARGE_TARGET_KWH) !==
        load<f64>(tried, 8 * layout.SEGMENT_CHARGE_TARGET_KWH) ||
      load<f64>(saved, 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT) !==
        load<f64>(tried, 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT)
    )
      break;
    const savedEnd = segmentEnd(saved);
    const triedEnd = segmentEnd(tried);
    same = savedEnd < triedEnd ? savedEnd : triedEnd;
    if (savedEnd === same) saved += 8 * layout.SEGMENT_WORDS;
    if (triedEnd === same) tried += 8 * layout.SEGMENT_WORDS;
  }
  if (same >= stepCount) same = stepCount - 1;
  return same - (same % layout.CHECKPOINT_STEPS);
}

/** States of the three futures before a saved step. */
function savedStates(record: usize, step: i32): usize {
  const index = step / layout.CHECKPOINT_STEPS;
  return record + 8 * layout.CHECKPOINT_STATES + layout.FUTURE_COUNT * layout.STATE_BYTES * index;
}

/** Job words of a record's plan. */
function savedPlan(record: usize, stepCount: i32): usize {
  return savedStates(record, stepCount + layout.CHECKPOINT_STEPS - 1);
}

/** Runs a trial in all futures into a checkpoint record. */
function saveTrial(context: usize, words: usize, record: usize, scratch: usize): void {
  const stepCount = load<i32>(context, layout.CONTEXT_STEP_COUNT);
  const segmentCount = <i32>load<f64>(words, 8 * layout.JOB_SEGMENT_COUNT);
  const plan = savedPlan(record, stepCount);
  memory.fill(record, 0, segmentAt(plan, stepCount) - record);
  memory.copy(plan, words, segmentAt(words, segmentCount) - words);
  for (let future = 0; future < layout.FUTURE_COUNT; future++) {
    startState(context, scratch);
    for (let step = 0; step < stepCount; step += layout.CHECKPOINT_STEPS) {
      memory.copy(savedStates(record, step) + layout.STATE_BYTES * future, scratch, layout.STATE_BYTES);
      const end = step + layout.CHECKPOINT_STEPS;
      runSteps(context, words, future, scratch, step, end < stepCount ? end : stepCount);
    }
    memory.copy(record + 8 * layout.RESULT_FIELDS * future, scratch, 8 * layout.RESULT_FIELDS);
  }
}

/** The state before the first step. */
function startState(context: usize, state: usize): void {
  memory.fill(state, 0, layout.STATE_BYTES);
  store<f64>(state, load<f64>(context, layout.CONTEXT_COST_SO_FAR_PENCE), 8 * layout.RESULT_COST_PENCE);
  store<f64>(state, load<f64>(context, layout.CONTEXT_EXPORT_SO_FAR_KWH), 8 * layout.RESULT_EXPORT_KWH);
  store<f64>(state, load<f64>(context, layout.CONTEXT_CAPACITY_KWH), 8 * layout.RESULT_SOC_MIN_KWH);
  store<f64>(state, load<f64>(context, layout.CONTEXT_START_KWH), 8 * layout.RESULT_SOC_FINAL_KWH);
  store<f64>(state, <f64>load<i32>(context, layout.CONTEXT_NOW_MINUTE), 8 * layout.RESULT_SOC_MIN_MINUTE);
  store<f64>(state, load<f64>(context, layout.CONTEXT_CARBON_SO_FAR_GRAMS), 8 * layout.RESULT_CARBON_GRAMS);
  const today = load<f64>(context, layout.CONTEXT_DIVERTER_TODAY_KWH);
  store<f64>(state, today, 8 * layout.RESULT_DIVERTER_KWH);
  store<f64>(state, today, 8 * layout.STATE_DIVERTER_DAY_KWH);
}

/** Moves the state in scratch from one step to another under a job's segments. */
function runSteps(context: usize, words: usize, future: i32, scratch: usize, begin: i32, end: i32): void {
  const block = context + layout.CONTEXT_FUTURES + layout.FUTURE_BYTES * future;
  let segment = segmentAt(words, 0);
  let step = begin;
  while (step < end) {
    const segmentStop = segmentEnd(segment);
    if (segmentStop > step) {
      const stop = segmentStop < end ? segmentStop : end;
      runSegment(context, block, segment, scratch, step, stop);
      step = stop;
    }
    segment += 8 * layout.SEGMENT_WORDS;
  }
}

// What the battery does in a step; the two demand kinds come first.
const DEMAND: i32 = 0;
const HELD_DEMAND: i32 = 1;
const CHARGE: i32 = 2;
const EXPORT: i32 = 3;
const FREEZE_EXPORT: i32 = 4;

/** Moves the state in scratch through steps that one segment covers. */
function runSegment(
  context: usize,
  block: usize,
  segment: usize,
  scratch: usize,
  begin: i32,
  end: i32,
): void {
  const flags = load<i32>(context, layout.CONTEXT_FLAGS);
  const reserve = load<f64>(context, layout.CONTEXT_RESERVE_KWH);
  const chargeTarget = load<f64>(segment, 8 * layout.SEGMENT_CHARGE_TARGET_KWH);
  const exportTarget = load<f64>(segment, 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT);
  const isCharge = chargeTarget > 0;
  const isFreezeCharge = isCharge && isHoldTarget(context, chargeTarget);
  const holdBelow = isFreezeCharge ? Infinity : holdBelowKwh(context, flags, chargeTarget);
  const exportAbove = exportAboveKwh(context, flags, exportTarget);
  const isFreezeExport = isFreezeExportTarget(flags, exportTarget);
  let soc = load<f64>(scratch, 8 * layout.RESULT_SOC_FINAL_KWH);
  for (let step = begin; step < end; step++) {
    let row: usize = pointer(block, layout.FUTURE_ROWS) + layout.ROW_BYTES * step;
    if (flags & layout.FLAG_DIVERTER) row = divertedRow(context, block, segment, scratch, step);
    const keepWeight = flags & layout.FLAG_KEEP ? keepWeightAt(context, scratch, step) : 0;
    let floor = reserve;
    let kind = DEMAND;
    let flow: f64 = 0;
    if (isCharge) {
      const target = isFreezeCharge ? physics.larger(soc, reserve) : chargeTarget;
      if (soc < target) {
        kind = CHARGE;
        flow = chargeFlow(context, block, row, scratch, soc, target);
      } else {
        if (flags & layout.FLAG_RESERVE) floor = physics.larger(target, reserve);
        if (soc < holdBelow) kind = HELD_DEMAND;
      }
    } else if (soc > exportAbove) {
      kind = EXPORT;
      flow = exportFlow(context, block, row, scratch, soc, exportTarget);
    } else if (isFreezeExport) {
      kind = FREEZE_EXPORT;
      flow = freezeFlow(context, block, row, soc);
    }
    if (kind <= HELD_DEMAND) flow = demandFlow(context, block, row, soc, floor, kind === HELD_DEMAND);
    soc = finishStep(context, block, row, scratch, soc, floor, flow, kind);
    if (soc < load<f64>(scratch, 8 * layout.RESULT_SOC_MIN_KWH)) recordLowest(context, scratch, soc, step);
    if (flags & layout.FLAG_KEEP) recordKeep(context, row, scratch, soc, keepWeight);
    const grid = load<f64>(scratch, layout.SCRATCH_GRID);
    const meterRow =
      flags & layout.FLAG_METER_ROWS
        ? pointer(block, layout.FUTURE_METER_ROWS) + layout.METER_BYTES * step
        : 0;
    recordGrid(context, row, meterRow, scratch, grid, isCharge);
  }
  store<f64>(scratch, soc, 8 * layout.RESULT_SOC_FINAL_KWH);
}

/** Whether a target means hold: it counts as the same whole percent as the reserve. */
function isHoldTarget(context: usize, target: f64): bool {
  const capacity = load<f64>(context, layout.CONTEXT_CAPACITY_KWH);
  const reserve = load<f64>(context, layout.CONTEXT_RESERVE_KWH);
  return physics.wholePercent(target, capacity) === physics.wholePercent(reserve, capacity);
}

/** A charge at or above the target and below this holds the discharge at the minimum rate. */
function holdBelowKwh(context: usize, flags: i32, target: f64): f64 {
  if (!(flags & layout.FLAG_DISCHARGE_DURING_CHARGE)) return Infinity;
  const percent = <i32>physics.wholePercent(target, load<f64>(context, layout.CONTEXT_CAPACITY_KWH));
  return load<f64>(pointer(context, layout.CONTEXT_PERCENT_EDGES) + 8 * (percent + 2));
}

/** A charge above this is exported by force. */
function exportAboveKwh(context: usize, flags: i32, percent: f64): f64 {
  if (flags & layout.FLAG_FREEZE_ONLY || !(percent < 99)) return Infinity;
  const target = (load<f64>(context, layout.CONTEXT_CAPACITY_KWH) * percent) / 100;
  return physics.larger(target, load<f64>(context, layout.CONTEXT_RESERVE_KWH));
}

function isFreezeExportTarget(flags: i32, percent: f64): bool {
  if (!(flags & layout.FLAG_FREEZE_EXPORT) || !(percent < 100)) return false;
  return percent === 99 || (flags & layout.FLAG_FREEZE_ONLY) !== 0;
}

/** Tenth of a kWh that a charge rounds to. */
function tenthOf(context: usize, soc: f64): i32 {
  const tenth = <i32>(soc * 10 + 0.5);
  return tenth - i32(soc < load<f64>(pointer(context, layout.CONTEXT_TENTH_EDGES) + 8 * tenth));
}

/** Charge rate from the AC side, kWh a minute. */
function chargeRate(context: usize, block: usize, soc: f64): f64 {
  if (soc < load<f64>(block, layout.FUTURE_CHARGE_FLAT_BELOW_KWH))
    return load<f64>(block, layout.FUTURE_FLAT_CHARGE_RATE);
  return load<f64>(pointer(block, layout.FUTURE_CHARGE_RATES) + 8 * tenthOf(context, soc));
}

/** Charge rate of the charge mode, kWh a minute: a hybrid's panels may push it past the AC rate. */
function chargeModeRate(context: usize, block: usize, soc: f64, pv: f64): f64 {
  if (!(load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_DC_BOOST))
    return chargeRate(context, block, soc);
  const maximum = physics.boostedChargeRate(
    load<f64>(context, layout.CONTEXT_AC_CHARGE_RATE),
    load<f64>(context, layout.CONTEXT_DC_CHARGE_RATE),
    pv,
  );
  const factor = load<f64>(pointer(context, layout.CONTEXT_CHARGE_FACTORS) + 8 * tenthOf(context, soc));
  const cap = physics.rateCap(maximum, factor, load<f64>(context, layout.CONTEXT_CHARGE_CAP_RATE));
  const rate = physics.limitedRate(maximum, cap, load<f64>(context, layout.CONTEXT_MINIMUM_RATE));
  return rate * load<f64>(block, layout.FUTURE_CHARGE_SCALING);
}

/** Largest charge of a step from a hybrid's panels. */
function dcStep(context: usize, block: usize, soc: f64): f64 {
  if (soc < load<f64>(block, layout.FUTURE_DC_FLAT_BELOW_KWH))
    return load<f64>(block, layout.FUTURE_FLAT_DC_KWH);
  const percent = <i32>physics.wholePercent(soc, load<f64>(context, layout.CONTEXT_CAPACITY_KWH));
  return load<f64>(pointer(block, layout.FUTURE_DC_STEPS) + 8 * percent);
}

function dischargeStep(context: usize, soc: f64): f64 {
  if (soc < load<f64>(context, layout.CONTEXT_DISCHARGE_FLAT_BELOW_KWH))
    return load<f64>(context, layout.CONTEXT_FLAT_DISCHARGE_KWH);
  return load<f64>(pointer(context, layout.CONTEXT_DISCHARGE_STEPS) + 8 * tenthOf(context, soc));
}

/** Charging flow that there is room for. */
function chargeRoom(context: usize, soc: f64): f64 {
  return physics.chargeRoom(
    load<f64>(context, layout.CONTEXT_CAPACITY_KWH) - soc,
    load<f64>(context, layout.CONTEXT_CHARGE_EFFICIENCY),
    (load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_PHYSICAL) !== 0,
  );
}

/** Demand: the battery serves the home and stores what the panels leave. */
function demandFlow(context: usize, block: usize, row: usize, soc: f64, floor: f64, isHeld: bool): f64 {
  const wanted = load<f64>(row, layout.ROW_DEMAND_KWH);
  if (wanted > 0) {
    const most = isHeld
      ? load<f64>(context, layout.CONTEXT_MINIMUM_DISCHARGE_KWH)
      : dischargeStep(context, soc);
    const stored = physics.dischargeRoom(soc, floor, load<f64>(context, layout.CONTEXT_DISCHARGE_EFFICIENCY));
    return physics.smaller(physics.smaller(wanted, most), stored);
  }
  const isHybrid = load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_HYBRID;
  const step = isHybrid ? dcStep(context, block, soc) : chargeRate(context, block, soc) * 5;
  return physics.larger(wanted, -physics.smaller(step, chargeRoom(context, soc)));
}

/** Charge: from panels and grid up to the target; what a part of a step must import is a penalty. */
function chargeFlow(context: usize, block: usize, row: usize, scratch: usize, soc: f64, target: f64): f64 {
  const flags = load<i32>(context, layout.CONTEXT_FLAGS);
  const isPhysical = (flags & layout.FLAG_PHYSICAL) !== 0;
  const pv = load<f64>(row, layout.ROW_PV_KWH);
  const rate = chargeModeRate(context, block, soc, pv);
  const need = physics.chargeNeed(
    target - soc,
    load<f64>(context, layout.CONTEXT_CHARGE_EFFICIENCY),
    isPhysical,
  );
  let flow = physics.chargeFlow(rate * 5, need, pv);
  if (isPhysical) flow = physics.larger(flow, -chargeRoom(context, soc));
  if (need < rate * 5) {
    const stored = flags & layout.FLAG_HYBRID ? physics.pvStored(flow, pv) : 0;
    const panels = stored + (pv - stored) * load<f64>(context, layout.CONTEXT_PV_EFFICIENCY);
    if (stored >= need && panels < rate * 5) {
      const penalty = physics.partStepImport(need, rate, panels) * load<f64>(row, layout.ROW_IMPORT_PENCE);
      add(scratch, layout.RESULT_KEEP_PENCE, physics.larger(penalty, 0));
    }
  }
  return flow;
}

/** Forced export: what the battery may give, cut by the export limit, then by the inverter. */
function exportFlow(context: usize, block: usize, row: usize, scratch: usize, soc: f64, percent: f64): f64 {
  const flags = load<i32>(context, layout.CONTEXT_FLAGS);
  let flow = physics.smaller(
    exportStep(context, soc, percent),
    physics.dischargeRoom(
      soc,
      load<f64>(context, layout.CONTEXT_RESERVE_KWH),
      load<f64>(context, layout.CONTEXT_DISCHARGE_EFFICIENCY),
    ),
  );
  flow = cutToExportLimit(context, block, row, soc, flow);
  flow = cutToInverterLimit(context, block, row, soc, flow);
  if (!(flags & layout.FLAG_EXPORT_ON_PV) && flow > 0) {
    add(
      scratch,
      layout.RESULT_KEEP_PENCE,
      load<f64>(row, layout.ROW_PV_AC_KWH) * load<f64>(row, layout.ROW_EXPORT_PENCE) * 5,
    );
  }
  store<f64>(scratch, 1, 8 * layout.STATE_HAS_EXPORTED);
  return flow;
}

/** Largest forced export of a step; the target's fraction slows it where the home allows that. */
function exportStep(context: usize, soc: f64, percent: f64): f64 {
  const isSlow = load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_LOW_POWER_EXPORT;
  const share: f64 = isSlow ? 1 - (percent - trunc(percent)) : 1;
  const cap =
    soc < load<f64>(context, layout.CONTEXT_EXPORT_FLAT_BELOW_KWH)
      ? load<f64>(context, layout.CONTEXT_FLAT_EXPORT_CAP)
      : load<f64>(pointer(context, layout.CONTEXT_EXPORT_CAPS) + 8 * tenthOf(context, soc));
  const setting = load<f64>(context, layout.CONTEXT_EXPORT_RATE) * share;
  const rate = physics.limitedRate(setting, cap, load<f64>(context, layout.CONTEXT_MINIMUM_RATE));
  return rate * load<f64>(context, layout.CONTEXT_DISCHARGE_SCALING) * 5;
}

/** Export above the limit when the battery gives `flow` and no panel energy is stored; at most 0 when there is none. */
function excessExport(context: usize, row: usize, flow: f64): f64 {
  const ac = physics.acFromDc(flow, load<f64>(context, layout.CONTEXT_INVERTER_EFFICIENCY));
  const grid = load<f64>(row, layout.ROW_LOAD_KWH) - ac - load<f64>(row, layout.ROW_PV_AC_KWH);
  return -grid - load<f64>(context, layout.CONTEXT_EXPORT_LIMIT_KWH);
}

function cutToExportLimit(context: usize, block: usize, row: usize, soc: f64, flow: f64): f64 {
  const excess = excessExport(context, row, flow);
  if (!(excess > 0)) return flow;
  const efficiency = load<f64>(context, layout.CONTEXT_INVERTER_EFFICIENCY);
  const excessAtRest = excess - flow * efficiency;
  if (!(excessAtRest > 0)) return physics.cutExport(flow, excess, efficiency);
  const canCharge = load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_CHARGE_DURING_EXPORT;
  return canCharge ? absorb(context, block, soc, excessAtRest) : 0;
}

/** A charging flow that takes exported panel energy back. */
function absorb(context: usize, block: usize, soc: f64, excess: f64): f64 {
  const isHybrid = (load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_HYBRID) !== 0;
  const step = isHybrid ? dcStep(context, block, soc) : chargeRate(context, block, soc) * 5;
  const most = physics.smaller(chargeRoom(context, soc), step);
  return physics.absorbExport(excess, most, load<f64>(context, layout.CONTEXT_INVERTER_EFFICIENCY), isHybrid);
}

function cutToInverterLimit(context: usize, block: usize, row: usize, soc: f64, flow: f64): f64 {
  const flags = load<i32>(context, layout.CONTEXT_FLAGS);
  const efficiency = load<f64>(context, layout.CONTEXT_INVERTER_EFFICIENCY);
  const limit = load<f64>(context, layout.CONTEXT_INVERTER_LIMIT_KWH);
  if (!(flags & layout.FLAG_HYBRID)) {
    const excess = physics.throughput(flow, efficiency) - limit;
    return excess > 0 ? physics.larger(flow - excess * efficiency, 0) : flow;
  }
  const pv = load<f64>(row, layout.ROW_PV_KWH);
  const stored = physics.pvStored(flow, pv);
  const panels = ((pv - stored) * load<f64>(context, layout.CONTEXT_PV_EFFICIENCY)) / efficiency;
  const excess = physics.throughput(flow + stored, efficiency) + panels - limit;
  if (!(excess > 0)) return flow;
  if (!(excess > flow)) return flow - excess;
  if (!(flags & layout.FLAG_CHARGE_DURING_EXPORT)) return 0;
  const most = physics.smaller(chargeRoom(context, soc), dcStep(context, block, soc));
  return physics.larger(-(excess - flow), -most);
}

/** Freeze export: the battery rests, and takes only what the export limit would lose. */
function freezeFlow(context: usize, block: usize, row: usize, soc: f64): f64 {
  const excess = excessExport(context, row, 0);
  const canCharge = load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_CHARGE_DURING_EXPORT;
  return excess > 0 && canCharge ? absorb(context, block, soc, excess) : 0;
}

/** Cuts the flow to what inverter and grid let through; returns what is stored after it, leaves the grid's energy in scratch. */
function finishStep(
  context: usize,
  block: usize,
  row: usize,
  scratch: usize,
  soc: f64,
  floor: f64,
  wanted: f64,
  kind: i32,
): f64 {
  const isHybrid = (load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_HYBRID) !== 0;
  const efficiency = load<f64>(context, layout.CONTEXT_INVERTER_EFFICIENCY);
  const pvEfficiency = load<f64>(context, layout.CONTEXT_PV_EFFICIENCY);
  const limit = load<f64>(context, layout.CONTEXT_INVERTER_LIMIT_KWH);
  const pv = load<f64>(row, layout.ROW_PV_KWH);
  let flow = wanted;
  let stored: f64 = 0;
  let pvAc = load<f64>(row, layout.ROW_PV_AC_KWH);
  let pvThroughput = load<f64>(row, layout.ROW_PV_THROUGHPUT_KWH);
  if (flow < 0 && (isHybrid || kind === FREEZE_EXPORT)) {
    stored = physics.pvStored(flow, pv);
    pvAc = (pv - stored) * pvEfficiency;
    if (isHybrid) pvThroughput = pvAc / efficiency;
  }
  const excess = physics.throughput(flow + stored, efficiency) + pvThroughput - limit;
  if (excess > 0) {
    if (isHybrid) {
      flow = clampHybrid(context, block, row, soc, flow, kind);
      stored = physics.pvStored(flow, pv);
      pvAc = (pv - stored) * pvEfficiency;
      const still = physics.throughput(flow + stored, efficiency) + pvAc / efficiency - limit;
      if (still > 0) pvAc = physics.larger(pvAc - still * efficiency, 0);
    } else {
      flow = physics.cutThroughput(flow, excess, efficiency, flow > 0);
    }
  }
  const demand = load<f64>(row, layout.ROW_LOAD_KWH) - physics.acFromDc(flow + stored, efficiency);
  let grid = demand - pvAc;
  const lost = -grid - load<f64>(context, layout.CONTEXT_EXPORT_LIMIT_KWH);
  if (lost > 0) grid = demand - physics.larger(pvAc - lost, 0);
  store<f64>(scratch, grid, layout.SCRATCH_GRID);
  if (flow > 0) {
    add(scratch, layout.RESULT_THROUGHPUT_KWH, flow);
    return physics.storedAfterDischarge(
      soc,
      flow,
      load<f64>(context, layout.CONTEXT_DISCHARGE_EFFICIENCY),
      floor,
    );
  }
  add(scratch, layout.RESULT_THROUGHPUT_KWH, -flow);
  const capacity = load<f64>(context, layout.CONTEXT_CAPACITY_KWH);
  return physics.storedAfterCharge(soc, flow, load<f64>(context, layout.CONTEXT_CHARGE_EFFICIENCY), capacity);
}

/** The battery's flow of a hybrid whose inverter cannot carry what is wanted. */
function clampHybrid(context: usize, block: usize, row: usize, soc: f64, wanted: f64, kind: i32): f64 {
  const efficiency = load<f64>(context, layout.CONTEXT_INVERTER_EFFICIENCY);
  const limit = load<f64>(context, layout.CONTEXT_INVERTER_LIMIT_KWH);
  const pv = load<f64>(row, layout.ROW_PV_KWH);
  let flow = wanted;
  const dc = flow + physics.pvStored(flow, pv);
  const excess = physics.throughput(dc, efficiency) - limit;
  if (excess > 0) flow = physics.cutThroughput(flow, excess, efficiency, dc > 0);
  if (!(flow > 0)) return flow;
  const pvThroughput = load<f64>(row, layout.ROW_PV_THROUGHPUT_KWH);
  const both = flow + pvThroughput - limit;
  if (!(both > 0)) return flow;
  flow = physics.larger(flow - both, 0);
  const still = flow + pvThroughput - limit;
  if (flow > 0 || !(still > 0)) return flow;
  const rate = kind === CHARGE ? chargeModeRate(context, block, soc, pv) : chargeRate(context, block, soc);
  const room = physics.smaller(rate * 5, chargeRoom(context, soc));
  const most = physics.smaller(room, load<f64>(row, layout.ROW_PV_AC_KWH));
  return physics.larger(-still * efficiency, -most);
}

function add(scratch: usize, word: usize, value: f64): void {
  store<f64>(scratch + 8 * word, load<f64>(scratch + 8 * word) + value);
}

/** Imports, exports and what they cost; the meter row is 0 where prices and energies are all there is. */
function recordGrid(
  context: usize,
  row: usize,
  meterRow: usize,
  scratch: usize,
  grid: f64,
  isCharge: bool,
): void {
  if (meterRow)
    add(scratch, layout.RESULT_CARBON_GRAMS, grid * load<f64>(meterRow, layout.METER_CARBON_GRAMS));
  if (grid > 0) {
    add(scratch, isCharge ? layout.RESULT_IMPORT_BATTERY_KWH : layout.RESULT_IMPORT_HOUSE_KWH, grid);
    let paid = load<f64>(row, layout.ROW_IMPORT_PENCE) * grid;
    if (meterRow) {
      const car = physics.smaller(grid, load<f64>(meterRow, layout.METER_CAR_KWH));
      paid += load<f64>(meterRow, layout.METER_CAR_PREMIUM_PENCE) * car;
    }
    add(scratch, layout.RESULT_COST_PENCE, paid);
  } else {
    let sold = -grid;
    add(scratch, layout.RESULT_EXPORT_KWH, sold);
    // Cars outside the meter take the export first.
    if (meterRow && load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_CARS_OUTSIDE_METER) {
      sold = physics.larger(sold - load<f64>(meterRow, layout.METER_CAR_OUTSIDE_KWH), 0);
    }
    add(scratch, layout.RESULT_COST_PENCE, -(load<f64>(row, layout.ROW_EXPORT_PENCE) * sold));
  }
}

function recordLowest(context: usize, scratch: usize, soc: f64, step: i32): void {
  store<f64>(scratch, soc, 8 * layout.RESULT_SOC_MIN_KWH);
  const minute = load<i32>(context, layout.CONTEXT_NOW_MINUTE) + 5 * step;
  store<f64>(scratch, <f64>minute, 8 * layout.RESULT_SOC_MIN_MINUTE);
}

/** Weight of the keep penalty at the start of a step. */
function keepWeightAt(context: usize, scratch: usize, step: i32): f64 {
  const weight = load<f64>(context, layout.CONTEXT_KEEP_WEIGHT);
  const hasExported = load<f64>(scratch, 8 * layout.STATE_HAS_EXPORTED) !== 0;
  return hasExported ? weight : physics.risingKeepWeight(<f64>(5 * step), weight);
}

/** Penalty for too little kept in store. */
function recordKeep(context: usize, row: usize, scratch: usize, soc: f64, weight: f64): void {
  const keep = load<f64>(context, layout.CONTEXT_KEEP_KWH);
  if (!(soc <= keep)) return;
  const penalty = physics.keepPenalty(soc, keep, load<f64>(row, layout.ROW_IMPORT_PENCE), weight);
  add(scratch, layout.RESULT_KEEP_PENCE, penalty);
}

/** Lets the diverter take its share of a step, counts it, and leaves the step's changed row in scratch. */
function divertedRow(context: usize, block: usize, segment: usize, scratch: usize, step: i32): usize {
  const row: usize = pointer(block, layout.FUTURE_ROWS) + layout.ROW_BYTES * step;
  const meterRow: usize = pointer(block, layout.FUTURE_METER_ROWS) + layout.METER_BYTES * step;
  const flags = load<i32>(context, layout.CONTEXT_FLAGS);
  const most = load<f64>(context, layout.CONTEXT_DIVERTER_STEP_KWH);
  const used = load<f64>(scratch, 8 * layout.STATE_DIVERTER_DAY_KWH);
  const left = physics.larger(load<f64>(context, layout.CONTEXT_DIVERTER_MAX_KWH) - used, 0);
  const isExport = load<f64>(segment, 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT) < 100;
  const isCharge = load<f64>(segment, 8 * layout.SEGMENT_CHARGE_TARGET_KWH) > 0;
  const mayRun = flags & layout.FLAG_DIVERTER_ON_EXPORT || !isExport;
  let boost = mayRun ? load<f64>(meterRow, layout.METER_PLANNED_BOOST_KWH) : 0;
  if (
    flags & layout.FLAG_DIVERTER_CHARGING &&
    isCharge &&
    load<f64>(meterRow, layout.METER_IS_BOOST_ALLOWED) !== 0
  )
    boost = most;
  boost = physics.smaller(boost, left);
  const pv = load<f64>(row, layout.ROW_PV_KWH);
  let diverted: f64 = 0;
  if (mayRun && load<f64>(meterRow, layout.METER_IS_SOLAR_BOOST_ALLOWED) !== 0) {
    diverted = physics.smaller(pv, physics.smaller(most - boost, left - boost));
  }
  countDiverted(context, scratch, step, boost + diverted);
  const isHeld =
    load<f64>(row, layout.ROW_IS_HELD) !== 0 ||
    (flags & layout.FLAG_DIVERTER_PREVENTS_DISCHARGE && boost > 0);
  const changed = scratch + layout.SCRATCH_ROW;
  memory.copy(changed, row, layout.ROW_BYTES);
  store<f64>(changed, load<f64>(row, layout.ROW_LOAD_KWH) + boost, layout.ROW_LOAD_KWH);
  store<f64>(changed, pv - diverted, layout.ROW_PV_KWH);
  writeDemand(context, changed, isHeld);
  return changed;
}

/** Counts what the diverter took; its day ends at midnight. */
function countDiverted(context: usize, scratch: usize, step: i32, taken: f64): void {
  add(scratch, layout.RESULT_DIVERTER_KWH, taken);
  add(scratch, layout.STATE_DIVERTER_DAY_KWH, taken);
  const endMinute = load<i32>(context, layout.CONTEXT_NOW_MINUTE) + 5 * (step + 1);
  if (endMinute % 1440 === 0) store<f64>(scratch, 0, 8 * layout.STATE_DIVERTER_DAY_KWH);
}

/** Works out anew what follows from a row's load and panels. */
function writeDemand(context: usize, row: usize, isHeld: bool): void {
  const isHybrid = (load<i32>(context, layout.CONTEXT_FLAGS) & layout.FLAG_HYBRID) !== 0;
  const efficiency = load<f64>(context, layout.CONTEXT_INVERTER_EFFICIENCY);
  const limit = load<f64>(context, layout.CONTEXT_INVERTER_LIMIT_KWH);
  const pv = load<f64>(row, layout.ROW_PV_KWH);
  const pvAc = pv * load<f64>(context, layout.CONTEXT_PV_EFFICIENCY);
  let wanted = physics.imbalance(load<f64>(row, layout.ROW_LOAD_KWH), pvAc, efficiency);
  if (wanted > 0) {
    wanted = physics.smaller(wanted, limit);
    if (isHeld) wanted = physics.smaller(wanted, load<f64>(context, layout.CONTEXT_MINIMUM_DISCHARGE_KWH));
  } else {
    wanted = physics.larger(wanted, -(isHybrid ? limit + pv : limit));
  }
  store<f64>(row, pvAc, layout.ROW_PV_AC_KWH);
  store<f64>(row, wanted, layout.ROW_DEMAND_KWH);
  store<f64>(row, isHybrid ? pvAc / efficiency : 0, layout.ROW_PV_THROUGHPUT_KWH);
}
