/*
 * AssemblyScript, part of entry.ts: what one segment does to every level of charge, in all futures. The ground on
 * which a dynamic programme over the stored energy stands.
 */
import { JOB_DONE } from "@lightcone/parallel/assembly/batchTable";
import { runSegment } from "./entrySteps";
import { areTargetsSound, clearWords } from "./entryTrial";
import * as layout from "./layout";
import * as physics from "./physics";

/** Why a transition job cannot be run; JOB_DONE when it can. */
export function transitionRefusal(context: usize, words: usize): i32 {
  const begin = load<f64>(words, 8 * layout.TRANSITION_BEGIN_STEP);
  const end = load<f64>(words, 8 * layout.SEGMENT_END_STEP);
  const levels = load<f64>(words, 8 * layout.TRANSITION_LEVEL_COUNT);
  const stepCount = <f64>load<i32>(context, layout.CONTEXT_STEP_COUNT);
  if (!(begin >= 0 && trunc(begin) === begin && trunc(end) === end && end > begin && end <= stepCount))
    return layout.REFUSED_STEPS;
  if (!(levels >= 2 && levels <= <f64>layout.TRANSITION_MAX_LEVELS && trunc(levels) === levels))
    return layout.REFUSED_LEVELS;
  const target = load<f64>(words, 8 * layout.SEGMENT_CHARGE_TARGET_KWH);
  const percent = load<f64>(words, 8 * layout.SEGMENT_EXPORT_TARGET_PERCENT);
  return areTargetsSound(target, percent) ? JOB_DONE : layout.REFUSED_TARGETS;
}

/** Runs a segment from every level in every future. */
export function runTransitions(context: usize, words: usize, results: usize, scratch: usize): void {
  const begin = <i32>load<f64>(words, 8 * layout.TRANSITION_BEGIN_STEP);
  const end = <i32>load<f64>(words, 8 * layout.SEGMENT_END_STEP);
  const levels = <i32>load<f64>(words, 8 * layout.TRANSITION_LEVEL_COUNT);
  let result = results;
  for (let future = 0; future < layout.FUTURE_COUNT; future++) {
    const block = context + layout.CONTEXT_FUTURES + layout.FUTURE_BYTES * future;
    for (let level = 0; level < levels; level++) {
      stateAtLevel(context, scratch, begin, level, levels);
      runSegment(context, block, words, scratch, begin, end);
      store<f64>(result, load<f64>(scratch, 8 * layout.RESULT_SOC_FINAL_KWH), 8 * layout.TRANSITION_SOC_KWH);
      store<f64>(result, load<f64>(scratch, 8 * layout.RESULT_COST_PENCE), 8 * layout.TRANSITION_COST_PENCE);
      const throughput = load<f64>(scratch, 8 * layout.RESULT_THROUGHPUT_KWH);
      store<f64>(result, throughput, 8 * layout.TRANSITION_THROUGHPUT_KWH);
      store<f64>(result, load<f64>(scratch, 8 * layout.RESULT_KEEP_PENCE), 8 * layout.TRANSITION_KEEP_PENCE);
      store<f64>(
        result,
        load<f64>(scratch, 8 * layout.RESULT_DIVERTER_KWH),
        8 * layout.TRANSITION_DIVERTER_KWH,
      );
      store<f64>(
        result,
        load<f64>(scratch, 8 * layout.RESULT_CARBON_GRAMS),
        8 * layout.TRANSITION_CARBON_GRAMS,
      );
      result += 8 * layout.TRANSITION_WORDS;
    }
  }
}

/** A state with this charge and nothing recorded; the diverter's day holds what it took before now, if it is today. */
function stateAtLevel(context: usize, state: usize, begin: i32, level: i32, levels: i32): void {
  clearWords(state, layout.STATE_WORDS);
  const capacity = load<f64>(context, layout.CONTEXT_CAPACITY_KWH);
  const reserve = load<f64>(context, layout.CONTEXT_RESERVE_KWH);
  const start = load<f64>(context, layout.CONTEXT_START_KWH);
  const soc = physics.levelKwh(physics.smaller(start, reserve), capacity, <f64>level, <f64>levels);
  store<f64>(state, soc, 8 * layout.RESULT_SOC_FINAL_KWH);
  store<f64>(state, capacity, 8 * layout.RESULT_SOC_MIN_KWH);
  const now = load<i32>(context, layout.CONTEXT_NOW_MINUTE);
  if ((now + 5 * begin) / 1440 === now / 1440) {
    store<f64>(
      state,
      load<f64>(context, layout.CONTEXT_DIVERTER_TODAY_KWH),
      8 * layout.STATE_DIVERTER_DAY_KWH,
    );
  }
}
