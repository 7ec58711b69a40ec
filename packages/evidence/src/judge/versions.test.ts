import { expect, test } from "vitest";
import { sampleExperiment, sampleRun, sampleSide } from "../../test/sampleRuns.ts";
import type { Run } from "./run.ts";
import { judgeKernels } from "./versions.ts";

function kernel(sha256: string, abiVersion = 3, parityRevision = 1, name = "battery"): object {
  return { name, finding: { sha256, abiVersion, parityRevision } };
}

function run(side: string, number: number, ...kernels: object[]): Run {
  return sampleRun(side, number, { json: { "stats.json": { kernels } } });
}

const two = sampleExperiment(["a", "b"]);
const say = "Sides of one revision run the same kernels.";

test("the kernels that all runs had are told once each, with digest and versions", () => {
  const sky = { name: "sky" };
  expect(judgeKernels(two, [run("a", 1, kernel("f0"), sky), run("b", 2, kernel("f0"), sky)])).toEqual([
    {
      say,
      verdict: "shown",
      because:
        "2 runs tell: battery: SHA-256 f0, ABI 3, parity 1; sky: SHA-256 unknown, ABI unknown, parity unknown",
    },
  ]);
});

test("another digest, version, kernel or number of kernels on a side of the same revision refutes it", () => {
  const first = kernel("f0");
  const others = [
    [kernel("f1")],
    [kernel("f0", 4)],
    [kernel("f0", 3, 2)],
    [kernel("f0", 3, 1, "sky")],
    [first, first],
  ];
  for (const kernels of others) {
    expect(judgeKernels(two, [run("a", 1, first), run("b", 2, ...kernels)])).toMatchObject([
      { verdict: "refuted" },
    ]);
  }
  const [finding] = judgeKernels(two, [run("a", 1, first, first), run("b", 2, kernel("f1"), first)]);
  const words = (digest: string) => `battery: SHA-256 ${digest}, ABI 3, parity 1`;
  expect(finding).toEqual({
    say,
    verdict: "refuted",
    because: `run 1 (a) had ${words("f0")}; ${words("f0")}, run 2 (b) ${words("f1")}; ${words("f0")}`,
  });
});

test("what one kernel does not tell is not taken from the next", () => {
  const [a, b] = [{ name: "a" }, { name: "b" }];
  const has = { finding: { sha256: "f0" } };
  expect(
    judgeKernels(two, [run("a", 1, { ...a, ...has }, b), run("b", 2, a, { ...b, ...has })]),
  ).toMatchObject([{ verdict: "refuted" }]);
});

test("sides of different revisions may run different kernels, each of them the same ones", () => {
  const older = { revision: "v1" };
  const sides = [
    ...["old", "old too"].map((name) => sampleSide(name, older)),
    ...["new", "new too"].map((name) => sampleSide(name)),
  ];
  const experiment = sampleExperiment([], { sides });
  const old = run("old", 1, kernel("f0"));
  expect(
    judgeKernels(experiment, [old, run("new", 2, kernel("f1")), run("new too", 3, kernel("f1"))]),
  ).toMatchObject([{ verdict: "shown" }]);
  expect(
    judgeKernels(experiment, [old, run("new", 2, kernel("f1")), run("new too", 3, kernel("f0"))]),
  ).toMatchObject([{ verdict: "refuted" }]);
  expect(judgeKernels(experiment, [old, run("old too", 2, kernel("f1"))])).toMatchObject([
    { verdict: "refuted" },
  ]);
  expect(judgeKernels(experiment, [run("new", 2, kernel("f1"))])).toMatchObject([{ verdict: "shown" }]);
});

test("where no run tells its kernels nothing is said of them", () => {
  expect(judgeKernels(two, [sampleRun("a", 1), run("b", 2)])).toEqual([]);
});
