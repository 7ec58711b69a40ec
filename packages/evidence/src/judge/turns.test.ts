import { expect, test } from "vitest";
import { sampleExperiment, sampleRaw } from "../../test/sampleRuns.ts";
import type { RawRun } from "./run.ts";
import { takeTurns, turnOrder } from "./turns.ts";

/** Runs an experiment on a bench that answers from a list, a side's runs in their order. */
async function turns(
  experiment: Parameters<typeof takeTurns>[0],
  answers: Record<string, Partial<RawRun>[]> = {},
) {
  const heard: number[] = [];
  const runs = await takeTurns(experiment, {
    run: async ({ name }) => sampleRaw(answers[name]?.shift() ?? {}),
    onRun: ({ number }) => heard.push(number),
    cpuCount: 2,
    firstNumber: 5,
  });
  return { runs, heard, told: runs.map(({ side, round, use }) => `${side}${round} ${use}`) };
}

test("sides take turns forward and back, so that a drift meets all alike", () => {
  expect(turnOrder(["a", "b", "c"], 3).map((round) => round.join(""))).toEqual(["abc", "cba", "abc"]);
});

test("warm-ups come first and do not count; runs are numbered through", async () => {
  const { told, heard } = await turns(sampleExperiment(["a", "b"], { warmups: 1, rounds: 2 }));
  expect(told).toEqual(["a0 warm-up", "b0 warm-up", "a1 counted", "b1 counted", "b2 counted", "a2 counted"]);
  expect(heard).toEqual([5, 6, 7, 8, 9, 10]);
});

test("a run that others disturbed is thrown away and made again", async () => {
  const noisy = { foreignShare: 0.07 };
  const { told } = await turns(sampleExperiment(["a", "b"], { rounds: 1 }), { a: [noisy, {}] });
  expect(told).toEqual(["a1 thrown away", "a1 counted", "b1 counted"]);
  const quiet = await turns(sampleExperiment(["a"], { rounds: 1 }), { a: [{ foreignShare: 0.06 }] });
  expect(quiet.told).toEqual(["a1 counted"]);
});

test("a disturbed run is made again twice at most, however many repeats are left", async () => {
  const noisy = { foreignShare: 0.5 };
  const { told } = await turns(sampleExperiment(["a"], { rounds: 4 }), { a: [noisy, noisy, noisy] });
  expect(told).toEqual([
    "a1 thrown away",
    "a1 thrown away",
    "a1 thrown away",
    "a2 counted",
    "a3 counted",
    "a4 counted",
  ]);
});

test("on a machine that never falls silent repeats end, and nothing is counted", async () => {
  const noisy = Array.from({ length: 99 }, () => ({ foreignShare: 0.5 }));
  const { runs } = await turns(sampleExperiment(["a", "b"], { rounds: 3 }), { a: [...noisy], b: [...noisy] });
  expect(runs.every(({ use }) => use === "thrown away")).toBe(true);
  expect(runs.length).toBe(3 * 2 + 3);
});

test("a faulty run is named, its side is not run again, the others are", async () => {
  const { runs, told } = await turns(sampleExperiment(["a", "b"], { rounds: 3 }), {
    a: [{}, { exitCode: 9 }],
  });
  expect(told).toEqual(["a1 counted", "b1 counted", "b2 counted", "a2 faulty", "b3 counted"]);
  expect(runs[3]?.faults).toEqual([{ kind: "exit status", what: "exited with 9" }]);
});
