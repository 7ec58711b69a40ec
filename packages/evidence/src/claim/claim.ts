/** A performance claim: what is run, what must be the same, what is measured, and what is said of it. */
export interface Claim {
  /** Name of the report's folder: lower-case words with hyphens. */
  readonly name: string;
  readonly title: string;
  /** What the report is about, in Markdown. */
  readonly about: string;
  readonly inputs: readonly ClaimInput[];
  readonly experiments: readonly Experiment[];
  /** Whole commands that are run once beside the measurements; their output is kept. */
  readonly checks: readonly string[];
  /** What is cached between runs and what is not, in words. */
  readonly caching: string;
  /** What was tried before and is not run again: paragraphs of notes, which the report quotes. */
  readonly tried: readonly QuoteRule[];
  /** What the claim does not show: the end of its report. */
  readonly notShown: readonly string[];
}

/** A paragraph of a file: the one that begins with these words in strong or slanted letters. */
export interface QuoteRule {
  /** Markdown, by its path from the checkout's root. */
  readonly file: string;
  readonly lead: string;
}

/** A file that runs read, by its path from the checkout's root. */
export interface ClaimInput {
  readonly file: string;
  /** What the file must be; without it the digest is recorded and must not change while the claim is tried. */
  readonly sha256?: string;
}

/** Sides that are run against each other in turns. */
export interface Experiment {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly sides: readonly Side[];
  /** Times that each side is measured. */
  readonly rounds: number;
  /** Times that each side is run before anything is measured. */
  readonly warmups: number;
  readonly timeoutSeconds: number;
  readonly identical: IdentityRule;
  readonly pictures?: PictureRule;
  readonly measures: readonly Measure[];
  readonly statements: readonly Statement[];
  readonly tables: readonly (Table | ListTable)[];
  readonly plots: readonly Plot[];
}

/** One contestant. */
export interface Side {
  readonly name: string;
  /** The name that it had before a sweep multiplied it. */
  readonly baseName: string;
  /** Words of the command; `{out}` stands for the folder that it writes to. */
  readonly command: readonly string[];
  /** Values of the sweep that it is for. */
  readonly parameters: Readonly<Record<string, number | string>>;
  /** How it is known which engine ran. */
  readonly active: ActivityRule;
  /** Git revision that is set up in a work tree of its own; without it the checkout as it stands. */
  readonly revision?: string;
  /** Commands that make the revision's work tree ready. */
  readonly setup: readonly string[];
}

/** What tells that the wanted engine was active in a run. */
export type ActivityRule =
  /** Counters of the engine, in a JSON of the run. */
  | {
      readonly by: "stats";
      readonly file: string;
      readonly engine: "kernel" | "reference";
      /** Kernels that must have been loaded. */
      readonly kernels: readonly string[];
      /** Lanes that must have run, the caller counted; `auto` only forbids lanes that were refused or died. */
      readonly lanes: "auto" | number;
    }
  /** Engines warn on standard error before they fall back: nothing may stand there. */
  | { readonly by: "silence" }
  /** A command without an engine. */
  | { readonly by: "none" };

/** What all runs of all sides must have in common. */
interface IdentityRule {
  /** Files below `{out}`, compared by SHA-256; `*` stands for any part of one name. */
  readonly files: readonly string[];
  readonly fields: readonly FieldRule[];
}

/** Fields of a JSON that must agree. */
export interface FieldRule {
  readonly file: string;
  /** Paths such as `results[].metric`. */
  readonly paths: readonly string[];
  /** Largest difference allowed between two numbers; 0 is to the last bit. */
  readonly tolerance: number;
}

/** Pictures that every run must leave whole. */
export interface PictureRule {
  readonly files: string;
  readonly count: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A number of each run. */
export interface Measure {
  readonly name: string;
  /** `ms` or `us` of a time, `bytes` of memory, or what is counted. */
  readonly unit: string;
  readonly from: MeasureSource;
}

/** Where the number of a run comes from. */
export type MeasureSource =
  | { readonly kind: "run"; readonly field: RunField }
  | { readonly kind: "json"; readonly file: string; readonly path: string; readonly reduce: Reduction }
  | { readonly kind: "ratio"; readonly over: string; readonly under: string }
  | { readonly kind: "total"; readonly of: readonly string[] }
  | { readonly kind: "rest"; readonly of: string; readonly less: readonly string[] };

/** What is measured of every run. */
export type RunField =
  | "wallMs"
  | "userMs"
  | "systemMs"
  | "cpuMs"
  | "cpuOverWall"
  | "peakBytes"
  | "foreignShare";

/** How the values at a path become one number. */
export type Reduction = "only" | "sum" | "max" | "min" | "mean" | "count" | "nonzero" | "maxOverMean";

/** What is said, to be shown or refuted. */
export type Statement =
  | {
      readonly kind: "faster";
      readonly say: string;
      readonly side: string;
      readonly than: string;
      readonly by: string;
      /** Times that `than`'s measure is larger, at least. */
      readonly atLeast: number;
    }
  | {
      readonly kind: "equal";
      readonly say: string;
      readonly measure: string;
      readonly sides: readonly string[];
    }
  | {
      readonly kind: "bound";
      readonly say: string;
      readonly measure: string;
      readonly side: string;
      readonly least: number;
      readonly most: number;
    };

/** A table of the report: a row for each side. */
export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  /** Sides in their order; all of them when empty. */
  readonly sides: readonly string[];
}

/** A table of the report made of a list in a run's JSON: a row for each element. */
export interface ListTable {
  readonly title: string;
  /** Side whose first whole run is told. */
  readonly side: string;
  readonly file: string;
  /** Path of the list's elements, such as `lanes[]`. */
  readonly path: string;
  readonly columns: readonly ListColumn[];
}

/** A column of a {@link ListTable}. */
interface ListColumn {
  readonly head: string;
  /** Path in an element. */
  readonly path: string;
  readonly digits: number;
}

/** A column of a table. */
interface Column {
  readonly head: string;
  readonly measure: string;
  readonly show: Shown;
  /** Unit that the figure is printed in: `s`, `ms`, `MB`, `%`, or empty for the measure's own. */
  readonly unit: string;
  readonly digits: number;
}

/** Which figure of a side's rounds; `first` and `second` are the rounds of that number. */
export type Shown = "median" | "best" | "largest" | "spread" | "first" | "second";

/** A drawing of the report. */
export interface Plot {
  readonly title: string;
  readonly measure: string;
  readonly unit: string;
  /** Parameter of the sweep along the axis; a bar for each side without it. */
  readonly along?: string;
}
