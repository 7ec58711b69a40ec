/** What went wrong in the engine: where, what (with the offending value), how to mend it. */
export interface Problem {
  /** The option, kernel, file or job concerned, such as `lanes` or `kernel battery`. */
  readonly at: string;
  readonly what: string;
  readonly mend: string;
}

/** Everything that this package throws on purpose, except plain TypeError and RangeError for a caller's slip. */
export class ParallelError extends Error {
  override readonly name = "ParallelError";
  /** Short name of the kind of problem, such as `job-refused` or `arena-full`. */
  readonly code: string;
  readonly problem: Problem;

  /**
   * @param code     short name of the kind of problem
   * @param problem  where, what, how to mend
   * @param options  `cause`: the error that led to this one
   */
  constructor(code: string, problem: Problem, options?: ErrorOptions) {
    super(`${problem.at}: ${problem.what}; ${problem.mend}`, options);
    this.code = code;
    this.problem = problem;
  }
}
