import { readStampColumn } from "../clock/stamp.ts";
import type { ReadSpan } from "../clock/timeSeries.ts";
import { readCsv, reportNoRows, type TableRow } from "./csvTable.ts";
import { fieldAt, namesInside, quantityOf } from "./fields.ts";
import { numberFault } from "./quantities.ts";
import { type Section, shown } from "./section.ts";
import { type ReadContext, readTextSource } from "./source.ts";

/** A row of a table over time: [fromMs, untilMs), UTC epoch ms, and its numbers by column. */
export interface IntervalRow {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly values: Readonly<Record<string, number>>;
  readonly at: string;
}

/** A row whose end is not settled yet. */
export interface StartedRow extends Omit<IntervalRow, "untilMs"> {
  readonly untilMs?: number;
}

/**
 * Rows of a general table, from `NAME.csv` (file or inline text) or the list `NAME.rows`. The columns, their units
 * and ranges are those of the field table under `NAME.rows[]`. A table without rows is reported: what it should tell
 * would be unknown throughout.
 */
export function readIntervalTable(
  section: Section,
  form: string,
  tablePath: string,
  context: ReadContext,
): StartedRow[] {
  const columns = namesInside(tablePath);
  const rows = readTableRows(section, form, columns, context);
  return readStarted(rows, tablePath, context);
}

/** As `readIntervalTable`, for what there may be none of, such as saving sessions: no rows are no problem. */
export function readOptionalIntervals(
  section: Section,
  form: string,
  tablePath: string,
  context: ReadContext,
): StartedRow[] {
  const value = section.raw(form);
  return Array.isArray(value) && value.length === 0
    ? []
    : readIntervalTable(section, form, tablePath, context);
}

function readTableRows(
  section: Section,
  form: string,
  columns: readonly string[],
  context: ReadContext,
): TableRow[] {
  const value = section.raw(form);
  if (Array.isArray(value)) {
    if (value.length === 0) reportNoRows(section.at(form), context.findings);
    return section.sections(form).map((row) => ({ cells: row.fields, at: row.path }));
  }
  if (value === undefined) return [];
  const source = readTextSource(value, section.at(form), context);
  if (source === undefined) return [];
  const known = [...columns].sort((a, b) => Number(b === "start") - Number(a === "start"));
  const requiredNames = known.filter((name) => name !== "end" && !/\d$/.test(name));
  const optionalNames = known.filter((name) => !requiredNames.includes(name));
  return readCsv(
    source.text,
    source.label,
    { known: [...requiredNames, ...optionalNames], requiredCount: requiredNames.length },
    context.findings,
  );
}

/** Reads the cells of rows: instants in UTC epoch ms, numbers in their range; wrong rows are reported and left out. */
function readStarted(rows: readonly TableRow[], tablePath: string, context: ReadContext): StartedRow[] {
  const numberColumns = namesInside(tablePath).filter((name) => name !== "start" && name !== "end");
  const starts = readTimes(rows, "start", context);
  const ends = readTimes(rows, "end", context);
  return rows.flatMap((row, index): StartedRow[] => {
    const fromMs = starts[index];
    const untilMs = ends[index];
    const values = readNumbers(row, numberColumns, tablePath, context);
    if (fromMs === undefined || values === undefined) return [];
    if (untilMs !== undefined && untilMs <= fromMs) {
      context.findings.problem({
        at: row.at,
        what: `ends at ${shown(row.cells.end)}, which is not after its start ${shown(row.cells.start)}`,
        mend: "correct the start or the end",
      });
      return [];
    }
    return [{ fromMs, values, at: row.at, ...(untilMs === undefined ? {} : { untilMs }) }];
  });
}

const STAMP_FAULTS = {
  twice: {
    what: "happens twice (the clock goes back) and stands in the file only once",
    mend: "write times with their offset from UTC, such as +01:00, or as UTC with Z",
  },
  skipped: {
    what: "never happens (the clock goes forward)",
    mend: "correct the time or the time zone, or write times with their offset from UTC",
  },
  unreadable: {
    what: "is not an ISO date and time",
    mend: "write it like 2026-01-14T16:30:00Z",
  },
} as const;

function readTimes(
  rows: readonly TableRow[],
  column: "start" | "end",
  context: ReadContext,
): (number | undefined)[] {
  const indices = rows.flatMap((row, index) =>
    column === "start" || hasCell(row.cells[column]) ? [index] : [],
  );
  const texts = indices.map((index) => {
    const cell = rows[index]!.cells[column];
    return typeof cell === "string" ? cell : "";
  });
  const { epochMs, refused } = readStampColumn(texts, context.timeZone);
  for (const { index, reason } of refused) {
    const row = rows[indices[index]!]!;
    const fault = STAMP_FAULTS[reason];
    context.findings.problem({
      at: `${row.at}, ${column}`,
      what: `is ${shown(row.cells[column])}, which ${fault.what}${reason === "unreadable" ? "" : ` in ${context.timeZone}`}`,
      mend: fault.mend,
    });
  }
  const times: (number | undefined)[] = rows.map(() => undefined);
  for (const [position, index] of indices.entries()) times[index] = epochMs[position];
  return times;
}

function hasCell(cell: unknown): boolean {
  return cell !== undefined && cell !== null && cell !== "";
}

function readNumbers(
  row: TableRow,
  columns: readonly string[],
  tablePath: string,
  context: ReadContext,
): Record<string, number> | undefined {
  const values: Record<string, number> = {};
  let isRight = true;
  for (const column of columns) {
    const cell = row.cells[column];
    const tableField = fieldAt(`${tablePath}.${column}`);
    if (!hasCell(cell) && tableField.isRequired !== true) continue;
    const value = typeof cell === "number" ? cell : numberOfText(cell);
    const own = tableField.quantity === "price" ? context.price : undefined;
    const quantity = own ?? quantityOf(tableField, context.findings.size);
    const fault =
      value === undefined
        ? {
            what: `is ${shown(cell)}, but must be a number${quantity.unit === "" ? "" : ` in ${quantity.unit}`}`,
            mend: "correct the row or remove it",
          }
        : numberFault(value, quantity);
    if (fault === undefined) {
      values[column] = value!;
      continue;
    }
    isRight = false;
    context.findings.problem({ at: `${row.at}, ${column}`, ...fault });
  }
  return isRight ? values : undefined;
}

function numberOfText(cell: unknown): number | undefined {
  if (typeof cell !== "string" || !/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(cell.trim()))
    return undefined;
  return Number(cell);
}

/**
 * Settles open ends: a row without end lasts to the next row's start, the last one as long as the one before it.
 * @param label  what to call the table when its one row has no end
 */
export function endRows(rows: readonly StartedRow[], label: string, context: ReadContext): IntervalRow[] {
  const ordered = [...rows].sort((a, b) => a.fromMs - b.fromMs);
  const starts = [...new Set(ordered.map((row) => row.fromMs))];
  const lengthOfLastMs = starts.length > 1 ? starts.at(-1)! - starts.at(-2)! : undefined;
  let startIndex = -1;
  return ordered.flatMap((row): IntervalRow[] => {
    if (row.fromMs !== starts[startIndex]) startIndex++;
    if (row.untilMs !== undefined) return [{ ...row, untilMs: row.untilMs }];
    const nextMs = starts[startIndex + 1];
    if (nextMs !== undefined) return [{ ...row, untilMs: nextMs }];
    if (lengthOfLastMs !== undefined) return [{ ...row, untilMs: row.fromMs + lengthOfLastMs }];
    context.findings.problem({
      at: row.at,
      what: "has no end, and no other row of the table shows how long a row lasts",
      mend: `add an end to the row of ${label}`,
    });
    return [];
  });
}

/** One column of rows as spans; rows without that column are left out. */
export function columnSpans(rows: readonly IntervalRow[], column: string, factor = 1): ReadSpan[] {
  return rows.flatMap(({ fromMs, untilMs, values, at }) => {
    const value = values[column];
    return value === undefined ? [] : [{ fromMs, untilMs, value: value * factor, at }];
  });
}
