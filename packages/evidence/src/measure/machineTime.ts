import { readFileSync } from "node:fs";

/** CPU time since boot over all cores, in seconds. */
export interface MachineTime {
  readonly busy: number;
  readonly total: number;
}

/** CPU time in seconds: this process's own, and that of all commands it started and that have ended. */
export interface ProcessTime {
  readonly ownSeconds: number;
  readonly childUserSeconds: number;
  readonly childSystemSeconds: number;
}

/** Ticks of /proc in a second: USER_HZ, 100 on every Linux architecture that Node runs on. */
const TICKS_PER_SECOND = 100;
/** Fields of a `cpu` line: user nice system idle iowait irq softirq steal; guest time is in user already. */
const FIELD_COUNT = 8;
const IDLE_FIELDS: readonly number[] = [3, 4];

/** Time of the whole machine; undefined outside Linux. */
export function machineTime(): MachineTime | undefined {
  const text = readProc("/proc/stat");
  return text === undefined ? undefined : parseMachineTime(text);
}

/** Time of this process and its children; undefined outside Linux. */
export function processTime(): ProcessTime | undefined {
  const text = readProc("/proc/self/stat");
  return text === undefined ? undefined : parseProcessTime(text);
}

/** Largest memory that a running process has had so far, in bytes; undefined when it is gone or untold. */
export function peakBytesOf(processId: number): number | undefined {
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readProc(`/proc/${processId}/status`) ?? "")?.[1];
  return peak === undefined ? undefined : Number(peak) * 1024;
}

/**
 * Share of all cores, 0 to 1, that was busy with neither this process nor its children between two readings.
 * @param ownSeconds  CPU time of both meanwhile
 */
export function foreignShare(before: MachineTime, after: MachineTime, ownSeconds: number): number {
  const total = after.total - before.total;
  if (total <= 0) return 0;
  return Math.max(0, after.busy - before.busy - ownSeconds) / total;
}

/** Reads the first line of /proc/stat. */
export function parseMachineTime(text: string): MachineTime {
  const ticks = text
    .split("\n", 1)[0]!
    .trim()
    .split(/\s+/)
    .slice(1, 1 + FIELD_COUNT)
    .map(Number);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const total = sum(ticks);
  const idle = sum(IDLE_FIELDS.map((field) => ticks[field] ?? 0));
  return { busy: (total - idle) / TICKS_PER_SECOND, total: total / TICKS_PER_SECOND };
}

/** Reads /proc/self/stat. The name in parentheses may hold anything; the fields after it are numbers. */
export function parseProcessTime(text: string): ProcessTime {
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  // From field 3 on: state ppid pgrp session tty tpgid flags minflt cminflt majflt cmajflt utime stime cutime cstime
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
  return {
    ownSeconds: (user + system) / TICKS_PER_SECOND,
    childUserSeconds: childUser / TICKS_PER_SECOND,
    childSystemSeconds: childSystem / TICKS_PER_SECOND,
  };
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
