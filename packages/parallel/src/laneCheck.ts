import { createHost } from "#host";
import { createEngine, type Engine } from "./engine.ts";
import type { Kernel } from "./kernel/kernel.ts";
import type { KernelSpec } from "./kernel/kernelSpec.ts";
import { MEETING_BYTES, MEETING_ENTRY } from "./laneMeeting.ts";

/** How a lane beside the caller fares on this machine. Times are of this run, not promises. */
export interface LaneCheck {
  /** Lanes that `auto` gives: affinity and CPU quota, at least 1. */
  readonly hardwareLanes: number;
  /** Whether a worker started, ran a job and said so. */
  readonly doesAnswer: boolean;
  /** From the first run to its answer, the worker's start included, in milliseconds; null without an answer. */
  readonly startMs: number | null;
  /** From waking a parked lane to its answer, in microseconds, the median of 15; null without an answer. */
  readonly wakeMicroseconds: number | null;
  /** What the engine warned of meanwhile. */
  readonly warnings: readonly string[];
}

// Published files are .js, those of a checkout .ts.
const meetingUrl = new URL(`./laneMeeting.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url);

const meetingSpec: KernelSpec = {
  name: "lane-meeting",
  abiVersion: 1,
  parityRevision: 1,
  wasmUrl: meetingUrl, // never looked at: the engine below runs reference modules
  referenceUrl: meetingUrl,
  entries: [MEETING_ENTRY],
  scratchBytes: 0,
};

const ROUNDS = 15;
/** Long enough for a lane to stop spinning and park, in milliseconds. */
const PARKING_MS = 3;

/** Starts one worker, lets it meet the caller, and measures how long waking it takes. */
export async function checkLane(): Promise<LaneCheck> {
  const host = createHost();
  const warnings: string[] = [];
  const engine = await createEngine({
    ...{ lanes: 2, engine: "reference", preWake: false, costGate: false },
    warn: (message) => warnings.push(message),
  });
  const kernel = await engine.loadKernel(meetingSpec);
  const startMs = meetingMs(engine, kernel, host.now);
  const doesAnswer = engine.counters().lanes[1]?.jobs === 1;
  const wakesMs: number[] = [];
  for (let round = 0; doesAnswer && round < ROUNDS; round++) {
    await new Promise((resolve) => setTimeout(resolve, PARKING_MS));
    wakesMs.push(meetingMs(engine, kernel, host.now));
  }
  await engine.close();
  return {
    hardwareLanes: host.hardwareLanes(),
    doesAnswer,
    startMs: doesAnswer ? startMs : null,
    wakeMicroseconds: doesAnswer ? 1000 * wakesMs.sort((a, b) => a - b)[(ROUNDS - 1) / 2]! : null,
    warnings,
  };
}

/** One meeting of the caller with the other lane, in milliseconds. */
function meetingMs(engine: Engine, kernel: Kernel, now: () => number): number {
  const paramsPointer = kernel.arena.allocate(MEETING_BYTES);
  kernel.arena.i32(paramsPointer, MEETING_BYTES / 4).fill(0);
  const startedMs = now();
  engine.run({ kernel, entry: MEETING_ENTRY, paramsPointer, count: 2, schedule: "static" });
  const ms = now() - startedMs;
  kernel.arena.free(paramsPointer);
  return ms;
}
