import type { Problem } from "../problem.ts";

/** What a number must be; bounds are inclusive unless `isPositive` asks for more than 0. */
export interface NumberRule {
  readonly min?: number;
  readonly max?: number;
  readonly isPositive?: boolean;
  /** The number must be a multiple of this. */
  readonly multipleOf?: number;
  /** The unit in words, for the remedy: `kWh`, `minutes after midnight`. */
  readonly unit: string;
  /** Taken when the field is absent; without it the field must be there. */
  readonly fallback?: number;
}

/** A map read from a file, and where it stands. */
export interface FieldMap {
  readonly at: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A value and where it stands. */
export interface Placed {
  readonly value: unknown;
  readonly at: string;
}

/**
 * Reads the fields of a parsed file and keeps a list of everything that is wrong. A wrong field gives a
 * harmless value of its type, so that reading goes on to the next; the caller throws when problems is not empty.
 */
export class FieldChecks {
  readonly problems: Problem[] = [];

  report(at: string, what: string, mend: string): void {
    this.problems.push({ at, what, mend });
  }

  /** A map, or an empty one after a report. */
  map(value: unknown, at: string): FieldMap {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return { at, fields: value as Record<string, unknown> };
    }
    this.report(at, `is ${describeValue(value)}, not a map of fields`, "give the fields below this name");
    return { at, fields: {} };
  }

  /** The map below a key; undefined without a report when the key is absent. */
  optionalMap(parent: FieldMap, key: string): FieldMap | undefined {
    const value = parent.fields[key];
    return value === undefined || value === null ? undefined : this.map(value, `${parent.at}.${key}`);
  }

  /** A list, or an empty one after a report. */
  list(value: unknown, at: string): readonly unknown[] {
    if (Array.isArray(value)) return value;
    this.report(at, `is ${describeValue(value)}, not a list`, "give a list");
    return [];
  }

  number(parent: FieldMap, key: string, rule: NumberRule): number {
    return this.numberAt(parent.fields[key], `${parent.at}.${key}`, rule);
  }

  /** The number that stands at a path which is not a plain field, such as an entry of a list. */
  numberAt(value: unknown, at: string, rule: NumberRule): number {
    if (value === undefined && rule.fallback !== undefined) return rule.fallback;
    const fault = numberFault(value, rule);
    if (fault === undefined) return value as number;
    this.report(at, fault, `give ${describeRule(rule)}`);
    return rule.fallback ?? rule.min ?? 1;
  }

  /** Minutes [start, end): both must be good, and the end after the start. */
  span(
    start: Placed,
    end: Placed,
    rule: NumberRule,
  ): { readonly startMinute: number; readonly endMinute: number } {
    const problemCount = this.problems.length;
    const startMinute = this.numberAt(start.value, start.at, rule);
    const endMinute = this.numberAt(end.value, end.at, rule);
    if (this.problems.length === problemCount && endMinute <= startMinute) {
      const what = `is ${endMinute}, not after the start ${startMinute}`;
      this.report(end.at, what, "give an end after the start");
    }
    return { startMinute, endMinute };
  }

  boolean(parent: FieldMap, key: string, fallback?: boolean): boolean {
    const value = parent.fields[key];
    if (typeof value === "boolean") return value;
    if (value === undefined && fallback !== undefined) return fallback;
    this.report(
      `${parent.at}.${key}`,
      `is ${describeValue(value)}, not true or false`,
      "write true or false",
    );
    return false;
  }

  /** A list of exactly `count` numbers; every wrong entry is reported, the first ten one by one. */
  numbers(parent: FieldMap, key: string, rule: NumberRule & { readonly count: number }): Float64Array {
    const at = `${parent.at}.${key}`;
    const list = this.list(parent.fields[key], at);
    const values = new Float64Array(rule.count);
    if (Array.isArray(parent.fields[key]) && list.length !== rule.count) {
      const mend = `give exactly ${rule.count} numbers in ${rule.unit}`;
      this.report(at, `has ${list.length} entries instead of ${rule.count}`, mend);
      return values;
    }
    let faultCount = 0;
    for (let index = 0; index < list.length; index += 1) {
      const fault = numberFault(list[index], rule);
      if (fault === undefined) values[index] = list[index] as number;
      else if (++faultCount <= 10) this.report(`${at}[${index}]`, fault, `give ${describeRule(rule)}`);
    }
    if (faultCount > 10) {
      const mend = `give ${describeRule(rule)} everywhere`;
      this.report(at, `has ${faultCount - 10} more wrong entries after these ten`, mend);
    }
    return values;
  }
}

/** What is wrong with a value under a rule; undefined when nothing is. */
function numberFault(value: unknown, rule: NumberRule): string | undefined {
  if (value === undefined) return "is missing";
  if (typeof value !== "number" || !Number.isFinite(value))
    return `is ${describeValue(value)}, not a finite number`;
  if (rule.isPositive === true && value <= 0) return `is ${value}, which is not above 0`;
  if (rule.min !== undefined && value < rule.min) return `is ${value}, which is below ${rule.min}`;
  if (rule.max !== undefined && value > rule.max) return `is ${value}, which is above ${rule.max}`;
  if (rule.multipleOf !== undefined && value % rule.multipleOf !== 0) {
    return rule.multipleOf === 1
      ? `is ${value}, not a whole number`
      : `is ${value}, not a multiple of ${rule.multipleOf}`;
  }
  return undefined;
}

function describeRule({ min, max, isPositive, multipleOf, unit }: NumberRule): string {
  const kind =
    multipleOf === undefined
      ? "a number"
      : multipleOf === 1
        ? "a whole number"
        : `a multiple of ${multipleOf}`;
  const low = isPositive === true ? " above 0" : min === undefined ? "" : ` from ${min}`;
  const high =
    max === undefined ? "" : isPositive === true || min === undefined ? ` up to ${max}` : ` to ${max}`;
  return `${kind}${low}${high} (${unit})`;
}

/** A value in a few words, for an error message. */
function describeValue(value: unknown): string {
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "a map";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
