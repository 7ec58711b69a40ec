import type { SpinEntry } from "./spinKernel.ts";
import type { SpinTable } from "./spinTable.ts";

/** What one call of a block does. */
export interface Batch {
  readonly name: string;
  readonly jobCount: number;
  /** Steps of the spin kernel that each job makes. */
  readonly steps: number;
  readonly entry: SpinEntry;
  /** How long the caller is busy with other things between two samples, outside the measured time; microseconds. */
  readonly gapMicroseconds: number;
  /**
   * Calls between two looks at the clock, default 1. A look costs JavaScript twice or three times what it costs C++,
   * which calls of less than a microsecond would feel. Between the calls of a sample the table goes on to the next.
   */
  readonly callsPerSample?: number | undefined;
}

/** What a block of calls cost. */
export interface Block {
  readonly callCount: number;
  readonly medianMicroseconds: number;
  readonly p95Microseconds: number;
  /** CPU time of the whole process (and of the contestant's own child), gaps included, per call; microseconds. */
  readonly cpuMicroseconds: number;
  /** CPU time that a child process of the contestant used for this block, before and after it too; microseconds. */
  readonly childCpuMicroseconds: number;
  /** SHA-256 of the jobs' ends. */
  readonly digest: string;
}

/** One way of running a batch, with its threads ready. */
export interface Contestant {
  readonly name: string;
  block(batch: Batch, callCount: number): Promise<Block>;
  close(): Promise<void>;
}

/** A contestant in this process: it runs the table's jobs [0, jobCount) once per call. */
export interface LocalContestant {
  readonly name: string;
  readonly table: Pick<SpinTable, "prepare" | "advance" | "digest" | "missedMeeting">;
  run(batch: Batch): void | Promise<void>;
  close(): Promise<void>;
}

/** Wraps a contestant of this process into one whose blocks are timed call by call. */
export function timed(local: LocalContestant): Contestant {
  return {
    name: local.name,
    close: local.close,
    block: async (batch, callCount) => {
      const { table } = local;
      table.prepare(batch.jobCount, batch.steps);
      const { gapMicroseconds, callsPerSample = 1 } = batch;
      const microseconds = new Float64Array(Math.ceil(callCount / callsPerSample));
      const cpuBefore = process.cpuUsage();
      for (let sample = 0; sample < microseconds.length; sample++) {
        const calls = Math.min(callsPerSample, callCount - sample * callsPerSample);
        if (gapMicroseconds > 0) stayBusy(gapMicroseconds);
        const begin = performance.now();
        for (let call = 1; ; call++) {
          const pending = local.run(batch);
          if (pending !== undefined) await pending;
          if (call === calls) break;
          table.advance();
        }
        microseconds[sample] = ((performance.now() - begin) * 1000) / calls;
        table.advance();
      }
      const cpu = process.cpuUsage(cpuBefore);
      if (table.missedMeeting()) throw new Error(`${local.name}: a lane never came to "${batch.name}"`);
      return {
        callCount,
        ...medianAndP95(microseconds),
        cpuMicroseconds: (cpu.user + cpu.system) / callCount,
        childCpuMicroseconds: 0,
        digest: table.digest(),
      };
    },
  };
}

function medianAndP95(microseconds: Float64Array): { medianMicroseconds: number; p95Microseconds: number } {
  const sorted = microseconds.toSorted();
  return {
    medianMicroseconds: sorted[Math.floor(sorted.length / 2)]!,
    p95Microseconds: sorted[Math.floor(sorted.length * 0.95)]!,
  };
}

/** Keeps the caller's core at work, as a program does between two batches. */
export function stayBusy(microseconds: number): void {
  const end = performance.now() + microseconds / 1000;
  while (performance.now() < end);
}
