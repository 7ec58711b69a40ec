import type { LaneProgram } from "./program.ts";

/** Programs on their way to a lane, in the order in which they came. */
export interface ProgramQueue {
  put(program: LaneProgram): void;
  /** The next program, as soon as there is one. One caller at a time. */
  take(): Promise<LaneProgram>;
}

/** An empty queue. */
export function programQueue(): ProgramQueue {
  const waiting: LaneProgram[] = [];
  let deliver: ((program: LaneProgram) => void) | undefined;
  return {
    put(program) {
      if (deliver === undefined) waiting.push(program);
      else deliver(program);
      deliver = undefined;
    },
    take() {
      const program = waiting.shift();
      if (program !== undefined) return Promise.resolve(program);
      return new Promise((resolve) => {
        deliver = resolve;
      });
    },
  };
}
