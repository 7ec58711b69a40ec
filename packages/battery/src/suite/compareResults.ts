import { InputError } from "../problem.ts";
import { FieldChecks } from "../scenario/fieldChecks.ts";
import { parseJsonOrYaml } from "../scenario/readSuite.ts";

/** Never compared: the only fields that tell the time. */
const TIME_FIELDS: ReadonlySet<string> = new Set(["runtime_ms", "runtime_s"]);

/** One difference between two result files. */
interface Mismatch {
  readonly id: number;
  /** Path below the home, such as `plan.charge[2][0]`. */
  readonly field: string;
  /** The values in words; `absent` where a file has no such field. */
  readonly first: string;
  readonly second: string;
}

/** What a comparison found. */
export interface Comparison {
  readonly mismatches: readonly Mismatch[];
  readonly homeCount: number;
  /** Values compared, all homes together. */
  readonly fieldCount: number;
  /** Homes that only one of the files has. */
  readonly onlyInFirst: readonly number[];
  readonly onlyInSecond: readonly number[];
  /** True when both files hold the same homes, something was compared and nothing differs. */
  readonly isEqual: boolean;
}

/** A result file and its name in messages. */
export interface ResultFile {
  readonly name: string;
  readonly text: string;
}

type Homes = ReadonlyMap<number, unknown>;

/**
 * Compares two suite results (`results[]`) or two evaluations (`scenarios[]`) value by value, home by home; homes
 * are matched by id. Numbers are equal only when every bit is; times are never compared.
 * @throws InputError when a file is no result file
 */
export function compareResults(first: ResultFile, second: ResultFile): Comparison {
  const [a, b] = [readHomes(first), readHomes(second)];
  const sharedIds = [...a.keys()].filter((id) => b.has(id));
  const onlyInFirst = [...a.keys()].filter((id) => !b.has(id));
  const onlyInSecond = [...b.keys()].filter((id) => !a.has(id));
  const mismatches: Mismatch[] = [];
  let fieldCount = 0;
  for (const id of sharedIds) {
    const [left, right] = [leaves(a.get(id)), leaves(b.get(id))];
    for (const field of new Set([...left.keys(), ...right.keys()])) {
      fieldCount += 1;
      const [x, y] = [left.get(field), right.get(field)];
      if (x !== y) mismatches.push({ id, field, first: x ?? "absent", second: y ?? "absent" });
    }
  }
  const isEqual = mismatches.length + onlyInFirst.length + onlyInSecond.length === 0 && fieldCount > 0;
  return { mismatches, homeCount: sharedIds.length, fieldCount, onlyInFirst, onlyInSecond, isEqual };
}

/** The homes of a file by id. */
function readHomes({ name, text }: ResultFile): Homes {
  const checks = new FieldChecks();
  const root = checks.map(parseJsonOrYaml(text, name), name);
  const key =
    root.fields.results === undefined && root.fields.scenarios !== undefined ? "scenarios" : "results";
  const homes = new Map<number, unknown>();
  for (const [index, value] of checks.list(root.fields[key], `${name}: ${key}`).entries()) {
    const home = checks.map(value, `${name}: ${key}[${index}]`);
    const id = checks.number(home, "id", { min: 0, multipleOf: 1, unit: "id of a home" });
    if (homes.has(id)) checks.report(`${home.at}.id`, `is ${id} a second time`, "give each home its own id");
    homes.set(id, value);
  }
  if (checks.problems.length > 0) throw new InputError("results", checks.problems);
  return homes;
}

/** Every value of a home under its path, in words that are equal only when the values are. */
function leaves(home: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  collect(home, "", found);
  found.delete("id");
  return found;
}

function collect(value: unknown, path: string, found: Map<string, string>): void {
  if (Array.isArray(value) && value.length > 0) {
    for (const [index, entry] of value.entries()) collect(entry, `${path}[${index}]`, found);
  } else if (typeof value === "object" && value !== null && Object.keys(value).length > 0) {
    for (const [key, entry] of Object.entries(value)) {
      if (!TIME_FIELDS.has(key)) collect(entry, path === "" ? key : `${path}.${key}`, found);
    }
  } else {
    found.set(path, JSON.stringify(value));
  }
}

/** How many mismatches are written out; the rest is counted. */
const WRITTEN_MISMATCHES = 200;

/** The comparison for people: every mismatch with home, field and both values, then what was compared. */
export function describeComparison(comparison: Comparison, first: string, second: string): string {
  const { mismatches, onlyInFirst, onlyInSecond, fieldCount, homeCount, isEqual } = comparison;
  const lines = mismatches
    .slice(0, WRITTEN_MISMATCHES)
    .map(
      (mismatch) => `home ${mismatch.id}: ${mismatch.field} is ${mismatch.first} against ${mismatch.second}`,
    );
  if (mismatches.length > WRITTEN_MISMATCHES) {
    lines.push(`... and ${mismatches.length - WRITTEN_MISMATCHES} mismatches more`);
  }
  if (onlyInFirst.length > 0) lines.push(`only ${first} has home ${onlyInFirst.join(", ")}`);
  if (onlyInSecond.length > 0) lines.push(`only ${second} has home ${onlyInSecond.join(", ")}`);
  if (fieldCount === 0) lines.push("nothing was compared");
  const verdict = isEqual ? "equal" : "NOT equal";
  const counted = `${fieldCount} fields of ${homeCount} homes compared, ${mismatches.length} differ (times left out)`;
  return `${[...lines, `${verdict}: ${counted}`].join("\n")}\n`;
}
