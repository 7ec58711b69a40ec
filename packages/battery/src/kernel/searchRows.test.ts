import { expect, test } from "vitest";
import { type LaidSearch, layOutSearch } from "../../test/model/searchDesk.ts";
import { segmentRunner } from "../kernelTables/referenceSearch.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { searchSpace } from "../plan/searchSpace.ts";
import { deriveInputs } from "../scenario/deriveInputs.ts";
import { generateSuite } from "../suite/generateSuite.ts";
import { FUTURE_COUNT, RESULT_SOC_FINAL_KWH, SCRATCH_BYTES, SEGMENT_WORDS } from "./layout.ts";
import * as search from "./searchLayout.ts";
import { fillRow } from "./searchRows.ts";
import { levelOf, levelState, pencePaid, runAction, simulateBy } from "./searchTrial.ts";

const LEVELS = 33;

interface Rows extends LaidSearch {
  readonly scratch: number;
  /** How often a slot was run from a level. */
  runCount: number;
}

function layOut(inputs: SimulationInputs): Rows {
  const space = searchSpace(inputs);
  const laid = layOutSearch({ inputs, space, changePence: 0, levelCount: LEVELS });
  const scratch = laid.memory.buffer.byteLength - SCRATCH_BYTES;
  const rows = { ...laid, scratch, runCount: 0 };
  const run = segmentRunner(laid.memory.buffer as unknown as ArrayBuffer);
  simulateBy((...segment) => {
    rows.runCount++;
    run(...segment);
  });
  return rows;
}

/** Fills the row of one action in a slot; gives how far, in levels or pence, each entry is from running its level. */
function errorsOf(rows: Rows, action: number, future: number, [begin, end]: [number, number]): number[] {
  const { memory, planner, desk, integer, scratch } = rows;
  const floats = new Float64Array(memory.buffer);
  const row = integer(desk + search.DESK_ROWS);
  const words: readonly (readonly [number, number])[] = [
    [search.ROW_RUN_BEGIN, begin],
    [search.ROW_RUN_END, end],
    [search.ROW_RUN_FUTURE, future],
    [search.ROW_RUN_TOLD, action],
    [search.ROW_RUN_KIND, search.TOLD_ACTION],
    [search.ROW_RUN_ENTRY, row],
    [search.ROW_RUN_DIVERTED_KWH, 0],
  ];
  for (const [at, value] of words) floats[(scratch + at) / 8] = value;
  fillRow(planner, scratch);
  const { runCount } = rows;
  const errors = Array.from({ length: LEVELS }, (_, level) => {
    levelState(planner, scratch, level, 0);
    runAction(planner, future, action, scratch, begin, end);
    const entry = (row + search.ROW_ENTRY_BYTES * level) / 8;
    const next = levelOf(planner, floats[scratch / 8 + RESULT_SOC_FINAL_KWH]!);
    const pence = pencePaid(planner, future, scratch);
    return Math.max(Math.abs(floats[entry]! - next), Math.abs(floats[entry + 1]! - pence));
  });
  rows.runCount = runCount;
  return errors;
}

const homes = generateSuite({ count: 4, seed: 5 }).map((scenario) => {
  const { diverter: _, ...inputs } = deriveInputs(scenario, "predbat");
  return inputs as SimulationInputs;
});

test.each([
  ["steps", 1, 0.45],
  ["half-hours", 6, 0.55],
])("some of the levels tell what running %s from every level gives", (_, length, most) => {
  const errors: number[] = [];
  let runCount = 0;
  for (const inputs of homes) {
    const rows = layOut(inputs);
    for (const begin of [20, 180]) {
      for (let code = 0; code < rows.integer(rows.planner + search.PLANNER_CORE_COUNT); code++) {
        const action = rows.integer(rows.planner + search.PLANNER_ACTIONS) + 8 * SEGMENT_WORDS * code;
        for (let future = 0; future < FUTURE_COUNT; future++)
          errors.push(...errorsOf(rows, action, future, [begin, begin + length]));
      }
    }
    runCount += rows.runCount;
  }
  expect(runCount).toBeLessThan(most * errors.length);
  const wrong = errors.filter((error) => error > 0.01);
  expect(wrong.length).toBeLessThan(0.02 * errors.length);
});
