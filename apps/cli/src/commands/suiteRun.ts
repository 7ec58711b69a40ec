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
    const loadMs = watch();
    const withPlans = line.flags["with-plans"] === true;
    const onHome = progress.show;
    const suite = await runSuite({ scenarios, profile, withPlans, planner, simulator, nowMs, onHome });
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

/** Metrics, costs and energies of every home, and the sums of the metrics. */
function resultTable(results: readonly SuiteRow[]): string {
  const numbers = ["metric", "metric3", "bound", "gap", "cost", "export kWh", "final kWh", "ms"];
  const rows = results.map((row) => [
    String(row.id),
    row.metric.toFixed(4),
    row.metric3.toFixed(4),
    row.lower_bound.toFixed(4),
    row.gap.toFixed(4),
    row.cost.toFixed(4),
    row.export_kwh.toFixed(4),
    row.soc_final.toFixed(4),
    String(row.runtime_ms),
  ]);
  const sum = (pick: (row: SuiteRow) => number): number =>
    results.reduce((total, row) => total + pick(row), 0);
  const total = [
    "sum",
    sum(({ metric }) => metric).toFixed(4),
    sum(({ metric3 }) => metric3).toFixed(4),
    sum(({ lower_bound }) => lower_bound).toFixed(4),
    sum(({ gap }) => gap).toFixed(4),
    sum(({ cost }) => cost).toFixed(4),
    "",
    "",
    sum(({ runtime_ms }) => runtime_ms).toFixed(2),
  ];
  return textTable([{ head: "home" }, ...numbers.map((head) => ({ head }))], [...rows, total]);
}

/** What the bound is, and what it took. */
function proofWords({ length }: readonly SuiteRow[], proofMs: number): string {
  const each = length === 0 ? 0 : proofMs / length;
  return `No plan's metric3 can be below its bound; the bounds took ${proofMs.toFixed(0)} ms in all, ${each.toFixed(1)} ms a home, which the last column leaves out.\n`;
}
