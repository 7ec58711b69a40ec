import { describe, expect, it } from "vitest";
import { choiceFlag, exactWords, parseLine, textFlag, wholeNumberFlag } from "./commandLine.ts";
import { InputError } from "./problem.ts";

const options = { lanes: { type: "string" }, debug: { type: "boolean" } } as const;
const problemOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return "no problem";
};

describe("a command line", () => {
  it("gives flags and words in any order", () => {
    const line = parseLine(["a.json", "--lanes", "4", "--debug", "b.json"], options);
    expect(line).toMatchObject({ words: ["a.json", "b.json"], wantsHelp: false });
    expect(textFlag(line, "lanes")).toBe("4");
    expect(line.flags.debug).toBe(true);
  });

  it("hears --help anywhere", () => {
    expect(parseLine(["a.json", "--help"], options).wantsHelp).toBe(true);
  });

  it("names the flag that is unknown, lacks its value, takes none or is empty", () => {
    expect(problemOf(() => parseLine(["--laens", "4"], options))).toBe(
      "--laens: is not a flag of this command; use one of --lanes, --debug, --help",
    );
    expect(problemOf(() => parseLine(["--lanes"], options))).toBe(
      "--lanes: lacks its value; write --lanes VALUE",
    );
    expect(problemOf(() => parseLine(["--debug=yes"], options))).toBe(
      "--debug: takes no value; write --debug alone",
    );
    expect(problemOf(() => parseLine(["--lanes", "--debug"], options))).toBe(
      "--lanes: lacks its value: the flag --debug follows; write --lanes VALUE",
    );
    expect(problemOf(() => textFlag(parseLine(["--lanes="], options), "lanes"))).toMatch(
      /^--lanes: is empty/,
    );
  });

  it("takes whole numbers only, within bounds", () => {
    const read = (text: string): (() => number) => {
      const line = parseLine([`--lanes=${text}`], options);
      return () => wholeNumberFlag(line, "lanes", { min: 0, max: 9, fallback: 2 });
    };
    expect(read("7")()).toBe(7);
    expect(wholeNumberFlag(parseLine([], options), "lanes", { min: 0, max: 9, fallback: 2 })).toBe(2);
    for (const text of ["10", "-1", "1.5", "1e1", "0x4", "four", " 4"]) {
      expect(problemOf(read(text))).toBe(`--lanes: is "${text}"; give a whole number from 0 to 9`);
    }
  });

  it("takes a value that begins with a minus and a digit as a value, so that its range is told", () => {
    const line = parseLine(["--lanes", "-1", "--debug"], options);
    expect(line.flags.debug).toBe(true);
    expect(problemOf(() => wholeNumberFlag(line, "lanes", { min: 0, max: 9, fallback: 2 }))).toBe(
      '--lanes: is "-1"; give a whole number from 0 to 9',
    );
    expect(parseLine(["--", "--lanes", "-1"], options).words).toEqual(["--lanes", "-1"]);
    expect(problemOf(() => parseLine(["--debug", "-1"], options))).toMatch(/^-1: is not a flag/);
  });

  it("takes one of the words it knows", () => {
    const line = parseLine(["--lanes", "red"], options);
    expect(choiceFlag(line, "lanes", ["blue", "red"])).toBe("red");
    expect(choiceFlag(parseLine([], options), "lanes", ["blue", "red"])).toBe("blue");
    expect(problemOf(() => choiceFlag(line, "lanes", ["blue", "green"]))).toBe(
      '--lanes: is "red"; use blue or green',
    );
  });

  it("asks for exactly the words it needs", () => {
    expect(problemOf(() => exactWords(parseLine(["a"], options), ["A", "B"]))).toBe(
      "A B: got a; give A B, 2 words besides the flags",
    );
    expect(exactWords(parseLine(["a", "b"], options), ["A", "B"])).toEqual(["a", "b"]);
  });
});
