import { parse } from "yaml";
import { EvidenceError, type Problem } from "../problem.ts";
import type { Claim } from "./claim.ts";
import { checkShape } from "./claimSchema.ts";
import { readExperiment } from "./readExperiment.ts";
import type { WrittenClaim } from "./writtenClaim.ts";

/**
 * Reads a claim.
 * @param text  YAML
 * @param name  of the claim: that of its file without folder and ending
 * @throws EvidenceError `claim` with everything that is wrong: place, value, remedy
 */
export function readClaim(text: string, name: string): Claim {
  const { claim, faults } = checkShape(parsed(text));
  if (claim === undefined) {
    refuse(faults.map((fault) => ({ ...fault, mend: "see claims/README.md for the fields of a claim" })));
  }
  const problems: Problem[] = [];
  const experiments = claim.experiments.map((experiment, index) =>
    readExperiment(experiment, `experiments[${index}]`, problems),
  );
  checkNames(claim, problems);
  if (problems.length > 0) refuse(problems);
  return {
    name,
    title: claim.title,
    about: claim.about.trim(),
    inputs: claim.inputs.map((input) => (typeof input === "string" ? { file: input } : readInput(input))),
    experiments,
    checks: claim.checks,
    caching: claim.caching,
    tried: claim.tried,
    notShown: claim.notShown,
  };
}

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const what = `is no YAML: ${error instanceof Error ? error.message.trim() : String(error)}`;
    return refuse([{ at: "the file", what, mend: "mend the line that is named" }]);
  }
}

function readInput({ file, sha256 }: { file: string; sha256?: string | undefined }): Claim["inputs"][number] {
  return sha256 === undefined ? { file } : { file, sha256 };
}

function checkNames({ experiments }: WrittenClaim, problems: Problem[]): void {
  experiments.forEach(({ name }, index) => {
    if (experiments.findIndex((other) => other.name === name) === index) return;
    const what = `is ${JSON.stringify(name)}, which an experiment above has`;
    problems.push({ at: `experiments[${index}].name`, what, mend: "give each experiment a name of its own" });
  });
}

function refuse(problems: readonly Problem[]): never {
  throw new EvidenceError("claim", problems);
}
