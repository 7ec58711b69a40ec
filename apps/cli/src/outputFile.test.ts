import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readInputFile } from "./inputFile.ts";
import { writeOutputFile } from "./outputFile.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lightcone-output-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("writing a file that someone named", () => {
  it("makes the folders on the way, replaces what was there and leaves nothing beside", () => {
    const path = join(folder, "a", "b", "plan.json");
    writeOutputFile("--json", path, "old");
    writeOutputFile("--json", path, "new");
    expect(readFileSync(path, "utf8")).toBe("new");
    expect(readdirSync(join(folder, "a", "b"))).toEqual(["plan.json"]);
  });

  it("names flag, path and reason when it cannot, and leaves nothing beside", () => {
    const path = join(folder, "taken");
    mkdirSync(path);
    writeFileSync(join(path, "inside"), "");
    expect(() => writeOutputFile("--html", path, "x")).toThrow(
      /^--html: .*taken cannot be written \(.*\); give/,
    );
    expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
  });

  it("is whole or not there when Ctrl-C comes at any moment, and Ctrl-C still ends the program", async () => {
    const path = join(folder, "large.txt");
    const module = JSON.stringify(new URL("./outputFile.ts", import.meta.url).href);
    const program = `
      const { writeOutputFile } = await import(${module});
      const line = "x".repeat(1 << 24);
      console.log("ready");
      for (;;) { writeOutputFile("--json", ${JSON.stringify(path)}, line); await new Promise((go) => setImmediate(go)); }`;
    for (const delayMs of [0, 7, 19]) {
      const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
      await new Promise((ready) => child.stdout.once("data", ready));
      await new Promise((later) => setTimeout(later, delayMs));
      const code = await new Promise((ended) => {
        child.once("exit", (exitCode, signal) => ended(signal ?? exitCode));
        child.kill("SIGINT");
      });
      expect([130, "SIGINT"]).toContain(code);
      const left = readdirSync(folder).filter((name) => name.startsWith("large"));
      expect(left.every((name) => name === "large.txt" && readFileSync(path).length === 1 << 24)).toBe(true);
    }
  });
});

describe("reading a file that someone named", () => {
  it("gives its text", () => {
    writeFileSync(join(folder, "in.txt"), "text");
    expect(readInputFile("HOME", join(folder, "in.txt"))).toBe("text");
  });

  it("names role and path when it is not there or a folder", () => {
    expect(() => readInputFile("HOME", join(folder, "none"))).toThrow(
      /^HOME: there is no file .*none; give the path/,
    );
    expect(() => readInputFile("--plans", folder)).toThrow(/^--plans: .* is a folder/);
  });
});
