import { readFileSync } from "node:fs";
import { posix } from "node:path";

/** Reads a file as text; undefined if there is none or it may not be read. */
export type ReadText = (path: string) => string | undefined;

/**
 * Lanes that the CPU quotas of the process's control groups leave: the smallest quota on the way from its
 * group up to the root, rounded up, so that 0.5 is 1 and 1.25 is 2; and the size of the groups' CPU set.
 * Infinity without any. libuv and V8 ignore or round down such quotas (libuv/libuv#4740, #4146,
 * nodejs/node#59200), which makes a pool several times slower than one of the right size.
 * @param readText  reads files; tests give a fake root
 * @see https://docs.kernel.org/admin-guide/cgroup-v2.html (cpu.max, cpuset.cpus.effective)
 * @see https://docs.kernel.org/scheduler/sched-bwc.html (cpu.cfs_quota_us of version 1)
 */
export function quotaLanes(readText: ReadText = readFile): number {
  const groups = (readText("/proc/self/cgroup") ?? "").split("\n").flatMap(parseGroup);
  const mounts = (readText("/proc/self/mountinfo") ?? "").split("\n").flatMap(parseMount);
  let lanes = Number.POSITIVE_INFINITY;
  for (const group of groups) {
    for (const mount of mounts) {
      if (!isMountOf(group, mount)) continue;
      for (const folder of foldersUpwards(group, mount)) {
        lanes = Math.min(
          lanes,
          Math.ceil(quotaOf(folder, mount, readText)),
          cpuSetSize(folder, mount, readText),
        );
      }
    }
  }
  return Math.max(1, lanes);
}

function readFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** A line of /proc/self/cgroup: `number:controllers:path`; version 2 has no controllers. */
interface Group {
  readonly controllers: readonly string[];
  readonly path: string;
}

function parseGroup(line: string): Group[] {
  const parts = /^\d+:([^:]*):(.*)$/.exec(line);
  return parts ? [{ controllers: parts[1]!.split(",").filter(Boolean), path: parts[2]! }] : [];
}

/** A mounted hierarchy of control groups: which, and which part of it stands where. */
interface Mount {
  readonly isVersion2: boolean;
  readonly controllers: readonly string[];
  readonly root: string;
  readonly folder: string;
}

/** A line of /proc/self/mountinfo: `id parent device root folder options [tags] - type source options`. */
function parseMount(line: string): Mount[] {
  const [before = "", after = ""] = line.split(" - ");
  const [, , , root, folder] = before.split(" ");
  const [type, , options = ""] = after.split(" ");
  if (root === undefined || folder === undefined || (type !== "cgroup" && type !== "cgroup2")) return [];
  return [
    {
      isVersion2: type === "cgroup2",
      controllers: options.split(","),
      root: plain(root),
      folder: plain(folder),
    },
  ];
}

/** Spaces and the like are written as three octal digits in mountinfo. */
function plain(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

function isMountOf({ controllers }: Group, mount: Mount): boolean {
  if (mount.isVersion2) return controllers.length === 0;
  return controllers.some(
    (controller) =>
      (controller === "cpu" || controller === "cpuset") && mount.controllers.includes(controller),
  );
}

/** Folders of a group and of all above it that are visible: a quota anywhere on the way holds. */
function foldersUpwards({ path }: Group, { root, folder }: Mount): string[] {
  const relative =
    path === root ? "/" : root !== "/" && path.startsWith(`${root}/`) ? path.slice(root.length) : path;
  const folders: string[] = [];
  for (let at = posix.join("/", relative); ; at = posix.dirname(at)) {
    folders.push(at === "/" ? folder : posix.join(folder, at));
    if (at === "/") return folders;
  }
}

/** CPUs that a group's quota gives, Infinity without one. */
function quotaOf(folder: string, { isVersion2 }: Mount, readText: ReadText): number {
  const [quota, period] = isVersion2
    ? (readText(`${folder}/cpu.max`) ?? "max").trim().split(/\s+/)
    : [readText(`${folder}/cpu.cfs_quota_us`), readText(`${folder}/cpu.cfs_period_us`)];
  const cpus = Number(quota) / Number(period ?? 100_000);
  // "max" is no number, and -1 of version 1 no quota.
  return cpus > 0 ? cpus : Number.POSITIVE_INFINITY;
}

/** Number of CPUs in a group's set, such as `0-2,5`; Infinity without one. */
function cpuSetSize(folder: string, { isVersion2 }: Mount, readText: ReadText): number {
  const file = isVersion2 ? "cpuset.cpus.effective" : "cpuset.effective_cpus";
  const text = readText(`${folder}/${file}`) ?? readText(`${folder}/cpuset.cpus`) ?? "";
  let size = 0;
  for (const range of text.trim().split(",")) {
    const bounds = /^(\d+)(?:-(\d+))?$/.exec(range);
    if (bounds) size += Number(bounds[2] ?? bounds[1]) - Number(bounds[1]) + 1;
  }
  return size > 0 ? size : Number.POSITIVE_INFINITY;
}
