import type { LaneHost } from "../host/laneHost.ts";
import { ParallelError } from "../problem.ts";
import * as machine from "../protocol/machine.ts";
import { callerRegisters } from "../protocol/machine.ts";
import * as words from "../protocol/words.ts";
import { laneBase } from "../protocol/words.ts";
import * as schedules from "../schedule.ts";
import { chunkCount } from "../schedule.ts";
import {
  answerAsync,
  answerBlocking,
  type CallerParts,
  type CallerRequest,
  endMeanwhile,
  openRequest,
  reopenRequest,
} from "./caller.ts";
import { type CallerPlace, enrolCaller } from "./callers.ts";
import type { Crew } from "./crew.ts";
import { refuseInsideJob } from "./insideJob.ts";
import { jobSite } from "./jobs.ts";
import { type LaneCounters, readCounters } from "./laneCounters.ts";
import type { LanePool, PoolCounters, RunReport, RunRequest, SharedLanePool } from "./lanePool.ts";
import { type LaneProgram, type LoadedProgram, loadProgram } from "./program.ts";
import { checkRequest } from "./runRequest.ts";
import { Sharing } from "./sharing.ts";
import { countOutcome, isParked, nameAll } from "./team.ts";

// Own constants end up in the machine code, imported ones are read from memory at each use: see protocol/README.md.
const {
  ACTIVE_LIST,
  CALLER,
  CANCELLED,
  CHUNK,
  COUNT,
  DIED,
  ENTRY,
  HELPS,
  KIND,
  MAIL_WANTED,
  POINTER,
  POOL_LANES,
  PROGRAM,
  RANKS,
  TEAM_SIZE,
  UNFINISHED,
} = machine;
const { LANE_PREWAKE, LANE_STATE, SPIN_LANES } = words;
const { ACTIVE, STATIC } = schedules;

/** What an open pool is made of. */
export interface PoolParts extends SharedLanePool {
  readonly host: LaneHost;
  readonly crew: Crew;
}

/** Opens a pool for the calling thread: gets its programs ready and enrols it as a caller. */
export async function openPool(parts: PoolParts): Promise<LanePool> {
  const loaded: (LoadedProgram | undefined)[] = [];
  for (const program of parts.programs) loaded.push(program && (await loadProgram(program, 0)));
  return new Pool(parts, loaded);
}

class Pool implements LanePool {
  readonly #parts: PoolParts;
  readonly #programs: (LaneProgram | undefined)[];
  readonly #loaded: (LoadedProgram | undefined)[];
  readonly #caller: CallerParts;
  readonly #place: CallerPlace;
  readonly #sharing: Sharing;
  readonly #canBlock: boolean;
  // One row of registers for blocking runs and one for asynchronous ones, which take turns.
  readonly #blocking: CallerRequest;
  readonly #asynchronous: Int32Array;
  #active: CallerRequest | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  /** Settles when the pool is closed; undefined while it is open. */
  #closing: Promise<void> | undefined;
  #calls = 0;
  #jobs = 0;
  #gatedCalls = 0;
  #preWakes = 0;

  constructor(parts: PoolParts, loaded: (LoadedProgram | undefined)[]) {
    const { control, laneCount, host, crew } = parts;
    this.#parts = parts;
    this.#programs = [...parts.programs];
    this.#loaded = loaded;
    this.#caller = { site: jobSite(control, 0, loaded), host, crew };
    this.#place = enrolCaller(control, host);
    this.#sharing = new Sharing(this.#caller, parts.costGate);
    this.#canBlock = host.canBlock();
    this.#blocking = openRequest(this.#newRegisters(laneCount), false);
    this.#asynchronous = this.#newRegisters(laneCount);
  }

  #newRegisters(laneCount: number): Int32Array {
    const registers = new Int32Array(callerRegisters(laneCount));
    registers[CALLER] = this.#place.number;
    registers[POOL_LANES] = laneCount;
    return registers;
  }

  get laneCount(): number {
    return this.#parts.crew.laneCount();
  }

  async load(program: LaneProgram): Promise<number> {
    this.#refuseWrongUse("load");
    const { host, crew } = this.#parts;
    const letGo = host.keepAlive();
    try {
      const loaded = await loadProgram(program, 0);
      const number = await crew.deliver(program, (programCount) => this.#announce(programCount));
      this.#loaded[number] = loaded;
      this.#programs[number] = program;
      return number;
    } finally {
      letGo();
    }
  }

  #announce(programCount: number): Promise<void> {
    return this.#inTurn(async () => {
      const r = this.#asynchronous;
      r[MAIL_WANTED] = programCount;
      nameAll(r, this.#parts.laneCount);
      await this.#answer(openRequest(r, true));
    });
  }

  run(request: RunRequest, meanwhile?: () => void): RunReport {
    this.#refuseWrongUse("run");
    checkRequest(request, this.#loaded);
    if (!this.#canBlock) throw cannotBlock();
    // An asynchronous run of this thread may hold the pool: it is seen through first.
    if (this.#active !== undefined) answerBlocking(this.#caller, this.#active);
    const opened = this.#blocking;
    this.#sharing.calibrateWhenDue(opened.registers);
    reopenRequest(opened);
    this.#sharing.begin(request, opened);
    const isGated = this.#prepare(request, opened.registers, 1);
    if (meanwhile !== undefined) opened.meanwhile = meanwhile;
    else if (opened.registers[TEAM_SIZE] === 0) opened.busySinceMs = opened.beganMs;
    answerBlocking(this.#caller, opened);
    if (meanwhile !== undefined) endMeanwhile(opened);
    return this.#report(request, opened, isGated);
  }

  async runAsync(request: RunRequest): Promise<RunReport> {
    this.#refuseWrongUse("runAsync");
    checkRequest(request, this.#loaded);
    const letGo = this.#parts.host.keepAlive();
    try {
      return await this.#inTurn(async () => {
        const opened = openRequest(this.#asynchronous, true);
        this.#sharing.begin(request, opened);
        const isGated = this.#prepare(request, this.#asynchronous, 0);
        await this.#answer(opened);
        return this.#report(request, opened, isGated);
      });
    } finally {
      letGo();
    }
  }

  /** Asynchronous requests of one thread take turns. */
  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(task);
    this.#turn = result.catch(() => {});
    return result;
  }

  async #answer(request: CallerRequest): Promise<void> {
    this.#active = request;
    try {
      await answerAsync(this.#caller, request);
    } finally {
      this.#active = undefined;
    }
  }

  /** Fills a row of registers with a batch and the team for it; whether the cost gate kept it on the caller. */
  #prepare(request: RunRequest, r: Int32Array, helps: number): boolean {
    const { schedule, count } = request;
    const lanes = mostLanes(this.#parts.crew.laneCount(), request.lanes);
    // The caller is lane 0 whether it helps or only waits.
    const wanted = Math.max(0, Math.min(lanes - 1, chunkCount(schedule, count) - helps));
    const helpers = this.#sharing.helpersFor(request, wanted);
    const team = helpers === 0 ? 0 : this.#parts.crew.gather(helpers, r);
    const isAlone = team === 0;
    r[TEAM_SIZE] = team;
    r[HELPS] = isAlone ? 1 : helps;
    r[RANKS] = isAlone ? 1 : team + helps;
    r[MAIL_WANTED] = 0;
    r[PROGRAM] = request.program;
    r[ENTRY] = request.entry;
    r[POINTER] = request.paramsPointer;
    r[COUNT] = count;
    // Alone, the caller has all at once, without claiming it from anybody.
    r[KIND] = isAlone && schedule.kind !== ACTIVE ? STATIC : schedule.kind;
    r[CHUNK] = isAlone ? Math.max(count, 1) : schedule.chunk;
    r[ACTIVE_LIST] = request.activePointer ?? 0;
    return wanted > 0 && helpers === 0;
  }

  #report(request: RunRequest, answered: CallerRequest, isGated: boolean): RunReport {
    const { registers: r, failures } = answered;
    const hasLost = r[UNFINISHED] !== 0;
    this.#calls++;
    this.#jobs += request.count;
    if (isGated) this.#gatedCalls++;
    return {
      lanes: r[RANKS]!,
      cancelled: hasLost ? countOutcome(r, CANCELLED) : 0,
      died: hasLost ? countOutcome(r, DIED) : 0,
      isGated,
      wallMs: this.#sharing.end(request, answered, r[TEAM_SIZE]!),
      failures,
    };
  }

  preWake(lane: number): void {
    refuseInsideJob("preWake");
    const { control, laneCount, preWake } = this.#parts;
    if (!preWake || lane < 1 || lane >= laneCount || lane >= control[SPIN_LANES]! || this.#closing) return;
    const base = laneBase(lane);
    if (!isParked(control, lane)) return;
    this.#preWakes++;
    Atomics.add(control, base + LANE_PREWAKE, 1);
    Atomics.notify(control, base + LANE_STATE);
  }

  startLanes(): void {
    this.#refuseWrongUse("startLanes");
    const { crew, laneCount } = this.#parts;
    crew.gather(laneCount - 1, new Int32Array(callerRegisters(laneCount)));
  }

  counters(): readonly LaneCounters[] {
    const { control, laneCount } = this.#parts;
    return Array.from({ length: laneCount }, (_, lane) => readCounters(control, lane));
  }

  poolCounters(): PoolCounters {
    const { created, refused, died } = this.#parts.crew.counts();
    const wakeCost = this.#sharing.wakeCost();
    return {
      calls: this.#calls,
      jobs: this.#jobs,
      gatedCalls: this.#gatedCalls,
      preWakes: this.#preWakes,
      lanesCreated: created,
      lanesRefused: refused,
      lanesDied: died,
      wakeNotifyMs: wakeCost?.notifyMs ?? null,
      wakeLatencyMs: wakeCost?.latencyMs ?? null,
    };
  }

  share(): SharedLanePool {
    this.#refuseWrongUse("share");
    const { control, laneCount, channel, preWake, costGate, crew } = this.#parts;
    crew.serveJoined((programCount) => this.#announce(programCount));
    return { control, laneCount, channel, preWake, costGate, programs: [...this.#programs] };
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeNow();
    return this.#closing;
  }

  async #closeNow(): Promise<void> {
    await this.#turn;
    await this.#parts.crew.dismiss();
    this.#place.leave();
  }

  #refuseWrongUse(what: string): void {
    refuseInsideJob(what);
    if (this.#closing === undefined) return;
    throw new ParallelError("closed", {
      at: what,
      what: "was called on a pool that is closed",
      mend: "close a pool after its last use, or create a new one",
    });
  }
}

function mostLanes(present: number, wanted: number | undefined): number {
  return wanted === undefined || wanted > present ? present : wanted;
}

function cannotBlock(): ParallelError {
  return new ParallelError("cannot-block", {
    at: "run",
    what: "was called on a thread that may not block, such as a page's main thread",
    mend: "use runAsync, or hold the pool in a worker",
  });
}
