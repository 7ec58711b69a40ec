import { EvidenceError } from "../problem.ts";
import type { Claim } from "./claim.ts";

/** What a claim is tried with on the command line, in place of what it says itself. */
export interface Changes {
  /** Sides that are run, with commas between, by their full name or the one before the sweep; all when left out. */
  readonly variants?: string | undefined;
  readonly rounds?: number;
}

/**
 * The claim with fewer sides or other rounds. Experiments of which no side is left are left out; statements about
 * sides that are left out come out undecided.
 * @throws EvidenceError `variants` for names that no experiment has
 */
export function chooseVariants(claim: Claim, { variants, rounds }: Changes): Claim {
  const sides = claim.experiments.flatMap((experiment) => experiment.sides);
  const known = new Set(sides.flatMap(({ name, baseName }) => [name, baseName]));
  const wanted = variants === undefined ? known : new Set(namesIn(variants, known));
  const isChosen = ({ name, baseName }: { name: string; baseName: string }): boolean =>
    wanted.has(name) || wanted.has(baseName);
  const unknown = [...wanted].filter((name) => !known.has(name));
  if (unknown.length > 0) throw unknownSides(claim, unknown);
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

/** The names of a list with commas, in which names may hold commas themselves: each is the longest that is known. */
function namesIn(list: string, known: ReadonlySet<string>): string[] {
  const pieces = list.split(",");
  const names: string[] = [];
  for (let begin = 0; begin < pieces.length; ) {
    let end = pieces.length;
    while (end > begin + 1 && !known.has(pieces.slice(begin, end).join(","))) end--;
    names.push(pieces.slice(begin, end).join(","));
    begin = end;
  }
  return names;
}

function unknownSides({ name: claim, experiments }: Claim, unknown: readonly string[]): EvidenceError {
  const sides = experiments.flatMap((experiment) => experiment.sides);
  const known = [...new Set(sides.map(({ baseName }) => baseName))].join(", ");
  return new EvidenceError(
    "variants",
    unknown.map((name) => ({
      at: "--variants",
      what: `names ${JSON.stringify(name)}, which is no side of ${claim}`,
      mend: `use names of ${known}`,
    })),
  );
}
