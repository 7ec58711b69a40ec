import {
  plannerOnEngine,
  plansOnEngine,
  readSuiteScenarios,
  runSuite,
  type SuiteResult,
  type SuiteRow,
  type SuiteScenario,
  savedRun,
} from "@lightcone/battery";
import type { Engine } from "@lightcone/parallel";
import type { CommandIo } from "../command.ts";
import { badFlag, choiceFlag, exactWords, type ParsedLine, parseLine, textFlag } from "../commandLine.ts";
import { ENGINE_OPTIONS, engineFlags, withEngine } from "../engineFlags.ts";
import { readInputFile } from "../inputFile.ts";
import { checkOutputFiles, writeOutputFile } from "../outputFile.ts";
import { startProgress } from "../progress.ts";
import { textTable } from "../textTable.ts";

/** `lightcone suite SCENARIOS`: plans every home and gives its row. */
export async function runSuiteHomes(args: readonly string[], io: CommandIo): Promise<number> {
  const line = parseLine(args, {
    ids: { type: "string" },
    profile: { type: "string" },
    "with-plans": { type: "boolean" },
    json: { type: "string" },
    ...ENGINE_OPTIONS,
  });
  const [file = ""] = exactWords(line, ["SCENARIOS"]);
  const jsonFile = textFlag(line, "json");
  const profile = choiceFlag(line, "profile", ["predbat", "physical"]);
  const flags = engineFlags(line);
  const nowMs = (): number => performance.now();
  const watch = stopWatch(nowMs);
  const scenarios = chosenHomes(line, readSuiteScenarios(readInputFile("SCENARIOS", file), file));
  const readMs = watch();
  checkOutputFiles(line, ["json", "stats", "costs"], [{ role: "SCENARIOS", path: file }]);
  const progress = startProgress(io, "homes", nowMs);
  let stats = {};
  let searchTrials = 0;
  const plan = async (engine: Engine): Promise<SuiteResult> => {
    watch();
    const simulator = { runPlans: await plansOnEngine(engine), runSaved: savedRun };
    const planner = await plannerOnEngine(engine, ({ trialCount }) => {
      searchTrials += trialCount;
    });
    const certainPlanner = await plannerOnEngine(engine);
    const loadMs = watch();
    const withPlans = line.flags["with-plans"] === true;
    const onHome = progress.show;
    const planners = { planner, certainPlanner, simulator };
    const suite = await runSuite({ scenarios, profile, withPlans, ...planners, nowMs, onHome });
    const { results, planMs, proofMs, rowsMs } = suite;
    watch();
    if (jsonFile !== undefined) writeOutputFile("--json", jsonFile, resultText(results));
    const times = { readMs, loadMs, planMs, proofMs, rowsMs, writeMs: watch() };
    stats = { homes: results.length, searchTrials, ...times };
    return suite;
  };
  const more = { stats: () => ({ suite: stats }) };
  const { results, proofMs } = await withEngine(flags, io, plan, more).finally(progress.end);
  io.out(`${resultTable(results)}${proofWords(results, proofMs)}`);
  return 0;
}

/** Gives the milliseconds since it was last asked. */
function stopWatch(nowMs: () => number): () => number {
  let askedMs = nowMs();
  return () => {
    const before = askedMs;
    askedMs = nowMs();
    return askedMs - before;
  };
}

/** The homes that `--ids` names, in its order; all of them without it. */
function chosenHomes(line: ParsedLine, scenarios: readonly SuiteScenario[]): readonly SuiteScenario[] {
  const text = textFlag(line, "ids");
  if (text === undefined) return scenarios;
  const known = scenarios.map(({ id }) => id).join(",");
  return text.split(",").map((word, index, words) => {
    const home = scenarios.find(({ id }) => String(id) === word);
    const what =
      home === undefined
        ? `names home ${JSON.stringify(word)}, which is not in the file`
        : words.indexOf(word) < index
          ? `names home ${word} twice`
          : undefined;
    if (what !== undefined || home === undefined) {
      throw badFlag("--ids", String(what), `give ids of the file once each, with commas: ${known}`);
    }
    return home;
  });
}

/** One home a line. */
function resultText(results: readonly SuiteRow[]): string {
  return `{"results":[\n${results.map((row) => JSON.stringify(row)).join(",\n")}\n]}\n`;
}

/** A column of the table, and whether its sum stands below it. */
interface Column {
  readonly head: string;
  readonly cell: (row: SuiteRow) => number;
  readonly decimals: number;
  readonly isSummed: boolean;
}

const COLUMNS: readonly Column[] = [
  { head: "metric", cell: ({ metric }) => metric, decimals: 4, isSummed: true },
  { head: "metric3", cell: ({ metric3 }) => metric3, decimals: 4, isSummed: true },
  { head: "bound", cell: ({ lower_bound }) => lower_bound, decimals: 4, isSummed: true },
  { head: "gap", cell: ({ gap }) => gap, decimals: 4, isSummed: true },
  { head: "modes", cell: ({ executability_price }) => executability_price, decimals: 4, isSummed: true },
  { head: "hedge", cell: ({ hedge_price }) => hedge_price, decimals: 4, isSummed: true },
  { head: "cost", cell: ({ cost }) => cost, decimals: 4, isSummed: true },
  { head: "export kWh", cell: ({ export_kwh }) => export_kwh, decimals: 4, isSummed: false },
  { head: "final kWh", cell: ({ soc_final }) => soc_final, decimals: 4, isSummed: false },
  { head: "ms", cell: ({ runtime_ms }) => runtime_ms, decimals: 2, isSummed: true },
];

/** Metrics, costs and energies of every home, and sums. */
function resultTable(results: readonly SuiteRow[]): string {
  const rows = results.map((row) => [
    String(row.id),
    ...COLUMNS.map(({ cell, decimals }) => cell(row).toFixed(decimals)),
  ]);
  const sums = COLUMNS.map(({ cell, decimals, isSummed }) =>
    isSummed ? results.reduce((sum, row) => sum + cell(row), 0).toFixed(decimals) : "",
  );
  return textTable([{ head: "home" }, ...COLUMNS.map(({ head }) => ({ head }))], [...rows, ["sum", ...sums]]);
}

/** What the bound is, how far plans lie above it, and what the proofs took. */
function proofWords(results: readonly SuiteRow[], proofMs: number): string {
  if (results.length === 0) return "";
  const sorted = [...results].sort((a, b) => a.gap - b.gap);
  const [middle, widest] = [sorted[Math.trunc((sorted.length - 1) / 2)]!, sorted.at(-1)!];
  const took = `${proofMs.toFixed(0)} ms in all, ${(proofMs / results.length).toFixed(1)} ms a home`;
  return `No plan's metric3 can be below its bound. The gaps: ${middle.gap.toFixed(4)} p in the middle, ${widest.gap.toFixed(4)} p at most (home ${widest.id}).
Were the nominal future certain: modes is what the best plan found for it costs more than its own bound, hedge what the
home's plan costs more than that one. Bounds and these plans took ${took}, which the last column leaves out.
`;
}
