import type { Experiment, FieldRule } from "../claim/claim.ts";
import { isMeant, valuesAt } from "../claim/path.ts";
import type { Run } from "./run.ts";

/** What the runs of an experiment have in common. */
export interface Identity {
  /** Runs that ended well, warm-ups and disturbed ones included: their output counts although their time does not. */
  readonly comparedRuns: number;
  /** Files of one run, and values of one run, that were compared with the first run's. */
  readonly filesARun: number;
  readonly fieldsARun: number;
  /** Digest of each file, in all runs where nothing differs. */
  readonly files: readonly { readonly file: string; readonly sha256: string; readonly bytes: number }[];
  /** Everything that differs, by run. */
  readonly differences: readonly string[];
}

/** Compares the output of all runs that ended well with that of the first. */
export function compareRuns({ identical }: Experiment, runs: readonly Run[]): Identity {
  const whole = runs.filter(({ faults }) => faults.length === 0);
  const [first, ...others] = whole;
  if (first === undefined)
    return { comparedRuns: 0, filesARun: 0, fieldsARun: 0, files: [], differences: [] };
  const files = meantFiles(identical.files, first);
  const expected = identical.fields.map((rule) => fieldValues(rule, first));
  const differences = others.flatMap((run) => [
    ...fileDifferences(files, meantFiles(identical.files, run), first, run),
    ...identical.fields.flatMap((rule, index) => fieldDifferences(rule, expected[index] ?? [], first, run)),
  ]);
  const fieldsARun = expected.reduce((total, values) => total + values.length, 0);
  return { comparedRuns: whole.length, filesARun: files.length, fieldsARun, files, differences };
}

function meantFiles(patterns: readonly string[], { files }: Run): Identity["files"] {
  return files.filter(({ file }) => patterns.some((pattern) => isMeant(pattern, file)));
}

function fileDifferences(
  wanted: Identity["files"],
  found: Identity["files"],
  first: Run,
  run: Run,
): string[] {
  const names = [...new Set([...wanted, ...found].map(({ file }) => file))];
  return names.flatMap((name) => {
    const [a, b] = [wanted, found].map((files) => files.find(({ file }) => file === name));
    if (a !== undefined && b !== undefined && a.sha256 === b.sha256) return [];
    const digest = (one: typeof a): string => (one === undefined ? "is not there" : one.sha256.slice(0, 16));
    return [`${name}: ${digest(a)} in ${nameOf(first)}, ${digest(b)} in ${nameOf(run)}`];
  });
}

interface FieldValue {
  readonly place: string;
  readonly value: unknown;
}

function fieldValues({ file, paths }: FieldRule, run: Run): FieldValue[] {
  return paths.flatMap((path) => {
    const values = valuesAt(run.json[file], path);
    return values.map((value, index) => ({
      place: values.length === 1 ? path : `${path} no. ${index + 1}`,
      value,
    }));
  });
}

function fieldDifferences(rule: FieldRule, wanted: readonly FieldValue[], first: Run, run: Run): string[] {
  const found = fieldValues(rule, run);
  const empty = rule.paths.filter((path) => valuesAt(run.json[rule.file], path).length === 0);
  const missing = empty.map((path) => `${rule.file}: ${path} is not in ${nameOf(run)}`);
  if (found.length !== wanted.length) {
    return [
      ...missing,
      `${rule.file}: ${wanted.length} values in ${nameOf(first)}, ${found.length} in ${nameOf(run)}`,
    ];
  }
  const differing = wanted.flatMap(({ place, value }, index) => {
    const other = found[index]?.value;
    if (isSame(value, other, rule.tolerance)) return [];
    const [a, b] = [JSON.stringify(value), JSON.stringify(other)];
    return [`${rule.file}: ${place} is ${a} in ${nameOf(first)}, ${b} in ${nameOf(run)}`];
  });
  return [...missing, ...differing];
}

function isSame(a: unknown, b: unknown, tolerance: number): boolean {
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) <= tolerance || Object.is(a, b);
  return JSON.stringify(a) === JSON.stringify(b);
}

function nameOf({ number, side }: Run): string {
  return `run ${number} (${side})`;
}
