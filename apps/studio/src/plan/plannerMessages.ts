import type { ProblemText } from "../page/problemList.ts";

/** A home as a person gives it: its file, and the data files that it names. */
export interface HomeFiles {
  /** YAML. */
  readonly text: string;
  /** Texts of the data files, by the names that the home file calls them. */
  readonly dataFiles: Readonly<Record<string, string>>;
}

/** Asks for the plan of a home. */
export interface PlanRequest {
  readonly home: HomeFiles;
  /** Time to plan from when the home file says none, UTC epoch milliseconds. */
  readonly clockMs: number;
  /** Width of the picture, in CSS pixels. */
  readonly pictureWidth: number;
}

/** A plan in the words and shapes that the page shows. */
export interface ShownPlan {
  /** The plan file: the same bytes as `lightcone plan --json` writes. */
  readonly json: string;
  readonly homeName: string;
  /** What the battery does now and next. */
  readonly nowAndNext: string;
  /** The picture as SVG. */
  readonly picture: string;
  /** What reading and planning took, in milliseconds. */
  readonly tookMs: number;
  /** Lanes that it ran on. */
  readonly laneCount: number;
  /** Whether the compiled kernel or its twin in TypeScript ran. */
  readonly engine: "kernel" | "reference";
}

/** What the planner answers: a plan, or everything that is wrong with the home. */
export type PlanAnswer =
  | { readonly kind: "plan"; readonly plan: ShownPlan }
  | { readonly kind: "problems"; readonly problems: readonly ProblemText[] };
