import { ParallelError } from "../problem.ts";
import { ACTIVE } from "../schedule.ts";
import type { RunRequest } from "./lanePool.ts";
import type { LoadedProgram } from "./program.ts";

/**
 * Checks a batch before it is published: lanes trust it, and an error in the midst of it would leave the pool taken.
 * @throws ParallelError `run-request`
 */
export function checkRequest(request: RunRequest, programs: readonly (LoadedProgram | undefined)[]): void {
  const { program, entry, paramsPointer, count, schedule } = request;
  const loaded = programs[program];
  const isSound = loaded?.entries[entry] !== undefined && isWord(count) && isWord(paramsPointer);
  if (!isSound || schedule.kind === ACTIVE) checkEachPart(request, loaded);
}

function isWord(value: number): boolean {
  return (value | 0) === value && value >= 0;
}

/** Apart, because the compiler inlines only what is small. */
function checkEachPart(request: RunRequest, loaded: LoadedProgram | undefined): void {
  const { program, entry, paramsPointer, count } = request;
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
  if (!isWord(count)) {
    throw refuse("count", `is ${count}`, "use a whole number from 0 to 2147483647");
  }
  if (!isWord(paramsPointer)) {
    throw refuse("paramsPointer", `is ${paramsPointer}`, "use a byte of the program's memory");
  }
  if (request.schedule.kind === ACTIVE) checkList(request, loaded.memory.buffer.byteLength);
}

/** The list of active indices must stand in the memory as a whole, where 32-bit words can stand. */
function checkList({ activePointer, count }: RunRequest, byteLength: number): void {
  if (activePointer === undefined) {
    throw refuse(
      "activePointer",
      "is missing",
      "schedule active needs the byte where its list of indices stands",
    );
  }
  const lastPlace = byteLength - 4 * count;
  if (activePointer % 4 === 0 && activePointer >= 0 && activePointer <= lastPlace) return;
  throw refuse(
    "activePointer",
    `is ${activePointer}, for ${count} indices`,
    `use a multiple of 4 from 0 to ${lastPlace}, so that all of the list is in the program's memory`,
  );
}

function refuse(at: string, what: string, mend: string): ParallelError {
  return new ParallelError("run-request", { at, what, mend });
}
