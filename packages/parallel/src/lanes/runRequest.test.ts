import { expect, test } from "vitest";
import { createSlotPool } from "../../test/lanes/slotPool.ts";
import { SLOT_ENTRIES } from "../../test/lanes/slotProgram.ts";
import { parseSchedule } from "../schedule.ts";

test("a request that lanes could not trust is refused with the value", async () => {
  const { pool } = await createSlotPool({ lanes: 1 });
  const request = { program: 0, entry: 0, paramsPointer: 0, count: 1, schedule: parseSchedule("static") };
  expect(() => pool.run({ ...request, program: 7 })).toThrow(/program: 7 is not known/);
  expect(() => pool.run({ ...request, entry: 99 })).toThrow(
    `is 99, but the program has ${SLOT_ENTRIES.length}`,
  );
  expect(() => pool.run({ ...request, count: -3 })).toThrow(/count: is -3/);
  expect(() => pool.run({ ...request, schedule: parseSchedule("active,1") })).toThrow(
    /activePointer: is missing/,
  );
  for (const activePointer of [1030, -4, Number.NaN, 2 ** 19, 2 ** 30]) {
    const active = { ...request, schedule: parseSchedule("active,1"), activePointer };
    expect(() => pool.run(active)).toThrow(`activePointer: is ${activePointer}, for 1 indices`);
  }
  for (const paramsPointer of [-8, 1.5, Number.NaN, 2 ** 31]) {
    expect(() => pool.run({ ...request, paramsPointer })).toThrow(`paramsPointer: is ${paramsPointer};`);
  }
  expect(pool.run({ ...request, paramsPointer: 1024, count: 0 }).failures).toEqual([]);
  await expect(pool.runAsync({ ...request, program: 7 })).rejects.toThrow(/program: 7/);
  await pool.close();
});
