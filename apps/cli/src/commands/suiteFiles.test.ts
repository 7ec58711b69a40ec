import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSuiteScenarios } from "@lightcone/battery";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CommandIo } from "../command.ts";
import { runSuiteCompare } from "./suiteCompare.ts";
import { runSuiteGenerate } from "./suiteGenerate.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lightcone-suite-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const spoken: string[] = [];
const io: CommandIo = {
  out: (text) => spoken.push(text),
  err: () => {},
  isTerminal: false,
  outHasColour: false,
};

describe("lightcone suite generate", () => {
  it("writes homes that are read back, the same bytes each time", async () => {
    const [first, second] = [join(folder, "a.json"), join(folder, "b.json")];
    for (const out of [first, second]) {
      expect(await runSuiteGenerate(["--count", "3", "--seed", "8", "--out", out], io)).toBe(0);
    }
    expect(readFileSync(first, "utf8")).toBe(readFileSync(second, "utf8"));
    expect(readSuiteScenarios(readFileSync(first, "utf8")).map(({ id, seed }) => [id, seed])).toEqual([
      [0, 8],
      [1, 8],
      [2, 8],
    ]);
  });

  it("asks for a file, and for counts and seeds that are whole", async () => {
    await expect(runSuiteGenerate([], io)).rejects.toThrow("--out: is missing");
    await expect(runSuiteGenerate(["--count", "0", "--out", "x"], io)).rejects.toThrow('--count: is "0"');
    await expect(runSuiteGenerate(["--seed", "1.5", "--out", "x"], io)).rejects.toThrow('--seed: is "1.5"');
    await expect(runSuiteGenerate(["extra", "--out", "x"], io)).rejects.toThrow("got extra");
  });
});

describe("lightcone suite compare", () => {
  const write = (name: string, results: object[]): string => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify({ results }));
    return path;
  };

  it("ends with 0 for equal files and 1 for any mismatch, and names it", async () => {
    const first = write("first.json", [{ id: 4, cost: 1.5, runtime_ms: 3 }]);
    const equal = write("equal.json", [{ id: 4, cost: 1.5, runtime_ms: 9 }]);
    const other = write("other.json", [{ id: 4, cost: 1.25, runtime_ms: 3 }]);
    spoken.length = 0;
    expect(await runSuiteCompare([first, equal], io)).toBe(0);
    expect(spoken.join("")).toBe("equal: 1 fields of 1 homes compared, 0 differ (times left out)\n");
    spoken.length = 0;
    expect(await runSuiteCompare([first, other], io)).toBe(1);
    expect(spoken.join("")).toContain("home 4: cost is 1.5 against 1.25\n");
  });

  it("ends with 1 when homes differ or nothing was compared", async () => {
    const one = write("one.json", [{ id: 1, cost: 1 }]);
    expect(await runSuiteCompare([one, write("two.json", [{ id: 2, cost: 1 }])], io)).toBe(1);
    const empty = write("empty.json", []);
    expect(await runSuiteCompare([empty, empty], io)).toBe(1);
  });

  it("asks for two files", async () => {
    await expect(runSuiteCompare(["only.json"], io)).rejects.toThrow("give A.json B.json, 2 words");
  });
});
