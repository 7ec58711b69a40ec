/** One column of a table in plain text. */
export interface Column {
  readonly head: string;
  /** Words stand left, numbers right. */
  readonly isText?: boolean;
}

/** A table in plain text: a line of heads and a line for each row, cells in columns of equal width. */
export function textTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map(({ head }) => head), ...rows];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
  const cell = (text: string, index: number): string =>
    columns[index]!.isText === true ? text.padEnd(widths[index]!) : text.padStart(widths[index]!);
  return lines.map((line) => `${line.map(cell).join("  ").trimEnd()}\n`).join("");
}
