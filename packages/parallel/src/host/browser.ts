import type { LaneHost, LaneInit, LaneListener, LaneNews, LaneThread, PoolChannel } from "./laneHost.ts";

/**
 * Lanes as module workers of a browser. The thread that makes the pool is best a worker of the page: only there
 * may `run` block. Threads share memory only in a page that is cross-origin isolated; in others every lane is
 * refused, and the caller runs all jobs alone.
 */
export function createHost(): LaneHost {
  return {
    spawnLane,
    // A nested worker is started by the event loop of the thread that asked for it.
    lanesStartWhileBlocked: false,
    canBlock,
    now: () => performance.now(),
    hardwareLanes: () => navigator.hardwareConcurrency,
    // Threads have no numbers here, and none ends before its starter ends it: a job that throws is caught.
    threadId: () => 0,
    hasThreadEnded: () => false,
    onThreadEnd: () => () => {},
    keepAlive: () => () => {},
    uniqueName: () => crypto.randomUUID(),
    openChannel,
  };
}

function spawnLane(init: LaneInit, listener: LaneListener): LaneThread {
  if (!globalThis.crossOriginIsolated) {
    throw new Error(
      "threads of this page share no memory: serve it with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp",
    );
  }
  // In one expression, literally: only so do bundlers see that this file is a worker's.
  const worker = new Worker(new URL("./browserLane.ts", import.meta.url), {
    type: "module",
    name: `lane ${init.lane}`,
  });
  worker.onmessage = ({ data }: MessageEvent<LaneNews>) => listener.news(data);
  worker.onerror = ({ message }) => {
    worker.terminate();
    listener.ended(message || "its script could not be loaded");
  };
  worker.postMessage(init);
  return {
    post: (program) => worker.postMessage(program),
    terminate: async () => {
      worker.terminate();
      listener.ended("ended");
    },
  };
}

/** A page's main thread may not sleep; the waiting itself is the only way to ask that all browsers have. */
function canBlock(): boolean {
  if (!globalThis.crossOriginIsolated) return isWorker();
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0);
    return true;
  } catch {
    return false;
  }
}

/** Without shared memory there is nothing to try a wait on, and nobody to wait for; only a page must not freeze. */
function isWorker(): boolean {
  return typeof document === "undefined";
}

function openChannel(name: string, receive: (message: unknown) => void): PoolChannel {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => receive(data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
