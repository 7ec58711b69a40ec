import { readFileSync } from "node:fs";

/** A look at the machine: when it was, and how long its cores have idled since boot, all together; in seconds. */
interface MachineLook {
  readonly atSeconds: number;
  readonly idleSeconds: number;
  readonly coreCount: number;
}

/** Ticks of /proc/stat in a second: USER_HZ, 100 on every Linux architecture that Node runs on. */
const TICKS_PER_SECOND = 100;
/** Fields of a `cpu` line that are no use: idle and iowait, after user, nice and system. */
const IDLE_FIELDS: readonly number[] = [3, 4];

/** Where the kernel counts CPU time; absent outside Linux. */
const STATISTICS_FILE = "/proc/stat";

/**
 * Starts to watch the machine.
 * @returns what tells, at the end, the share of all cores (0 to 1) that others used since: what was neither idle nor
 *          this process's own nor `childCpuSeconds`; so time stolen by the hypervisor is others'. Undefined without
 *          {@link STATISTICS_FILE}.
 */
export function watchForeignShare(): (childCpuSeconds: number) => number | undefined {
  const before = lookAtMachine();
  const ownBefore = process.cpuUsage();
  return (childCpuSeconds) => {
    const own = process.cpuUsage(ownBefore);
    const after = lookAtMachine();
    if (before === undefined || after === undefined) return undefined;
    const ownSeconds = (own.user + own.system) / 1e6 + childCpuSeconds;
    return foreignShare(before, after, ownSeconds);
  };
}

/**
 * Share of the cores' time between two looks that was neither idle nor our own; never below 0. The kernel counts busy time
 * in ticks of 10 ms, user and system time apart, which in a block of 0.1 s are as much as others may use. So it is
 * asked only how long cores idled: not at all where our own threads spin on each of them.
 */
export function foreignShare(before: MachineLook, after: MachineLook, ownSeconds: number): number {
  const total = (after.atSeconds - before.atSeconds) * after.coreCount;
  if (total <= 0) return 0;
  return Math.max(0, total - (after.idleSeconds - before.idleSeconds) - ownSeconds) / total;
}

function lookAtMachine(): MachineLook | undefined {
  try {
    return parseMachineLook(readFileSync(STATISTICS_FILE, "utf8"), performance.now() / 1000);
  } catch {
    return undefined;
  }
}

/** Reads the lines of /proc/stat about CPUs: all together, then each. */
export function parseMachineLook(text: string, atSeconds: number): MachineLook {
  const [all = "", ...each] = text.split("\n").filter((line) => line.startsWith("cpu"));
  const ticks = all.trim().split(/\s+/).slice(1).map(Number);
  const idleTicks = IDLE_FIELDS.reduce((sum, field) => sum + (ticks[field] ?? 0), 0);
  return { atSeconds, idleSeconds: idleTicks / TICKS_PER_SECOND, coreCount: each.length };
}
