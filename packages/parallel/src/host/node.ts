import { existsSync, readlinkSync } from "node:fs";
import { getCompileCacheDir } from "node:module";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { BroadcastChannel, isMainThread, type ResourceLimits, Worker } from "node:worker_threads";
import { quotaLanes, type ReadText } from "./cpuQuota.ts";
import type { LaneHost, LaneInit, LaneListener, LaneNews, LaneThread, PoolChannel } from "./laneHost.ts";

// Published files are .js, those of a checkout .ts; Node finds either beside this one.
const laneUrl = new URL(`./nodeLane.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url);

// The global is looked up anew at each use, which takes a fifth of the time that a look at the clock does.
const clock = performance;

/** How a Node host starts its lanes. */
export interface NodeHostOptions {
  /** Memory limits of each lane's heap, as `worker_threads` takes them. */
  readonly resourceLimits?: ResourceLimits;
}

/** Lanes as worker threads of Node. */
export function createHost({ resourceLimits }: NodeHostOptions = {}): LaneHost {
  return {
    spawnLane: (init, listener) => spawnLane(init, listener, resourceLimits),
    lanesStartWhileBlocked: true,
    canBlock: () => true,
    now: () => clock.now(),
    hardwareLanes: () => hardwareLanes(),
    threadId,
    hasThreadEnded,
    onThreadEnd,
    keepAlive,
    uniqueName: () => crypto.randomUUID(),
    openChannel,
  };
}

function spawnLane(init: LaneInit, listener: LaneListener, limits: ResourceLimits | undefined): LaneThread {
  const worker = new Worker(laneUrl, {
    workerData: init,
    env: laneEnvironment(),
    name: `lane ${init.lane}`,
    ...(limits && { resourceLimits: limits }),
  });
  let reason = "ended";
  worker.on("message", (news: LaneNews) => listener.news(news));
  worker.on("error", (error: Error) => {
    reason = error.message;
  });
  worker.on("exit", (code) => listener.ended(`${reason}, exit code ${code}`));
  // Last of all: a listener added later would keep the process alive again (nodejs/node#53036).
  worker.unref();
  return {
    post: (program) => worker.postMessage(program),
    terminate: async () => {
      await worker.terminate();
    },
  };
}

/**
 * The environment, with the folder in which this thread keeps compiled modules, if it does: a worker knows of such a
 * folder by its environment alone, and loading its modules is most of its start.
 */
function laneEnvironment(): NodeJS.ProcessEnv {
  const kept = getCompileCacheDir();
  // That is a folder for this very Node in the one that was named.
  return kept === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(kept) };
}

/**
 * CPUs that the process may really use: affinity and the control group's quota, at least 1.
 * @param readText  as {@link quotaLanes} has it
 */
export function hardwareLanes(readText?: ReadText): number {
  return Math.max(1, Math.min(availableParallelism(), quotaLanes(readText)));
}

/** The kernel's number of the calling thread; 0 where the system has no /proc. */
export function threadId(): number {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  } catch {
    return 0;
  }
}

function hasThreadEnded(id: number): boolean {
  return id > 0 && !existsSync(`/proc/self/task/${id}`);
}

const endCallbacks = new Set<() => void>();
let isEndHeard = false;

/** In a worker `exit` also comes from process.exit() in a job, but not from terminate() or a full heap. */
function onThreadEnd(callback: () => void): () => void {
  if (isMainThread) return () => {};
  // One listener for all pools of a thread: Node warns of many.
  if (!isEndHeard) process.once("exit", () => endCallbacks.forEach((end) => void end()));
  isEndHeard = true;
  endCallbacks.add(callback);
  return () => endCallbacks.delete(callback);
}

/** A running timer holds the event loop; a pending Atomics.waitAsync does not (nodejs/node#61941). */
function keepAlive(): () => void {
  const longestDelayMs = 0x7fffffff;
  const timer = setInterval(() => {}, longestDelayMs);
  return () => clearInterval(timer);
}

function openChannel(name: string, receive: (message: unknown) => void): PoolChannel {
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event) => receive((event as unknown as MessageEvent).data);
  channel.unref();
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
