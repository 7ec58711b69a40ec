import { spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseLine } from "./commandLine.ts";
import { readInputFile } from "./inputFile.ts";
import { checkOutputFiles, writeOutputFile } from "./outputFile.ts";

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

  it("writes through a link, and leaves it one", () => {
    const [link, file] = [join(folder, "linked.json"), join(folder, "behind.json")];
    writeFileSync(file, "old");
    symlinkSync(file, link);
    writeOutputFile("--json", link, "new");
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  it.runIf(existsSync("/proc/self"))("writes into what is no file, and does not take its place", () => {
    const pipe = join(folder, "pipe");
    spawnSync("mkfifo", [pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    writeOutputFile("--json", pipe, "flows");
    expect(readFileSync(reader, "utf8")).toBe("flows");
    closeSync(reader);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
    const module = JSON.stringify(new URL("./outputFile.ts", import.meta.url).href);
    const program = `
      const { writeOutputFile } = await import(${module});
      writeOutputFile("--json", "/proc/self/fd/1", "told");
      console.log(" and said");`;
    const piped = ["-c", '"$0" --input-type=module -e "$1" | cat', process.execPath, program];
    const { stdout } = spawnSync("sh", piped, { encoding: "utf8" });
    expect(stdout).toBe("told and said\n");
  });

  it.runIf(existsSync("/proc/self"))(
    "says so where a folder takes no new ones and claims not to be there",
    () => {
      const module = JSON.stringify(new URL("./outputFile.ts", import.meta.url).href);
      const program = `
      const { writeOutputFile } = await import(${module});
      writeOutputFile("--json", "/proc/none/plan.json", "x");`;
      const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
        encoding: "utf8",
        timeout: 20_000,
      });
      expect(status).toBe(1);
      expect(stderr).toMatch(/--json: \/proc\/none\/plan\.json cannot be written/);
    },
  );

  it("is whole when Ctrl-C comes in the middle of the write, and Ctrl-C still ends the program", () => {
    const path = join(folder, "interrupted.txt");
    const module = JSON.stringify(new URL("./outputFile.ts", import.meta.url).href);
    // The program interrupts itself when half of the content is written.
    const program = `
      import fs from "node:fs";
      import { syncBuiltinESMExports } from "node:module";
      const write = fs.writeFileSync;
      fs.writeFileSync = (file, content) => {
        write(file, content.slice(0, content.length / 2));
        process.kill(process.pid, "SIGINT");
        write(file, content);
      };
      syncBuiltinESMExports();
      const { writeOutputFile } = await import(${module});
      writeOutputFile("--json", ${JSON.stringify(path)}, "whole!");
      setInterval(() => {}, 1000);`;
    const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      timeout: 20_000,
    });
    expect(status).toBe(130);
    expect(readFileSync(path, "utf8")).toBe("whole!");
    expect(readdirSync(folder).filter((name) => name.startsWith("interrupted"))).toEqual(["interrupted.txt"]);
  });
});

describe("looking whether files can be written", () => {
  const string = { type: "string" } as const;
  const check = (...args: string[]) =>
    checkOutputFiles(
      parseLine(args, { json: string, html: string, stats: string }),
      ["json", "html", "stats"],
      [
        { role: "HOME", path: join(folder, "home.yaml") },
        { role: "--previous", path: join(folder, "told.json"), renewedBy: "json" },
      ],
    );

  it("leaves what is there as it is, and nothing new", () => {
    const there = join(folder, "there.json");
    writeFileSync(there, "old");
    const before = readdirSync(folder);
    check("--json", there, "--html", join(folder, "x", "y", "page.html"));
    expect(readFileSync(there, "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(before);
  });

  it("refuses a file that the command reads, however it is written", () => {
    const home = join(folder, "home.yaml");
    writeFileSync(home, "now: 2026");
    symlinkSync(folder, join(folder, "link"));
    symlinkSync(home, join(folder, "home-link.yaml"));
    for (const path of [home, `${folder}/x/../home.yaml`, join(folder, "link", "home.yaml")]) {
      expect(() => check("--json", path), path).toThrow(
        /^--json: .*home\.yaml is read for HOME, which would be overwritten; give a path of its own$/,
      );
    }
    expect(() => check("--html", join(folder, "home-link.yaml"))).toThrow(/is read for HOME/);
    expect(readFileSync(home, "utf8")).toBe("now: 2026");
  });

  it("lets only the flag that renews a file take its place", () => {
    const told = join(folder, "told.json");
    expect(check("--json", told)).toBeUndefined();
    expect(() => check("--html", told)).toThrow(/^--html: .*told\.json is read for --previous, which/);
    expect(() => check("--json", told, "--html", told)).toThrow(/^--html: .* is what --json writes, which/);
  });

  it("refuses one file for two flags, there or not yet", () => {
    const both = join(folder, "new", "both");
    expect(() => check("--json", both, "--html", `${folder}/new/./both`, "--stats", `${both}.json`)).toThrow(
      /^--html: .*both is what --json writes, which would be overwritten; give a path of its own$/,
    );
    expect(existsSync(join(folder, "new"))).toBe(false);
  });

  it("names every file that cannot", () => {
    writeFileSync(join(folder, "file"), "");
    const within = join(folder, "file", "plan.json");
    expect(() => check("--json", within, "--html", folder, "--stats", join(folder, "s.json"))).toThrow(
      /^--json: .*plan\.json cannot be written \(.*\); give .*\n--html: .* cannot be written \(it is a folder\); give [^\n]*$/,
    );
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
