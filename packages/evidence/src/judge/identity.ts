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
  const differences = others.flatMap((run) => [
    ...fileDifferences(files, meantFiles(identical.files, run), first, run),
    ...identical.fields.flatMap((rule) => fieldDifferences(rule, first, run)),
  ]);
  const fieldsARun = identical.fields.reduce((total, rule) => total + valueCount(rule, first), 0);
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

function valueCount({ file, paths }: FieldRule, run: Run): number {
  return paths.reduce((total, path) => total + valuesAt(run.json[file], path).length, 0);
}

/** Path by path: values of one path never stand for those of another. */
function fieldDifferences({ file, paths, tolerance }: FieldRule, first: Run, run: Run): string[] {
  return paths.flatMap((path) => {
    const [wanted, found] = [first, run].map((each) => valuesAt(each.json[file], path)) as [
      unknown[],
      unknown[],
    ];
    if (found.length === 0) return [`${file}: ${path} is not in ${nameOf(run)}`];
    if (found.length !== wanted.length) {
      const counts = `${wanted.length} values in ${nameOf(first)}, ${found.length} in ${nameOf(run)}`;
      return [`${file}: ${path} has ${counts}`];
    }
    return wanted.flatMap((value, index) => {
      const other = found[index];
      if (isSame(value, other, tolerance)) return [];
      const place = wanted.length === 1 ? path : `${path} no. ${index + 1}`;
      const [a, b] = [value, other].map(written);
      return [`${file}: ${place} is ${a} in ${nameOf(first)}, ${b} in ${nameOf(run)}`];
    });
  });
}

function isSame(a: unknown, b: unknown, tolerance: number): boolean {
  if (typeof a !== "number" || typeof b !== "number") return JSON.stringify(a) === JSON.stringify(b);
  // To the last bit, 0 and -0 are two numbers; infinite ones have no difference to compare.
  return Object.is(a, b) || (tolerance > 0 && Math.abs(a - b) <= tolerance);
}

function written(value: unknown): string {
  return Object.is(value, -0) ? "-0" : JSON.stringify(value);
}

function nameOf({ number, side }: Run): string {
  return `run ${number} (${side})`;
}
