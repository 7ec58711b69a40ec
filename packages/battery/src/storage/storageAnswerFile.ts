import { InputError } from "../problem.ts";
import { FieldChecks, type FieldMap, type NumberRule } from "../scenario/fieldChecks.ts";
import type { StorageAnswer, StorageFlows, StorageViolation } from "./storageAnswer.ts";
import { ENERGY, parseJson } from "./storageFields.ts";

const FLOWS = ["importKwh", "exportKwh", "chargeKwh", "dischargeKwh", "curtailKwh", "socKwh"] as const;
const KINDS = ["import-cap", "export-cap", "minimum", "maximum", "target", "end"] as const;
const UNITS = ["kWh", "kW"] as const;
/** Beyond this no sum of a storage problem's money comes. */
const MAX_MONEY = 1e21;
const MONEY: NumberRule = { min: -MAX_MONEY, max: MAX_MONEY, unit: "money" };
const COST: NumberRule = { min: 0, max: MAX_MONEY, unit: "money" };

/** The answer as a file: JSON, single numbers first, one list of slots a line. */
export function storageAnswerJson(answer: StorageAnswer): string {
  const { violations, multipliers, peakMultipliers, ...rest } = answer;
  const single = Object.entries(rest).filter(([, value]) => !(value instanceof Float64Array));
  const lists: [string, unknown][] = FLOWS.map((key) => [key, Array.from(answer[key])]);
  lists.push(
    ["multipliers", Array.from(multipliers)],
    ["peakMultipliers", peakMultipliers === null ? null : Array.from(peakMultipliers)],
    ["violations", violations],
  );
  const lines = [...single, ...lists].map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  return `{\n${lines.join(",\n")}\n}\n`;
}

/**
 * Reads what `storageAnswerJson` wrote; fields that it does not know are passed over.
 * @param slotCount  slots of the problem that is answered
 * @param fileName   named where the file as a whole is wrong
 * @throws InputError (code `storage-answer`) with everything that is wrong
 */
export function readStorageAnswer(text: string, slotCount: number, fileName = "answer"): StorageAnswer {
  const checks = new FieldChecks();
  const root: FieldMap = { at: "", fields: checks.map(parseJson(text, fileName), fileName).fields };
  const answer = checks.problems.length > 0 ? undefined : readAnswer(checks, root, slotCount);
  if (answer === undefined || checks.problems.length > 0) {
    const problems = checks.problems.map((problem) => ({ ...problem, at: problem.at.replace(/^\./, "") }));
    throw new InputError("storage-answer", problems);
  }
  return answer;
}

function readAnswer(checks: FieldChecks, root: FieldMap, slotCount: number): StorageAnswer {
  const { status, peakMultipliers } = root.fields;
  if (status !== "optimal" && status !== "feasible") {
    checks.report(".status", "is neither optimal nor feasible", 'write "optimal" or "feasible"');
  }
  const value = { ...MONEY, unit: "money per kWh", count: slotCount };
  const hasPeak = peakMultipliers !== null && peakMultipliers !== undefined;
  return {
    status: status === "optimal" ? status : "feasible",
    objective: checks.number(root, "objective", MONEY),
    bill: checks.number(root, "bill", MONEY),
    wear: checks.number(root, "wear", COST),
    peakCost: checks.number(root, "peakCost", COST),
    terminalKwh: checks.number(root, "terminalKwh", ENERGY),
    lowerBound: checks.number(root, "lowerBound", MONEY),
    gap: checks.number(root, "gap", MONEY),
    ...readFlows(checks, root, slotCount),
    multipliers: checks.numbers(root, "multipliers", value),
    peakMultipliers: hasPeak
      ? checks.numbers(root, "peakMultipliers", { ...value, unit: "money per kW" })
      : null,
    exportRightPerKwh: checks.number(root, "exportRightPerKwh", {
      ...MONEY,
      unit: "money per kWh",
      fallback: 0,
    }),
    violations: checks
      .list(root.fields.violations, ".violations")
      .map((each, index) => readViolation(checks, checks.map(each, `.violations[${index}]`), slotCount)),
    violationPenalty: checks.number(root, "violationPenalty", { ...COST, fallback: 0 }),
  };
}

function readFlows(checks: FieldChecks, root: FieldMap, slotCount: number): StorageFlows {
  const flow = (key: (typeof FLOWS)[number]): Float64Array =>
    checks.numbers(root, key, { ...ENERGY, count: slotCount });
  return {
    importKwh: flow("importKwh"),
    exportKwh: flow("exportKwh"),
    chargeKwh: flow("chargeKwh"),
    dischargeKwh: flow("dischargeKwh"),
    curtailKwh: flow("curtailKwh"),
    socKwh: flow("socKwh"),
  };
}

function readViolation(checks: FieldChecks, violation: FieldMap, slotCount: number): StorageViolation {
  const kind = KINDS.find((each) => each === violation.fields.kind);
  const unit = UNITS.find((each) => each === violation.fields.unit);
  if (kind === undefined) {
    checks.report(`${violation.at}.kind`, "is no kind of violation", `write one of ${KINDS.join(", ")}`);
  }
  if (unit === undefined) checks.report(`${violation.at}.unit`, "is no unit", `write ${UNITS.join(" or ")}`);
  const slot = { min: 0, max: slotCount - 1, multipleOf: 1, unit: "index of a slot, from 0" };
  return {
    kind: kind ?? "target",
    slot: checks.number(violation, "slot", slot),
    amount: checks.number(violation, "amount", ENERGY),
    unit: unit ?? "kWh",
  };
}
