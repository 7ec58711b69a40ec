import type { LaneProgram } from "../lanes/program.ts";

/** What a new lane is told. Can be posted to a thread. */
export interface LaneInit {
  readonly control: Int32Array;
  readonly lane: number;
  /** Programs loaded so far; later ones come as messages, in order. */
  readonly programs: readonly LaneProgram[];
}

/** What a lane tells the thread that started it. */
export type LaneNews =
  /** The lane has this many programs now. The first such news also says that it is up. */
  | { readonly kind: "ready"; readonly programCount: number }
  /** A program could not be made ready; the lane ends. */
  | { readonly kind: "failed"; readonly message: string };

/** How a host reports about a lane it started. */
export interface LaneListener {
  news(news: LaneNews): void;
  /** The thread has ended, for whatever reason; nothing of it runs any more. */
  ended(reason: string): void;
}

/** A started lane, as its starter sees it. It never keeps the process alive. */
export interface LaneThread {
  /** Gives the lane one more program. */
  post(program: LaneProgram): void;
  terminate(): Promise<void>;
}

/** A named line on which the threads that share a pool talk. Never keeps the process alive. */
export interface PoolChannel {
  post(message: unknown): void;
  close(): void;
}

/** Everything that the lanes need from the platform; one implementation a platform, chosen by `#host`. */
export interface LaneHost {
  /** Starts a thread that runs `runLane`. Throws when the system refuses it. */
  spawnLane(init: LaneInit, listener: LaneListener): LaneThread;
  /** Whether a thread starts while its starter blocks. If not, lanes are started and awaited beforehand. */
  readonly lanesStartWhileBlocked: boolean;
  /** Whether this thread may sleep in Atomics.wait. */
  canBlock(): boolean;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Lanes that the machine really gives: affinity and CPU quota, at least 1. */
  hardwareLanes(): number;
  /** The system's number of this thread, or 0 where it does not tell. */
  threadId(): number;
  /** Whether the thread with that number has certainly ended. False when unknown. */
  hasThreadEnded(threadId: number): boolean;
  /** Calls back when this thread ends in an orderly way, until the returned function is called. */
  onThreadEnd(callback: () => void): () => void;
  /** Keeps the process alive until the returned function is called. */
  keepAlive(): () => void;
  /** A name no other pool has. */
  uniqueName(): string;
  openChannel(name: string, receive: (message: unknown) => void): PoolChannel;
}

/** What a lane's own thread needs from the platform. */
export interface LanePort {
  now(): number;
  threadId(): number;
  /** The next program that was posted to this lane; lets the event loop turn. */
  nextProgram(): Promise<LaneProgram>;
  post(news: LaneNews): void;
  onThreadEnd(callback: () => void): void;
}
