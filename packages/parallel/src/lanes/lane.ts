import type { LaneInit, LanePort } from "../host/laneHost.ts";
import * as order from "../protocol/laneSteps.ts";
import { takeLaneStep } from "../protocol/laneSteps.ts";
import { takeBatch } from "../protocol/laneStrides.ts";
import * as machine from "../protocol/machine.ts";
import * as words from "../protocol/words.ts";
import { type JobSite, jobSite, runRange } from "./jobs.ts";
import * as counter from "./laneCounters.ts";
import { wakeIfAwaited } from "./parking.ts";
import { type LoadedProgram, loadProgram } from "./program.ts";
import { beginShift, endShift, type LaneRest, laneRest, rest } from "./rest.ts";

// Own constants end up in the machine code, imported ones are read from memory at each use: see protocol/README.md.
const { AT, BASE, CONTINUE, LANE_REGISTERS, MAIL_READ, NOTIFY, RUN, STEP, VALUE, WAIT } = machine;
const { HEALTH_ALIVE, HEALTH_DEAD, LANE_HEALTH, LANE_STATE, LANE_THREAD } = words;
const { LANE_LOOK } = order;
const { BATCHES, CHUNKS, LATE_STARTS, START_MS } = counter;

/** One worker lane: everything its thread holds. */
interface Lane {
  readonly site: JobSite;
  readonly registers: Int32Array;
  readonly rest: LaneRest;
  readonly port: LanePort;
}

/**
 * The life of a worker lane: gets its programs ready, then serves batches until its thread is ended.
 * Between batches it sleeps with its event loop stopped; new programs make it return there.
 */
export async function runLane(init: LaneInit, port: LanePort): Promise<void> {
  const { control: shared, lane: laneNumber } = init;
  const programs: LoadedProgram[] = [];
  const site = jobSite(shared, laneNumber, programs);
  port.onThreadEnd(() => announceEnd(shared, site.base));
  Atomics.store(shared, site.base + LANE_THREAD, port.threadId());
  const registers = new Int32Array(LANE_REGISTERS);
  registers[BASE] = site.base;
  const lane: Lane = { site, registers, port, rest: laneRest(site, port) };
  try {
    for (const program of init.programs) programs.push(await loadProgram(program, laneNumber));
    site.counters[START_MS] = port.now();
    Atomics.store(shared, site.base + LANE_HEALTH, HEALTH_ALIVE);
    for (;;) {
      registers[MAIL_READ] = programs.length;
      port.post({ kind: "ready", programCount: programs.length });
      serve(lane);
      programs.push(await loadProgram(await port.nextProgram(), laneNumber));
    }
  } catch (error) {
    announceEnd(shared, site.base);
    port.post({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}

/** No job of this lane runs after this: its last claim, if any, is left for the caller. */
function announceEnd(shared: Int32Array, base: number): void {
  Atomics.store(shared, base + LANE_HEALTH, HEALTH_DEAD);
  Atomics.notify(shared, base + LANE_STATE);
}

/** Serves batches until there is mail to read. */
function serve({ site, registers: r, rest: pause }: Lane): void {
  const { shared, counters } = site;
  let chunksBefore = counters[CHUNKS]!;
  beginShift(pause);
  for (;;) {
    const step = r[STEP]!;
    // From where every batch passes, several steps in one go.
    const effect = step === LANE_LOOK ? takeBatch(shared, r) : takeLaneStep(step, shared, r);
    if (effect === CONTINUE) continue;
    if (effect === RUN) runRange(site, r);
    else if (effect === WAIT) rest(pause, r[AT]!, r[VALUE]!);
    else if (effect === NOTIFY) {
      wakeIfAwaited(shared, site.base);
      counters[BATCHES]!++;
      if (counters[CHUNKS] === chunksBefore) counters[LATE_STARTS]!++;
      chunksBefore = counters[CHUNKS]!;
      pause.served++;
    } else {
      endShift(pause);
      return;
    }
  }
}
