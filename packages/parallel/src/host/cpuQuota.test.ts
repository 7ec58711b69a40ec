import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { quotaLanes } from "./cpuQuota.ts";
import { hardwareLanes } from "./node.ts";

const version2Mount = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw";
const cpuMount = "31 24 0:27 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct";
const cpusetMount = "32 24 0:28 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset";
const unifiedMount = "33 24 0:29 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw";

/** Lanes on a machine with just these files. */
function lanesWith(files: Readonly<Record<string, string>>): number {
  return quotaLanes((path) => files[path]);
}

function version2(files: Readonly<Record<string, string>>, group = "/", mount = version2Mount): number {
  return lanesWith({ "/proc/self/cgroup": `0::${group}\n`, "/proc/self/mountinfo": `${mount}\n`, ...files });
}

function version1(
  files: Readonly<Record<string, string>>,
  group = "/",
  mounts = [cpuMount, cpusetMount],
): number {
  return lanesWith({
    "/proc/self/cgroup": `5:cpuset:${group}\n4:cpu,cpuacct:${group}\n1:name=systemd:/x\n`,
    "/proc/self/mountinfo": mounts.join("\n"),
    ...files,
  });
}

describe("quota of version 2", () => {
  it.each([
    ["max 100000", Number.POSITIVE_INFINITY],
    ["50000 100000", 1],
    ["100000 100000", 1],
    ["125000 100000", 2],
    ["150000", 2],
    ["400000 100000", 4],
    ["30000 10000", 3],
    ["1000 100000", 1],
  ])("cpu.max %s gives %d lanes", (content, lanes) => {
    expect(version2({ "/sys/fs/cgroup/cpu.max": `${content}\n` })).toBe(lanes);
  });

  it("holds for every group below the one that has it", () => {
    const files = {
      "/sys/fs/cgroup/a/cpu.max": "150000 100000\n",
      "/sys/fs/cgroup/a/b/cpu.max": "max 100000\n",
      "/sys/fs/cgroup/a/b/c/cpu.max": "800000 100000\n",
    };
    expect(version2(files, "/a/b/c")).toBe(2);
    expect(version2(files, "/other")).toBe(Number.POSITIVE_INFINITY);
  });

  it("is found in a container that sees its own group as the root", () => {
    const mount = "30 23 0:26 /docker/abc /sys/fs/cgroup rw - cgroup2 cgroup2 rw";
    const files = { "/sys/fs/cgroup/cpu.max": "250000 100000\n", "/sys/fs/cgroup/service/cpu.max": "max\n" };
    expect(version2(files, "/docker/abc", mount)).toBe(3);
    expect(version2(files, "/docker/abc/service", mount)).toBe(3);
  });

  it("counts the CPU set too", () => {
    expect(version2({ "/sys/fs/cgroup/a/cpuset.cpus.effective": "0-2,5,8-9\n" }, "/a")).toBe(6);
    expect(
      version2({
        "/sys/fs/cgroup/cpuset.cpus.effective": "0-7\n",
        "/sys/fs/cgroup/cpu.max": "250000 100000",
      }),
    ).toBe(3);
    expect(version2({ "/sys/fs/cgroup/cpuset.cpus": "\n" })).toBe(Number.POSITIVE_INFINITY);
  });

  it("is found under a path with a space", () => {
    const mount = "30 23 0:26 / /sys/fs/my\\040groups rw - cgroup2 cgroup2 rw";
    expect(version2({ "/sys/fs/my groups/cpu.max": "200000 100000" }, "/", mount)).toBe(2);
  });
});

describe("quota of version 1", () => {
  const quota = (folder: string, quotaUs: string, periodUs = "100000"): Record<string, string> => ({
    [`/sys/fs/cgroup/cpu,cpuacct${folder}/cpu.cfs_quota_us`]: `${quotaUs}\n`,
    [`/sys/fs/cgroup/cpu,cpuacct${folder}/cpu.cfs_period_us`]: `${periodUs}\n`,
  });

  it.each([
    ["-1", "100000", Number.POSITIVE_INFINITY],
    ["50000", "100000", 1],
    ["125000", "100000", 2],
    ["75000", "25000", 3],
  ])("quota %s of %s gives %d lanes", (quotaUs, periodUs, lanes) => {
    expect(version1(quota("", quotaUs, periodUs))).toBe(lanes);
  });

  it("holds for every group below the one that has it", () => {
    expect(version1({ ...quota("/a", "150000"), ...quota("/a/b", "-1") }, "/a/b")).toBe(2);
  });

  it("counts the CPU set too, wherever it is mounted", () => {
    expect(version1({ "/sys/fs/cgroup/cpuset/cpuset.cpus": "1,3\n" })).toBe(2);
    expect(version1({ "/sys/fs/cgroup/cpuset/a/cpuset.effective_cpus": "4-6\n" }, "/a")).toBe(3);
  });

  it("is found on a machine that has both versions", () => {
    const mounts = [cpuMount, cpusetMount, unifiedMount];
    expect(
      version1({ ...quota("", "300000"), "/sys/fs/cgroup/unified/cpu.max": "max 100000" }, "/", mounts),
    ).toBe(3);
  });

  it("is found in a container that sees its own group as the root", () => {
    const mount = "31 24 0:27 /docker/abc /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct";
    expect(version1(quota("", "150000"), "/docker/abc", [mount])).toBe(2);
  });
});

describe("without control groups", () => {
  it("nothing is limited", () => {
    expect(lanesWith({})).toBe(Number.POSITIVE_INFINITY);
    expect(version2({})).toBe(Number.POSITIVE_INFINITY);
    expect(version2({ "/sys/fs/cgroup/cpu.max": "what is this" })).toBe(Number.POSITIVE_INFINITY);
  });

  it("the CPUs that the process may be scheduled on are all its lanes", () => {
    expect(hardwareLanes(() => undefined)).toBe(availableParallelism());
    expect(hardwareLanes()).toBe(Math.min(availableParallelism(), quotaLanes()));
  });
});

it("a quota smaller than the core count is what lanes `auto` gets", () => {
  const files: Readonly<Record<string, string>> = {
    "/proc/self/cgroup": "0::/\n",
    "/proc/self/mountinfo": `${version2Mount}\n`,
    "/sys/fs/cgroup/cpu.max": "50000 100000\n",
  };
  expect(hardwareLanes((path) => files[path])).toBe(1);
});
