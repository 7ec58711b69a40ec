import { InputError, type Problem } from "../problem.ts";
import { type Field, rangeWords } from "./fieldRow.ts";
import { nearestName } from "./misspelling.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * The values of a file that was checked against a table of fields, by path. What is left out has the default of its
 * row; what was wrong has been recorded, and a harmless value stands in for it until everything wrong is told.
 */
export class FieldValues {
  readonly problems: Problem[] = [];
  readonly #rows: ReadonlyMap<string, Field>;
  readonly #values = new Map<string, unknown>();
  readonly #broken = new Set<string>();

  /**
   * @param tree  what YAML gave for the whole file
   * @param rows  the table of fields
   */
  constructor(tree: Fields, rows: readonly Field[]) {
    this.#rows = new Map(rows.map((row) => [row.path, row]));
    this.#read(tree, "");
    for (const row of rows) this.#refuseMissing(row);
  }

  /** Whether the file itself gives this field, rightly or wrongly. */
  has(path: string): boolean {
    return this.#values.has(path) || this.#broken.has(path);
  }

  /** Whether the field was given but wrong, which has been recorded. */
  isBroken(path: string): boolean {
    return this.#broken.has(path);
  }

  /** A number that is given or has a default; 0 when it is missing. */
  number(path: string): number {
    return this.#typed(path, "number") ?? 0;
  }

  /** A text or choice that is given or has a default; empty when it is missing. */
  text(path: string): string {
    return this.#typed(path, "string") ?? "";
  }

  /** A flag that is given or has a default. */
  flag(path: string): boolean {
    return this.#typed(path, "boolean") ?? false;
  }

  /** A number that may be left out. */
  optionalNumber(path: string): number | undefined {
    return this.#typed(path, "number");
  }

  /** Records something wrong that only several fields together show. */
  problem(at: string, what: string, mend: string): void {
    this.problems.push({ at, what, mend });
  }

  /** Does something, and records what is wrong with an input that it finds wrong. */
  attempt(act: () => unknown): void {
    try {
      act();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.problems.push(...error.problems);
    }
  }

  /** @throws InputError with everything wrong, in the order of the file, if anything is */
  throwIfAny(code: string): void {
    if (this.problems.length > 0) throw new InputError(code, this.problems);
  }

  #typed(path: string, kind: "number"): number | undefined;
  #typed(path: string, kind: "string"): string | undefined;
  #typed(path: string, kind: "boolean"): boolean | undefined;
  #typed(path: string, kind: string): unknown {
    const row = this.#rows.get(path);
    if (row === undefined) throw new RangeError(`no field ${path} in the table of the shot file`);
    const value = this.#values.get(path) ?? row.fallback;
    return typeof value === kind ? value : undefined;
  }

  #namesInside(path: string): string[] {
    const prefix = path === "" ? "" : `${path}.`;
    return [...this.#rows.keys()].flatMap((known) => {
      const name = known.slice(prefix.length);
      return known.startsWith(prefix) && /^\w+$/.test(name) ? [name] : [];
    });
  }

  #read(tree: Fields, sectionPath: string): void {
    for (const [name, value] of Object.entries(tree)) {
      const path = sectionPath === "" ? name : `${sectionPath}.${name}`;
      const row = this.#rows.get(path);
      if (row === undefined) this.#refuseUnknown(path, value, sectionPath);
      else this.#take(row, value);
    }
  }

  #refuseUnknown(path: string, value: unknown, sectionPath: string): void {
    const known = this.#namesInside(sectionPath);
    const nearest = nearestName(path.slice(path.lastIndexOf(".") + 1), known);
    const mend =
      nearest === undefined
        ? `remove it; known here: ${known.join(", ")}`
        : `did you mean \`${nearest}\`? Rename or remove it`;
    this.problem(path, `is no field of a shot file (its value is ${shown(value)})`, mend);
  }

  #take(row: Field, value: unknown): void {
    if (value === null || value === undefined || value === "") {
      this.#refuse(row, "is left empty", `give it a value or remove the line. ${row.what}`);
    } else if (row.kind === "section") {
      if (isFields(value)) {
        this.#values.set(row.path, true);
        this.#read(value, row.path);
      } else {
        const names = this.#namesInside(row.path).slice(0, 3).join(", ");
        this.#refuse(
          row,
          `is ${shown(value)}, but must be a set of fields`,
          `give it fields such as ${names}`,
        );
      }
    } else {
      const fault = faultOf(row, value);
      if (fault === undefined) this.#values.set(row.path, value);
      else this.#refuse(row, fault.what, fault.mend);
    }
  }

  #refuse(row: Field, what: string, mend: string): void {
    this.#broken.add(row.path);
    this.problem(row.path, what, mend);
  }

  #refuseMissing(row: Field): void {
    if (row.isRequired !== true || this.has(row.path)) return;
    const parent = row.path.slice(0, Math.max(row.path.lastIndexOf("."), 0));
    const parentRow = this.#rows.get(parent);
    const isAsked =
      parent === "" || this.#values.has(parent) || (parentRow?.isRequired === true && !this.has(parent));
    if (isAsked && row.kind !== "section") this.#refuse(row, "is missing", `add it. ${row.what}`);
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as a message shows it: short, on one line. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return "empty";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object") return "a set of fields";
  const words = String(value).replace(/\s+/g, " ");
  return `"${words.length > 60 ? `${words.slice(0, 57)}...` : words}"`;
}

interface Fault {
  readonly what: string;
  readonly mend: string;
}

function faultOf(row: Field, value: unknown): Fault | undefined {
  if (row.kind === "text") {
    return typeof value === "string" ? undefined : wrongKind(row, value, "a text");
  }
  if (row.kind === "flag") {
    return typeof value === "boolean" ? undefined : wrongKind(row, value, "true or false");
  }
  if (row.kind === "choice") return choiceFault(row, value);
  if (typeof value !== "number") {
    if (value === row.word) return undefined;
    const unit = row.unit === undefined ? "" : ` in ${row.unit}`;
    const word = row.word === undefined ? "" : `, or ${row.word}`;
    return wrongKind(row, value, `a ${row.kind}${unit}, alone and without quotes${word}`);
  }
  return numberFault(row, value);
}

function wrongKind(row: Field, value: unknown, wanted: string): Fault {
  return { what: `is ${shown(value)}, but must be ${wanted}`, mend: row.what };
}

function choiceFault(row: Field, value: unknown): Fault | undefined {
  const choices = row.choices ?? [];
  if (typeof value === "string" && choices.includes(value)) return undefined;
  const nearest = typeof value === "string" ? nearestName(value, choices) : undefined;
  const list = choices.join(", ");
  return {
    what: `is ${shown(value)}, but must be one of ${list}`,
    mend:
      nearest === undefined ? `use one of ${list}. ${row.what}` : `did you mean \`${nearest}\`? ${row.what}`,
  };
}

function numberFault(row: Field, value: number): Fault | undefined {
  const unit = row.unit === undefined ? "" : ` ${row.unit}`;
  const mend = `give a ${row.kind} ${rangeWords(row)}`.trim();
  if (!Number.isFinite(value)) return { what: `is ${value}, which is not a finite number`, mend };
  const isLow =
    row.minimum !== undefined && (row.isOpen === true ? value <= row.minimum : value < row.minimum);
  const isHigh = row.maximum !== undefined && value > row.maximum;
  if (isLow || isHigh) return { what: `is ${value}${unit}, which is out of range`, mend };
  if (row.kind === "whole number" && !Number.isInteger(value)) {
    return { what: `is ${value}${unit}, which is no whole number`, mend };
  }
  return undefined;
}
