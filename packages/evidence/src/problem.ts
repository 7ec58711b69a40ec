/** One thing wrong with a claim or its surroundings: where, what (with the offending value), how to mend it. */
export interface Problem {
  /** Path in the claim, such as `experiments[0].sides.static.command`, or a flag. */
  readonly at: string;
  readonly what: string;
  readonly mend: string;
}

/** Thrown when a claim cannot be tried; carries everything that is wrong, not only the first thing. */
export class EvidenceError extends Error {
  override readonly name = "EvidenceError";
  readonly code: string;
  readonly problems: readonly Problem[];

  /**
   * @param code      short name of the kind of trouble, such as `claim` or `tag`
   * @param problems  at least one
   */
  constructor(code: string, problems: readonly Problem[]) {
    super(problems.map(({ at, what, mend }) => `${at}: ${what}; ${mend}`).join("\n"));
    this.code = code;
    this.problems = problems;
  }
}
