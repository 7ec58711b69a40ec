import type { LaneInit, LanePort } from "../host/laneHost.ts";
import { LANE_PARAMS, laneSteps } from "../protocol/laneSteps.ts";
import {
  AT,
  BASE,
  CONTINUE,
  LANE_REGISTERS,
  MAIL_READ,
  NOTIFY,
  RUN,
  STEP,
  VALUE,
  WAIT,
} from "../protocol/machine.ts";
import { HEALTH_ALIVE, HEALTH_DEAD, LANE_HEALTH, LANE_STATE, LANE_THREAD } from "../protocol/words.ts";
import { type JobSite, jobSite, runRange } from "./jobs.ts";
import { BATCHES, BUSY_MS, CHUNKS, LATE_STARTS } from "./laneCounters.ts";
import { type LoadedProgram, loadProgram } from "./program.ts";
import { type LaneRest, laneRest, rest } from "./rest.ts";

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
function serve(lane: Lane): void {
  const { site, registers: r } = lane;
  const { shared, counters } = site;
  let startedMs = 0;
  let chunksBefore = 0;
  for (;;) {
    const step = r[STEP]!;
    if (step === LANE_PARAMS) {
      startedMs = lane.rest.endedMs;
      chunksBefore = counters[CHUNKS]!;
    }
    const effect = laneSteps[step]!(shared, r);
    if (effect === CONTINUE) continue;
    if (effect === RUN) runRange(site, r);
    else if (effect === WAIT) rest(lane.rest, r[AT]!, r[VALUE]!);
    else if (effect === NOTIFY) {
      Atomics.notify(shared, r[AT]!);
      counters[BATCHES]!++;
      counters[BUSY_MS]! += lane.port.now() - startedMs;
      if (counters[CHUNKS] === chunksBefore) counters[LATE_STARTS]!++;
    } else return;
  }
}
