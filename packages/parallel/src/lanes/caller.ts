import type { LaneHost } from "../host/laneHost.ts";
import * as order from "../protocol/callerOrder.ts";
import { takeCallerStep } from "../protocol/callerSteps.ts";
import { closeBatch, lookAtTeam, openBatch } from "../protocol/callerStrides.ts";
import * as machine from "../protocol/machine.ts";
import * as words from "../protocol/words.ts";
import { laneBase } from "../protocol/words.ts";
import { callerHasEnded } from "./callers.ts";
import type { Crew } from "./crew.ts";
import { markInsideJob } from "./insideJob.ts";
import { hasFailures, type JobFailure, type JobSite, readFailures, runRange } from "./jobs.ts";
import * as counter from "./laneCounters.ts";
import { announceAwaited, awaitLane, wakeIfParked } from "./parking.ts";

// Own constants end up in the machine code, imported ones are read from memory at each use: see protocol/README.md.
const { CALLER_AWAIT, CALLER_AWAIT_LATE, CALLER_CANCEL_LOOK, CALLER_LOCK, CALLER_RELEASE } = order;
const {
  AT,
  BEGIN,
  CONTINUE,
  DEATH,
  END,
  FINISH,
  NOTIFY,
  RUN,
  STEP,
  TEAM,
  TEAM_LANE,
  TEAM_SIZE,
  TEAM_STRIDE,
  VALUE,
} = machine;
const { LANE_STATE, LANE_WORDS, LOCK, SPIN_LANES } = words;
const { BATCHES, BUSY_MS } = counter;

/** Longest sleep before the health of whom one waits for is looked at. */
const SLICE_MS = 50;
/** Longest sleep of an asynchronous caller for a lane that has not started, while others may have finished. */
const LATE_SLICE_MS = 2;
/** How long a blocking caller spins for a lane that runs: less than a wake-up takes. */
const SPIN_MS = 0.05;
const LOADS_PER_LOOK = 256;

/** What drives the requests of one calling thread. */
export interface CallerParts {
  readonly site: JobSite;
  readonly host: LaneHost;
  readonly crew: Crew;
}

/** One request on its way through the protocol. */
export interface CallerRequest {
  readonly registers: Int32Array;
  isAnswered: boolean;
  /** Settles a sleeping asynchronous driver when a blocking run has seen the request through. */
  readonly answered: PromiseWithResolvers<void> | undefined;
  failures: readonly JobFailure[];
  /** When it began, or -1 if it is not timed: then nobody looks at the clock. */
  beganMs: number;
  /** How many batches it is timed for. */
  standsFor: number;
  /** Time spent in waking lanes, if it is measured, else -1. */
  notifyMs: number;
  /** Jobs of this request that the caller ran itself. */
  ownJobs: number;
  /** Time the caller spent in jobs of this request. */
  busyMs: number;
  /** When its present stretch of jobs began, or -1; a caller alone counts from the call. */
  busySinceMs: number;
  /** When its last stretch of jobs ended, or -1. */
  idleSinceMs: number;
  /** What the caller has to do besides, once its lanes are woken and before it takes part; undefined when done. */
  meanwhile: (() => void) | undefined;
  /** What that threw, if it did. */
  thrown: { readonly error: unknown } | undefined;
}

const NO_FAILURES: readonly JobFailure[] = Object.freeze([]);

/** A request at its first step; the caller fills in the rest of its registers. */
export function openRequest(registers: Int32Array, isAsync: boolean): CallerRequest {
  const request: CallerRequest = {
    registers,
    isAnswered: false,
    answered: isAsync ? Promise.withResolvers<void>() : undefined,
    failures: NO_FAILURES,
    beganMs: -1,
    standsFor: 1,
    notifyMs: -1,
    ownJobs: 0,
    busyMs: 0,
    busySinceMs: -1,
    idleSinceMs: -1,
    meanwhile: undefined,
    thrown: undefined,
  };
  reopenRequest(request);
  return request;
}

/** Makes a blocking request that was answered ready for another batch. */
export function reopenRequest(request: CallerRequest): void {
  request.registers[STEP] = CALLER_LOCK;
  request.registers[DEATH] = 0;
  request.isAnswered = false;
  request.failures = NO_FAILURES;
  request.beganMs = -1;
  request.notifyMs = -1;
  request.ownJobs = 0;
  request.busyMs = 0;
  request.busySinceMs = -1;
  request.idleSinceMs = -1;
}

/** Sees a request through, blocking. Also one that was begun asynchronously. */
export function answerBlocking(parts: CallerParts, request: CallerRequest): void {
  const r = request.registers;
  // An asynchronous request sleeps for its lanes; from here on this thread helps them instead.
  if (r[STEP] === CALLER_AWAIT || r[STEP] === CALLER_AWAIT_LATE) r[DEATH] = 1;
  while (!proceed(parts, request)) sleep(parts, r);
  request.answered?.resolve();
}

/** Sees a request through while the thread's event loop turns. */
export async function answerAsync(parts: CallerParts, request: CallerRequest): Promise<void> {
  while (!request.isAnswered && !proceed(parts, request)) await doze(parts, request);
}

/** Takes steps until the request must wait; whether it is answered. */
function proceed(parts: CallerParts, request: CallerRequest): boolean {
  const r = request.registers;
  for (;;) {
    const effect = takeNext(parts, request, r[STEP]!);
    if (effect === CONTINUE) continue;
    if (effect === RUN) runOwn(parts, request);
    else if (effect === NOTIFY) wake(parts, request);
    else {
      request.isAnswered = effect === FINISH;
      return request.isAnswered;
    }
  }
}

/** Takes the next step; from where most batches pass, several in one go. */
function takeNext(parts: CallerParts, request: CallerRequest, step: number): number {
  const { site } = parts;
  const r = request.registers;
  if (step === CALLER_LOCK) return openBatch(site.shared, r);
  if (step === CALLER_CANCEL_LOOK) {
    endStretch(parts, request);
    return lookAtTeam(site.shared, r);
  }
  if (step === CALLER_RELEASE) {
    endStretch(parts, request);
    request.failures = allFailures(site, r);
    site.counters[BATCHES]!++;
    return closeBatch(site.shared, r);
  }
  return takeCallerStep(step, site.shared, r);
}

function runOwn({ site, host }: CallerParts, request: CallerRequest): void {
  const r = request.registers;
  if (request.meanwhile !== undefined) doMeanwhile(request);
  if (request.beganMs >= 0 && request.busySinceMs < 0) request.busySinceMs = host.now();
  request.ownJobs += r[END]! - r[BEGIN]!;
  runRange(site, r);
}

/** Does what the caller has to do besides, which may no more use the pool than a job may. */
function doMeanwhile(request: CallerRequest): void {
  const { meanwhile } = request;
  request.meanwhile = undefined;
  markInsideJob(true);
  try {
    meanwhile?.();
  } catch (error) {
    request.thrown = { error };
  } finally {
    markInsideJob(false);
  }
}

/** The batch is over: what the caller has to do besides is done, where lanes left it nothing only now. Throws what it threw. */
export function endMeanwhile(request: CallerRequest): void {
  doMeanwhile(request);
  const { thrown } = request;
  request.thrown = undefined;
  if (thrown !== undefined) throw thrown.error;
}

function wake(parts: CallerParts, request: CallerRequest): void {
  const { shared } = parts.site;
  const at = request.registers[AT]!;
  if (at === LOCK) Atomics.notify(shared, at);
  else if (request.notifyMs < 0) wakeIfParked(shared, at - LANE_STATE);
  else wakeTimed(parts, request);
}

function wakeTimed({ site, host }: CallerParts, request: CallerRequest): void {
  const beganMs = host.now();
  wakeIfParked(site.shared, request.registers[AT]! - LANE_STATE);
  request.notifyMs += host.now() - beganMs;
}

/** The caller's own part, or the leftovers, are over. */
function endStretch(parts: CallerParts, request: CallerRequest): void {
  if (request.busySinceMs >= 0) noteBusy(parts, request);
}

function noteBusy({ site, host }: CallerParts, request: CallerRequest): void {
  request.idleSinceMs = host.now();
  const spentMs = request.idleSinceMs - request.busySinceMs;
  request.busyMs += spentMs;
  request.busySinceMs = -1;
  site.counters[BUSY_MS]! += spentMs * request.standsFor;
}

/** What jobs threw, before the pool is given back and another caller's batch can begin. */
function allFailures({ shared, lane }: JobSite, r: Int32Array): readonly JobFailure[] {
  let anywhere = hasFailures(shared, lane);
  for (let place = 0; place < r[TEAM_SIZE]!; place++) {
    if (hasFailures(shared, r[TEAM + TEAM_STRIDE * place + TEAM_LANE]!)) anywhere = true;
  }
  return anywhere ? collectFailures(shared, lane, r) : NO_FAILURES;
}

function collectFailures(shared: Int32Array, lane: number, r: Int32Array): readonly JobFailure[] {
  let failures = hasFailures(shared, lane) ? readFailures(shared, lane) : NO_FAILURES;
  for (let place = 0; place < r[TEAM_SIZE]!; place++) {
    const member = r[TEAM + TEAM_STRIDE * place + TEAM_LANE]!;
    if (hasFailures(shared, member)) failures = [...failures, ...readFailures(shared, member)];
  }
  return failures;
}

/** Sleeps as the step asked for, in slices, and notes the death of whom it waits for. */
function sleep(parts: CallerParts, r: Int32Array): void {
  const { shared } = parts.site;
  if (spin(parts, r)) return;
  const at = r[AT]!;
  const outcome =
    at === LOCK
      ? Atomics.wait(shared, at, r[VALUE]!, SLICE_MS)
      : awaitLane(shared, at - LANE_STATE, r[VALUE]!, SLICE_MS);
  noteDeath(parts, r, outcome);
}

/** Spins for a short while if every lane of the team can have a CPU of its own. */
function spin({ site, host }: CallerParts, r: Int32Array): boolean {
  const { shared } = site;
  if (r[AT] === LOCK || r[TEAM_SIZE]! >= shared[SPIN_LANES]!) return false;
  // The first looks come before the first look at the clock: a lane that is nearly done is soon seen.
  let untilMs = Number.POSITIVE_INFINITY;
  for (let nowMs = 0; nowMs < untilMs; nowMs = host.now()) {
    for (let look = 0; look < LOADS_PER_LOOK; look++) {
      if (Atomics.load(shared, r[AT]!) !== r[VALUE]) return true;
    }
    if (nowMs === 0) untilMs = host.now() + SPIN_MS;
  }
  return false;
}

async function doze(parts: CallerParts, request: CallerRequest): Promise<void> {
  const r = request.registers;
  const sliceMs = r[STEP] === CALLER_AWAIT_LATE ? LATE_SLICE_MS : SLICE_MS;
  const { shared } = parts.site;
  const at = r[AT]!;
  if (at !== LOCK) announceAwaited(shared, at - LANE_STATE, true);
  const slice = Atomics.waitAsync(shared, at, r[VALUE]!, sliceMs);
  const outcome = slice.async ? await Promise.race([slice.value, request.answered?.promise]) : slice.value;
  // A blocking run of the same thread may have seen this request through in the meantime; the lane then works for others.
  if (request.isAnswered) return;
  if (at !== LOCK) announceAwaited(shared, at - LANE_STATE, false);
  noteDeath(parts, r, outcome);
}

function noteDeath({ site, host, crew }: CallerParts, r: Int32Array, outcome: unknown): void {
  const { shared } = site;
  const word = r[AT]!;
  if (outcome === "not-equal" || Atomics.load(shared, word) !== r[VALUE]) return;
  const hasEnded =
    word === LOCK
      ? callerHasEnded(shared, host, r[VALUE]!)
      : crew.hasEnded(Math.floor((word - laneBase(0)) / LANE_WORDS));
  if (hasEnded) r[DEATH] = 1;
}
