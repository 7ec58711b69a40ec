import { expect, test } from "vitest";
import { randomFrom } from "../../test/model/random.ts";
import { plausibleDesk, type RandomDesk } from "../../test/model/searchDesk.ts";
import { hopedSaving, isTabulated } from "./searchGuess.ts";
import * as search from "./searchLayout.ts";
import { screen } from "./searchTrial.ts";

/** For each change of whole slots: what the table hopes for beyond what running the slots says. */
function excesses({ memory, planner, desk, integer, codes }: RandomDesk): number[] {
  // Every future is run, whatever the first ones lose.
  new Float64Array(memory.buffer, desk + search.DESK_LEAST_PENCE, 1)[0] = -1e9;
  const found: number[] = [];
  const slotCount = integer(planner + search.PLANNER_SLOT_COUNT);
  const bounds = new Int32Array(memory.buffer, integer(planner + search.PLANNER_SLOT_BOUNDS), slotCount + 1);
  for (let slot = 0; slot < slotCount; slot++) {
    for (const length of [1, 3]) {
      const begin = bounds[slot]!;
      const end = bounds[Math.min(slot + length, slotCount)]!;
      for (let code = 0; code < integer(planner + search.PLANNER_TABLE_COUNT); code++) {
        if (codes.subarray(begin, end).every((told) => told === code)) continue;
        if (!isTabulated(planner, desk, begin, end, code)) continue;
        found.push(hopedSaving(planner, desk, begin, end, code) - screen(planner, desk, begin, end, code));
      }
    }
  }
  return found;
}

test("the table hopes for a tenth of a penny more than running the slots gives, nearly always", () => {
  const all = excesses(plausibleDesk(randomFrom(1)));
  expect(all.length).toBeGreaterThan(500);
  const right = all.filter((excess) => Math.abs(excess - 0.1) < 0.1);
  expect(right.length).toBeGreaterThan(0.85 * all.length);
  expect(all.filter((excess) => Math.abs(excess - 0.1) > 1)).toEqual([]);
});
