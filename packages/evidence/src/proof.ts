import type { Claim, Experiment } from "./claim/claim.ts";
import type { Identity } from "./judge/identity.ts";
import type { Run } from "./judge/run.ts";
import type { Finding, Verdict } from "./judge/verdict.ts";
import type { Environment } from "./measure/environment.ts";

/** An input with what it was when the claim was tried. */
export interface InputDigest {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A paragraph of a note as it stood when the claim was tried. */
export interface Quote {
  readonly file: string;
  readonly text: string;
}

/** Everything that came of a claim. */
export interface Proof {
  readonly claim: Claim;
  readonly tag: string;
  readonly environment: Environment;
  readonly inputs: readonly InputDigest[];
  readonly experiments: readonly ExperimentProof[];
  readonly checks: readonly CheckProof[];
  readonly tried: readonly Quote[];
  /** What holds for the claim as a whole: inputs untouched, checks passed. */
  readonly findings: readonly Finding[];
  /** Command that makes this report anew. */
  readonly command: string;
}

/** What came of one experiment. */
export interface ExperimentProof {
  readonly experiment: Experiment;
  readonly runs: readonly Run[];
  readonly identity: Identity;
  readonly findings: readonly Finding[];
}

/** A command that was run beside the measurements. */
export interface CheckProof {
  readonly command: string;
  readonly exitCode: number | null;
  /** The first lines of what it said. */
  readonly said: string;
}

/** How many statements came out which way. */
export function countVerdicts({ findings, experiments }: Proof): Readonly<Record<Verdict, number>> {
  const all = [...findings, ...experiments.flatMap((one) => one.findings)];
  const count = (verdict: Verdict): number => all.filter((finding) => finding.verdict === verdict).length;
  return { shown: count("shown"), refuted: count("refuted"), undecided: count("undecided") };
}
