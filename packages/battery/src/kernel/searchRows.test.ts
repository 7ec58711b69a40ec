import { expect, test } from "vitest";
import { fillTable, type LaidSearch, layOutSearch } from "../../test/model/searchDesk.ts";
import { segmentRunner } from "../kernelTables/referenceSearch.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { searchSpace } from "../plan/searchSpace.ts";
import { deriveInputs } from "../scenario/deriveInputs.ts";
import { generateSuite } from "../suite/generateSuite.ts";
import { FUTURE_COUNT, RESULT_SOC_FINAL_KWH, SEGMENT_WORDS } from "./layout.ts";
import * as search from "./searchLayout.ts";
import { modeRow } from "./searchTable.ts";
import { levelOf, levelState, pencePaid, runAction, simulateBy } from "./searchTrial.ts";

const LEVELS = 32;

interface Tabulated extends LaidSearch {
  readonly scratch: number;
  /** How often a slot was run from a level. */
  readonly runCount: number;
}

/** Fills one slot of a home's table. */
function tabulated(inputs: SimulationInputs, slot: number): Tabulated {
  const space = searchSpace(inputs);
  const laid = layOutSearch({ inputs, space, changePence: 0, levelCount: LEVELS });
  const run = segmentRunner(laid.memory.buffer as unknown as ArrayBuffer);
  let runCount = 0;
  simulateBy((...segment) => {
    runCount++;
    run(...segment);
  });
  const scratch = fillTable(laid, slot);
  return { ...laid, scratch, runCount };
}

/** For each entry of a slot's rows how far, in levels or pence, it is from what running the slot from its level gives. */
function errorsOf({ memory, planner, scratch, integer }: Tabulated, slot: number): number[] {
  const floats = new Float64Array(memory.buffer);
  const bounds = new Int32Array(memory.buffer, integer(planner + search.PLANNER_SLOT_BOUNDS), slot + 2);
  const errors: number[] = [];
  for (let code = 0; code < integer(planner + search.PLANNER_TABLE_COUNT); code++) {
    const action = integer(planner + search.PLANNER_ACTIONS) + 8 * SEGMENT_WORDS * code;
    for (let future = 0; future < FUTURE_COUNT; future++) {
      for (let level = 0; level < LEVELS; level++) {
        levelState(planner, scratch, level, 0);
        runAction(planner, future, action, scratch, bounds[slot]!, bounds[slot + 1]!);
        const row = modeRow(planner, slot, code) + integer(planner + search.PLANNER_ROW_BYTES) * future;
        const entry = (row + search.MODE_BYTES * level) / 8;
        const next = levelOf(planner, floats[scratch / 8 + RESULT_SOC_FINAL_KWH]!);
        const pence = pencePaid(planner, future, scratch);
        errors.push(Math.max(Math.abs(floats[entry]! - next), Math.abs(floats[entry + 1]! - pence)));
      }
    }
  }
  return errors;
}

const homes = generateSuite({ count: 4, seed: 5 }).map((scenario) => {
  const { diverter: _, ...inputs } = deriveInputs(scenario, "predbat");
  return inputs as SimulationInputs;
});

test("two thirds of the levels tell what running a slot from every level gives", () => {
  const errors: number[] = [];
  let runCount = 0;
  for (const inputs of homes) {
    for (const slot of [3, 30]) {
      const laid = tabulated(inputs, slot);
      runCount += laid.runCount;
      errors.push(...errorsOf(laid, slot));
    }
  }
  expect(runCount).toBeLessThan((2 / 3) * errors.length);
  // Where steps of 5 minutes export past a target a row is a saw, and between its teeth anything is as right.
  const wrong = errors.filter((error) => error > 0.01);
  expect(wrong.length).toBeLessThan(0.02 * errors.length);
});
