import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism, cpus, release, totalmem } from "node:os";
import { join } from "node:path";

/** What the figures were measured on; every line of it stands in the report. */
export interface Environment {
  readonly cpuModel: string;
  readonly logicalCpus: number;
  /** Null where the machine does not tell. */
  readonly physicalCores: number | null;
  /** Logical CPUs that this process may use. */
  readonly usableCpus: number;
  /** CPU quota of the control group, as it stands in its file; null without one. */
  readonly cpuQuota: string | null;
  /** Frequency governor; null where it is not readable, as in most virtual machines. */
  readonly governor: string | null;
  readonly memoryBytes: number;
  readonly system: string;
  readonly node: string;
  readonly v8: string;
  readonly packages: Readonly<Record<string, string>>;
  /** SHA-256 of the kernels that the checkout should have. */
  readonly kernels: readonly string[];
  readonly revision: string | null;
  /** Files that differ from the revision or that it does not know. */
  readonly changedFiles: readonly string[];
  /** Environment variables that can change a result or a time. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Variables that matter: of Node, of the lanes, of memory and of language. */
const VARIABLES =
  /^(NODE_OPTIONS|NODE_ENV|NODE_COMPILE_CACHE|NODE_DISABLE_COMPILE_CACHE|LIGHTCONE_.*|UV_THREADPOOL_SIZE|MALLOC_.*|OMP_.*|LD_PRELOAD|LANG|LC_.*|TZ|CI)$/;
const QUOTA_FILES = ["/sys/fs/cgroup/cpu.max", "/sys/fs/cgroup/cpu/cpu.cfs_quota_us"];

/** @param root  the checkout */
export function readEnvironment(root: string): Environment {
  const cpuList = cpus();
  return {
    cpuModel: cpuList[0]?.model ?? "unknown",
    logicalCpus: cpuList.length,
    physicalCores: coreCount(textOf("/proc/cpuinfo") ?? ""),
    usableCpus: availableParallelism(),
    cpuQuota: QUOTA_FILES.map(textOf).find((text) => text !== undefined && !/^(-1|max)/.test(text)) ?? null,
    governor: textOf("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") ?? null,
    memoryBytes: totalmem(),
    system: `${systemName()}, kernel ${release()}, ${process.arch}`,
    node: process.versions.node,
    v8: process.versions.v8,
    packages: packageVersions(root),
    kernels: (textOf(join(root, "kernels.sha256")) ?? "")
      .split("\n")
      .filter((line) => / packages\//.test(line)),
    revision: gitWords(root, ["rev-parse", "HEAD"])?.[0] ?? null,
    changedFiles: (gitWords(root, ["status", "--porcelain"]) ?? []).map((line) => line.trim()),
    variables: Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) =>
        VARIABLES.test(name) && value !== undefined ? [[name, value.replaceAll(root, ".")]] : [],
      ),
    ),
  };
}

/** Distinct pairs of package and core in /proc/cpuinfo. */
export function coreCount(cpuInfo: string): number | null {
  const cores = cpuInfo.split("\n\n").flatMap((block) => {
    const [, socket] = /^physical id\s*: (\d+)$/m.exec(block) ?? [];
    const [, core] = /^core id\s*: (\d+)$/m.exec(block) ?? [];
    return socket === undefined || core === undefined ? [] : [`${socket}/${core}`];
  });
  return cores.length === 0 ? null : new Set(cores).size;
}

function systemName(): string {
  const pretty = /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(textOf("/etc/os-release") ?? "")?.[1];
  return pretty ?? process.platform;
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
}

/** Versions of the workspace's packages, and of the libraries that the figures go through. */
function packageVersions(root: string): Record<string, string> {
  const files = [
    "package.json",
    "node_modules/simple-statistics/package.json",
    "node_modules/assemblyscript/package.json",
  ];
  return Object.fromEntries(
    files.flatMap((file) => {
      const text = textOf(join(root, file));
      if (text === undefined) return [];
      const { name, version } = JSON.parse(text) as { name: string; version: string };
      return [[name, version]];
    }),
  );
}

function gitWords(root: string, args: readonly string[]): string[] | undefined {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter((line) => line !== "") : undefined;
}
