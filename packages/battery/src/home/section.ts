import { readStamp } from "../clock/stamp.ts";
import { timeOfDayMinute } from "../clock/zone.ts";
import { isTimeZone } from "../report/localTime.ts";
import { fieldAt, namesInside, quantityOf } from "./fields.ts";
import type { Findings } from "./findings.ts";
import { nearestName } from "./misspelling.ts";
import { numberFault } from "./quantities.ts";

/** Fields by name, as YAML gives them. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is a set of named fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as a message shows it: short, on one line. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return "empty";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object") return "a set of fields";
  const text = String(value).replace(/\s+/g, " ");
  return `"${text.length > 60 ? `${text.slice(0, 57)}...` : text}"`;
}

/**
 * Reads the fields of one part of a home file against the table. What is wrong is recorded, not thrown, and a
 * harmless value is given back, so that reading goes on and everything wrong is told at once.
 */
export class Section {
  readonly path: string;
  readonly findings: Findings;
  readonly #tablePath: string;
  readonly #fields: Fields;
  /** Nothing more is asked of what is no section at all: that was told. */
  readonly #isBroken: boolean;

  /**
   * @param path       where it stands in the file, such as `cars[0]`; empty for the whole file
   * @param tablePath  where its fields stand in the table, such as `cars[]`
   */
  constructor(value: unknown, path: string, tablePath: string, findings: Findings) {
    this.path = path;
    this.findings = findings;
    this.#tablePath = tablePath;
    this.#fields = isFields(value) ? value : {};
    this.#isBroken = !isFields(value);
    if (this.#isBroken) {
      findings.problem({
        at: path === "" ? "home file" : path,
        what: `is ${shown(value)}, but must be a set of fields`,
        mend: `give it fields such as ${namesInside(tablePath).slice(0, 3).join(", ")}`,
      });
    }
    this.#refuseUnknown();
  }

  #refuseUnknown(): void {
    const known = namesInside(this.#tablePath);
    for (const name of Object.keys(this.#fields)) {
      if (known.includes(name)) continue;
      const nearest = nearestName(name, known);
      this.findings.problem({
        at: this.at(name),
        what: `is no field of a home file (its value is ${shown(this.#fields[name])})`,
        mend:
          nearest === undefined
            ? `remove it; known here: ${known.join(", ")}`
            : `did you mean \`${nearest}\`? Rename or remove it`,
      });
    }
  }

  /** Full path of a field of this section. */
  at(name: string): string {
    return this.path === "" ? name : `${this.path}.${name}`;
  }

  #tableField(name: string) {
    return fieldAt(this.#tablePath === "" ? name : `${this.#tablePath}.${name}`);
  }

  /** Every field as YAML gives it. */
  get fields(): Fields {
    return this.#fields;
  }

  /** Whether the file gives this field at all. */
  has(name: string): boolean {
    return Object.hasOwn(this.#fields, name);
  }

  /** The field as YAML gives it; undefined when it is left out or left empty, which is recorded where it is wrong. */
  raw(name: string): unknown {
    const tableField = this.#tableField(name);
    const value = this.#fields[name];
    if (this.has(name) && value !== null && value !== undefined && value !== "") return value;
    if (this.#isBroken) return undefined;
    if (this.has(name) || tableField.isRequired === true) {
      this.findings.problem({
        at: this.at(name),
        what: this.has(name) ? "is left empty" : "is missing",
        mend: this.has(name)
          ? `give it a value or remove the line. ${tableField.what}`
          : `add it. ${tableField.what}`,
      });
    } else if (tableField.fallback !== undefined) {
      this.findings.assume(this.at(name), String(tableField.fallback));
    }
    return undefined;
  }

  #wrong(name: string, value: unknown, wanted: string): void {
    this.findings.problem({
      at: this.at(name),
      what: `is ${shown(value)}, but must be ${wanted}`,
      mend: this.#tableField(name).what,
    });
  }

  /** A number within its range; the fallback (or undefined) when it is left out or wrong. */
  optionalNumber(name: string): number | undefined {
    const tableField = this.#tableField(name);
    const fallback = typeof tableField.fallback === "number" ? tableField.fallback : undefined;
    const value = this.raw(name);
    if (value === undefined) return fallback;
    const quantity = quantityOf(tableField, this.findings.size);
    if (typeof value !== "number") {
      const unit = quantity.unit === "" ? "" : ` in ${quantity.unit}`;
      this.#wrong(name, value, `a number${unit}, alone and without quotes`);
      return fallback;
    }
    const fault = numberFault(value, quantity);
    if (fault === undefined) return value;
    this.findings.problem({ at: this.at(name), ...fault });
    return fallback;
  }

  /** A number that is needed or has a fallback; a harmless one when it is wrong. */
  number(name: string): number {
    const quantity = quantityOf(this.#tableField(name), this.findings.size);
    return this.optionalNumber(name) ?? Math.max(quantity.minimum, 1);
  }

  /** Text; the fallback, or an empty text, when it is left out or wrong. */
  text(name: string): string {
    const fallback = String(this.#tableField(name).fallback ?? "");
    const value = this.raw(name);
    if (value === undefined) return fallback;
    if (typeof value === "string") return value;
    this.#wrong(name, value, "text");
    return fallback;
  }

  /** One of a few words; the first of them when it is left out or wrong. */
  choice(name: string, words: readonly string[]): string {
    const written = this.text(name);
    if (words.includes(written)) return written;
    if (written !== "") this.#wrong(name, written, `one of ${words.join(", ")}`);
    return words[0] ?? "";
  }

  /** An IANA time zone; undefined when it is left out or wrong. */
  timeZone(name: string): string | undefined {
    const zone = this.text(name);
    if (zone === "") return undefined;
    if (isTimeZone(zone)) return zone;
    this.findings.problem({
      at: this.at(name),
      what: `is ${shown(zone)}, which is no known time zone`,
      mend: "write an IANA name such as Europe/London",
    });
    return undefined;
  }

  /** true or false; the fallback, or false, when it is left out or wrong. */
  flag(name: string): boolean {
    const fallback = this.#tableField(name).fallback === true;
    const value = this.raw(name);
    if (value === undefined) return fallback;
    if (typeof value === "boolean") return value;
    this.#wrong(name, value, "true or false");
    return fallback;
  }

  /** Local time of day, as minutes past midnight; the fallback when it is left out or wrong. */
  timeOfDay(name: string): number | undefined {
    const value = this.raw(name) ?? this.#tableField(name).fallback;
    if (value === undefined) return undefined;
    const minute = typeof value === "string" ? timeOfDayMinute(value) : undefined;
    if (minute === undefined) this.#wrong(name, value, 'a time of day in quotes, such as "07:00"');
    return minute;
  }

  /** Date and time, as UTC epoch ms; undefined when it is left out or wrong. */
  stamp(name: string, timeZone: string): number | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    if (typeof value !== "string") {
      this.#wrong(name, value, "a date and time, such as 2026-01-14T16:35:00Z");
      return undefined;
    }
    const meaning = readStamp(value, timeZone);
    if (meaning.kind === "instant") return meaning.epochMs;
    if (meaning.kind === "unreadable") {
      this.#wrong(name, value, "a date and time, such as 2026-01-14T16:35:00Z");
    } else {
      this.findings.problem({
        at: this.at(name),
        what: `is ${shown(value)}, which happens ${meaning.kind === "twice" ? "twice" : "never"} in ${timeZone} (the clock changes)`,
        mend: "write it with its offset from UTC, such as +01:00, or as UTC with Z",
      });
    }
    return undefined;
  }

  /** The items of a list; none when it is left out or wrong. */
  list(name: string): readonly unknown[] {
    const value = this.raw(name);
    if (value === undefined) return [];
    if (Array.isArray(value)) return value;
    this.#wrong(name, value, "a list (lines that begin with -)");
    return [];
  }

  /** The items of a list of sections. */
  sections(name: string): Section[] {
    return this.list(name).map((item, index) => {
      const tablePath = this.#tablePath === "" ? `${name}[]` : `${this.#tablePath}.${name}[]`;
      return new Section(item, `${this.at(name)}[${index}]`, tablePath, this.findings);
    });
  }

  /** A section inside this one; undefined when it is left out. */
  section(name: string): Section | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    const tablePath = this.#tablePath === "" ? name : `${this.#tablePath}.${name}`;
    return new Section(value, this.at(name), tablePath, this.findings);
  }

  /**
   * Which one of several forms the file gives; undefined, with a problem recorded, when there is none or more
   * than one.
   */
  oneOf(names: readonly string[]): string | undefined {
    const given = names.filter((name) => this.has(name));
    if (given.length === 1 || this.#isBroken) return given[0];
    this.findings.problem({
      at: this.path,
      what: given.length === 0 ? `has none of ${names.join(", ")}` : `has ${given.join(" and ")}`,
      mend: `give exactly one of ${names.join(", ")}`,
    });
    return undefined;
  }
}
