import type { ExportWindow, Plan } from "../plan/plan.ts";
import { InputError } from "../problem.ts";
import { FieldChecks, type FieldMap } from "../scenario/fieldChecks.ts";
import { parseJsonOrYaml } from "../scenario/readSuite.ts";
import type { DayProfiles } from "../scenario/suiteScenario.ts";
import { meanPencePerKwh } from "../tariff/windows.ts";

/** One plan under its name. */
interface NamedPlan {
  readonly name: string;
  readonly plan: Plan;
}

/** The plans that a file holds for one home, in the file's order. */
export interface HomePlans {
  readonly id: number;
  readonly plans: readonly NamedPlan[];
}

/** [start, end, price]: absolute minutes, pence per kWh. */
export type WindowTriple = readonly [startMinute: number, endMinute: number, pencePerKwh: number];

/** A plan as files of the suite hold it (household model, section 9.1). */
export interface PlanFields {
  readonly charge: readonly WindowTriple[];
  readonly charge_limit: readonly number[];
  readonly export: readonly WindowTriple[];
  readonly export_limit: readonly number[];
}

/** Name of the one plan that a suite result holds for a home. */
const SUITE_PLAN_NAME = "plan";
const LAST_MINUTE = 1_000_000;

/** A plan in the layout of the suite's files; prices are the means over each window. */
export function planFields(plan: Plan, profiles: DayProfiles): PlanFields {
  const triple = (
    window: { startMinute: number; endMinute: number },
    perMinute: Float64Array,
  ): WindowTriple => [
    window.startMinute,
    window.endMinute,
    meanPencePerKwh(perMinute, window.startMinute, window.endMinute),
  ];
  return {
    charge: plan.charge.map((window) => triple(window, profiles.importPencePerKwh)),
    charge_limit: plan.charge.map(({ targetKwh }) => targetKwh),
    export: plan.export.map((window) => triple(window, profiles.exportPencePerKwh)),
    export_limit: plan.export.map(({ targetPercent }) => targetPercent),
  };
}

/**
 * Reads plans: `scenarios[].vectors[]` (the layout of the conformance file, each plan with its name) or
 * `results[].plan` (a suite result with plans).
 * @throws InputError with every wrong field of every plan
 */
export function readPlanFile(text: string, fileName: string): HomePlans[] {
  const checks = new FieldChecks();
  const root = checks.map(parseJsonOrYaml(text, fileName), fileName);
  const homes = Array.isArray(root.fields.results)
    ? root.fields.results.map((home, index) => readResult(checks, checks.map(home, `results[${index}]`)))
    : checks
        .list(root.fields.scenarios, "scenarios")
        .map((home, index) => readVectors(checks, checks.map(home, `scenarios[${index}]`)));
  if (checks.problems.length > 0) {
    const problems = checks.problems.map((problem) => ({ ...problem, at: `${fileName}: ${problem.at}` }));
    throw new InputError("plans", problems);
  }
  return homes;
}

function readResult(checks: FieldChecks, home: FieldMap): HomePlans {
  const id = readId(checks, home);
  if (home.fields.plan === undefined) {
    checks.report(`${home.at}.plan`, "is missing", "write the suite result with --with-plans");
    return { id, plans: [] };
  }
  const plan = readPlan(checks, checks.map(home.fields.plan, `${home.at}.plan`));
  return { id, plans: [{ name: SUITE_PLAN_NAME, plan }] };
}

function readVectors(checks: FieldChecks, home: FieldMap): HomePlans {
  const plans = checks.list(home.fields.vectors, `${home.at}.vectors`).map((value, index) => {
    const vector = checks.map(value, `${home.at}.vectors[${index}]`);
    const { name } = vector.fields;
    return { name: typeof name === "string" ? name : `plan${index}`, plan: readPlan(checks, vector) };
  });
  return { id: readId(checks, home), plans };
}

function readId(checks: FieldChecks, home: FieldMap): number {
  return checks.number(home, "id", { min: 0, multipleOf: 1, unit: "id of a home" });
}

function readPlan(checks: FieldChecks, plan: FieldMap): Plan {
  const chargeLimits = readLimits(checks, plan, "charge");
  const exportLimits = readLimits(checks, plan, "export");
  const energy = { min: 0, max: 10_000, unit: "kWh: 0 is off, the reserve holds" };
  const percent = { min: 0, max: 100, unit: "percent: 100 is off, 99 freezes" };
  return {
    charge: readWindows(checks, plan, "charge").map((window, index) => {
      const at = `${plan.at}.charge_limit[${index}]`;
      return { ...window, targetKwh: checks.numberAt(chargeLimits[index], at, energy) };
    }),
    export: readWindows(checks, plan, "export").map((window, index): ExportWindow => {
      const at = `${plan.at}.export_limit[${index}]`;
      return { ...window, targetPercent: checks.numberAt(exportLimits[index], at, percent) };
    }),
  };
}

/** The limits of one kind of window; as many as there are windows. */
function readLimits(checks: FieldChecks, plan: FieldMap, kind: "charge" | "export"): readonly unknown[] {
  const limits = checks.list(plan.fields[`${kind}_limit`], `${plan.at}.${kind}_limit`);
  const windows = plan.fields[kind];
  if (Array.isArray(windows) && limits.length > windows.length) {
    const what = `has ${limits.length} limits for ${windows.length} windows`;
    checks.report(`${plan.at}.${kind}_limit`, what, "give one limit for each window");
  }
  return limits;
}

function readWindows(
  checks: FieldChecks,
  plan: FieldMap,
  kind: "charge" | "export",
): { readonly startMinute: number; readonly endMinute: number }[] {
  const minute = { min: 0, max: LAST_MINUTE, multipleOf: 1, unit: "minutes after the first midnight" };
  return checks.list(plan.fields[kind], `${plan.at}.${kind}`).map((value, index) => {
    const at = `${plan.at}.${kind}[${index}]`;
    const [start, end] = checks.list(value, at);
    return checks.span({ value: start, at: `${at}[0]` }, { value: end, at: `${at}[1]` }, minute);
  });
}
