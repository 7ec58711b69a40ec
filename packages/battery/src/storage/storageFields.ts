import { nearestName } from "../home/misspelling.ts";
import { InputError } from "../problem.ts";
import type { FieldChecks, FieldMap, NumberRule } from "../scenario/fieldChecks.ts";

/** Longest horizon: 17 days of five-minute slots, well above any published price. */
export const MAX_SLOT_COUNT = 5000;
/** Bound on energies (kWh), powers (kW) and prices; beyond it sums lose their last digits. */
const MAX_AMOUNT = 1e9;

/** An energy of a storage problem. */
export const ENERGY: NumberRule = { min: 0, max: MAX_AMOUNT, unit: "kWh" };
/** A power of a storage problem. */
export const POWER: NumberRule = { min: 0, max: MAX_AMOUNT, unit: "kW" };
/** A price of a storage problem, of either sign. */
export const PRICE: NumberRule = { min: -MAX_AMOUNT, max: MAX_AMOUNT, unit: "money per kWh" };
/** Money that is never negative. */
export const COST: NumberRule = { min: 0, max: MAX_AMOUNT, unit: "money per kWh" };
/** A share that is kept; a hundredth is no battery. */
export const EFFICIENCY: NumberRule = { min: 0.01, max: 1, unit: "share, such as 0.95" };

/**
 * Parses JSON.
 * @throws InputError with the parser's words
 */
export function parseJson(text: string, fileName: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const what = `is no JSON (${error instanceof Error ? error.message : String(error)})`;
    throw new InputError("file", [{ at: fileName, what, mend: "correct the file at that place" }]);
  }
}

/** Reports the fields of a map that nobody reads, with the name that was probably meant. */
export function refuseUnknown(checks: FieldChecks, { at, fields }: FieldMap, known: readonly string[]): void {
  for (const name of Object.keys(fields)) {
    if (known.includes(name)) continue;
    const nearest = nearestName(name, known);
    const mend =
      nearest === undefined
        ? `remove it; known here: ${known.join(", ")}`
        : `did you mean \`${nearest}\`? Rename or remove it`;
    const place = /^\w{1,60}$/.test(name) ? `.${name}` : `[${JSON.stringify(name.slice(0, 60))}]`;
    checks.report(`${at}${place}`, "is no field of a storage problem", mend);
  }
}

/**
 * One number for all, or a list with one each.
 * @param count  entries that a list must have
 */
export function numberOrList(
  checks: FieldChecks,
  parent: FieldMap,
  key: string,
  rule: NumberRule & { readonly count: number },
): number | readonly number[] {
  return Array.isArray(parent.fields[key])
    ? Array.from(checks.numbers(parent, key, rule))
    : checks.number(parent, key, rule);
}

/** A list of numbers each above the one before. */
export function rising(
  checks: FieldChecks,
  parent: FieldMap,
  key: string,
  rule: NumberRule & { readonly count: number },
): number[] {
  const problemCount = checks.problems.length;
  const values = Array.from(checks.numbers(parent, key, rule));
  if (checks.problems.length > problemCount) return values;
  const index = values.findIndex((value, at) => at > 0 && value <= values[at - 1]!);
  if (index > 0) {
    const what = `is ${values[index]}, not above the ${values[index - 1]} before it`;
    checks.report(`${parent.at}.${key}[${index}]`, what, "give the values in rising order");
  }
  return values;
}
