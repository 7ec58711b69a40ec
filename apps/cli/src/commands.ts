import type { Command } from "./command.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { evaluateCommand } from "./commands/evaluate.ts";

/** Every word that `lightcone` knows, in the order of its help. */
export const commands: readonly Command[] = [evaluateCommand, doctorCommand];
