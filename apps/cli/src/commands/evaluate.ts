import {
  type Evaluation,
  evaluatePlans,
  plansOnEngine,
  readPlanFile,
  readSuiteScenarios,
} from "@lightcone/battery";
import type { Command, CommandIo } from "../command.ts";
import { badFlag, choiceFlag, exactWords, parseLine, textFlag } from "../commandLine.ts";
import { ENGINE_HELP, ENGINE_OPTIONS, engineFlags, withEngine } from "../engineFlags.ts";
import { readInputFile } from "../inputFile.ts";
import { checkOutputFiles, writeOutputFile } from "../outputFile.ts";
import { startProgress } from "../progress.ts";
import { textTable } from "../textTable.ts";

const HELP = `lightcone evaluate SCENARIOS --plans F

Simulates given plans, without planning: each plan of F in the three futures of its home (nominal, PV10, PV90),
with the three-future metric. SCENARIOS is a file of the suite's format (JSON or YAML); F has the layout of the
conformance file (scenarios[].vectors[]) or is a suite result with plans.

  --plans F                the plans
  --profile predbat|physical   the peer's model with its quirks, or the corrected one (default predbat)
  --json F                 write every result to F, in the layout of the conformance file
${ENGINE_HELP}
Example:
  lightcone suite generate --count 20 --seed 0 --out out/homes.json
  lightcone suite out/homes.json --with-plans --json out/result.json
  lightcone evaluate out/homes.json --plans out/result.json --json out/evaluated.json
`;

/** `lightcone evaluate`: runs plans through the simulation. */
export const evaluateCommand: Command = {
  help: HELP,
  run: runEvaluate,
};

async function runEvaluate(args: readonly string[], io: CommandIo): Promise<number> {
  const line = parseLine(args, {
    plans: { type: "string" },
    profile: { type: "string" },
    json: { type: "string" },
    ...ENGINE_OPTIONS,
  });
  if (line.wantsHelp) {
    io.out(HELP);
    return 0;
  }
  const [scenariosFile = ""] = exactWords(line, ["SCENARIOS"]);
  const plansFile = textFlag(line, "plans");
  if (plansFile === undefined)
    throw badFlag("--plans", "is missing", "name the file of plans: --plans plans.json");
  const jsonFile = textFlag(line, "json");
  const profile = choiceFlag(line, "profile", ["predbat", "physical"]);
  const flags = engineFlags(line);
  const scenarios = readSuiteScenarios(readInputFile("SCENARIOS", scenariosFile), scenariosFile);
  const plans = readPlanFile(readInputFile("--plans", plansFile), plansFile);
  checkOutputFiles(
    line,
    ["json", "stats", "costs"],
    [
      { role: "SCENARIOS", path: scenariosFile },
      { role: "--plans", path: plansFile },
    ],
  );
  const progress = startProgress(io, "homes", () => performance.now());
  const evaluation = await withEngine(flags, io, async (engine) => {
    const simulator = { runPlans: await plansOnEngine(engine) };
    return evaluatePlans({ scenarios, plans, profile, simulator, onHome: progress.show });
  }).finally(progress.end);
  if (jsonFile !== undefined) writeOutputFile("--json", jsonFile, evaluationText(evaluation));
  io.out(evaluationTable(evaluation));
  return 0;
}

/** One home a line, so that two files can be read side by side. */
function evaluationText({ result_fields, scenarios }: Evaluation): string {
  const homes = scenarios.map((home) => JSON.stringify(home)).join(",\n");
  return `{"result_fields":${JSON.stringify(result_fields)},"scenarios":[\n${homes}\n]}\n`;
}

/** Metric and costs of every plan, in pence. */
function evaluationTable({ scenarios }: Evaluation): string {
  const rows = scenarios.flatMap(({ id, vectors }) =>
    vectors.map(({ name, results, metric3 }) => [
      String(id),
      name,
      metric3.toFixed(4),
      ...results.map(([cost = 0]) => cost.toFixed(4)),
    ]),
  );
  const numbers = ["metric3", "cost", "cost PV10", "cost PV90"].map((head) => ({ head }));
  return textTable([{ head: "home" }, { head: "plan", isText: true }, ...numbers], rows);
}
