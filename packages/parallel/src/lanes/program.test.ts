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
