import { max, mean, median, min, sum } from "simple-statistics";
import type { Measure, MeasureSource, Reduction, RunField } from "../claim/claim.ts";
import { valuesAt } from "../claim/path.ts";
import type { Run } from "./run.ts";

/** Values of a run by the name of their measure; undefined where the run does not tell. */
export type RunValues = Readonly<Record<string, number | undefined>>;

/** Everything that is measured of a run. Measures come after those they are made of. */
export function valuesOf(run: Run, measures: readonly Measure[]): RunValues {
  const values: Record<string, number | undefined> = {};
  for (const { name, from } of measures) {
    if (from.kind === "run") values[name] = runField(run, from.field);
    else if (from.kind === "json")
      values[name] = reduced(valuesAt(run.json[from.file], from.path), from.reduce);
    else if (from.kind === "total") values[name] = total(from.of.map((other) => values[other]));
    else if (from.kind === "ratio") values[name] = ratio(values[from.over], values[from.under]);
    else
      values[name] = rest(
        values[from.of],
        from.less.map((other) => values[other]),
      );
  }
  return values;
}

function runField(run: Run, field: RunField): number | undefined {
  const { userMs, systemMs, wallMs } = run;
  const cpuMs = userMs === null || systemMs === null ? undefined : userMs + systemMs;
  if (field === "cpuMs") return cpuMs;
  if (field === "cpuOverWall") return ratio(cpuMs, wallMs);
  return run[field] ?? undefined;
}

function ratio(over: number | undefined, under: number | undefined): number | undefined {
  return over === undefined || under === undefined || under === 0 ? undefined : over / under;
}

function total(of: readonly (number | undefined)[]): number | undefined {
  return of.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0,
  );
}

function rest(of: number | undefined, less: readonly (number | undefined)[]): number | undefined {
  return less.reduce<number | undefined>(
    (left, one) => (left === undefined || one === undefined ? undefined : left - one),
    of,
  );
}

const REDUCTIONS: Readonly<Record<Exclude<Reduction, "only">, (values: number[]) => number>> = {
  sum,
  max,
  min,
  mean,
  count: (values) => values.length,
  nonzero: (values) => values.filter((value) => value !== 0).length,
  maxOverMean: (values) => max(values) / mean(values),
};

function reduced(found: readonly unknown[], reduction: Reduction): number | undefined {
  const values = found.filter((value) => typeof value === "number" && Number.isFinite(value)) as number[];
  if (values.length === 0 || values.length !== found.length) return undefined;
  const value =
    reduction === "only" ? (values.length === 1 ? values[0] : undefined) : REDUCTIONS[reduction](values);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

/** Units of what a disturbed run spoils: time and memory. */
const SPOILED_UNITS: ReadonlySet<string> = new Set(["ms", "us", "bytes"]);

/** Whether a measure depends on how fast the machine was, or on what else ran on it. */
export function measuresTime(measures: readonly Measure[], name: string): boolean {
  const measure = measures.find((one) => one.name === name);
  if (measure === undefined) return false;
  const { unit, from } = measure;
  if (from.kind === "run" || from.kind === "json") return from.kind === "run" || SPOILED_UNITS.has(unit);
  return madeOf(from).some((other) => measuresTime(measures, other));
}

function madeOf(from: Exclude<MeasureSource, { kind: "run" | "json" }>): readonly string[] {
  if (from.kind === "ratio") return [from.over, from.under];
  return from.kind === "total" ? from.of : [from.of, ...from.less];
}

/** What the rounds of a side come to, in the unit of the measure. */
export interface Summary {
  readonly count: number;
  readonly median: number;
  readonly best: number;
  readonly largest: number;
  /** Largest less smallest. */
  readonly spread: number;
}

/** Median, best (smallest), largest and spread; undefined of nothing. */
export function summarise(values: readonly number[]): Summary | undefined {
  if (values.length === 0) return undefined;
  const all = [...values];
  const [best, largest] = [min(all), max(all)];
  return { count: all.length, median: median(all), best, largest, spread: largest - best };
}
