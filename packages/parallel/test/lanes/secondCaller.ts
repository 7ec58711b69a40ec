import { parentPort, workerData } from "node:worker_threads";
import { joinLanePool } from "../../src/lanes/lanePool.ts";
import { slotRuns } from "./slotPool.ts";
import { EXIT_AT } from "./slotProgram.ts";

// A thread that joins a pool and runs rounds of batches at the same time as others.
const { shared, program, memory, rounds, batch, dies } = workerData;
const pool = await joinLanePool(shared);
const slot = slotRuns(pool, program, memory);
parentPort?.postMessage("ready");
parentPort?.once("message", async () => {
  let wrong = 0;
  for (let round = 0; round < rounds; round++) {
    slot.run(batch);
    wrong += slot.wrongSlots(batch).length;
  }
  // Ends in the middle of a batch, holding the pool.
  if (dies) slot.run({ ...batch, entry: EXIT_AT, accidentAt: 0, lanes: 1 });
  parentPort?.postMessage({ wrong });
  await pool.close();
  parentPort?.close();
});
