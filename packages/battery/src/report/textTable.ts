import { glued, NO_BREAK } from "./figures.ts";

/** How a piece of text looks on a terminal that shows colours. */
export type Paint = "bold" | "dim" | "green" | "blue" | "magenta" | "yellow" | "red";

const ANSI_CODES: Readonly<Record<Paint, number>> = {
  bold: 1,
  dim: 2,
  green: 32,
  blue: 34,
  magenta: 35,
  yellow: 33,
  red: 31,
};

const ESCAPE = String.fromCharCode(27);

/** A text in a colour, or as it is without one. */
export function painted(text: string, paint: Paint | undefined): string {
  return paint === undefined ? text : `${ESCAPE}[${ANSI_CODES[paint]}m${text}${ESCAPE}[0m`;
}

/** One column of a table in a monospaced font; every cell is made of characters one column wide. */
export interface TextColumn {
  readonly heading: string;
  /** Second line of the heading. */
  readonly unit: string;
  readonly align: "left" | "right";
  readonly cells: readonly string[];
  /** In a narrow table the lowest goes first; absent is never dropped. */
  readonly rank?: number;
  readonly paint?: (rowIndex: number) => Paint | undefined;
}

/** The columns that fit a width, and the blanks between them. */
export interface FittedTable {
  readonly columns: readonly TextColumn[];
  readonly gap: number;
}

/** Drops the least important columns until the rest fits; closes up the gaps before it drops one. */
export function fitColumns(columns: readonly TextColumn[], width: number): FittedTable {
  let kept = columns;
  for (;;) {
    for (const gap of [2, 1]) {
      if (tableWidth({ columns: kept, gap }) <= width) return { columns: kept, gap };
    }
    const ranks = kept.flatMap(({ rank }) => (rank === undefined ? [] : [rank]));
    if (ranks.length === 0) return { columns: kept, gap: 1 };
    const lowest = Math.min(...ranks);
    kept = kept.filter(({ rank }) => rank !== lowest);
  }
}

/** Characters in each line of a table. */
export function tableWidth({ columns, gap }: FittedTable): number {
  return columns.reduce((sum, column) => sum + columnWidth(column), gap * (columns.length - 1));
}

/** The two lines of the heading. */
export function headingLines(table: FittedTable, hasColour: boolean): readonly string[] {
  const paint = hasColour ? "bold" : undefined;
  const line = (text: (column: TextColumn) => string) =>
    painted(
      joined(table, (column) => padded(column, text(column))),
      paint,
    );
  return [line(({ heading }) => heading), line(({ unit }) => unit)];
}

/** One line of the body. */
export function rowLine(table: FittedTable, rowIndex: number, hasColour: boolean): string {
  return joined(table, (column) => {
    const cell = padded(column, column.cells[rowIndex] ?? "");
    return hasColour ? painted(cell, column.paint?.(rowIndex)) : cell;
  });
}

/**
 * A text in lines of at most `width` characters, broken at blanks but not between a figure and its unit; all
 * but the first line are indented. A single word that is longer stays whole.
 */
export function wrapped(text: string, width: number, indent: number): readonly string[] {
  return brokenAtBlanks(glued(text), width, indent).map((line) => line.replaceAll(NO_BREAK, " "));
}

function brokenAtBlanks(text: string, width: number, indent: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const start = lines.length === 0 ? "" : " ".repeat(indent);
    const longer = line === "" ? start + word : `${line} ${word}`;
    if (line !== "" && longer.length > width) {
      lines.push(line);
      line = " ".repeat(indent) + word;
    } else line = longer;
  }
  return [...lines, line];
}

/** A text from a file without the characters that could command a terminal or turn its direction. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, "\uFFFD");
}

function joined(table: FittedTable, cell: (column: TextColumn) => string): string {
  return table.columns.map(cell).join(" ".repeat(table.gap));
}

function padded(column: TextColumn, text: string): string {
  const width = columnWidth(column);
  return column.align === "left" ? text.padEnd(width) : text.padStart(width);
}

function columnWidth({ heading, unit, cells }: TextColumn): number {
  return cells.reduce((width, { length }) => Math.max(width, length), Math.max(heading.length, unit.length));
}
