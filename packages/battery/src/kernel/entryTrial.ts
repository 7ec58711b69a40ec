/*
 * AssemblyScript, part of entry.ts: one trial, from its words to its result, and the checkpoints of a plan.
 */
import { JOB_DONE } from "@lightcone/parallel/assembly/batchTable";
import { runSegment } from "./entrySteps";
import * as layout from "./layout";

/** i32 pointer at a byte offset of a table. */
export function pointer(table: usize, offset: usize): usize {
  return load<i32>(table + offset);
}

/** Copies f64 words; for so few, a loop is quicker than memory.copy, which calls out of wasm. */
function copyWords(to: usize, from: usize, count: i32): void {
  for (let index = 0; index < count; index++) store<f64>(to + 8 * index, load<f64>(from + 8 * index));
}

function clearWords(at: usize, count: i32): void {
  for (let index = 0; index < count; index++) store<f64>(at + 8 * index, 0);
}

/** Adds to a word of a state. */
export function add(state: usize, word: usize, value: f64): void {
  store<f64>(state + 8 * word, load<f64>(state + 8 * word) + value);
}

function segmentAt(words: usize, index: i32): usize {
  return words + 8 * (layout.JOB_HEADER_WORDS + layout.SEGMENT_WORDS * index);
}

function segmentEnd(segment: usize): i32 {
  return <i32>load<f64>(segment, 8 * layout.SEGMENT_END_STEP);
}

/** Why a job cannot be run; JOB_DONE when it can. */
export function refusal(context: usize, words: usize): i32 {
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
export function runTrial(context: usize, words: usize, results: usize, scratch: usize): void {
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
      if (saved) copyWords(scratch, saved + layout.STATE_BYTES * future, layout.STATE_WORDS);
      else startState(context, scratch);
      runSteps(context, words, future, scratch, firstStep, stepCount);
      copyWords(result, scratch, layout.RESULT_FIELDS);
    } else {
      clearWords(result, layout.RESULT_FIELDS);
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
    same = min(savedEnd, triedEnd);
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
export function saveTrial(context: usize, words: usize, record: usize, scratch: usize): void {
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
      runSteps(context, words, future, scratch, step, min(end, stepCount));
    }
    memory.copy(record + 8 * layout.RESULT_FIELDS * future, scratch, 8 * layout.RESULT_FIELDS);
  }
}

/** The state before the first step. */
function startState(context: usize, state: usize): void {
  clearWords(state, layout.STATE_WORDS);
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
