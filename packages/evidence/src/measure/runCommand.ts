import { type ChildProcess, spawn } from "node:child_process";
import { beforeEnding } from "./endingSignals.ts";
import {
  foreignShare,
  type MachineTime,
  machineTime,
  type ProcessTime,
  peakBytesOf,
  processTime,
} from "./machineTime.ts";

/** A command to be run. */
export interface CommandOrder {
  readonly words: readonly string[];
  /** Folder that it runs in. */
  readonly folder: string;
  readonly timeoutMs: number;
}

/** What a command did. */
export interface CommandRun {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly isTimedOut: boolean;
  readonly wallMs: number;
  readonly dayClockMs: number;
  readonly userMs: number | null;
  readonly systemMs: number | null;
  readonly peakBytes: number | null;
  readonly foreignShare: number | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

/** The two clocks that a run is timed by, in milliseconds. */
export interface Clocks {
  /** Only runs forward. */
  readonly monotonicMs: () => number;
  /** The clock of the day: somebody may set it. */
  readonly dayMs: () => number;
}

export const machineClocks: Clocks = { monotonicMs: () => performance.now(), dayMs: () => Date.now() };

/** Two looks at the clocks that are further apart, in milliseconds, are taken anew, so often at most. */
const HELD_UP_MS = 2;
const MOST_READINGS = 10;
/** How often the memory of a running command is looked at, in milliseconds. */
const MEMORY_LOOK_MS = 50;
/** What a shell says of a command that it cannot find. */
const NOT_FOUND = 127;

/**
 * Runs a command to its end, in a process group of its own, which is killed as a whole when it takes too long.
 * CPU time is that of the command and all that it started and waited for, in steps of 10 ms. No two commands may run at
 * the same time: time is told for children together.
 */
export async function runCommand(order: CommandOrder, clocks: Clocks = machineClocks): Promise<CommandRun> {
  const [program = "", ...args] = order.words;
  const before = { own: processTime(), machine: machineTime() };
  const startMs = readTogether(clocks);
  const child = spawn(program, args, {
    cwd: order.folder,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const peak = watchMemory(child);
  const takeBack = beforeEnding(() => killGroup(child));
  const ended = await endOf(child, order.timeoutMs);
  takeBack();
  const endMs = readTogether(clocks);
  const wallMs = endMs.monotonic - startMs.monotonic;
  const dayClockMs = endMs.day - startMs.day;
  const times = timesBetween(before.own, processTime(), before.machine, machineTime());
  return { ...ended, wallMs, dayClockMs, ...times, peakBytes: peak() };
}

/** Both clocks at one moment: read anew where this thread was held up in between, which would pass for a jump. */
function readTogether({ monotonicMs, dayMs }: Clocks): { monotonic: number; day: number } {
  for (let reading = 1; ; reading++) {
    const begin = monotonicMs();
    const day = dayMs();
    const monotonic = monotonicMs();
    if (monotonic - begin < HELD_UP_MS || reading === MOST_READINGS) return { monotonic, day };
  }
}

type Ended = Pick<CommandRun, "exitCode" | "signal" | "isTimedOut" | "stdout" | "stderr">;

function endOf(child: ChildProcess, timeoutMs: number): Promise<Ended> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on("data", (bytes: Buffer) => stdout.push(bytes));
  child.stderr?.on("data", (bytes: Buffer) => stderr.push(bytes));
  return new Promise((resolve) => {
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      killGroup(child);
    }, timeoutMs);
    const settle = (exitCode: number | null, signal: string | null): void => {
      clearTimeout(timer);
      resolve({ exitCode, signal, isTimedOut, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) });
    };
    child.on("error", (error) => {
      stderr.push(Buffer.from(`${error.message}\n`));
      settle(NOT_FOUND, null);
    });
    child.on("close", settle);
    // What the command started must not hold its pipes open, nor go on measuring itself against the next run.
    child.on("exit", () => killGroup(child));
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group is gone.
  }
}

/** Looks at the command's memory until its end; what it had at the last look is told, nothing of one that ended before. */
function watchMemory(child: ChildProcess): () => number | null {
  let peak: number | undefined;
  const look = (): void => {
    const now = child.pid === undefined ? undefined : peakBytesOf(child.pid);
    if (now !== undefined) peak = Math.max(peak ?? 0, now);
  };
  const timer = setInterval(look, MEMORY_LOOK_MS);
  return () => {
    clearInterval(timer);
    return peak ?? null;
  };
}

function timesBetween(
  before: ProcessTime | undefined,
  after: ProcessTime | undefined,
  machineBefore: MachineTime | undefined,
  machineAfter: MachineTime | undefined,
): Pick<CommandRun, "userMs" | "systemMs" | "foreignShare"> {
  if (before === undefined || after === undefined)
    return { userMs: null, systemMs: null, foreignShare: null };
  const userSeconds = after.childUserSeconds - before.childUserSeconds;
  const systemSeconds = after.childSystemSeconds - before.childSystemSeconds;
  const ownSeconds = after.ownSeconds - before.ownSeconds + userSeconds + systemSeconds;
  const share =
    machineBefore === undefined || machineAfter === undefined
      ? null
      : foreignShare(machineBefore, machineAfter, ownSeconds);
  return { userMs: round(userSeconds * 1000), systemMs: round(systemSeconds * 1000), foreignShare: share };
}

/** Differences of ticks are whole milliseconds; binary fractions are not. */
function round(ms: number): number {
  return Math.round(ms);
}
