import type { Claim, Experiment } from "./claim/claim.ts";
import { wordsOf } from "./claim/words.ts";
import { compareRuns } from "./judge/identity.ts";
import type { Run } from "./judge/run.ts";
import { takeTurns } from "./judge/turns.ts";
import { type Finding, judgeExperiment } from "./judge/verdict.ts";
import type { Environment } from "./measure/environment.ts";
import type { Laboratory } from "./measure/laboratory.ts";
import type { RunStore } from "./measure/runStore.ts";
import type { CheckProof, ExperimentProof, InputDigest, Proof } from "./proof.ts";

/** What a claim is tried with. */
export interface ProveOptions {
  readonly laboratory: Laboratory;
  readonly store: RunStore;
  readonly environment: Environment;
  readonly tag: string;
  /** Command that makes the report anew, for the report. */
  readonly command: string;
  /** Hears after every run how many are made of those that are planned at least. */
  readonly onRun?: (made: number, planned: number) => void;
}

const CHECK_TIMEOUT_MS = 300_000;
const LINES_TOLD = 12;

/** Tries a claim: runs in turns, the same output first, then what is said of it. Keeps every run. */
export async function proveClaim(claim: Claim, options: ProveOptions): Promise<Proof> {
  const { laboratory, environment, tag, command } = options;
  const inputs = laboratory.digests(claim.inputs);
  const tried = laboratory.quotes(claim.tried);
  await setUpSides(claim, options);
  const experiments = await tryExperiments(claim, options);
  const checks = await runChecks(claim, options);
  const findings = [
    ...inputsFinding(inputs, laboratory.digests(claim.inputs.map(({ file }) => ({ file })))),
    ...checksFinding(checks),
  ];
  return { claim, tag, environment, inputs, experiments, checks, tried, findings, command };
}

async function setUpSides({ experiments }: Claim, { laboratory, store }: ProveOptions): Promise<void> {
  const trees = await laboratory.setUp(experiments.flatMap(({ sides }) => sides));
  for (const tree of trees) store.keepSetup(tree);
}

async function tryExperiments({ experiments }: Claim, options: ProveOptions): Promise<ExperimentProof[]> {
  const { laboratory, store, onRun } = options;
  const planned = experiments.reduce(
    (total, { sides, rounds, warmups }) => total + sides.length * (rounds + warmups),
    0,
  );
  const proofs: ExperimentProof[] = [];
  let made = 0;
  const hear = (run: Run, { name }: Experiment): void => {
    store.keepRun(run, name);
    made++;
    onRun?.(made, planned);
  };
  for (const experiment of experiments) {
    const { cpuCount, run } = laboratory;
    const runs = await takeTurns(experiment, { run, cpuCount, onRun: hear, firstNumber: made + 1 });
    const identity = compareRuns(experiment, runs);
    proofs.push({ experiment, runs, identity, findings: judgeExperiment(experiment, runs, identity) });
  }
  return proofs;
}

async function runChecks({ checks }: Claim, { laboratory, store }: ProveOptions): Promise<CheckProof[]> {
  const proofs: CheckProof[] = [];
  laboratory.emptyOutput();
  for (const [index, line] of checks.entries()) {
    const check = await laboratory.check(wordsOf(line), CHECK_TIMEOUT_MS);
    store.keepCheck(check, index);
    const { command, exitCode, stdout, stderr } = check;
    const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
    const told = said.replaceAll(laboratory.root, ".").split("\n").slice(0, LINES_TOLD).join("\n");
    proofs.push({ command, exitCode, said: told.trimEnd() });
  }
  return proofs;
}

function inputsFinding(before: readonly InputDigest[], after: readonly InputDigest[]): Finding[] {
  if (before.length === 0) return [];
  const say = "The inputs are the same before and after.";
  const changed = before.filter(({ sha256 }, index) => after[index]?.sha256 !== sha256);
  return changed.length === 0
    ? [{ say, verdict: "shown", because: `SHA-256 of ${before.length} files` }]
    : [
        {
          say,
          verdict: "refuted",
          because: `${changed.map(({ file }) => file).join(", ")} changed meanwhile`,
        },
      ];
}

function checksFinding(checks: readonly CheckProof[]): Finding[] {
  return checks.map(({ command, exitCode }) => ({
    say: `\`${command}\` holds.`,
    verdict: exitCode === 0 ? "shown" : "refuted",
    because: exitCode === null ? "was ended by a signal or took too long" : `exit status ${exitCode}`,
  }));
}
