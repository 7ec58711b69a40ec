/** Parks sixteen lanes and prints the CPU time that the process then uses in so many seconds, in milliseconds. */
import { setTimeout as delay } from "node:timers/promises";
import { createEngine, parseSchedule } from "@lightcone/parallel";
import { spinKernelSpec } from "../spinKernel.ts";
import { createSpinTable, SPIN_BLOCK_BYTES } from "../spinTable.ts";

const seconds = Number(process.argv[2]);
const laneCount = 17;
const engine = await createEngine({ lanes: laneCount, costGate: false });
const kernel = await engine.loadKernel(spinKernelSpec);
const table = createSpinTable(kernel.memory, kernel.arena.allocate(SPIN_BLOCK_BYTES));
const meeting = { kernel, entry: "meet", paramsPointer: table.paramsPointer, count: laneCount };
for (let call = 0; call < 5; call++) {
  table.prepare(laneCount, 1);
  engine.run({ ...meeting, schedule: parseSchedule("static") });
}
if (table.missedMeeting()) throw new Error("not every lane has started");
// What starting the lanes left to do (compiling, collecting) is not idling.
await delay(1000);
const before = process.cpuUsage();
await delay(1000 * seconds);
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1000));
await engine.close();
