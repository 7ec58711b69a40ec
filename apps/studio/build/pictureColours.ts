import { pictureStyle, tableStyle } from "@lightcone/battery";
import type { Plugin } from "vite";

const NAME = "virtual:picture.css";
const RESOLVED = `\0${NAME}`;

/** Gives the page the colours and shapes of the planner's own pictures and tables as a style sheet. */
export function pictureColours(): Plugin {
  return {
    name: "picture-colours",
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? pictureStyle() + tableStyle() : undefined),
  };
}
