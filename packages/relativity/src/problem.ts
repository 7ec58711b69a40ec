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

/** Collects what is wrong with inputs that are read one after the other, so that all of it is told at once. */
export class ProblemCollector {
  readonly #problems: Problem[] = [];

  /** What `read` gives; undefined where it finds its input wrong, which is kept. */
  attempt<Value>(read: () => Value): Value | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.#problems.push(...error.problems);
      return undefined;
    }
  }

  /** @throws InputError with everything that was kept, if anything was */
  throwIfAny(code: string): void {
    if (this.#problems.length > 0) throw new InputError(code, this.#problems);
  }
}
