import { ParallelError } from "../problem.ts";
import { ACTIVE } from "../schedule.ts";
import type { RunRequest } from "./lanePool.ts";
import type { LoadedProgram } from "./program.ts";

/**
 * Checks a batch before it is published: lanes trust it.
 * @throws ParallelError `run-request`
 */
export function checkRequest(request: RunRequest, programs: readonly (LoadedProgram | undefined)[]): void {
  const { program, entry, count, schedule, activePointer } = request;
  const loaded = programs[program];
  if (loaded === undefined) {
    throw refuse(
      "program",
      `${program} is not known to this caller`,
      "use the number that its own load gave",
    );
  }
  if (loaded.entries[entry] === undefined) {
    throw refuse(
      "entry",
      `is ${entry}, but the program has ${loaded.entries.length}`,
      "name one of them by place",
    );
  }
  if (!Number.isInteger(count) || count < 0 || count > 0x7fffffff) {
    throw refuse("count", `is ${count}`, "use a whole number from 0 to 2147483647");
  }
  if (schedule.kind === ACTIVE && activePointer === undefined) {
    throw refuse(
      "activePointer",
      "is missing",
      "schedule active needs the byte where its list of indices stands",
    );
  }
}

function refuse(at: string, what: string, mend: string): ParallelError {
  return new ParallelError("run-request", { at, what, mend });
}
