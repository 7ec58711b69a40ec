import { parentPort, workerData } from "node:worker_threads";
import { runLane } from "../lanes/lane.ts";
import type { LaneProgram } from "../lanes/program.ts";
import { programQueue } from "../lanes/programQueue.ts";
import { threadId } from "./node.ts";

// The first module of a worker thread that is a lane.
if (parentPort === null) throw new Error("nodeLane runs in a worker thread only; create a pool instead");
const port = parentPort;
const queue = programQueue();
// The global is looked up anew at each use: see node.ts.
const clock = performance;
port.on("message", (program: LaneProgram) => queue.put(program));

await runLane(workerData, {
  now: () => clock.now(),
  threadId,
  nextProgram: queue.take,
  post: (news) => port.postMessage(news),
  onThreadEnd: (callback) => process.once("exit", callback),
});
// Only a lane that failed gets here: without its port nothing keeps the thread.
port.close();
