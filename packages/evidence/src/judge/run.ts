/** What came out of a command, before anything is made of it. Times are in milliseconds. */
export interface RawRun {
  /** The command as a shell takes it, from the folder it ran in. */
  readonly command: string;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly isTimedOut: boolean;
  /** Whether the folder for its output was absent before it started. */
  readonly wasFresh: boolean;
  /** By the clock that only runs forward. */
  readonly wallMs: number;
  /** The same by the clock of the day, which somebody may set. */
  readonly dayClockMs: number;
  /** CPU time of all its threads and of the commands it started; null where it left no account. */
  readonly userMs: number | null;
  readonly systemMs: number | null;
  /** Largest memory of one of its processes; null where it left no account. */
  readonly peakBytes: number | null;
  /** Share of all cores that other processes had meanwhile, 0 to 1; null where the machine does not tell. */
  readonly foreignShare: number | null;
  /** Every file that it left, by name. */
  readonly files: readonly OutputFile[];
  /** The JSON files that were asked for and that are there, parsed; an unreadable one is undefined. */
  readonly json: Readonly<Record<string, unknown>>;
  /** What is wrong with each picture that was asked for and is not whole. */
  readonly pictureFaults: readonly string[];
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

/** A file that a run left. */
export interface OutputFile {
  /** Path below the output folder, with `/`. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Kinds of trouble that make a run no evidence. */
export type FaultKind =
  | "timed out"
  | "exit status"
  | "output not fresh"
  | "output missing"
  | "output unreadable"
  | "engine fell back"
  | "engine unknown"
  | "lanes"
  | "clock jumped"
  | "picture";

/** Why a run is no evidence. */
export interface Fault {
  readonly kind: FaultKind;
  readonly what: string;
}

/** A run with what it is worth. */
export interface Run extends RawRun {
  /** Place in the order of all runs of the claim, from 1. */
  readonly number: number;
  readonly side: string;
  /** From 1; 0 is a warm-up. */
  readonly round: number;
  /** `thrown away`: others used too much of the machine, and it was or could not be repeated. */
  readonly use: "warm-up" | "counted" | "thrown away" | "faulty";
  readonly faults: readonly Fault[];
}
