import { expect, test } from "vitest";
import { coreCount, readEnvironment } from "./environment.ts";

test("cores are counted once, however many threads they have and in how many packages they sit", () => {
  const cpu = (socket: number, core: number): string =>
    `processor : 0\nphysical id\t: ${socket}\ncore id\t\t: ${core}`;
  expect(coreCount([cpu(0, 0), cpu(0, 0), cpu(0, 1), cpu(1, 0)].join("\n\n"))).toBe(3);
  expect(coreCount("processor : 0")).toBeNull();
});

test("the environment of a folder without a repository is told all the same", () => {
  const environment = readEnvironment("/");
  expect(environment).toMatchObject({
    revision: null,
    changedFiles: [],
    packages: {},
    node: process.versions.node,
  });
  expect(environment.logicalCpus).toBeGreaterThan(0);
});
