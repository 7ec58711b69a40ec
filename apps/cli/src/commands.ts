import type { Command } from "./command.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { evaluateCommand } from "./commands/evaluate.ts";
import { lensmapCommand } from "./commands/lensmap.ts";
import { planCommand } from "./commands/plan.ts";
import { proveCommand } from "./commands/prove.ts";
import { renderCommand } from "./commands/render.ts";
import { solveCommand } from "./commands/solve.ts";
import { suiteCommand } from "./commands/suite.ts";
import { traceCommand } from "./commands/trace.ts";

/** Every word that `lightcone` knows, in the order of its help. */
export const commands: readonly Command[] = [
  planCommand,
  solveCommand,
  suiteCommand,
  evaluateCommand,
  renderCommand,
  traceCommand,
  lensmapCommand,
  proveCommand,
  doctorCommand,
];
