import { readFileSync } from "node:fs";

/** CPU time since boot over all cores, in seconds. */
interface MachineTime {
  readonly busy: number;
  readonly total: number;
}

/** Ticks of /proc/stat in a second: USER_HZ, 100 on every Linux architecture that Node runs on. */
const TICKS_PER_SECOND = 100;
/** Fields of a `cpu` line: user nice system idle iowait irq softirq steal; guest time is in user already. */
const FIELD_COUNT = 8;
const IDLE_FIELDS: readonly number[] = [3, 4];

/** Where the kernel counts CPU time; absent outside Linux. */
const STATISTICS_FILE = "/proc/stat";

/**
 * Starts to watch the machine.
 * @returns what tells, at the end, the share of all cores (0 to 1) that others used since: everything busy, time
 *          stolen by the hypervisor included, less this process's own and `childCpuSeconds`. Undefined without
 *          {@link STATISTICS_FILE}.
 */
export function watchForeignShare(): (childCpuSeconds: number) => number | undefined {
  const before = machineTime();
  const ownBefore = process.cpuUsage();
  return (childCpuSeconds) => {
    const after = machineTime();
    if (before === undefined || after === undefined) return undefined;
    const own = process.cpuUsage(ownBefore);
    const ownSeconds = (own.user + own.system) / 1e6 + childCpuSeconds;
    return foreignShare(before, after, ownSeconds);
  };
}

/** Share of the time between two readings that was busy and not our own; never below 0. */
export function foreignShare(before: MachineTime, after: MachineTime, ownSeconds: number): number {
  const total = after.total - before.total;
  if (total <= 0) return 0;
  const foreign = after.busy - before.busy - ownSeconds;
  return foreign < 0 ? 0 : foreign / total;
}

function machineTime(): MachineTime | undefined {
  try {
    return parseMachineTime(readFileSync(STATISTICS_FILE, "utf8"));
  } catch {
    return undefined;
  }
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
