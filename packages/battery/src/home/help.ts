import type { Field } from "./fieldRow.ts";
import { FIELDS, quantityOf } from "./fields.ts";

const WIDTH = 110;
const MEANING_INDENT = "      ";

/** Every field of a home file for people: path, unit and range, default, meaning. Made from the table of the checks. */
export function homeFileHelp(): string {
  const lines = FIELDS.flatMap((each) => [`  ${each.path}  ${describe(each)}`, ...wrap(each.what)]);
  return [
    "A home file is YAML; examples/home.yaml is a whole one with comments. `[]` stands for each item of a list,",
    "prices are in minor units of the currency (p/kWh), and files are looked up from the folder of the home file.",
    "",
    ...lines,
    "",
  ].join("\n");
}

function describe(each: Field): string {
  const parts = [each.kind === "number" ? describeNumber(each) : each.kind];
  if (each.isRequired === true) parts.push("needed");
  else if (each.fallback !== undefined) parts.push(`default ${each.fallback}`);
  else if (each.fallbackWords !== undefined) parts.push(`default: ${each.fallbackWords}`);
  return `(${parts.join("; ")})`;
}

function describeNumber(each: Field): string {
  const { minimum, maximum, unit } = quantityOf(each);
  return `number, ${minimum} to ${maximum}${unit === "" ? "" : ` ${unit}`}`;
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = MEANING_INDENT;
  for (const word of text.split(" ")) {
    if (line.trim() !== "" && line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      line = MEANING_INDENT;
    }
    line += line === MEANING_INDENT ? word : ` ${word}`;
  }
  return [...lines, line];
}
