import { ACTION_NAMES, formFields } from "@lightcone/battery";
import type { Plugin } from "vite";

const NAME = "virtual:planner-words";
const RESOLVED = `\0${NAME}`;

/**
 * Gives the page the planner's table of fields and its names of actions as plain data. The page's own thread imports
 * nothing of the packages: their code belongs to the workers, where alone it is built whole.
 */
export function plannerWords(): Plugin {
  return {
    name: "planner-words",
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? moduleText() : undefined),
  };
}

function moduleText(): string {
  return [
    `export const FORM_FIELDS = ${JSON.stringify(formFields())};`,
    `export const ACTION_NAMES = ${JSON.stringify(ACTION_NAMES)};`,
  ].join("\n");
}
