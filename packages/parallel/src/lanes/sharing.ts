import { SPIN_LANES, SPIN_SOON } from "../protocol/words.ts";
import { calibrate } from "./calibrate.ts";
import type { CallerParts, CallerRequest } from "./caller.ts";
import { type CostGate, createCostGate } from "./costGate.ts";
import type { RunRequest } from "./lanePool.ts";
import { BatchRhythm } from "./rhythm.ts";
import { countHot, isParked } from "./team.ts";

/** Entries of one program that the cost gate tells apart. */
const ENTRY_KEYS = 1024;
/** Calls after which a calibration that failed is tried again at the earliest, and one that did not is repeated. */
const CALLS_AFTER_FAILURE = 64;
const CALLS_AFTER_SUCCESS = 1000;

/**
 * How many lanes one caller shares its batches with, and whether lanes should spin between them. Timing only:
 * no result depends on it.
 */
export class Sharing {
  readonly #caller: CallerParts;
  readonly #gate: CostGate | undefined;
  readonly #rhythm = new BatchRhythm();
  #isSoon = false;
  #calls = 0;
  #nextCalibration = 0;

  /** @param hasGate  whether batches too small to gain stay on the caller */
  constructor(caller: CallerParts, hasGate: boolean) {
    this.#caller = caller;
    this.#gate = hasGate ? createCostGate() : undefined;
  }

  /** A batch begins: tells the lanes whether to expect another one soon after it. */
  begin(nowMs: number): void {
    const { shared } = this.#caller.site;
    this.#calls++;
    this.#isSoon = this.#rhythm.begin(nowMs);
    const soon = this.#isSoon ? 1 : 0;
    if (Atomics.load(shared, SPIN_SOON) !== soon) Atomics.store(shared, SPIN_SOON, soon);
  }

  /**
   * Measures the cost of waking a lane once one is up, and again every now and then; the least that was found
   * counts, as others can only make it look dearer.
   * @param registers  a row of registers that is free
   */
  calibrateWhenDue(registers: Int32Array): void {
    if (this.#gate === undefined || this.#calls < this.#nextCalibration) return;
    if (this.#caller.crew.laneCount() < 2 || !isParked(this.#caller.site.shared, 1)) return;
    const cost = calibrate(this.#caller, registers);
    this.#nextCalibration = cost
      ? 10 * this.#calls + CALLS_AFTER_SUCCESS
      : 2 * this.#calls + CALLS_AFTER_FAILURE;
    if (cost !== undefined) this.#gate.noteWakeCost(cost);
  }

  /** How many of `wanted` lanes the batch gets. */
  helpersFor(request: RunRequest, wanted: number): number {
    if (this.#gate === undefined || wanted === 0) return wanted;
    const { shared } = this.#caller.site;
    const cpus = Math.max(1, shared[SPIN_LANES]!);
    const spinners = Math.min(wanted, cpus - 1);
    return this.#gate.helpersWorthWaking({
      key: keyOf(request),
      jobs: request.count,
      helpers: wanted,
      hotHelpers: this.#isSoon ? spinners : countHot(shared, spinners),
      cpus,
    });
  }

  /**
   * A batch has ended.
   * @param helpers  how many lanes it got
   * @param beganMs  when it began
   * @returns how long it took, in milliseconds
   */
  end(request: RunRequest, answered: CallerRequest, helpers: number, beganMs: number): number {
    // Alone, the batch is over with its last job: one look at the clock less.
    const nowMs = helpers === 0 && answered.idleSinceMs >= 0 ? answered.idleSinceMs : this.#caller.host.now();
    this.#rhythm.end(nowMs);
    const wallMs = nowMs - beganMs;
    if (this.#gate === undefined) return wallMs;
    const key = keyOf(request);
    this.#gate.noteJobs(key, answered.ownJobs, answered.busyMs);
    // What an asynchronous run takes says more about the caller's event loop than about its lanes.
    const isBlocking = answered.answered === undefined;
    if (helpers > 0 && isBlocking) this.#gate.noteShared(key, request.count, wallMs);
    return wallMs;
  }
}

function keyOf({ program, entry }: RunRequest): number {
  return program * ENTRY_KEYS + entry;
}
