import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { foreignShare, machineTime, parseMachineTime, parseProcessTime, processTime } from "./machineTime.ts";

test("busy time is everything but idle and waiting for disks, guests not twice", () => {
  const text = "cpu  100 20 30 4000 50 6 7 8 90 9\ncpu0 1 1 1 1 1 1 1 1 1 1\n";
  expect(parseMachineTime(text)).toEqual({ busy: 1.71, total: 42.21 });
});

test("times of a process are found behind a name that holds blanks and parentheses", () => {
  const text = "42 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 110 220 330 440 20 0";
  expect(parseProcessTime(text)).toEqual({ ownSeconds: 3.3, childUserSeconds: 3.3, childSystemSeconds: 4.4 });
});

test("the share of others is what was busy and not ours, never below none", () => {
  const before = { busy: 10, total: 100 };
  expect(foreignShare(before, { busy: 14, total: 120 }, 3)).toBe(0.05);
  expect(foreignShare(before, { busy: 14, total: 120 }, 5)).toBe(0);
  expect(foreignShare(before, before, 0)).toBe(0);
});

test.runIf(process.platform === "linux")(
  "the CPU time of a command that has ended is told, and the machine was busy at least as long",
  () => {
    const [own, machine] = [processTime()!, machineTime()!];
    spawnSync(process.execPath, [
      "-e",
      "const end = process.cpuUsage().user + 150000; while (process.cpuUsage().user < end);",
    ]);
    const usedSeconds = processTime()!.childUserSeconds - own.childUserSeconds;
    expect(usedSeconds).toBeGreaterThan(0.1);
    expect(machineTime()!.busy - machine.busy).toBeGreaterThanOrEqual(usedSeconds * 0.9);
  },
);
