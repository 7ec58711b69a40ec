import { type Field, rangeWords } from "./fieldRow.ts";
import { FIELDS } from "./fields.ts";

const WIDTH = 110;
const MEANING_INDENT = "      ";

/** Every field of a shot file for people: path, kind, range, default, meaning. Made from the table of the checks. */
export function shotFileHelp(): string {
  const lines = FIELDS.flatMap((row) => [`  ${row.path}  ${describe(row)}`, ...wrap(row.what)]);
  return [
    "A shot file is YAML; examples/infall.yaml is a whole one with comments. Lengths and times are in units of the",
    "hole's mass (G = c = M = 1), and files are looked up from the folder of the shot file.",
    "",
    ...lines,
    "",
  ].join("\n");
}

function describe(row: Field): string {
  const parts = [kindWords(row)];
  if (row.isRequired === true) parts.push("needed");
  else if (row.fallback !== undefined) parts.push(`default ${row.fallback}`);
  else if (row.fallbackWords !== undefined) parts.push(`default: ${row.fallbackWords}`);
  return `(${parts.join("; ")})`;
}

function kindWords(row: Field): string {
  if (row.kind === "choice") return (row.choices ?? []).join(" | ");
  if (row.kind !== "number" && row.kind !== "whole number") return row.kind;
  const words = rangeWords(row);
  const number = words === "" ? row.kind : `${row.kind}, ${words}`;
  return row.word === undefined ? number : `${number}, or ${row.word}`;
}

function wrap(words: string): string[] {
  const lines: string[] = [];
  let line = MEANING_INDENT;
  for (const word of words.split(" ")) {
    if (line.trim() !== "" && line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      line = MEANING_INDENT;
    }
    line += line === MEANING_INDENT ? word : ` ${word}`;
  }
  return [...lines, line];
}
