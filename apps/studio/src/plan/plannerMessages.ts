import type { FieldLimits, ForcedAction, HomeEdit, SlotAction } from "@lightcone/battery";
import type { ProblemText } from "../page/problemList.ts";

/** A home as a person gives it: its file, and the data files that it names. */
export interface HomeFiles {
  /** YAML. */
  readonly text: string;
  /** Texts of the data files, by the names that the home file calls them. */
  readonly dataFiles: Readonly<Record<string, string>>;
}

/** Asks for the plan of a home. A newer request takes the place of one that has not been answered. */
export interface PlanRequest {
  readonly kind: "plan";
  /** Rises from request to request. */
  readonly number: number;
  readonly home: HomeFiles;
  /** Changes of the home file that it does not hold yet. */
  readonly edits: readonly HomeEdit[];
  readonly forced: readonly ForcedAction[];
  /** Plan file that was told before; its plan is kept where staying costs no more than the home's budget. */
  readonly previousJson?: string;
  /** Figures of the plan that this one is compared with. */
  readonly comparedWith?: readonly ComparedFigure[];
  /** Time to plan from when the home file says none, UTC epoch milliseconds. */
  readonly clockMs: number;
  /** Width of the picture, in CSS pixels. */
  readonly pictureWidth: number;
}

/** Asks for the last plan in a form to be kept. */
interface ExportRequest {
  readonly kind: "export";
  readonly format: ExportFormat;
}

/** The plan file, the same bytes as `lightcone plan --json` writes; its picture; or a page with picture and tables. */
export type ExportFormat = "json" | "svg" | "html";

/** Asks for the last plan as tables, which nobody may be looking at. */
interface TablesRequest {
  readonly kind: "tables";
}

/** Asks for the plans of a file of many homes. */
export interface SuiteRequest {
  readonly kind: "suite";
  readonly fileName: string;
  readonly text: string;
}

/** Asks for the day of one home of the suite planned last. Of several only the newest is sure to be answered. */
export interface SuiteDayRequest {
  readonly kind: "suiteDay";
  readonly id: number;
  /** Width of the picture, in CSS pixels. */
  readonly pictureWidth: number;
}

/** What the page asks the planner's thread. */
export type PlannerRequest = PlanRequest | ExportRequest | TablesRequest | SuiteRequest | SuiteDayRequest;

/** One slot in words. */
export interface ShownSlot {
  readonly startMs: number;
  readonly endMs: number;
  /** `Tue 14 Apr`. */
  readonly day: string;
  /** `17:30`. */
  readonly start: string;
  readonly end: string;
  readonly action: SlotAction;
  readonly targetPercent?: number;
  /** What the battery is told. */
  readonly words: string;
  readonly why: string;
  /** Names and values, such as `Buy` and `21.3 p`. */
  readonly figures: readonly (readonly [name: string, value: string])[];
}

/** A figure with the words before and after it. */
export interface ShownSum {
  readonly words: string;
  readonly figure: string;
  readonly note: string;
}

/** Figures to compare two plans by, as numbers and in words. */
export interface ComparedFigure {
  readonly name: string;
  readonly value: number;
  readonly words: string;
  /** What it is more than in the plan compared with, in words; absent when there is none. */
  readonly difference?: string;
}

/** A plan in the words and shapes that the page shows. */
export interface ShownPlan {
  readonly homeName: string;
  /** Signs of the money. */
  readonly currency: { readonly code: string; readonly major: string; readonly minor: string };
  /** `Tue 14 Apr 16:35 to Wed 15 Apr 16:30`. */
  readonly span: string;
  readonly action: SlotAction;
  /** What the battery does now and next. */
  readonly nowAndNext: string;
  readonly sums: readonly ShownSum[];
  readonly slots: readonly ShownSlot[];
  readonly compared: readonly ComparedFigure[];
  readonly warnings: readonly string[];
  /** What stays above the reserve, in percent: the least charge target. */
  readonly reservePercent: number;
  /** The picture as SVG. */
  readonly picture: string;
  /** What the forced actions cost beside the plan without them, in words; absent when none is forced. */
  readonly forcedCost?: string;
  /** Whether the bound is known yet, which follows the plan itself. */
  readonly isProven: boolean;
  /** What reading and planning took, and the proof after it, in milliseconds. */
  readonly planMs: number;
  readonly proofMs: number;
  /** Lanes that it ran on, and what kept others from it. */
  readonly laneCount: number;
  readonly laneNotes: readonly string[];
  /** Whether the compiled kernel or its twin in TypeScript ran. */
  readonly engine: "kernel" | "reference";
}

/** The home file after the edits, and its fields as they stand. */
export interface EditedHome {
  readonly text: string;
  readonly fields: unknown;
  /** Limits of its numbers, where they are not those of a household. */
  readonly limits?: FieldLimits;
}

/** What became of a request for a plan. The plan comes first, and once more when it is proven. */
export interface PlanAnswer {
  readonly kind: "plan";
  readonly number: number;
  /** Absent when the file is no YAML. */
  readonly home?: EditedHome;
  /** Absent when the home cannot be planned. */
  readonly plan?: ShownPlan;
  /** Everything that is wrong with the home. */
  readonly problems: readonly ProblemText[];
}

/** A plan to be kept. */
export interface ExportAnswer {
  readonly kind: "export";
  readonly format: ExportFormat;
  readonly content: string;
}

/** The last plan as tables, in HTML. */
export interface TablesAnswer {
  readonly kind: "tables";
  /** The day slot by slot. */
  readonly slots: string;
  /** What it comes to, and what the figures count. */
  readonly outcomes: string;
}

/** Rows of a file of many homes. */
export interface SuiteAnswer {
  readonly kind: "suite";
  readonly fileName: string;
  readonly rows: readonly SuiteLine[];
  /** The result file, as `lightcone suite --json` writes it. */
  readonly json: string;
  readonly problems: readonly ProblemText[];
}

/** One home of many: pence and kWh. */
export interface SuiteLine {
  readonly id: number;
  readonly metricPence: number;
  readonly boundPence: number;
  readonly gapPence: number;
  readonly exportKwh: number;
  readonly socFinalKwh: number;
}

/** The day of one home of a suite. The plan comes first, and once more when it is proven. */
export interface SuiteDayAnswer {
  readonly kind: "suiteDay";
  readonly id: number;
  /** Absent when the home cannot be planned. */
  readonly plan?: ShownPlan;
  readonly problems: readonly ProblemText[];
}

/** What the planner's thread answers. */
export type PlannerAnswer = PlanAnswer | ExportAnswer | TablesAnswer | SuiteAnswer | SuiteDayAnswer;
