/** A script that used the pool; prints when its last statement ran, in milliseconds since the epoch. */
import { createEngine } from "@lightcone/parallel";
import { spinKernelSpec } from "../spinKernel.ts";
import { createSpinTable, SPIN_BLOCK_BYTES } from "../spinTable.ts";

const engine = await createEngine({ lanes: 4, costGate: false });
const kernel = await engine.loadKernel(spinKernelSpec);
const table = createSpinTable(kernel.memory, kernel.arena.allocate(SPIN_BLOCK_BYTES));
for (let call = 0; call < 50; call++) {
  table.prepare(12, 10_000);
  engine.run({ kernel, entry: "spinJobs", paramsPointer: table.paramsPointer, count: 12 });
}
process.stdout.write(String(performance.timeOrigin + performance.now()));
