import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CommandIo } from "../command.ts";
import { describeFailure } from "../failure.ts";
import { proveCommand } from "./prove.ts";

let folder = "";
let claim = "";
let said = "";
const io: CommandIo = {
  out: (text) => {
    said += text;
  },
  err: () => {},
  isTerminal: false,
  outHasColour: false,
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lightcone-prove-"));
  claim = join(folder, "version.yaml");
  writeFileSync(
    claim,
    `
title: The version
caching: Nothing is cached.
notShown: [Anything else.]
experiments:
  - name: version
    title: The version, told twice
    sides:
      told: { command: "lightcone --version" }
      again: { command: "lightcone --version" }
      other: { command: "lightcone no-such-command" }
    active: { silence: true }
    rounds: 1
    warmups: 0
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  said = "";
});

describe("lightcone prove", () => {
  it("tries the sides that are asked for, writes a report, and exits 0 when all is shown", async () => {
    const args = [claim, "--variants", "told,again", "--tag", "one", "--out", folder];
    expect(await proveCommand.run(args, io)).toBe(0);
    expect(said).toContain("version: 1 shown, 0 refuted, 0 undecided");
    const report = readFileSync(join(folder, "version", "one", "report.md"), "utf8");
    expect(report).toContain("apps/cli/src/lightcone.ts --version`");
    expect(report).toContain("Run one: 1 statements shown");
  });

  it("exits 1 when a run is no evidence, and names it", async () => {
    expect(await proveCommand.run([claim, "--variants", "other", "--tag", "two", "--out", folder], io)).toBe(
      1,
    );
    expect(said).toMatch(
      /refuted {4}Every run ended well.*\n +run 1 \(other\) is no evidence: exit status: exited with 2/,
    );
  });

  it("tells bad input before anything is run: no claim, a bad tag, an older run, an unknown side", async () => {
    mkdirSync(join(folder, "version", "old"), { recursive: true });
    const told = async (...args: string[]): Promise<string> => {
      const failure = await proveCommand.run(args, io).then(
        () => undefined,
        (error: unknown) => describeFailure(error, "prove"),
      );
      expect(failure?.exitCode).toBe(2);
      return failure?.text ?? "";
    };
    expect(await told()).toContain("CLAIM: is missing");
    expect(await told(claim, "--tag", "a/b")).toContain('--tag: is "a/b"');
    expect(await told(claim, "--tag", "old", "--out", folder)).toContain("holds an older run");
    expect(await told(claim, "--variants", "nobody")).toContain('--variants: names "nobody"');
    expect(await told(claim, "--rounds", "0")).toContain('--rounds: is "0"');
    expect(await told(join(folder, "none.yaml"))).toContain("there is no file");
  });

  it("explains itself", async () => {
    expect(await proveCommand.run(["--help"], io)).toBe(0);
    expect(said).toContain("lightcone prove claims/example.yaml");
  });
});
