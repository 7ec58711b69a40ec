import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Claim,
  chooseVariants,
  countVerdicts,
  openLaboratory,
  openRunStore,
  type Proof,
  proveClaim,
  readClaim,
  readEnvironment,
  writeReport,
} from "@lightcone/evidence";
import type { Command, CommandIo } from "../command.ts";
import { badFlag, type ParsedLine, parseLine, textFlag, wholeNumberFlag } from "../commandLine.ts";
import { readInputFile } from "../inputFile.ts";
import { startProgress } from "../progress.ts";

const HELP = `lightcone prove CLAIM...

Tries performance claims: runs their sides in turns in fresh folders, compares what they leave, and only then their
times; writes a report with a verdict for each statement (shown, refuted or undecided) and keeps every run. The exit
code is 0 when all statements are shown, 1 otherwise. claims/README.md explains the fields of a claim. Runs are made
one after the other; leave the machine alone meanwhile.

  --variants a,b   only these sides, by name
  --rounds N       times that each side is measured (default: what the claim says)
  --tag NAME       name of this trial (default: the time of day); an older one is never written over
  --out DIR        where DIR/CLAIM/TAG goes (default out/prove)

Example:
  lightcone prove claims/example.yaml
`;

/** `lightcone prove`: tries performance claims. */
export const proveCommand: Command = {
  help: HELP,
  run: runProve,
};

/** The checkout: claims' commands run here. */
const root = resolve(fileURLToPath(new URL("../../../..", import.meta.url)));
const PROGRAMS = { lightcone: "apps/cli/src/lightcone.ts" };
const MOST_ROUNDS = 1000;

async function runProve(args: readonly string[], io: CommandIo): Promise<number> {
  const line = parseLine(args, {
    variants: { type: "string" },
    rounds: { type: "string" },
    tag: { type: "string" },
    out: { type: "string" },
  });
  if (line.wantsHelp) {
    io.out(HELP);
    return 0;
  }
  if (line.words.length === 0)
    throw badFlag("CLAIM", "is missing", "name a claim, such as claims/example.yaml");
  const tag = tagOf(line);
  const claims = line.words.map((file) => claimOf(file, line));
  let areShown = true;
  for (const [index, claim] of claims.entries()) {
    const proof = await tryClaim(claim, { tag, file: line.words[index]!, line, io });
    io.out(verdictText(proof));
    const { refuted, undecided } = countVerdicts(proof);
    areShown &&= refuted + undecided === 0;
  }
  return areShown ? 0 : 1;
}

function tagOf(line: ParsedLine): string {
  const tag = textFlag(line, "tag") ?? new Date().toISOString().replace(/\..*$/, "Z").replaceAll(":", "-");
  if (/^[\w.-]+$/.test(tag) && !/^\.+$/.test(tag)) return tag;
  throw badFlag("--tag", `is ${JSON.stringify(tag)}`, "use letters, digits, points, hyphens and underscores");
}

function claimOf(file: string, line: ParsedLine): Claim {
  const claim = readClaim(readInputFile("CLAIM", file), basename(file).replace(/\.ya?ml$/, ""));
  const variants = textFlag(line, "variants");
  const rounds = wholeNumberFlag(line, "rounds", { min: 1, max: MOST_ROUNDS, fallback: 0 });
  return chooseVariants(claim, { variants, ...(rounds === 0 ? {} : { rounds }) });
}

interface Trial {
  readonly tag: string;
  readonly file: string;
  readonly line: ParsedLine;
  readonly io: CommandIo;
}

async function tryClaim(claim: Claim, { tag, file, line, io }: Trial): Promise<Proof> {
  const out = resolve(textFlag(line, "out") ?? join(root, "out", "prove"));
  const store = openRunStore(root, out, claim.name, tag);
  const laboratory = openLaboratory({
    root,
    workFolder: join(root, "out", "prove-work", `${claim.name}-${tag}`),
    programs: PROGRAMS,
  });
  const progress = startProgress(io, "runs", () => performance.now());
  try {
    const proof = await proveClaim(claim, {
      laboratory,
      store,
      environment: readEnvironment(root),
      tag,
      command: commandText(file, line),
      onRun: (made, planned) => progress.show(Math.min(made, planned), planned),
    });
    writeReport(proof, store);
    io.err(`Report: ${relative(process.cwd(), join(store.folder, "report.html"))}\n`);
    return proof;
  } finally {
    progress.end();
    laboratory.close();
  }
}

/** The command that makes a report anew, from the checkout's root. */
function commandText(file: string, line: ParsedLine): string {
  const path = relative(root, resolve(file));
  const given = ["variants", "rounds"].flatMap((name) => {
    const value = textFlag(line, name);
    return value === undefined ? [] : [`--${name}`, value];
  });
  const out = textFlag(line, "out");
  const where = out === undefined ? [] : ["--out", relative(root, resolve(out)) || dirname(path)];
  return ["npx", "lightcone", "prove", path, ...given, ...where].join(" ");
}

/** Every statement with its verdict. */
function verdictText(proof: Proof): string {
  const { claim, findings, experiments } = proof;
  const all = [...findings, ...experiments.flatMap((one) => one.findings)];
  const lines = all.map(
    ({ say, verdict, because }) => `${verdict.padEnd(9)}  ${say}\n             ${because}\n`,
  );
  const { shown, refuted, undecided } = countVerdicts(proof);
  const total = `${claim.name}: ${shown} shown, ${refuted} refuted, ${undecided} undecided\n`;
  return `${lines.join("")}${total}`;
}
