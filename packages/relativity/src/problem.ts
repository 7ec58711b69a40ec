/** One thing wrong with an input: where, what (with the offending value), how to mend it. */
export interface Problem {
  /** Path in the input, such as `camera.hfovDeg` or `camera.csv: line 12`. */
  readonly at: string;
  readonly what: string;
  readonly mend: string;
}

/** Thrown when an input cannot be used; carries everything that is wrong with it, not only the first thing. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly code: string;
  readonly problems: readonly Problem[];

  /**
   * @param code      short name of the kind of input, such as `shot`, `trajectory` or `lens-map`
   * @param problems  at least one
   */
  constructor(code: string, problems: readonly Problem[]) {
    super(problems.map(({ at, what, mend }) => `${at}: ${what}; ${mend}`).join("\n"));
    this.code = code;
    this.problems = problems;
  }
}
