import type { FieldValues } from "./readFields.ts";
import type { SpacetimeChoice } from "./shot.ts";

type Kind = SpacetimeChoice["kind"];

/** Fields that only some spacetimes have. */
const FIELDS_OF: Readonly<Record<Kind, readonly string[]>> = {
  minkowski: [],
  schwarzschild: [],
  kerr: ["spin"],
  "kerr-newman": ["spin", "charge"],
  tabulated: ["file"],
};

/** Reads which spacetime a shot is in; what is wrong is recorded with `values`. */
export function readSpacetime(values: FieldValues): SpacetimeChoice {
  const word = values.text("spacetime.kind");
  if (word === "") return { kind: "schwarzschild" };
  const kind = word as Kind;
  for (const name of ["spin", "charge", "file"]) refuseForeign(values, kind, name);
  if (kind === "kerr") return { kind, spin: neededNumber(values, "spin", kind) };
  if (kind === "kerr-newman") return readCharged(values);
  if (kind !== "tabulated") return { kind };
  if (!values.has("spacetime.file")) {
    values.problem("spacetime.file", "is missing", "name the file of the table");
  }
  return { kind, file: values.text("spacetime.file") };
}

function refuseForeign(values: FieldValues, kind: Kind, name: string): void {
  const path = `spacetime.${name}`;
  if (FIELDS_OF[kind].includes(name) || !values.has(path)) return;
  const owner = Object.entries(FIELDS_OF).find(([, names]) => names.includes(name))?.[0];
  values.problem(path, `is given, but ${kind} has no ${name}`, `remove it, or write kind: ${owner}`);
}

function neededNumber(values: FieldValues, name: string, kind: Kind): number {
  const path = `spacetime.${name}`;
  const value = values.optionalNumber(path);
  if (value === undefined && !values.isBroken(path)) {
    values.problem(path, `is missing, but ${kind} needs it`, `add it, such as ${name}: 0.9`);
  }
  return value ?? 0;
}

function readCharged(values: FieldValues): SpacetimeChoice {
  const spin = values.optionalNumber("spacetime.spin") ?? 0;
  const charge = neededNumber(values, "charge", "kerr-newman");
  const sum = spin * spin + charge * charge;
  if (sum > 1) {
    values.problem(
      "spacetime.charge",
      `is ${charge} with spin ${spin}: spin^2 + charge^2 is ${sum}, above 1, which leaves no horizon`,
      "make spin or charge smaller",
    );
  }
  return { kind: "kerr-newman", spin, charge };
}
