import { describe, expect, it } from "vitest";
import { parseLine } from "./commandLine.ts";
import { ENGINE_HELP, ENGINE_OPTIONS, type EngineFlags, engineFlags } from "./engineFlags.ts";

const flags = (...args: string[]): EngineFlags => engineFlags(parseLine(args, ENGINE_OPTIONS));

describe("the engine's flags", () => {
  it("are every lane, the kernel, no debugging, each job once, at once, when nothing is said", () => {
    const isLanesFirst = false;
    expect(flags()).toEqual({ lanes: "auto", engine: "kernel", isDebug: false, repeatWork: 1, isLanesFirst });
  });

  it("are what is said", () => {
    const line =
      "--lanes 3 --engine reference --debug --stats s.json --repeat-work 5 --costs c.json --lanes-first";
    expect(flags(...line.split(" "))).toEqual({
      lanes: 3,
      engine: "reference",
      isDebug: true,
      repeatWork: 5,
      isLanesFirst: true,
      statsFile: "s.json",
      costsFile: "c.json",
    });
    expect(flags("--lanes", "0").lanes).toBe(0);
    expect(flags("--lanes=auto").lanes).toBe("auto");
  });

  it("name flag, value and remedy when a value is wrong", () => {
    expect(() => flags("--lanes", "many")).toThrow(
      '--lanes: is "many"; give auto or a whole number from 0 to 1024',
    );
    expect(() => flags("--lanes=-1")).toThrow('--lanes: is "-1"');
    expect(() => flags("--engine", "gpu")).toThrow('--engine: is "gpu"; use kernel or reference');
    expect(() => flags("--repeat-work", "0")).toThrow("--repeat-work");
  });

  it("all stand in the help", () => {
    for (const name of Object.keys(ENGINE_OPTIONS)) expect(ENGINE_HELP).toContain(`--${name}`);
  });
});
