import type { Kernel } from "./kernel/kernel.ts";
import type { Schedule } from "./schedule.ts";

/** Indices [0, count) of a kernel's entry. */
export interface EngineRequest {
  readonly kernel: Kernel;
  readonly entry: string;
  /** Handed to the entry: a byte in the kernel's memory. */
  readonly paramsPointer: number;
  readonly count: number;
  /** As words (`dynamic,32`) or as parseSchedule reads them. Default `dynamic,1`. */
  readonly schedule?: Schedule | string | undefined;
  /** For schedule `active`: byte of the list of `count` indices (i32 each, ascending) in the kernel's memory. */
  readonly activePointer?: number | undefined;
  /**
   * For an engine that repeats runs: keeps what the jobs both read and change, and gives what puts that back. Left out
   * where jobs write nothing but their own results, which is what any job does that is not one step of many.
   */
  readonly keepState?: (() => () => void) | undefined;
}
