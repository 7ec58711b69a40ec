import type { CommandEntry } from "./command.ts";

/**
 * Every word that `lightcone` knows, in the order of its help. Commands bring whole packages with them: each is loaded
 * when its word is on the line, and none for the list of them.
 */
export const commands: readonly CommandEntry[] = [
  {
    name: "plan",
    summary: "Plan the battery of one home from its file.",
    load: async () => (await import("./commands/plan.ts")).planCommand,
  },
  {
    name: "solve",
    summary: "Find the cheapest use of a battery, with a proof; or check a proof.",
    load: async () => (await import("./commands/solve.ts")).solveCommand,
  },
  {
    name: "suite",
    summary: "Plan a file of homes; generate random homes; compare results.",
    topics: ["generate", "compare"],
    load: async () => (await import("./commands/suite.ts")).suiteCommand,
  },
  {
    name: "evaluate",
    summary: "Simulate given plans of suite homes in their three futures.",
    load: async () => (await import("./commands/evaluate.ts")).evaluateCommand,
  },
  {
    name: "render",
    summary: "Render a movie of a black hole from a shot file.",
    load: async () => (await import("./commands/render.ts")).renderCommand,
  },
  {
    name: "trace",
    summary: "Follow single rays of light: direction, frequency shift, constants.",
    load: async () => (await import("./commands/trace.ts")).traceCommand,
  },
  {
    name: "lensmap",
    summary: "Describe, verify, compare or export lens maps.",
    load: async () => (await import("./commands/lensmap.ts")).lensmapCommand,
  },
  {
    name: "prove",
    summary: "Try performance claims and write their reports.",
    load: async () => (await import("./commands/prove.ts")).proveCommand,
  },
  {
    name: "doctor",
    summary: "lanes, kernels, versions; what would fall back and why",
    load: async () => (await import("./commands/doctor.ts")).doctorCommand,
  },
];
