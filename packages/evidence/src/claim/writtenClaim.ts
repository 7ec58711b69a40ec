import type { ListTable, Reduction, Shown } from "./claim.ts";

/** A claim file as it is written, defaults filled in; `README.md` of the claims says what each field means. */
export interface WrittenClaim {
  readonly title: string;
  readonly about: string;
  readonly inputs: readonly (string | { readonly file: string; readonly sha256: string })[];
  readonly experiments: readonly WrittenExperiment[];
  readonly checks: readonly string[];
  readonly caching: string;
  readonly tried: readonly { readonly file: string; readonly lead: string }[];
  readonly notShown: readonly string[];
}

/** An experiment as it is written. */
export interface WrittenExperiment {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly sides: Readonly<Record<string, WrittenSide>>;
  readonly sweep: Readonly<Record<string, readonly (string | number)[]>>;
  /** For sides that do not say their own. */
  readonly active?: WrittenActivity | undefined;
  readonly rounds: number;
  readonly warmups: number;
  readonly timeoutSeconds: number;
  readonly identical: {
    readonly files: readonly string[];
    readonly fields: readonly {
      readonly file: string;
      readonly paths: readonly string[];
      readonly tolerance: number;
    }[];
  };
  readonly pictures?:
    | { readonly files: string; readonly count: number; readonly widthPx: number; readonly heightPx: number }
    | undefined;
  readonly measures: Readonly<Record<string, WrittenMeasure>>;
  readonly statements: readonly WrittenStatement[];
  readonly tables: readonly (WrittenTable | ListTable)[];
  readonly plots: readonly WrittenPlot[];
}

/** A side as it is written. */
interface WrittenSide {
  readonly command: string;
  readonly active?: WrittenActivity | undefined;
  readonly revision?: string | undefined;
  readonly setup: readonly string[];
}

/** How it is written what tells which engine ran: one of `stats`, `silence`, `none`. */
export interface WrittenActivity {
  readonly stats?: string | undefined;
  readonly engine: "kernel" | "reference";
  readonly kernels: readonly string[];
  readonly lanes: string | number;
  readonly silence?: boolean | undefined;
  readonly none?: boolean | undefined;
}

/** A measure as it is written: `file` and `path`, or `ratio`, or `total`, or `rest`. */
export interface WrittenMeasure {
  readonly unit: string;
  readonly file?: string | undefined;
  readonly path?: string | undefined;
  readonly reduce: Reduction;
  readonly ratio?: readonly string[] | undefined;
  readonly total?: readonly string[] | undefined;
  readonly rest?: readonly string[] | undefined;
}

/** A statement as it is written: `faster`, or `equal`, or `measure`. */
export interface WrittenStatement {
  readonly say: string;
  readonly faster?: string | undefined;
  readonly than?: string | undefined;
  readonly by: string;
  readonly equal?: string | undefined;
  readonly sides: readonly string[];
  readonly measure?: string | undefined;
  readonly side?: string | undefined;
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
}

/** A table as it is written. */
interface WrittenTable {
  readonly title: string;
  readonly sides: readonly string[];
  readonly columns: readonly {
    readonly head: string;
    readonly measure: string;
    readonly show: Shown;
    readonly unit: string;
    readonly digits: number;
  }[];
}

/** A drawing as it is written. */
interface WrittenPlot {
  readonly title: string;
  readonly measure: string;
  readonly unit: string;
  readonly along?: string | undefined;
}
