import type { LocalContestant } from "../contestant.ts";
import { createBareTable } from "./bareTable.ts";

/** The kernel called once for all jobs, on the caller, with nothing in between: what "serial" means here. */
export function createInline(module: WebAssembly.Module): LocalContestant {
  const { kernel, table } = createBareTable(module);
  return {
    name: "serial",
    table,
    run: ({ entry, jobCount }) => kernel[entry](table.paramsPointer, 0, jobCount, 0),
    close: async () => {},
  };
}
