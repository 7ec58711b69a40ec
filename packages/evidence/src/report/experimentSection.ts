import type { Experiment, ListTable, Measure, Plot, Side, Table } from "../claim/claim.ts";
import { isMeant, valuesAt } from "../claim/path.ts";
import { measuresTime, type RunValues, summarise, valuesOf } from "../judge/measures.ts";
import type { Run } from "../judge/run.ts";
import type { Finding } from "../judge/verdict.ts";
import type { ExperimentProof } from "../proof.ts";
import { type Block, heading, paragraphs } from "./document.ts";
import { figure, headUnit, inUnit } from "./figure.ts";
import { type PlotSeries, plotSvg } from "./plot.ts";

/** Values of a side's rounds, by measure. */
type SideValues = ReadonlyMap<string, readonly { readonly run: Run; readonly values: RunValues }[]>;

/** The part of a report about one experiment. */
export function experimentSection(proof: ExperimentProof): Block[] {
  const { experiment, runs, findings } = proof;
  const values = valuesBySide(experiment, runs);
  return [
    heading(2, experiment.title),
    ...paragraphs(experiment.about),
    findingsTable("", findings),
    ...experiment.tables.map((table) =>
      "file" in table ? listTable(table, runs) : measureTable(table, experiment, values),
    ),
    ...experiment.plots.map((plot, index) => drawing(plot, experiment, values, index)),
    ...identityTable(proof),
    commandsTable(experiment, runs),
    runsTable(runs),
  ];
}

/** Statements with verdict and reason. */
export function findingsTable(title: string, findings: readonly Finding[]): Block {
  const rows = findings.map(({ say, verdict, because }) => [say, verdict, because]);
  return { kind: "table", title, heads: ["statement", "verdict", "because"], rows, wordColumns: 3 };
}

/** Runs that ended well, by side, warm-ups left out. A disturbed run tells its counts, never its times. */
function valuesBySide({ sides, measures }: Experiment, runs: readonly Run[]): SideValues {
  const times = measures
    .filter(({ name }) => measuresTime(measures, name))
    .map(({ name }) => [name, undefined]);
  const withoutTimes = Object.fromEntries(times) as RunValues;
  return new Map(
    sides.map(({ name }) => [
      name,
      runs
        .filter(({ side, use }) => side === name && (use === "counted" || use === "thrown away"))
        .map((run) => {
          const values = valuesOf(run, measures);
          return { run, values: run.use === "counted" ? values : { ...values, ...withoutTimes } };
        }),
    ]),
  );
}

function chosen({ sides }: Experiment, names: readonly string[]): readonly Side[] {
  return names.length === 0 ? sides : sides.filter(({ name }) => names.includes(name));
}

function measureOf({ measures }: Experiment, name: string): Measure {
  return measures.find((one) => one.name === name)!;
}

function measureTable({ title, columns, sides }: Table, experiment: Experiment, values: SideValues): Block {
  const heads = columns.map(
    ({ head, measure, unit }) => head + headUnit(measureOf(experiment, measure).unit, unit),
  );
  const rows = chosen(experiment, sides).map(({ name }) => [
    name,
    ...columns.map(({ measure, show, unit, digits }) => {
      const own = values.get(name) ?? [];
      return figure(shownValue(own, measure, show), measureOf(experiment, measure).unit, unit, digits);
    }),
  ]);
  return { kind: "table", title, heads: ["side", ...heads], rows, wordColumns: 1 };
}

/** The elements of a list in a run of a side: the first undisturbed one, else the first that ended well, which is said. */
function listTable({ title, side, file, path, columns }: ListTable, runs: readonly Run[]): Block {
  const whole = runs.filter((run) => run.side === side && run.faults.length === 0);
  const quiet = whole.find(({ use }) => use === "counted");
  const run = quiet ?? whole[0];
  const elements = run === undefined ? [] : valuesAt(run.json[file], path);
  const rows = elements.map((element) =>
    columns.map((column) => cellOf(valuesAt(element, column.path), column.digits)),
  );
  const isWords = (column: number): boolean => rows.some((row) => /[a-z]/i.test(row[column] ?? ""));
  const wordColumns = columns.findIndex((_, column) => !isWords(column));
  return {
    kind: "table",
    title: quiet === undefined ? `${title} (no undisturbed run: times are not to be believed)` : title,
    heads: columns.map(({ head }) => head),
    rows,
    wordColumns: wordColumns < 0 ? columns.length : wordColumns,
  };
}

function cellOf(found: readonly unknown[], digits: number): string {
  return found
    .map((value) => (typeof value === "number" ? figure(value, "", "", digits) : String(value)))
    .join(", ");
}

function shownValue(
  own: readonly { readonly run: Run; readonly values: RunValues }[],
  measure: string,
  show: Table["columns"][number]["show"],
): number | undefined {
  if (show === "first" || show === "second") {
    const round = show === "first" ? 1 : 2;
    return own.find(({ run, values }) => run.round === round && values[measure] !== undefined)?.values[
      measure
    ];
  }
  const told = own.flatMap(({ values }) => (values[measure] === undefined ? [] : [values[measure]]));
  const summary = summarise(told);
  return summary?.[show];
}

function drawing(plot: Plot, experiment: Experiment, values: SideValues, index: number): Block {
  const { unit: from } = measureOf(experiment, plot.measure);
  const point = (side: Side, x: number): PlotSeries["points"][number][] => {
    const rounds = (values.get(side.name) ?? []).flatMap(({ values: of }) => {
      const value = of[plot.measure];
      return value === undefined ? [] : [inUnit(value, from, plot.unit)[0]];
    });
    const summary = summarise(rounds);
    return summary === undefined ? [] : [{ x, median: summary.median, rounds }];
  };
  const { along } = plot;
  const series =
    along === undefined
      ? [{ name: "", points: experiment.sides.flatMap(point) }]
      : linesAlong(along, experiment.sides, point);
  const bars = along === undefined ? experiment.sides.map(({ name }) => name) : [];
  const unit = inUnit(0, from, plot.unit)[1];
  const svg = plotSvg({ title: plot.title, unit, along: along ?? "", series, bars });
  return { kind: "plot", title: plot.title, svg, file: `plots/${experiment.name}-${index + 1}.svg` };
}

/** A line for all sides that differ along the axis alone. */
function linesAlong(
  along: string,
  sides: readonly Side[],
  point: (side: Side, x: number) => PlotSeries["points"][number][],
): PlotSeries[] {
  const nameOf = ({ baseName, parameters }: Side): string =>
    [
      baseName,
      ...Object.entries(parameters).flatMap(([name, value]) => (name === along ? [] : [`${name}=${value}`])),
    ].join(" ");
  const names = [...new Set(sides.map(nameOf))];
  return names.map((name) => ({
    name,
    points: sides
      .filter((side) => nameOf(side) === name)
      .flatMap((side) => point(side, Number(side.parameters[along]))),
  }));
}

function identityTable({ experiment, identity }: ExperimentProof): Block[] {
  const rows = experiment.identical.files.flatMap((pattern) => {
    const files = identity.files.filter(({ file }) => isMeant(pattern, file));
    const bytes = files.reduce((total, file) => total + file.bytes, 0);
    const digest = files.length === 1 ? (files[0]?.sha256 ?? "") : "each in `result.json`";
    return [[`\`${pattern}\``, digest, figure(files.length, "", "", 0), figure(bytes, "", "", 0)]];
  });
  const fields = experiment.identical.fields.map(({ file, paths, tolerance }) => {
    const said = tolerance === 0 ? "to the last bit" : `to ${tolerance}`;
    return `\`${file}\`: ${paths.map((path) => `\`${path}\``).join(", ")} equal ${said}`;
  });
  return [
    ...(rows.length === 0
      ? []
      : [
          {
            kind: "table",
            title: "What every run left",
            heads: ["file", "SHA-256", "files", "bytes"],
            rows,
            wordColumns: 2,
          } satisfies Block,
        ]),
    ...(fields.length === 0 ? [] : [{ kind: "list", items: fields } satisfies Block]),
  ];
}

function commandsTable({ sides }: Experiment, runs: readonly Run[]): Block {
  const rows = sides.map(({ name, revision }) => {
    const command = runs.find(({ side }) => side === name)?.command;
    return [name, revision ?? "this checkout", command === undefined ? "not run" : `\`${command}\``];
  });
  return { kind: "table", title: "Commands", heads: ["side", "revision", "command"], rows, wordColumns: 3 };
}

function runsTable(runs: readonly Run[]): Block {
  const heads = [
    "run",
    "side",
    "round",
    "use",
    "exit",
    "wall (s)",
    "user (s)",
    "system (s)",
    "peak (MB)",
    "others",
  ];
  const rows = runs.map((run) => [
    `${run.number}`,
    run.side,
    run.round === 0 ? "warm-up" : `${run.round}`,
    run.faults.length === 0 ? run.use : run.faults.map(({ kind, what }) => `${kind}: ${what}`).join("; "),
    `${run.exitCode ?? run.signal}`,
    figure(run.wallMs, "ms", "s", 3),
    figure(run.userMs ?? undefined, "ms", "s", 2),
    figure(run.systemMs ?? undefined, "ms", "s", 2),
    figure(run.peakBytes ?? undefined, "bytes", "MB", 0),
    figure(run.foreignShare ?? undefined, "", "%", 1),
  ]);
  const title = "All runs in their order; others: share of the machine that other processes had";
  return { kind: "table", title, heads, rows, wordColumns: 4 };
}
