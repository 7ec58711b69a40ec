import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { InputError } from "./problem.ts";

/** Flags and words of a command line, after parsing. */
export interface ParsedLine {
  /** A string for flags that take a value, true for switches; absent when not given. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly words: readonly string[];
  /** True when `--help` stands anywhere on the line. */
  readonly wantsHelp: boolean;
}

/**
 * Parses what follows a command's name.
 * @param args     the words after the command
 * @param options  the flags it takes (`--help` is added)
 * @throws InputError naming the flag: unknown, without its value, or with one it does not take
 */
export function parseLine(args: readonly string[], options: ParseArgsOptionsConfig): ParsedLine {
  const known = { ...options, help: { type: "boolean" } } satisfies ParseArgsOptionsConfig;
  try {
    const { values, positionals } = parseArgs({
      args: withNegativeValues(args, known),
      options: known,
      allowPositionals: true,
      strict: true,
    });
    const flags = values as Record<string, string | boolean | undefined>;
    return { flags, words: positionals, wantsHelp: flags.help === true };
  } catch (error) {
    throw flagError(error, args, Object.keys(known));
  }
}

/** Joins `--flag -1` to `--flag=-1` where the flag takes a value: no flag of ours begins with a digit. */
function withNegativeValues(args: readonly string[], options: ParseArgsOptionsConfig): string[] {
  const joined: string[] = [];
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  for (const [index, word] of args.entries()) {
    const before = joined.at(-1) ?? "";
    const isValue = index < end && /^-\d/.test(word) && takesValue(before, options);
    if (isValue) joined[joined.length - 1] = `${before}=${word}`;
    else joined.push(word);
  }
  return joined;
}

function takesValue(word: string, options: ParseArgsOptionsConfig): boolean {
  const name = word.slice(2);
  return word.startsWith("--") && Object.hasOwn(options, name) && options[name]?.type === "string";
}

function flagError(error: unknown, args: readonly string[], known: readonly string[]): unknown {
  if (!(error instanceof Error) || !("code" in error) || !String(error.code).startsWith("ERR_PARSE_ARGS")) {
    return error;
  }
  const flag = /'(-[^' ]+)/.exec(error.message)?.[1] ?? args.find((word) => word.startsWith("-")) ?? "flags";
  const list = known.map((name) => `--${name}`).join(", ");
  if (error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    return badFlag(flag, "is not a flag of this command", `use one of ${list}`);
  }
  if (error.message.includes("does not take an argument")) {
    return badFlag(flag, "takes no value", `write ${flag} alone`);
  }
  const next = args[args.indexOf(flag) + 1];
  const what = next === undefined ? "lacks its value" : `lacks its value: the flag ${next} follows`;
  return badFlag(flag, what, `write ${flag} VALUE`);
}

/** Bad input on the command line. */
export function badFlag(flag: string, what: string, mend: string): InputError {
  return new InputError("flags", [{ at: flag, what, mend }]);
}

/**
 * The text of a flag; undefined when it is not given.
 * @throws InputError when the value is empty
 */
export function textFlag({ flags }: ParsedLine, name: string): string | undefined {
  const value = flags[name];
  if (value === undefined) return undefined;
  if (typeof value !== "string" || value === "") throw badFlag(`--${name}`, "is empty", "give it a value");
  return value;
}

/** Bounds of a whole number on the command line. */
export interface WholeNumberRule {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

/**
 * The whole number of a flag.
 * @throws InputError naming flag and value
 */
export function wholeNumberFlag(
  line: ParsedLine,
  name: string,
  { min, max, fallback }: WholeNumberRule,
): number {
  const text = textFlag(line, name);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (/^-?\d+$/.test(text) && value >= min && value <= max) return value;
  throw badFlag(`--${name}`, `is ${JSON.stringify(text)}`, `give a whole number from ${min} to ${max}`);
}

/**
 * One of a few words.
 * @throws InputError naming flag, value and the words
 */
export function choiceFlag<Choice extends string>(
  line: ParsedLine,
  name: string,
  choices: readonly [fallback: Choice, ...others: Choice[]],
): Choice {
  const text = textFlag(line, name);
  if (text === undefined) return choices[0];
  const choice = choices.find((word) => word === text);
  if (choice !== undefined) return choice;
  throw badFlag(`--${name}`, `is ${JSON.stringify(text)}`, `use ${choices.join(" or ")}`);
}

/**
 * The words that a command needs besides its flags.
 * @param names  what the words are, for the message: `SCENARIOS`
 * @throws InputError when there are fewer or more
 */
export function exactWords({ words }: ParsedLine, names: readonly string[]): readonly string[] {
  if (words.length === names.length) return words;
  const given = words.length === 0 ? "nothing" : words.join(" ");
  throw badFlag(
    names.join(" "),
    `got ${given}`,
    `give ${names.join(" ")}, ${names.length === 1 ? "one word" : `${names.length} words`} besides the flags`,
  );
}
