import { EvidenceError } from "../problem.ts";
import type { Claim } from "./claim.ts";

/** What a claim is tried with on the command line, in place of what it says itself. */
export interface Changes {
  /** Sides that are run, by their full name or the one before the sweep; all when empty. */
  readonly variants: readonly string[];
  readonly rounds?: number;
}

/**
 * The claim with fewer sides or other rounds. Experiments of which no side is left are left out; statements about
 * sides that are left out come out undecided.
 * @throws EvidenceError `variants` for names that no experiment has
 */
export function chooseVariants(claim: Claim, { variants, rounds }: Changes): Claim {
  const isChosen = ({ name, baseName }: { name: string; baseName: string }): boolean =>
    variants.length === 0 || variants.includes(name) || variants.includes(baseName);
  const sides = claim.experiments.flatMap((experiment) => experiment.sides);
  const unknown = variants.filter(
    (name) => !sides.some((side) => side.name === name || side.baseName === name),
  );
  if (unknown.length > 0) {
    const known = [...new Set(sides.map(({ baseName }) => baseName))].join(", ");
    throw new EvidenceError(
      "variants",
      unknown.map((name) => ({
        at: "--variants",
        what: `names ${JSON.stringify(name)}, which is no side of ${claim.name}`,
        mend: `use names of ${known}`,
      })),
    );
  }
  return {
    ...claim,
    experiments: claim.experiments.flatMap((experiment) => {
      const left = experiment.sides.filter(isChosen);
      return left.length === 0
        ? []
        : [{ ...experiment, sides: left, ...(rounds === undefined ? {} : { rounds }) }];
    }),
  };
}
