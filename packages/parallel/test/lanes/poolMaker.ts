import { parentPort } from "node:worker_threads";
import { createLanePool } from "../../src/lanes/lanePool.ts";

// A thread that makes a pool, shares it, and ends without closing it when it is told to.
const pool = await createLanePool({ lanes: 2 });
parentPort!.on("message", () => process.exit(0));
parentPort!.postMessage(pool.share());
