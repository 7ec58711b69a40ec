import type { Findings } from "./findings.ts";

/** One row of a table with a heading: its cells by column name, and where it stands. */
export interface TableRow {
  readonly cells: Readonly<Record<string, unknown>>;
  /** Such as `load.csv: line 12`. */
  readonly at: string;
}

/**
 * Reads comma-separated text with a heading line. Quotes around a cell are taken off, `;` and tab separate too,
 * empty lines and lines that begin with # are passed over, a byte-order mark is dropped. A heading without rows is
 * reported.
 * @param columns  the names that may stand in the heading; the first `requiredCount` of them must
 */
export function readCsv(
  text: string,
  label: string,
  columns: { readonly known: readonly string[]; readonly requiredCount: number },
  findings: Findings,
): TableRow[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const headingIndex = lines.findIndex((line) => isContent(line));
  if (headingIndex < 0) {
    findings.problem({
      at: label,
      what: "is empty",
      mend: `give a heading line \`${columns.known.join(",")}\` and rows under it`,
    });
    return [];
  }
  const separator = separatorOf(lines[headingIndex]!);
  const heading = splitCells(lines[headingIndex]!, separator);
  if (!checkHeading(heading, `${label}: line ${headingIndex + 1}`, columns, findings)) return [];
  const rows = lines.flatMap((line, index) => {
    if (index <= headingIndex || !isContent(line)) return [];
    const cells = splitCells(line, separator);
    const pairs = heading.flatMap((name, column) =>
      cells[column] === undefined || cells[column] === "" ? [] : [[name, cells[column]] as const],
    );
    return [{ cells: Object.fromEntries(pairs), at: `${label}: line ${index + 1}` }];
  });
  if (rows.length === 0) reportNoRows(label, findings);
  return rows;
}

/** Reports a table that tells nothing: no row stands in it. */
export function reportNoRows(label: string, findings: Findings): void {
  findings.problem({
    at: label,
    what: "has no rows",
    mend: "give the rows, or download the data again if the file was cut short",
  });
}

function isContent(line: string): boolean {
  return line.trim() !== "" && !line.trimStart().startsWith("#");
}

function separatorOf(heading: string): string {
  return heading.includes(",") ? "," : heading.includes(";") ? ";" : heading.includes("\t") ? "\t" : ",";
}

function splitCells(line: string, separator: string): string[] {
  return line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
}

function checkHeading(
  heading: readonly string[],
  at: string,
  columns: { readonly known: readonly string[]; readonly requiredCount: number },
  findings: Findings,
): boolean {
  const missing = columns.known.slice(0, columns.requiredCount).filter((name) => !heading.includes(name));
  for (const name of missing) {
    findings.problem({
      at,
      what: `has the columns \`${heading.join(",")}\` and no \`${name}\``,
      mend: `begin the table with the heading \`${columns.known.join(",")}\` (the first ${columns.requiredCount} are needed)`,
    });
  }
  return missing.length === 0;
}
