/** A line of the project that something depends on, and the test that fails without it. */
export interface Guard {
  /** What the guard sees to. */
  readonly name: string;
  readonly file: string;
  /** Text that stands in the file exactly once. */
  readonly from: string;
  /** What stands there when the guard is taken out: a program that still runs, and is wrong. */
  readonly to: string;
  /** The test file, and the beginning of the title of the test in it, that must fail then. */
  readonly test: string;
  readonly title: string;
  /** The test may not end any more; it is then ended, which counts as failing here alone. */
  readonly hangs?: boolean;
}
