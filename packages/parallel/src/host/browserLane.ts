import { runLane } from "../lanes/lane.ts";
import { programQueue } from "../lanes/programQueue.ts";
import type { LaneInit } from "./laneHost.ts";

// The first module of a worker that is a lane. It must not import the module that starts it: bundlers would
// follow that circle without end.
const queue = programQueue();

addEventListener("message", ({ data }: MessageEvent<LaneInit>) => void beLane(data), { once: true });

async function beLane(init: LaneInit): Promise<void> {
  addEventListener("message", ({ data }) => queue.put(data));
  await runLane(init, {
    now: () => performance.now(),
    threadId: () => 0,
    nextProgram: queue.take,
    post: (news) => postMessage(news),
    onThreadEnd: () => {},
  });
  // Only a lane that failed gets here.
  close();
}
