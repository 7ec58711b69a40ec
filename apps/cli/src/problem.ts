/** One thing wrong with a command line or a file that it names: where, what (with the offending value), how to mend it. */
export interface Problem {
  /** The flag or word, such as `--lanes` or `SHOT`. */
  readonly at: string;
  readonly what: string;
  readonly mend: string;
}

/** Thrown when a command line cannot be followed; carries everything that is wrong with it, not only the first thing. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly code: "flags" | "file";
  readonly problems: readonly Problem[];

  /** @param problems  at least one */
  constructor(code: "flags" | "file", problems: readonly Problem[]) {
    super(problems.map(({ at, what, mend }) => `${at}: ${what}; ${mend}`).join("\n"));
    this.code = code;
    this.problems = problems;
  }
}
