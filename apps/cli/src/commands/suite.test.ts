import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CommandIo } from "../command.ts";
import { evaluateCommand } from "./evaluate.ts";
import { suiteCommand } from "./suite.ts";

let folder = "";
let homes = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lightcone-suite-run-"));
  homes = join(folder, "homes.json");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let spoken = "";
const io: CommandIo = {
  out: (text) => {
    spoken += text;
  },
  err: () => {},
  isTerminal: false,
  outHasColour: false,
};

interface Row {
  readonly id: number;
  readonly metric3: number;
  readonly cost_pv10: number;
  readonly lower_bound: number;
  readonly gap: number;
  readonly executability_price: number;
  readonly hedge_price: number;
}

/** What the suite's part of --stats says. */
async function statsOf(...args: readonly string[]): Promise<Record<string, number>> {
  const file = join(folder, "stats.json");
  expect(await suiteCommand.run([...args, "--stats", file], io)).toBe(0);
  const { suite, laneCount } = JSON.parse(readFileSync(file, "utf8")) as {
    suite: Record<string, number>;
    laneCount: number;
  };
  expect(laneCount).toBeGreaterThan(0);
  return suite;
}

describe("lightcone suite", () => {
  it("plans the homes asked for in their order, and its plans evaluate to its own rows on other lanes", async () => {
    const [json, evaluated] = [join(folder, "rows.json"), join(folder, "evaluated.json")];
    expect(await suiteCommand.run(["generate", "--count", "9", "--out", homes], io)).toBe(0);
    const args = [homes, "--ids", "8,0", "--with-plans", "--json", json];
    const two = await statsOf(...args, "--lanes", "2");
    const one = await statsOf(...args, "--lanes", "0");
    expect(two.homes).toBe(2);
    expect(two.searchTrials).toBeGreaterThan(100);
    expect(two.searchTrials).toBe(one.searchTrials);
    for (const stage of ["readMs", "loadMs", "planMs", "proofMs", "rowsMs", "writeMs"])
      expect(two[stage], stage).toBeGreaterThan(0);
    const { results } = JSON.parse(readFileSync(json, "utf8")) as { results: Row[] };
    expect(results.map(({ id }) => id)).toEqual([8, 0]);
    expect(results.every((row) => row.gap === Number((row.metric3 - row.lower_bound).toFixed(4)))).toBe(true);
    expect(results.every(({ gap }) => gap >= 0)).toBe(true);
    expect(results.every((row) => row.executability_price >= 0 && row.hedge_price >= 0)).toBe(true);
    expect(results.some((row) => row.hedge_price > 0)).toBe(true);
    expect(spoken).toMatch(/Bounds and these plans took \d+ ms in all/);
    expect(spoken).toMatch(/p in the middle, \d+\.\d{4} p at most \(home [08]\)/);
    expect(await evaluateCommand.run([homes, "--plans", json, "--json", evaluated, "--lanes", "1"], io)).toBe(
      0,
    );
    const { scenarios } = JSON.parse(readFileSync(evaluated, "utf8")) as {
      scenarios: { id: number; vectors: { metric3: number; results: number[][] }[] }[];
    };
    expect(scenarios.map(({ id, vectors }) => [id, vectors[0]!.metric3, vectors[0]!.results[1]![0]])).toEqual(
      results.map(({ id, metric3, cost_pv10 }) => [id, metric3, cost_pv10]),
    );
  }, 180_000);

  it("names ids that are not there or stand twice, and files that are not there", async () => {
    await expect(suiteCommand.run([homes, "--ids", "0,99"], io)).rejects.toThrow(
      /^--ids: names home "99", which is not in the file; give ids of the file once each, with commas: 0,1,2/,
    );
    await expect(suiteCommand.run([homes, "--ids", "4,4"], io)).rejects.toThrow("--ids: names home 4 twice");
    await expect(suiteCommand.run(["none.json"], io)).rejects.toThrow(
      "SCENARIOS: there is no file none.json",
    );
    await expect(suiteCommand.run([], io)).rejects.toThrow("SCENARIOS: got nothing");
  });

  it("explains itself and its two other words", async () => {
    for (const word of [[], ["generate"], ["compare"]]) {
      spoken = "";
      expect(await suiteCommand.run([...word, "--help"], io)).toBe(0);
      expect(spoken).toContain(`lightcone suite ${word[0] ?? "SCENARIOS"}`);
      expect(spoken).toContain("Example:");
    }
  });
});
