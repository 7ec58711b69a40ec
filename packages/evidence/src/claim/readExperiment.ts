import type { Problem } from "../problem.ts";
import type { Experiment, ListTable, Measure, MeasureSource, Plot, Side, Statement, Table } from "./claim.ts";
import { isPath } from "./path.ts";
import { readSides } from "./readSides.ts";
import { RUN_MEASURES } from "./runMeasures.ts";
import type { WrittenExperiment, WrittenMeasure, WrittenStatement } from "./writtenClaim.ts";

/**
 * Makes an experiment of what is written: sides multiplied by the sweep, measures, statements.
 * @param at        its place in the claim
 * @param problems  takes what is wrong
 */
export function readExperiment(written: WrittenExperiment, at: string, problems: Problem[]): Experiment {
  const sides = readSides(written, at, problems);
  const measures = [...RUN_MEASURES, ...readMeasures(written, at, problems)];
  const known: Known = {
    sides: sides.map(({ name }) => name),
    measures: measures.map(({ name }) => name),
    problems,
  };
  checkIdentity(written, at, problems);
  const { pictures } = written;
  return {
    name: written.name,
    title: written.title,
    about: written.about.trim(),
    sides,
    rounds: written.rounds,
    warmups: written.warmups,
    timeoutSeconds: written.timeoutSeconds,
    identical: written.identical,
    ...(pictures === undefined ? {} : { pictures }),
    measures,
    statements: written.statements.flatMap((one, index) =>
      readStatement(one, `${at}.statements[${index}]`, known),
    ),
    tables: written.tables.map((table, index) => checkedTable(table, `${at}.tables[${index}]`, known)),
    plots: written.plots.map((plot, index) => checkedPlot(plot, `${at}.plots[${index}]`, known, sides)),
  };
}

interface Known {
  readonly sides: readonly string[];
  readonly measures: readonly string[];
  readonly problems: Problem[];
}

function requireSide({ sides, problems }: Known, at: string, side: string | undefined): void {
  if (side !== undefined && sides.includes(side)) return;
  const what = side === undefined ? "is missing" : `is ${JSON.stringify(side)}, which is no side here`;
  problems.push({ at, what, mend: `use one of ${sides.join("; ")}` });
}

function requireMeasure({ measures, problems }: Known, at: string, measure: string): void {
  if (measures.includes(measure)) return;
  const what = `is ${JSON.stringify(measure)}, which is not measured here`;
  problems.push({ at, what, mend: `use one of ${measures.join(", ")}` });
}

/** Units of time and memory that no measure has: one in these would be taken for a count. */
const OTHER_UNITS: ReadonlySet<string> = new Set([
  "ns",
  "µs",
  "s",
  "min",
  "h",
  "kB",
  "KB",
  "KiB",
  "MB",
  "MiB",
  "GB",
  "GiB",
]);

function readMeasures({ measures }: WrittenExperiment, at: string, problems: Problem[]): Measure[] {
  const names = RUN_MEASURES.map(({ name }) => name);
  return Object.entries(measures).flatMap(([name, written]) => {
    const place = `${at}.measures.${name}`;
    const from = readSource(written);
    const complain = (what: string, mend: string): void => void problems.push({ at: place, what, mend });
    if (names.includes(name)) complain("is measured of every run already", "give it another name");
    if (OTHER_UNITS.has(written.unit)) {
      const mend =
        "count times in ms or us and memory in bytes: they are then judged as what a disturbed run spoils";
      complain(`has unit ${written.unit}`, mend);
    }
    if (from === undefined) {
      complain(
        "has not one source",
        "give file and path, or ratio: [over, under], or total: [a, b ...], or rest: [of, less ...]",
      );
      return [];
    }
    for (const other of namedBy(from)) {
      if (!names.includes(other))
        complain(`needs ${other}, which is not above it`, "put what it needs above it");
    }
    if (from.kind === "json" && !isPath(from.path)) {
      complain(`has path ${JSON.stringify(from.path)}`, "write names with dots, [] for every element");
    }
    names.push(name);
    return [{ name, unit: written.unit, from }];
  });
}

function readSource({ file, path, reduce, ratio, total, rest }: WrittenMeasure): MeasureSource | undefined {
  const sources: MeasureSource[] = [];
  if (file !== undefined && path !== undefined) sources.push({ kind: "json", file, path, reduce });
  if (ratio !== undefined) sources.push({ kind: "ratio", over: ratio[0] ?? "", under: ratio[1] ?? "" });
  if (total !== undefined) sources.push({ kind: "total", of: total });
  if (rest !== undefined) sources.push({ kind: "rest", of: rest[0] ?? "", less: rest.slice(1) });
  return sources.length === 1 ? sources[0] : undefined;
}

function namedBy(from: MeasureSource): readonly string[] {
  if (from.kind === "ratio") return [from.over, from.under];
  if (from.kind === "total") return from.of;
  return from.kind === "rest" ? [from.of, ...from.less] : [];
}

/** Fields of a statement that belong to another kind than it is of. */
function fieldsOfAnother(written: WrittenStatement): string[] {
  const { faster, than, equal, sides, measure, side, atLeast, atMost } = written;
  const given = { than, equal, sides: sides.length > 0 ? sides : undefined, measure, side, atLeast, atMost };
  const own =
    faster !== undefined
      ? ["than", "atLeast"]
      : equal !== undefined
        ? ["equal", "sides"]
        : ["measure", "side", "atLeast", "atMost"];
  return Object.entries(given).flatMap(([field, value]) =>
    value === undefined || own.includes(field) ? [] : [field],
  );
}

function readStatement(written: WrittenStatement, at: string, known: Known): Statement[] {
  const { say, faster, than, by, equal, sides, measure, side, atLeast, atMost } = written;
  const ignored = fieldsOfAnother(written);
  if (ignored.length > 0) {
    const what = `holds ${ignored.join(", ")}: no field of such a statement`;
    known.problems.push({ at, what, mend: "make a statement of its own of them" });
  }
  if (faster !== undefined) {
    requireSide(known, `${at}.faster`, faster);
    requireSide(known, `${at}.than`, than);
    requireMeasure(known, `${at}.by`, by);
    return [{ kind: "faster", say, side: faster, than: than ?? "", by, atLeast: atLeast ?? 1 }];
  }
  if (equal !== undefined) {
    requireMeasure(known, `${at}.equal`, equal);
    for (const one of sides) requireSide(known, `${at}.sides`, one);
    return [{ kind: "equal", say, measure: equal, sides: sides.length === 0 ? known.sides : sides }];
  }
  if (measure !== undefined && (atLeast !== undefined || atMost !== undefined)) {
    requireMeasure(known, `${at}.measure`, measure);
    requireSide(known, `${at}.side`, side);
    const [least, most] = [atLeast ?? Number.NEGATIVE_INFINITY, atMost ?? Number.POSITIVE_INFINITY];
    return [{ kind: "bound", say, measure, side: side ?? "", least, most }];
  }
  const mend = "give faster, than and atLeast; or equal; or measure, side and atLeast or atMost";
  known.problems.push({ at, what: "says nothing that can be tried", mend });
  return [];
}

function checkedTable(
  table: WrittenExperiment["tables"][number],
  at: string,
  known: Known,
): Table | ListTable {
  if ("file" in table) return checkedList(table, at, known);
  for (const side of table.sides) requireSide(known, `${at}.sides`, side);
  table.columns.forEach(({ measure }, index) => {
    requireMeasure(known, `${at}.columns[${index}].measure`, measure);
  });
  return table;
}

function checkedList(table: ListTable, at: string, known: Known): ListTable {
  requireSide(known, `${at}.side`, table.side);
  for (const path of [table.path, ...table.columns.map((column) => column.path)].filter(
    (one) => !isPath(one),
  )) {
    const mend = "write names with dots, [] for every element: lanes[]";
    known.problems.push({ at, what: `has path ${JSON.stringify(path)}`, mend });
  }
  return table;
}

function checkedPlot(
  { title, measure, unit, along }: WrittenExperiment["plots"][number],
  at: string,
  known: Known,
  sides: readonly Side[],
): Plot {
  requireMeasure(known, `${at}.measure`, measure);
  if (along === undefined) return { title, measure, unit };
  if (!sides.every(({ parameters }) => Number.isFinite(Number(parameters[along])))) {
    const what = `is ${JSON.stringify(along)}, which is not a number of every side's sweep`;
    known.problems.push({ at: `${at}.along`, what, mend: "name a swept number, or leave it out" });
  }
  return { title, measure, unit, along };
}

function checkIdentity({ identical }: WrittenExperiment, at: string, problems: Problem[]): void {
  identical.fields.forEach(({ paths }, index) => {
    for (const path of paths.filter((one) => !isPath(one))) {
      const mend = "write names with dots, [] for every element: results[].metric";
      problems.push({
        at: `${at}.identical.fields[${index}].paths`,
        what: `has ${JSON.stringify(path)}`,
        mend,
      });
    }
  });
}
