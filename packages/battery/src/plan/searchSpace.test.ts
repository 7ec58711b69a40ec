import { expect, test } from "vitest";
import { plainHome } from "../../test/model/plainHome.ts";
import { searchSpace } from "./searchSpace.ts";

test("where nothing may go to the grid, nothing is told to go there", () => {
  const { demand, ...space } = searchSpace(plainHome({ inverter: { exportLimitKw: 0 } }));
  for (const action of [space.exportAll, space.freezeExport, ...space.exportPart]) {
    expect(action).toEqual(demand);
  }
  expect(searchSpace(plainHome({})).exportAll.exportTargetPercent).toBe(0);
});

test("slots are half-hours of the clock, cut where a price changes inside one", () => {
  const inputs = plainHome({ nowMinute: 20, stepCount: 16 });
  const importPencePerKwh = new Float64Array(16).fill(10).fill(20, 5);
  const { slots } = searchSpace({ ...inputs, importPencePerKwh });
  expect(slots.map(({ beginStep, endStep }) => [beginStep, endStep])).toEqual([
    [0, 2],
    [2, 5],
    [5, 8],
    [8, 14],
    [14, 16],
  ]);
});
