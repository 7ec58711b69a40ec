import * as v from "valibot";
import type { PlanProof } from "../bound/planProof.ts";
import { InputError, type Problem } from "../problem.ts";
import type { Stickiness } from "../replan/keptPlan.ts";
import { epochMsOf, isTimeZone } from "./localTime.ts";
import { PLAN_FORMAT, PLAN_VERSION, SLOT_FIGURES } from "./planJson.ts";
import type { Outcome, PlanReport, ReportSlot } from "./planReport.ts";

const finite = v.pipe(v.number(), v.finite());
const notNegative = v.pipe(finite, v.minValue(0));
const share = v.pipe(finite, v.gtValue(0), v.maxValue(1));
const instant = v.pipe(
  v.string(),
  v.check((text) => epochMsOf(text) !== undefined, "Invalid time: Expected ISO 8601 with an offset"),
);
const span = { start: instant, end: instant, startMinute: finite, endMinute: finite };

const outcome = v.object({
  costPence: finite,
  wearPence: notNegative,
  importKwh: notNegative,
  exportKwh: notNegative,
  socEndKwh: notNegative,
  storedValuePence: finite,
});

const slot = v.object({
  ...span,
  action: v.picklist(["demand", "charge", "hold", "export", "freezeExport"]),
  targetKwh: v.optional(notNegative),
  targetPercent: v.optional(notNegative),
  ...(Object.fromEntries(SLOT_FIGURES.map((key) => [key, finite])) as Record<
    (typeof SLOT_FIGURES)[number],
    typeof finite
  >),
  storedPencePerKwh: v.optional(finite),
  whyCode: v.string(),
  why: v.string(),
});

const planFile = v.object({
  format: v.literal(PLAN_FORMAT),
  version: v.literal(PLAN_VERSION),
  homeName: v.string(),
  timeZone: v.pipe(
    v.string(),
    v.check(isTimeZone, "Invalid time zone: Expected a name such as Europe/London"),
  ),
  currency: v.object({ code: v.string(), major: v.string(), minor: v.string() }),
  profile: v.picklist(["physical", "predbat"]),
  firstMidnight: instant,
  now: instant,
  battery: v.object({
    capacityKwh: notNegative,
    reserveKwh: notNegative,
    gridToStoreEfficiency: share,
    storeToHomeEfficiency: share,
    wearPencePerStoredKwh: notNegative,
    storingWearPencePerStoredKwh: notNegative,
  }),
  windows: v.object({
    charge: v.array(v.object({ ...span, targetKwh: notNegative })),
    export: v.array(v.object({ ...span, targetPercent: notNegative })),
  }),
  slots: v.array(slot),
  totals: v.object({
    nominal: outcome,
    pv10: outcome,
    pv90: outcome,
    batteryIdle: outcome,
    demandAllDay: outcome,
    metricPence: finite,
    lowerBoundPence: v.optional(finite),
    executabilityPricePence: v.optional(notNegative),
    hedgePricePence: v.optional(notNegative),
    costSoFarPence: finite,
    standingChargePence: finite,
  }),
  previousPlan: v.optional(
    v.object({
      from: instant,
      until: instant,
      decision: v.picklist(["kept", "replaced", "expired"]),
      stayingPence: finite,
      keepPence: notNegative,
    }),
  ),
  carChoice: v.optional(
    v.object({ chosenBy: v.picklist(["importPrice", "spareSun", "marginalCost"]), savedPence: finite }),
  ),
  boostChoice: v.optional(
    v.object({
      chosenBy: v.picklist(["importPrice", "marginalCost"]),
      boostKwh: notNegative,
      savedPence: finite,
    }),
  ),
  terminalValue: v.object({ pencePerKwh: finite, reason: v.string() }),
  warnings: v.array(v.string()),
});

type PlanFile = v.InferOutput<typeof planFile>;
type Span = Readonly<{ start: string; end: string; startMinute: number; endMinute: number }>;

const MEND = "give a file that `lightcone plan --json` wrote";

/**
 * Reads what `planJson` wrote; fields that it does not know are passed over.
 * @param fileName  what the text is called in messages, before the field; nothing when it is left out
 * @throws InputError (code `plan-file`) with everything that is wrong with the text
 */
export function readPlanJson(text: string, fileName?: string): PlanReport {
  const { file, problems = [] } = checkedFile(text);
  if (file !== undefined) return reportOf(file);
  const prefix = fileName === undefined ? "" : `${fileName}: `;
  throw new InputError(
    "plan-file",
    problems.map((problem) => ({ ...problem, at: `${prefix}${problem.at}` })),
  );
}

/** The file, or what is wrong with it. */
interface CheckedFile {
  readonly file?: PlanFile;
  readonly problems?: readonly Problem[];
}

function checkedFile(text: string): CheckedFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return notAPlan(`is no JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return notAPlan(`is ${Array.isArray(value) ? "a list" : JSON.stringify(value)}, not an object`);
  }
  const result = v.safeParse(planFile, value);
  if (!result.success) return { problems: result.issues.map(problemOf) };
  const problems = spanProblems(result.output);
  return problems.length > 0 ? { problems } : { file: result.output };
}

function notAPlan(what: string): CheckedFile {
  return { problems: [{ at: "plan file", what, mend: MEND }] };
}

function problemOf(issue: v.BaseIssue<unknown>): Problem {
  const keys = (issue.path ?? []).map(({ key }) =>
    typeof key === "number" ? `[${key}]` : `.${String(key)}`,
  );
  const at = keys.join("").replace(/^\./, "");
  if (issue.received === "undefined") return { at, what: "is missing", mend: MEND };
  const isOtherVersion = at === "version";
  const what = `is ${issue.received}, not ${issue.expected ?? issue.message.replace(/^.*Expected /, "")}`;
  return { at, what, mend: isOtherVersion ? "plan again with this release" : MEND };
}

/** Times must agree with minutes, no span may end before it starts, and slots must follow each other. */
function spanProblems(file: PlanFile): readonly Problem[] {
  const midnightMs = msOf(file.firstMidnight);
  const spans: readonly (readonly [string, readonly Span[]])[] = [
    ["windows.charge", file.windows.charge],
    ["windows.export", file.windows.export],
    ["slots", file.slots],
  ];
  const own = spans.flatMap(([name, items]) =>
    items.flatMap((item, index) => oneSpanProblems(item, `${name}[${index}]`, midnightMs)),
  );
  const { capacityKwh } = file.battery;
  const targets = [
    ...targetProblems("charge", "targetKwh", file.windows.charge, capacityKwh),
    ...targetProblems("export", "targetPercent", file.windows.export, 100),
  ];
  const order = file.slots.flatMap(({ start }, index): readonly Problem[] => {
    const before = file.slots[index - 1];
    if (before === undefined || msOf(before.end) === msOf(start)) return [];
    return [
      {
        at: `slots[${index}].start`,
        what: `is ${start}, but the slot before ends ${before.end}`,
        mend: MEND,
      },
    ];
  });
  return [...own, ...targets, ...order];
}

/** No window may aim at more than the battery holds, or at more than all of it. */
function targetProblems<Key extends string>(
  kind: "charge" | "export",
  key: Key,
  windows: readonly Readonly<Record<Key, number>>[],
  most: number,
): readonly Problem[] {
  return windows.flatMap((window, index) =>
    window[key] <= most
      ? []
      : [
          {
            at: `windows.${kind}[${index}].${key}`,
            what: `is ${window[key]}, more than ${most}`,
            mend: MEND,
          },
        ],
  );
}

function oneSpanProblems(item: Span, at: string, midnightMs: number): readonly Problem[] {
  const problems: Problem[] = [];
  for (const [key, iso, minute] of [
    ["start", item.start, item.startMinute],
    ["end", item.end, item.endMinute],
  ] as const) {
    if (msOf(iso) === midnightMs + minute * 60_000) continue;
    problems.push({ at: `${at}.${key}`, what: `is ${iso}, but ${key}Minute says ${minute}`, mend: MEND });
  }
  if (item.endMinute <= item.startMinute) {
    const what = `is ${item.endMinute}, not after the start ${item.startMinute}`;
    problems.push({ at: `${at}.endMinute`, what, mend: MEND });
  }
  return problems;
}

function reportOf(file: PlanFile): PlanReport {
  const { homeName, timeZone, currency, profile, battery, windows, totals, terminalValue, warnings } = file;
  return {
    homeName,
    timeZone,
    currency,
    nowMs: msOf(file.now),
    firstMidnightMs: msOf(file.firstMidnight),
    profile,
    battery,
    windows: {
      charge: windows.charge.map(({ startMinute, endMinute, targetKwh }) => ({
        startMinute,
        endMinute,
        targetKwh,
      })),
      export: windows.export.map(({ startMinute, endMinute, targetPercent }) => ({
        startMinute,
        endMinute,
        targetPercent,
      })),
    },
    slots: file.slots.map(slotOf),
    futures: { nominal: totals.nominal, pv10: totals.pv10, pv90: totals.pv90 } satisfies Record<
      string,
      Outcome
    >,
    baselines: { idle: totals.batteryIdle, demand: totals.demandAllDay },
    metricPence: totals.metricPence,
    ...proofOf(totals),
    ...(file.previousPlan === undefined ? {} : { previous: previousOf(file.previousPlan) }),
    ...(file.carChoice === undefined ? {} : { carChoice: file.carChoice }),
    ...(file.boostChoice === undefined ? {} : { boostChoice: file.boostChoice }),
    terminalValue,
    costSoFarPence: totals.costSoFarPence,
    standingChargePence: totals.standingChargePence,
    warnings,
  };
}

/** The proof of a file that holds all of it: older files have none. */
function proofOf(totals: PlanFile["totals"]): { readonly proof?: PlanProof } {
  const { lowerBoundPence, executabilityPricePence, hedgePricePence } = totals;
  return lowerBoundPence === undefined ||
    executabilityPricePence === undefined ||
    hedgePricePence === undefined
    ? {}
    : { proof: { lowerBoundPence, executabilityPricePence, hedgePricePence } };
}

function previousOf({ from, until, ...rest }: NonNullable<PlanFile["previousPlan"]>): Stickiness {
  return { ...rest, fromMs: msOf(from), untilMs: msOf(until) };
}

function slotOf(item: PlanFile["slots"][number]): ReportSlot {
  const { start, end, startMinute, endMinute, whyCode, why, ...rest } = item;
  const { targetKwh, targetPercent, storedPencePerKwh, ...figures } = rest;
  return {
    ...figures,
    startMs: msOf(start),
    endMs: msOf(end),
    ...(targetKwh === undefined ? {} : { targetKwh }),
    ...(targetPercent === undefined ? {} : { targetPercent }),
    ...(storedPencePerKwh === undefined ? {} : { storedPencePerKwh }),
    why: { code: whyCode, text: why },
  };
}

function msOf(iso: string): number {
  return epochMsOf(iso) as number;
}
