import type { Problem } from "../problem.ts";
import { shown } from "../shot/readFields.ts";

/**
 * One object of a rays file while it is read: takes its fields one by one, and records whatever is wrong. What was
 * wrong gives undefined, so that reading goes on to the next fault.
 */
export class JsonFields {
  readonly problems: Problem[];
  readonly #at: string;
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #known: string[] = [];

  /**
   * @param at        path of the object, such as `line 3: camera`
   * @param problems  where faults go
   */
  constructor(at: string, values: Readonly<Record<string, unknown>>, problems: Problem[]) {
    this.#at = at;
    this.#values = values;
    this.problems = problems;
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  /** Records a fault of a field. */
  refuse(name: string, what: string, mend: string): undefined {
    this.problems.push({ at: this.path(name), what, mend });
    return undefined;
  }

  /** Path of a field, for messages. */
  path(name: string): string {
    const separator = this.#at.includes(": ") ? "." : ": ";
    return `${this.#at}${separator}${name}`;
  }

  /** A finite number within a range; the fallback where the field is left out. */
  number(name: string, { min, max, fallback }: NumberRule): number | undefined {
    const value = this.#take(name);
    if (value === undefined && fallback !== undefined) return fallback;
    const range = rangeWords(min, max);
    if (value === undefined) return this.refuse(name, "is missing", `give a number${range}`);
    if (typeof value !== "number" || !Number.isFinite(value)) {
      return this.refuse(name, `is ${shown(value)}, which is no finite number`, `give a number${range}`);
    }
    if (value < min || value > max) {
      return this.refuse(name, `is ${value}, which is out of range`, `give a number${range}`);
    }
    return value;
  }

  /** One of a few words; the fallback where the field is left out. */
  choice<Word extends string>(name: string, words: readonly Word[], fallback?: Word): Word | undefined {
    const value = this.#take(name);
    if (value === undefined && fallback !== undefined) return fallback;
    const mend = `use one of ${words.join(", ")}`;
    if (value === undefined) return this.refuse(name, "is missing", mend);
    const word = words.find((known) => known === value);
    return word ?? this.refuse(name, `is ${shown(value)}, but must be one of ${words.join(", ")}`, mend);
  }

  text(name: string): string | undefined {
    const value = this.#take(name);
    if (typeof value === "string" && value !== "") return value;
    return this.refuse(name, value === undefined ? "is missing" : `is ${shown(value)}`, "give a text");
  }

  /** As many finite numbers as there are names of components. */
  vector(name: string, components: readonly string[]): readonly number[] | undefined {
    const value = this.#take(name);
    const mend = `give the ${components.length} finite numbers [${components.join(", ")}]`;
    if (value === undefined) return this.refuse(name, "is missing", mend);
    const isVector =
      Array.isArray(value) && value.length === components.length && value.every(Number.isFinite);
    return isVector
      ? (value as number[])
      : this.refuse(name, `is ${JSON.stringify(value)}, which is no such vector`, mend);
  }

  /** The fields of an object within. */
  section(name: string): JsonFields | undefined {
    const value = this.#take(name);
    if (isObject(value)) return new JsonFields(this.path(name), value, this.problems);
    const mend = `give an object: "${name}": {...}`;
    return this.refuse(name, value === undefined ? "is missing" : `is ${shown(value)}`, mend);
  }

  /** The value of a field of any kind. */
  any(name: string): unknown {
    return this.#take(name);
  }

  /** Records every field that nobody asked for. */
  refuseUnknown(): void {
    for (const name of Object.keys(this.#values)) {
      if (this.#known.includes(name)) continue;
      this.refuse(name, "is no field of a ray", `remove it; known here: ${this.#known.join(", ")}`);
    }
  }

  #take(name: string): unknown {
    if (!this.#known.includes(name)) this.#known.push(name);
    return this.#values[name] ?? undefined;
  }
}

/** Bounds of a number. */
export interface NumberRule {
  readonly min: number;
  readonly max: number;
  readonly fallback?: number;
}

function rangeWords(min: number, max: number): string {
  if (min === Number.NEGATIVE_INFINITY && max === Number.POSITIVE_INFINITY) return "";
  if (max === Number.POSITIVE_INFINITY) return ` of at least ${min}`;
  return ` from ${min} to ${max}`;
}

/** True for an object that is no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
