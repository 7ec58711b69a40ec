import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { CommandIo } from "../command.ts";
import { solveCommand } from "./solve.ts";

const folder = mkdtempSync(join(tmpdir(), "lightcone-solve-"));
afterAll(() => rmSync(folder, { recursive: true }));
const example = fileURLToPath(new URL("../../../../examples/storage.json", import.meta.url));

/** Runs the command; gives its exit code and what it printed. */
async function run(...args: readonly string[]): Promise<{ exitCode: number; out: string }> {
  let out = "";
  const io: CommandIo = {
    out: (text) => {
      out += text;
    },
    err: () => {},
    isTerminal: false,
    outHasColour: false,
  };
  return { exitCode: await solveCommand.run(args, io), out };
}

function written(name: string, content: object): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

async function failure(...args: readonly string[]): Promise<string> {
  const error = await run(...args).catch((reason: unknown) => reason);
  return error instanceof Error && error.name === "InputError"
    ? error.message
    : `no input error: ${String(error)}`;
}

interface AnswerFile {
  readonly objective: number;
  readonly lowerBound: number;
  readonly gap: number;
  readonly multipliers: number[];
  readonly dischargeKwh: number[];
  readonly bill: number;
}

const answerIn = (path: string): AnswerFile => JSON.parse(readFileSync(path, "utf8")) as AnswerFile;

/** A home that buys 1 kWh an hour; the battery saves 4 kWh of it at 30. */
const SMALL = {
  slotMinutes: 60,
  importPerKwh: [10, 30, 30],
  exportPerKwh: [5, 5, 5],
  loadKwh: [1, 1, 1],
  pvKwh: [0, 0, 0],
  battery: { minKwh: 0, maxKwh: 4, startKwh: 1, chargeKw: 2, dischargeKw: 2 },
  grid: { importKw: 10, exportKw: 10 },
  terminalValuePerKwh: 0,
};

describe("lightcone solve", () => {
  it("gives the cheapest plan slot by slot, its cost, and what no plan can beat", async () => {
    const { exitCode, out } = await run(written("small.json", SMALL));
    expect(exitCode).toBe(0);
    const lines = out.split("\n");
    expect(lines[0]).toMatch(
      /^slot +from +buy +sell +load +panels +import +export +charge +discharge +stored +worth$/,
    );
    expect(lines[2]).toMatch(/^ +0 +0:00 +10\.000 +5\.000 +1\.0000 +2\.0000 +1\.0000 +2\.0000 +\d/);
    expect(lines[4]).toMatch(/^ +2 +2:00 +30\.000 +5\.000 +1\.0000 +1\.0000 +\d/);
    expect(out).toContain("\nCost 20.000: bill 20.000 - 0.000 for 0.0000 kWh stored at the end.\n");
    expect(out).toContain("This is the cheapest plan there is.");
    expect(out).toMatch(/no plan costs less than 20\.000\s+\(gap 0\.000\)/);
  });

  it("says which wishes could not be met", async () => {
    const unmet = { ...SMALL, loadKwh: [1, 1, 13], battery: { ...SMALL.battery, minKwh: 3.5 } };
    const { out } = await run(written("unmet.json", unmet));
    expect(out).toMatch(/^Slot 2: more is imported than the connection's cap allows, by 2\.5000 kWh\.$/m);
    expect(out).toMatch(/^Slot 0: stored energy is below its minimum, by 0\.50000 kWh\.$/m);
  });

  it("writes an answer that its own check verifies", async () => {
    const file = join(folder, "answer.json");
    await run(example, "--json", file);
    const { objective, lowerBound, gap } = answerIn(file);
    expect(objective - lowerBound).toBeCloseTo(gap, 9);
    const { exitCode, out } = await run("--check", file, example);
    expect(exitCode).toBe(0);
    expect(out).toMatch(
      /^The certificate holds: no plan costs less than (-?\d+\.\d+)\. This one costs \1 \(gap 0\.0+\)\.\n$/,
    );
    const again = join(folder, "again.json");
    await run(example, "--json", again);
    expect(readFileSync(again, "utf8")).toBe(readFileSync(file, "utf8"));
  });

  it("calls no plan the cheapest that its certificate does not prove so, nor lets another say it", async () => {
    const fields = {
      slotMinutes: 60,
      importPerKwh: [0.3, 0.3],
      exportPerKwh: [0.5, 0.5],
      loadKwh: [0.5, 0.5],
    };
    const battery = { minKwh: 0, maxKwh: 10, startKwh: 5, chargeKw: 5, dischargeKw: 5 };
    const dearExport = written("dear.json", { ...SMALL, ...fields, pvKwh: [0, 0], battery });
    const file = join(folder, "dear-answer.json");
    const { out } = await run(dearExport, "--json", file);
    expect(out).not.toContain("cheapest");
    expect(out).toMatch(/no plan costs less than -2\.\d+; this one is 0\.\d+\s+above\./);
    const checked = await run("--check", file, dearExport);
    expect(checked.exitCode).toBe(0);
    expect(checked.out).toMatch(
      /^The certificate holds: .* This one costs -\d\.\d+ \(gap 0\.\d*[1-9]\d*\)\.\n$/,
    );
    const claimed = written("claimed.json", { ...answerIn(file), status: "optimal" });
    const refused = await run("--check", claimed, dearExport);
    expect(refused.exitCode).toBe(1);
    expect(refused.out).toMatch(/status is optimal, but the plan costs -\d\.\d+, which is 0\.\d+ above/);
  });

  it("names every field that is needed", async () => {
    const needed = /^Needed: ([^.]*)\./m.exec(solveCommand.help)?.[1]?.match(/\w+/g) ?? [];
    const { battery, grid, ...rest } = SMALL;
    const without = (fields: object, name: string): object =>
      Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
    for (const name of needed) {
      const problem = {
        ...without(rest, name),
        ...(name === "battery" ? {} : { battery: without(battery, name) }),
        ...(name === "grid" ? {} : { grid: without(grid, name) }),
      };
      expect(await failure(written("less.json", problem)), name).toContain(`${name}: is missing`);
    }
    expect([...needed].sort()).toEqual(Object.keys({ ...SMALL, ...battery, ...grid }).sort());
  });

  it("refuses a certificate that does not hold, and says which line does not", async () => {
    const file = join(folder, "true.json");
    await run(example, "--json", file);
    const honest = answerIn(file);
    const cases: readonly [string, Partial<AnswerFile>, RegExp][] = [
      ["bound", { lowerBound: honest.lowerBound + 1, gap: honest.gap - 1 }, /lowerBound is/],
      ["prices", { multipliers: honest.multipliers.map(() => 0) }, /lowerBound is/],
      ["bill", { bill: honest.bill - 5 }, /bill is/],
      ["flow", { dischargeKwh: honest.dischargeKwh.map((kwh) => kwh + 0.5) }, /slot 0: /],
    ];
    for (const [name, change, finding] of cases) {
      const { exitCode, out } = await run(
        "--check",
        written(`${name}.json`, { ...honest, ...change }),
        example,
      );
      expect(exitCode, name).toBe(1);
      expect(out, name).toMatch(/^The certificate does not hold:\n {2}/);
      expect(out, name).toMatch(finding);
    }
  });

  it("names what is wrong with its flags and files", async () => {
    expect(await failure()).toMatch(/^PROBLEM\.json: got nothing/);
    expect(await failure(join(folder, "none.json"))).toMatch(/^PROBLEM\.json: there is no file/);
    expect(await failure(example, "--check", "a.json", "--json", "b.json")).toMatch(
      /^--json: has nothing to write/,
    );
    expect(await failure(written("bad.json", { ...SMALL, pvKwh: [1] }))).toMatch(
      /^pvKwh: has 1 entries instead of 3; give exactly 3 numbers in kWh$/,
    );
    const own = written("own.json", SMALL);
    expect(await failure(own, "--json", own)).toMatch(
      /^--json: .*own\.json is read for PROBLEM\.json, which/,
    );
    const answer = written("short.json", { status: "optimal" });
    expect(await failure(example, "--check", answer)).toMatch(/^objective: is missing/);
  });

  it("explains itself, with an example that runs", async () => {
    expect((await run("--help")).out).toBe(solveCommand.help);
    expect(solveCommand.help).toContain("lightcone solve examples/storage.json --json out/answer.json");
    expect((await run("examples/storage.json")).out).toBe((await run(example)).out);
  });
});
