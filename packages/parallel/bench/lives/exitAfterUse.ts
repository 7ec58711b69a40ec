/**
 * A script that used the pool; prints when its last statement ran, in milliseconds since the epoch, and the CPU
 * time of its process, in seconds.
 */
import { createEngine } from "@lightcone/parallel";
import { spinKernelSpec } from "../spinKernel.ts";
import { createSpinTable, SPIN_BLOCK_BYTES } from "../spinTable.ts";

const engine = await createEngine({ lanes: 4, costGate: false });
const kernel = await engine.loadKernel(spinKernelSpec);
const table = createSpinTable(kernel.memory, kernel.arena.allocate(SPIN_BLOCK_BYTES));
const request = { kernel, entry: "spinJobs", paramsPointer: table.paramsPointer, count: 12 };
// A script whose lanes have worked: those of a shorter one are still starting when it ends.
const deadlineMs = performance.now() + 5000;
do {
  table.prepare(request.count, 100_000);
  engine.run(request);
} while (engine.counters().lanes.some(({ jobs }) => jobs === 0) && performance.now() < deadlineMs);
const { user, system } = process.cpuUsage();
process.stdout.write(`${performance.timeOrigin + performance.now()} ${(user + system) / 1e6}`);
