import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CommandIo } from "../command.ts";
import { evaluateCommand } from "./evaluate.ts";
import { runSuiteCompare } from "./suiteCompare.ts";

const suiteFolder = new URL("../../../../packages/battery/test/home-suite/", import.meta.url);
const suiteFile = (name: string): string => fileURLToPath(new URL(name, suiteFolder));
const scenarios = suiteFile("scenarios.json");
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lightcone-evaluate-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const spoken: { out: string; err: string } = { out: "", err: "" };
const io: CommandIo = {
  out: (text) => {
    spoken.out += text;
  },
  err: (text) => {
    spoken.err += text;
  },
  isTerminal: false,
  outHasColour: false,
};
const evaluate = async (...args: string[]): Promise<string> => {
  spoken.out = "";
  spoken.err = "";
  expect(await evaluateCommand.run(args, io)).toBe(0);
  return spoken.out;
};

describe("lightcone evaluate", () => {
  it("gives the same bytes on any lanes, on either engine and with repeated work", async () => {
    const plans = join(folder, "few.json");
    const all = JSON.parse(readFileSync(suiteFile("conformance.json"), "utf8")) as {
      scenarios: { vectors: object[] }[];
    };
    const few = all.scenarios.slice(0, 3).map((home) => ({ ...home, vectors: home.vectors.slice(0, 2) }));
    writeFileSync(plans, JSON.stringify({ scenarios: few }));
    const variants = [
      ["--lanes", "0"],
      ["--lanes", "2"],
      ["--engine", "reference", "--lanes", "1"],
      ["--repeat-work", "3", "--lanes", "1", "--costs", join(folder, "costs.json")],
      ["--debug", "--lanes", "1", "--stats", join(folder, "stats.json")],
    ];
    const files = [];
    for (const [index, flags] of variants.entries()) {
      const json = join(folder, `evaluated${index}.json`);
      await evaluate(scenarios, "--plans", plans, "--json", json, ...flags);
      files.push(json);
    }
    const texts = files.map((file) => readFileSync(file, "utf8"));
    expect(new Set(texts).size).toBe(1);
    expect(spoken.out.split("\n")).toHaveLength(1 + 6 + 1);
    expect(await runSuiteCompare([files[0]!, files[2]!], io)).toBe(0);
    const costs = JSON.parse(readFileSync(join(folder, "costs.json"), "utf8")) as {
      runs: { jobs: number }[];
    };
    expect(costs.runs.reduce((sum, { jobs }) => sum + jobs, 0)).toBe(6);
    expect(JSON.parse(readFileSync(join(folder, "stats.json"), "utf8"))).toMatchObject({ laneCount: 1 });
  });

  it("names what is wrong with its flags and files", async () => {
    const failure = async (...args: string[]): Promise<string> => {
      const error = await evaluateCommand.run(args, io).catch((reason: unknown) => reason);
      return error instanceof Error && error.name === "InputError"
        ? error.message
        : `no input error: ${String(error)}`;
    };
    expect(await failure(scenarios)).toMatch(/^--plans: is missing; name the file/);
    expect(await failure("--plans", "x")).toMatch(/^SCENARIOS: got nothing/);
    expect(await failure(scenarios, "--plans", join(folder, "none.json"))).toMatch(
      /^--plans: there is no file/,
    );
    expect(await failure(scenarios, "--plans", "x", "--profile", "ideal")).toMatch(
      /^--profile: is "ideal"; use/,
    );
    expect(await failure(scenarios, "--plans", scenarios)).toMatch(
      /scenarios\[0\]\.vectors: is missing, not a list/,
    );
  });

  it("explains itself", async () => {
    expect(await evaluate("--help")).toBe(evaluateCommand.help);
    expect(evaluateCommand.help).toContain("Example:");
  });
});
