import { createEngine, parseSchedule } from "@lightcone/parallel";
import { describe, expect, it } from "vitest";
import { describeFailure } from "./failure.ts";
import { InputError } from "./problem.ts";

describe("what a person is told about a failure", () => {
  it("is every problem of an input, with exit code 2 and the help of what was running", () => {
    const problems = [
      { at: "--count", what: "is 0", mend: "give more" },
      { at: "--out", what: "is missing", mend: "name a file" },
    ];
    expect(describeFailure(new InputError("flags", problems), "suite generate")).toEqual({
      text: `2 problems in the input:
--count: is 0
  to mend: give more
--out: is missing
  to mend: name a file
Help: lightcone suite generate --help
`,
      exitCode: 2,
    });
  });

  it("is a fault of the input too where the engine lacks what was asked for", async () => {
    const thrown: unknown[] = [];
    await createEngine({ lanes: -1 }).catch((error) => thrown.push(error));
    await createEngine({ memoryLimitBytes: 5 }).catch((error) => thrown.push(error));
    try {
      parseSchedule("sideways");
    } catch (error) {
      thrown.push(error);
    }
    const told = thrown.map((error) => describeFailure(error, "plan"));
    expect(told.map(({ exitCode }) => exitCode)).toEqual([2, 2, 2]);
    expect(told[0]!.text).toContain("lanes: is -1\n  to mend: use");
  });

  it("is the stack and exit code 3 where the fault is ours", async () => {
    const engine = await createEngine({ lanes: 1 });
    await engine.close();
    let closed: unknown;
    try {
      engine.run({ kernel: {} as never, entry: "", paramsPointer: 0, count: 1 });
    } catch (error) {
      closed = error;
    }
    for (const error of [closed, new TypeError("no such thing")]) {
      const { text, exitCode } = describeFailure(error, "plan");
      expect(exitCode).toBe(3);
      expect(text).toMatch(/fault of the program:\n.*Error: .*\n\s+at /s);
    }
  });
});
