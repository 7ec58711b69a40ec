import { valuesOf } from "../judge/measures.ts";
import { countVerdicts, type Proof } from "../proof.ts";

/** Everything that came of a claim, for programs; without the runs' output. */
export function resultJson(proof: Proof): string {
  const { claim, tag, environment, inputs, experiments, checks, findings, command } = proof;
  const value = {
    format: "lightcone-evidence-1",
    claim: claim.name,
    tag,
    command,
    verdicts: countVerdicts(proof),
    findings,
    experiments: experiments.map(({ experiment, runs, identity, findings: own }) => ({
      name: experiment.name,
      findings: own,
      identity,
      runs: runs.map((run) => ({
        run: run.number,
        side: run.side,
        round: run.round,
        use: run.use,
        faults: run.faults,
        command: run.command,
        exitCode: run.exitCode,
        values: valuesOf(run, experiment.measures),
      })),
    })),
    checks,
    inputs,
    environment,
  };
  return `${JSON.stringify(value, null, 1)}\n`;
}
