import type { LaneHost, LaneNews, LaneThread, PoolChannel } from "../host/laneHost.ts";
import * as machine from "../protocol/machine.ts";
import * as words from "../protocol/words.ts";
import { laneBase } from "../protocol/words.ts";
import type { LaneProgram } from "./program.ts";

// Own constants end up in the machine code, imported ones are read from memory at each use: see protocol/README.md.
const { TEAM, TEAM_LANE, TEAM_STRIDE } = machine;
const {
  HEALTH_ALIVE,
  HEALTH_DEAD,
  LANE_HEALTH,
  LANE_STATE,
  LANE_THREAD,
  MAKER_CLOSED,
  MAKER_ENDED,
  MAKER_LEFT,
  MAKER_THREAD,
} = words;

/** The worker lanes of a pool as one caller sees them. */
export interface Crew {
  /** Names up to `wanted` lanes that can take a batch in a caller's team registers; gives how many. */
  gather(wanted: number, registers: Int32Array): number;
  /** Whether a lane's thread has certainly ended; retires it the first time. */
  hasEnded(lane: number): boolean;
  /** Lanes that can take a batch at present or on demand, the caller counted. */
  laneCount(): number;
  /** Whether a lane that was started is not up yet, as far as this caller can know. */
  isStarting(): boolean;
  /** Hands a program to every lane; the returned promise settles when all live lanes have it. */
  deliver(program: LaneProgram, announce: Announce): Promise<number>;
  counts(): { readonly created: number; readonly refused: number; readonly died: number };
  /** Answers joined callers from now on: starts lanes and loads programs in their name. */
  serveJoined(announce: Announce): void;
  /** Ends the lanes, or leaves them to their maker. */
  dismiss(): Promise<void>;
}

/** Counts up the pool's mail, so that parked lanes wake to read it. Called with the new number of programs. */
type Announce = (programCount: number) => Promise<void>;

/** A crew whose lanes this thread has started. */
export interface HomeCrew extends Crew {
  /** Starts every lane and waits until all are up, or have failed. */
  startAll(): Promise<void>;
}

/** What a crew is made of. */
export interface CrewParts {
  readonly control: Int32Array;
  readonly laneCount: number;
  readonly host: LaneHost;
  readonly warn: (message: string) => void;
  readonly channel: string;
}

/** What joined callers ask of the thread that made the pool, and its answers. */
export type CrewMessage =
  | { readonly kind: "start"; readonly lanes: number }
  | { readonly kind: "load"; readonly ticket: string; readonly program: LaneProgram }
  | { readonly kind: "loaded"; readonly ticket: string; readonly program: number }
  | { readonly kind: "refused"; readonly ticket: string; readonly message: string }
  /** No answer comes after this one. */
  | { readonly kind: "left" };

interface Member {
  readonly thread: LaneThread;
  programCount: number;
  /** Called with each news of the lane, and when it has ended. */
  readonly watchers: Set<() => void>;
}

/** Prepares a crew; nobody is started yet. */
export function hireCrew(parts: CrewParts): HomeCrew {
  return new StartedCrew(parts);
}

class StartedCrew implements HomeCrew {
  readonly #parts: CrewParts;
  readonly #members = new Map<number, Member>();
  readonly #programs: LaneProgram[] = [];
  #isRefused = false;
  #isDismissed = false;
  #created = 0;
  #refused = 0;
  #died = 0;
  #deliveries: Promise<unknown> = Promise.resolve();
  #announce: Announce | undefined;
  #channel: PoolChannel | undefined;
  readonly #forgetEnd: () => void;

  constructor(parts: CrewParts) {
    this.#parts = { ...parts, warn: (message) => warnSafely(parts.warn, message) };
    const { control, host } = parts;
    Atomics.store(control, MAKER_THREAD, host.threadId());
    this.#forgetEnd = host.onThreadEnd(() => Atomics.store(control, MAKER_LEFT, MAKER_ENDED));
  }

  gather(wanted: number, registers: Int32Array): number {
    const { control, laneCount } = this.#parts;
    let size = 0;
    for (let lane = 1; lane < laneCount && size < wanted; lane++) {
      // Lanes start in the order of their numbers.
      if (lane > this.#created && !this.#start(lane)) break;
      // A plain look: a lane whose death is missed here is posted to, and taken back.
      if (control[laneBase(lane) + LANE_HEALTH] === HEALTH_DEAD) continue;
      registers[TEAM + TEAM_STRIDE * size + TEAM_LANE] = lane;
      size++;
    }
    return size;
  }

  /** Whether the lane was started now; after one refusal nothing more is tried. */
  #start(lane: number): boolean {
    if (this.#isRefused || this.#isDismissed) return false;
    const { control, host, warn } = this.#parts;
    const programs = [...this.#programs];
    const watchers = new Set<() => void>();
    try {
      const thread = host.spawnLane(
        { control, lane, programs },
        { news: (news) => this.#hear(lane, news), ended: (reason) => this.#bury(lane, reason) },
      );
      this.#members.set(lane, { thread, programCount: 0, watchers });
      this.#created++;
      return true;
    } catch (error) {
      this.#isRefused = true;
      this.#refused++;
      const why = error instanceof Error ? error.message : String(error);
      warn(`lane ${lane} was refused (${why}): going on with ${lane} lanes, the caller counted`);
      return false;
    }
  }

  #hear(lane: number, news: LaneNews): void {
    const member = this.#members.get(lane);
    // News of a lane that was retired in the meantime comes too late.
    if (member === undefined || member.programCount < 0) return;
    if (news.kind === "failed") this.#bury(lane, news.message);
    else member.programCount = news.programCount;
    for (const watcher of member.watchers) watcher();
  }

  /** Retires a lane whose thread has ended. Idempotent. */
  #bury(lane: number, reason: string): void {
    const { control, warn } = this.#parts;
    const member = this.#members.get(lane);
    if (member === undefined || member.programCount < 0) return;
    member.programCount = -1;
    const base = laneBase(lane);
    Atomics.store(control, base + LANE_HEALTH, HEALTH_DEAD);
    Atomics.notify(control, base + LANE_STATE);
    for (const watcher of member.watchers) watcher();
    if (this.#isDismissed) return;
    this.#died++;
    warn(`lane ${lane} died (${reason}): its jobs go to the caller, ${this.laneCount()} lanes are left`);
  }

  hasEnded(lane: number): boolean {
    if (!hasLaneEnded(this.#parts, lane)) return false;
    this.#bury(lane, "its thread ended");
    return true;
  }

  laneCount(): number {
    return this.#isRefused ? 1 + this.#created - this.#died : this.#parts.laneCount - this.#died;
  }

  isStarting(): boolean {
    const { control } = this.#parts;
    for (let lane = 1; lane <= this.#created; lane++) {
      if (Atomics.load(control, laneBase(lane) + LANE_HEALTH) < HEALTH_ALIVE) return true;
    }
    return false;
  }

  deliver(program: LaneProgram, announce: Announce): Promise<number> {
    const delivery = this.#deliveries.then(() => this.#deliverNow(program, announce));
    this.#deliveries = delivery.catch(() => {});
    return delivery;
  }

  async #deliverNow(program: LaneProgram, announce: Announce): Promise<number> {
    const number = this.#programs.push(program) - 1;
    const informed = [...this.#members].filter(([, { programCount }]) => programCount >= 0);
    for (const [, { thread }] of informed) thread.post(program);
    await announce(number + 1);
    await Promise.all(informed.map(([, member]) => hasPrograms(member, number + 1)));
    return number;
  }

  async startAll(): Promise<void> {
    for (let lane = 1; lane < this.#parts.laneCount; lane++) {
      if (!this.#start(lane)) break;
    }
    const { control } = this.#parts;
    await Promise.all(
      [...this.#members].map(([lane, member]) =>
        until(member, () => Atomics.load(control, laneBase(lane) + LANE_HEALTH) >= HEALTH_ALIVE),
      ),
    );
  }

  counts(): { readonly created: number; readonly refused: number; readonly died: number } {
    return { created: this.#created, refused: this.#refused, died: this.#died };
  }

  serveJoined(announce: Announce): void {
    if (this.#channel !== undefined) return;
    this.#announce = announce;
    this.#channel = this.#parts.host.openChannel(this.#parts.channel, (message) =>
      this.#serve(message as CrewMessage),
    );
  }

  async #serve(message: CrewMessage): Promise<void> {
    if (message.kind === "start")
      this.gather(message.lanes, new Int32Array(TEAM + TEAM_STRIDE * message.lanes));
    if (message.kind !== "load" || this.#announce === undefined) return;
    const { ticket } = message;
    try {
      const program = await this.deliver(message.program, this.#announce);
      this.#channel?.post({ kind: "loaded", ticket, program });
    } catch (error) {
      this.#channel?.post({ kind: "refused", ticket, message: String(error) });
    }
  }

  async dismiss(): Promise<void> {
    this.#isDismissed = true;
    // Before the message: who asks after it sees the word, who asked before it hears the message.
    Atomics.store(this.#parts.control, MAKER_LEFT, MAKER_CLOSED);
    this.#forgetEnd();
    this.#channel?.post({ kind: "left" } satisfies CrewMessage);
    this.#channel?.close();
    await Promise.all([...this.#members.values()].map(({ thread }) => thread.terminate()));
  }
}

/** A warning comes in the middle of a batch, which an error thrown by its receiver must not break off. */
function warnSafely(warn: (message: string) => void, message: string): void {
  try {
    warn(message);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** Whether the lane's thread has certainly ended: by its own word, or by the system's. */
export function hasLaneEnded({ control, host }: Pick<CrewParts, "control" | "host">, lane: number): boolean {
  const base = laneBase(lane);
  if (Atomics.load(control, base + LANE_HEALTH) === HEALTH_DEAD) return true;
  return host.hasThreadEnded(Atomics.load(control, base + LANE_THREAD));
}

function hasPrograms(member: Member, programCount: number): Promise<void> {
  return until(member, () => member.programCount >= programCount);
}

/** Settles when the condition holds or the lane has ended. */
function until(member: Member, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds() && member.programCount >= 0) return;
      member.watchers.delete(look);
      resolve();
    };
    member.watchers.add(look);
    look();
  });
}
