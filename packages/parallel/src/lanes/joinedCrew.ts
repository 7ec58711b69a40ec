import type { PoolChannel } from "../host/laneHost.ts";
import { ParallelError, type Problem } from "../problem.ts";
import { TEAM, TEAM_LANE, TEAM_STRIDE } from "../protocol/machine.ts";
import {
  HEALTH_ALIVE,
  HEALTH_DEAD,
  LANE_HEALTH,
  laneBase,
  MAKER_CLOSED,
  MAKER_ENDED,
  MAKER_LEFT,
  MAKER_THREAD,
} from "../protocol/words.ts";
import { type Crew, type CrewMessage, type CrewParts, hasLaneEnded } from "./crew.ts";
import type { LaneProgram } from "./program.ts";

/** The lanes of a pool that another thread made: that thread starts them and hands them programs. */
export function joinCrew(parts: CrewParts): Crew {
  return new JoinedCrew(parts);
}

class JoinedCrew implements Crew {
  readonly #parts: CrewParts;
  readonly #channel: PoolChannel;
  readonly #loads = new Map<string, PromiseWithResolvers<number>>();
  #asked = 0;
  #isWatching = false;

  constructor(parts: CrewParts) {
    this.#parts = parts;
    this.#channel = parts.host.openChannel(parts.channel, (message) => this.#hear(message as CrewMessage));
  }

  /** Lanes that are up; for those that are not, their maker is asked once. */
  gather(wanted: number, registers: Int32Array): number {
    if (wanted > this.#asked) {
      this.#asked = wanted;
      this.#channel.post({ kind: "start", lanes: wanted } satisfies CrewMessage);
    }
    const { laneCount } = this.#parts;
    let size = 0;
    for (let lane = 1; lane < laneCount && size < wanted; lane++) {
      if (this.#health(lane) !== HEALTH_ALIVE) continue;
      registers[TEAM + TEAM_STRIDE * size + TEAM_LANE] = lane;
      size++;
    }
    return size;
  }

  #health(lane: number): number {
    return Atomics.load(this.#parts.control, laneBase(lane) + LANE_HEALTH);
  }

  hasEnded(lane: number): boolean {
    if (!hasLaneEnded(this.#parts, lane)) return false;
    Atomics.store(this.#parts.control, laneBase(lane) + LANE_HEALTH, HEALTH_DEAD);
    return true;
  }

  laneCount(): number {
    return this.#parts.laneCount - this.counts().died;
  }

  /** What was asked for may have been refused: only lanes that are up are known. */
  isStarting(): boolean {
    return false;
  }

  deliver(program: LaneProgram): Promise<number> {
    const { host } = this.#parts;
    const ticket = host.uniqueName();
    const answer = Promise.withResolvers<number>();
    this.#loads.set(ticket, answer);
    if (Atomics.load(this.#parts.control, MAKER_LEFT) === MAKER_CLOSED) this.#giveUpLoads(CLOSED_BY_MAKER);
    else this.#channel.post({ kind: "load", ticket, program } satisfies CrewMessage);
    void this.#watchMaker();
    return answer.promise;
  }

  /** While loads wait for an answer: looks, slice by slice, whether the maker's thread still is. */
  async #watchMaker(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    while (this.#loads.size > 0) {
      if (this.#hasMakerEnded()) this.#giveUpLoads(ENDED_WITHOUT_CLOSING);
      // Nobody notifies this word: it is only what a thread can sleep on for a while without blocking.
      const slice = Atomics.waitAsync(
        this.#parts.control,
        MAKER_THREAD,
        this.#parts.control[MAKER_THREAD]!,
        WATCH_MS,
      );
      if (slice.async) await slice.value;
    }
    this.#isWatching = false;
  }

  #hasMakerEnded(): boolean {
    const { control, host } = this.#parts;
    const isTold = Atomics.load(control, MAKER_LEFT) === MAKER_ENDED;
    return isTold || host.hasThreadEnded(Atomics.load(control, MAKER_THREAD));
  }

  #giveUpLoads(problem: Problem): void {
    for (const answer of this.#loads.values()) answer.reject(new ParallelError("closed", problem));
    this.#loads.clear();
  }

  #hear(message: CrewMessage): void {
    if (message.kind === "left") this.#giveUpLoads(CLOSED_BY_MAKER);
    if (message.kind !== "loaded" && message.kind !== "refused") return;
    const answer = this.#loads.get(message.ticket);
    this.#loads.delete(message.ticket);
    if (message.kind === "loaded") answer?.resolve(message.program);
    else {
      answer?.reject(
        new ParallelError("program", {
          at: "load",
          what: `was refused by the pool's maker (${message.message})`,
          mend: "load the program there to see why",
        }),
      );
    }
  }

  counts(): { readonly created: number; readonly refused: number; readonly died: number } {
    let died = 0;
    for (let lane = 1; lane < this.#parts.laneCount; lane++) {
      if (this.#health(lane) === HEALTH_DEAD) died++;
    }
    return { created: 0, refused: 0, died };
  }

  /** The pool's maker answers, whoever shared the pool on. */
  serveJoined(): void {}

  async dismiss(): Promise<void> {
    this.#channel.close();
    this.#giveUpLoads(JOINER_CLOSED);
  }
}

/** How often a caller that waits for the maker's answer looks whether its thread still is. */
const WATCH_MS = 50;

const ENDED_WITHOUT_CLOSING: Problem = {
  at: "load",
  what: "needs the thread that made the pool, which has ended without closing it",
  mend: "keep that thread alive for as long as others load programs; see why it ended",
};

const CLOSED_BY_MAKER: Problem = {
  at: "load",
  what: "needs the thread that made the pool, which has closed it",
  mend: "close a pool where it was made only after its last use by others",
};

const JOINER_CLOSED: Problem = {
  at: "load",
  what: "was not answered before this caller closed the pool",
  mend: "await what is being loaded before closing",
};
