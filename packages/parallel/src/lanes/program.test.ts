import { expect, test } from "vitest";
import { parseSchedule } from "../schedule.ts";
import { createLanePool } from "./lanePool.ts";

const LANES = 3;
const ARRIVED_AT = 300;
const SCRATCH_AT = 400;

/** Each index notes the scratch it is given, and waits until all lanes have: so no lane runs two of them. */
const meeting = `export const createReference = ({ buffer }) => ({
  meet(params, begin, end, scratch) {
    const words = new Int32Array(buffer);
    words[${SCRATCH_AT} + begin] = scratch;
    Atomics.add(words, ${ARRIVED_AT}, 1);
    Atomics.notify(words, ${ARRIVED_AT});
    for (let met = 0; (met = Atomics.load(words, ${ARRIVED_AT})) < ${LANES}; )
      if (Atomics.wait(words, ${ARRIVED_AT}, met, 20000) === "timed-out") throw new Error("nobody came");
  },
})`;

test("each lane has scratch of its own, at its place", async () => {
  const pool = await createLanePool({ lanes: LANES, costGate: false });
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const program = await pool.load({
    memory,
    referenceUrl: `data:text/javascript,${encodeURIComponent(meeting)}`,
    entries: ["meet"],
    scratchBase: 4096,
    scratchBytes: 256,
  });
  const schedule = parseSchedule("static");
  const { failures } = pool.run({ program, entry: 0, paramsPointer: 0, count: LANES, schedule });
  expect(failures).toEqual([]);
  expect([...new Int32Array(memory.buffer, 4 * SCRATCH_AT, LANES)]).toEqual([4096, 4352, 4608]);
  await pool.close();
});

const kernelCode = `export const createReference = ({ buffer }) => ({
  put(params, begin, end, scratch) {
    for (let index = begin; index < end; index++) new Int32Array(buffer)[params / 4 + index] += scratch;
  },
})`;
const scriptCode = `export const createScript = ({ buffer }, kernel) => ({
  putTwice(params, begin, end, scratch) {
    kernel.put(params, begin, end, 1);
    kernel.put(params, begin, end, 2);
    new Int32Array(buffer)[${SCRATCH_AT}] = scratch;
  },
})`;
const urlOf = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;

test("a lane script's entries stand beside the kernel's, and call them on the memory and lane that they run on", async () => {
  const pool = await createLanePool({ lanes: 2, costGate: false });
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const program = await pool.load({
    memory,
    referenceUrl: urlOf(kernelCode),
    scriptUrl: urlOf(scriptCode),
    entries: ["put", "putTwice"],
    scratchBase: 4096,
    scratchBytes: 256,
  });
  const schedule = parseSchedule("static");
  const { failures } = pool.run({ program, entry: 1, paramsPointer: 2048, count: 2, schedule });
  expect(failures).toEqual([]);
  expect([...new Int32Array(memory.buffer, 2048, 3)]).toEqual([3, 3, 0]);
  expect([4096, 4352]).toContain(new Int32Array(memory.buffer)[SCRATCH_AT]);
  await pool.close();
});

test("an entry that neither kernel nor script has is refused by name", async () => {
  const pool = await createLanePool({ lanes: 1 });
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const code = { referenceUrl: urlOf(kernelCode), scriptUrl: urlOf(scriptCode) };
  const program = { ...code, memory, entries: ["put", "putThrice"], scratchBase: 4096, scratchBytes: 256 };
  await expect(pool.load(program)).rejects.toThrow(/putThrice/);
  await pool.close();
});
