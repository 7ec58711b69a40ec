import * as words from "../protocol/words.ts";
import { calibrate } from "./calibrate.ts";
import type { CallerParts, CallerRequest } from "./caller.ts";
import { type CostGate, createCostGate, type WakeCost } from "./costGate.ts";
import type { RunRequest } from "./lanePool.ts";
import { BatchRhythm } from "./rhythm.ts";
import { countHot, isParked } from "./team.ts";

// Own constants end up in the machine code, imported ones are read from memory at each use: see protocol/README.md.
const { SPIN_LANES, SPIN_SOON } = words;

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
  readonly #gate: CostGate = createCostGate();
  readonly #hasGate: boolean;
  readonly #rhythm = new BatchRhythm();
  #isSoon = false;
  #calls = 0;
  /** The last call that was timed, and how long it took. */
  #timedCall = 0;
  #wallMs = 0;
  #nextCalibration = 0;

  /** @param hasGate  whether batches too small to gain stay on the caller */
  constructor(caller: CallerParts, hasGate: boolean) {
    this.#caller = caller;
    this.#hasGate = hasGate;
  }

  /** A batch begins. If it is to be timed, the lanes are told whether to expect another one soon after it. */
  begin(request: RunRequest, opened: CallerRequest): void {
    this.#calls++;
    opened.standsFor = this.#gate.batchesToTime(keyOf(request), request.count);
    if (opened.standsFor > 0) this.#beginTimed(opened);
  }

  #beginTimed(opened: CallerRequest): void {
    const { host, site } = this.#caller;
    const nowMs = host.now();
    opened.beganMs = nowMs;
    this.#isSoon = this.#rhythm.begin(nowMs, this.#calls - this.#timedCall);
    this.#timedCall = this.#calls;
    this.#tellLanes(site.shared);
  }

  #tellLanes(shared: Int32Array): void {
    const soon = this.#isSoon ? 1 : 0;
    if (Atomics.load(shared, SPIN_SOON) !== soon) Atomics.store(shared, SPIN_SOON, soon);
  }

  /**
   * Measures the cost of waking a lane once one is up, and again every now and then; the least that was found
   * counts, as others can only make it look dearer.
   * @param registers  a row of registers that is free
   */
  calibrateWhenDue(registers: Int32Array): void {
    if (this.#hasGate && this.#calls >= this.#nextCalibration) this.#calibrate(registers);
  }

  #calibrate(registers: Int32Array): void {
    if (this.#caller.crew.laneCount() < 2 || !isParked(this.#caller.site.shared, 1)) return;
    const cost = calibrate(this.#caller, registers);
    this.#nextCalibration = cost
      ? 10 * this.#calls + CALLS_AFTER_SUCCESS
      : 2 * this.#calls + CALLS_AFTER_FAILURE;
    if (cost !== undefined) this.#gate.noteWakeCost(cost);
  }

  /** What waking a lane was found to take; undefined until it was measured. */
  wakeCost(): WakeCost | undefined {
    return this.#gate.wakeCost();
  }

  /** How many of `wanted` lanes the batch gets. */
  helpersFor(request: RunRequest, wanted: number): number {
    if (!this.#hasGate || wanted === 0) return wanted;
    const { shared } = this.#caller.site;
    const cpus = Math.max(1, shared[SPIN_LANES]!);
    const spinners = Math.min(wanted, cpus - 1);
    return this.#gate.helpersWorthWaking({
      key: keyOf(request),
      jobs: request.count,
      helpers: wanted,
      // Of a brief batch that is not timed nobody knows whether it came soon.
      hotHelpers: this.#isSoon && this.#timedCall === this.#calls ? spinners : countHot(shared, spinners),
      cpus,
    });
  }

  /**
   * A batch has ended.
   * @param helpers  how many lanes it got
   * @returns how long it took, in milliseconds; if it was not timed, how long the last one that was
   */
  end(request: RunRequest, answered: CallerRequest, helpers: number): number {
    if (answered.beganMs >= 0) this.#endTimed(request, answered, helpers);
    return this.#wallMs;
  }

  #endTimed(request: RunRequest, answered: CallerRequest, helpers: number): void {
    // Alone, the batch is over with its last job: one look at the clock less.
    const nowMs = helpers === 0 && answered.idleSinceMs >= 0 ? answered.idleSinceMs : this.#caller.host.now();
    this.#rhythm.end(nowMs);
    const wallMs = nowMs - answered.beganMs;
    this.#wallMs = wallMs;
    const key = keyOf(request);
    this.#gate.noteJobs(key, answered.ownJobs, answered.busyMs);
    // What an asynchronous run takes says more about the caller's event loop than about its lanes; and as long as lanes
    // are still starting, it is the start that takes the CPUs.
    const isBlocking = answered.answered === undefined;
    if (helpers > 0 && isBlocking && !this.#caller.crew.isStarting()) {
      this.#gate.noteShared(key, request.count, wallMs);
    }
  }
}

function keyOf({ program, entry }: RunRequest): number {
  return program * ENTRY_KEYS + entry;
}
