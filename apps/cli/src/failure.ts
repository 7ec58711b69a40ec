import { ParallelError } from "@lightcone/parallel";

/** What a person is told about a failure, and the exit code that scripts see. */
export interface Failure {
  readonly text: string;
  readonly exitCode: 2 | 3;
}

interface ReportedProblem {
  readonly at: string;
  readonly what: string;
  readonly mend: string;
}

/**
 * Turns anything thrown into words and an exit code: bad input (an error that lists its problems, or one of the
 * engine's that input brings about) is 2, everything else is a fault of ours, 3, and keeps its stack.
 * @param commandName  the command that was running, with its topic, for the help line: `suite generate`
 */
export function describeFailure(error: unknown, commandName: string): Failure {
  const problems = problemsOf(error);
  if (problems !== undefined) {
    const lines = problems.map(({ at, what, mend }) => `${at}: ${what}\n  to mend: ${mend}\n`);
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    return {
      text: `${count} in the input:\n${lines.join("")}Help: lightcone ${commandName} --help\n`,
      exitCode: 2,
    };
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    text: `lightcone ${commandName} failed inside, which is a fault of the program:\n${stack}\n`,
    exitCode: 3,
  };
}

/** The engine's errors that say that it was asked for what there is not: lanes, a schedule, memory. */
const INPUT_CODES: ReadonlySet<string> = new Set(["lanes", "schedule", "engine-option", "arena-full"]);

function problemsOf(error: unknown): readonly ReportedProblem[] | undefined {
  if (error instanceof ParallelError && INPUT_CODES.has(error.code)) return [error.problem];
  if (!(error instanceof Error) || !("problems" in error) || !Array.isArray(error.problems)) return undefined;
  return error.problems.length > 0 ? (error.problems as ReportedProblem[]) : undefined;
}
