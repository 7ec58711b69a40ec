import { existsSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import type { ClaimInput, Experiment, QuoteRule, Side } from "../claim/claim.ts";
import { quotesOf } from "../claim/quotes.ts";
import { filledIn, shellLine } from "../claim/words.ts";
import { jsonFilesOf } from "../judge/faults.ts";
import type { RawRun } from "../judge/run.ts";
import { EvidenceError } from "../problem.ts";
import type { InputDigest, Quote } from "../proof.ts";
import { beforeEnding } from "./endingSignals.ts";
import { filesBelow, freshFolder, jsonBelow, type Remove, sha256Of } from "./outputFolder.ts";
import { pictureFaults } from "./pictures.ts";
import { type Clocks, machineClocks, runCommand } from "./runCommand.ts";
import { closeWorkTree, openWorkTree, type WorkTree } from "./workTree.ts";

/** Where and how runs are made. */
export interface LaboratoryOptions {
  /** The checkout: commands run here, inputs are named from here. */
  readonly root: string;
  /** Folder, below the checkout, for work trees and output; taken away when the laboratory is closed. */
  readonly workFolder: string;
  /** Programs of the checkout that a command may begin with: the file that Node runs, from the root. */
  readonly programs: Readonly<Record<string, string>>;
  readonly clocks?: Clocks;
  readonly remove?: Remove;
}

/** Makes runs, one after the other. */
export interface Laboratory {
  /** The checkout; reports write paths from it. */
  readonly root: string;
  readonly cpuCount: number;
  /** Sets up the revisions of the sides. */
  readonly setUp: (sides: readonly Side[]) => Promise<readonly WorkTree[]>;
  readonly run: (side: Side, experiment: Experiment) => Promise<RawRun>;
  /** Takes all output away. */
  readonly emptyOutput: () => void;
  /** Runs a whole command once; it finds what the commands before it left since output was taken away. */
  readonly check: (command: readonly string[], timeoutMs: number) => Promise<CheckRun>;
  /** @throws EvidenceError `input` for files that are missing or not what the claim says */
  readonly digests: (inputs: readonly ClaimInput[]) => InputDigest[];
  /** @throws EvidenceError `quote` for files and paragraphs that are not there */
  readonly quotes: (rules: readonly QuoteRule[]) => Quote[];
  readonly close: () => void;
}

/** A command that was run beside the measurements. */
export interface CheckRun {
  readonly command: string;
  readonly exitCode: number | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

/** Opens a laboratory. Its output folder is one for all sides: their commands differ in what is compared alone. */
export function openLaboratory(options: LaboratoryOptions): Laboratory {
  const { root, workFolder, clocks = machineClocks } = options;
  const trees = new Map<string, WorkTree>();
  const outFolder = join(workFolder, "out");
  const close = (): void => {
    for (const { folder } of trees.values()) closeWorkTree(root, folder);
    rmSync(workFolder, { recursive: true, force: true });
  };
  const takeBack = beforeEnding(close);
  const launch = (words: readonly string[], folder: string): Launch =>
    launchOf(words, folder, outFolder, options);
  return {
    root,
    cpuCount: availableParallelism(),
    setUp: async (sides) => {
      for (const side of sides.filter(({ revision }) => revision !== undefined)) {
        if (!trees.has(treeKey(side)))
          trees.set(treeKey(side), await openWorkTree(root, join(workFolder, "trees"), side));
      }
      return [...trees.values()];
    },
    run: async (side, experiment) => {
      const folder = trees.get(treeKey(side))?.folder ?? root;
      const { words, command } = launch(side.command, folder);
      const wasFresh = freshFolder(outFolder, options.remove);
      const ran = await runCommand({ words, folder, timeoutMs: experiment.timeoutSeconds * 1000 }, clocks);
      const files = filesBelow(outFolder);
      const json = jsonBelow(outFolder, jsonFilesOf(experiment, side));
      const { pictures } = experiment;
      const faults =
        pictures === undefined || ran.exitCode !== 0 ? [] : pictureFaults(outFolder, files, pictures);
      return { ...ran, command, wasFresh, files, json, pictureFaults: faults };
    },
    emptyOutput: () => void freshFolder(outFolder, options.remove),
    check: async (command, timeoutMs) => {
      const { words, command: shown } = launch(command, root);
      const { exitCode, stdout, stderr } = await runCommand({ words, folder: root, timeoutMs }, clocks);
      return { command: shown, exitCode, stdout, stderr };
    },
    digests: (inputs) => digestsOf(root, inputs),
    quotes: (rules) => quotesOf(rules, (file) => textOf(join(root, file))),
    close: () => {
      takeBack();
      close();
    },
  };
}

function treeKey({ revision, baseName }: Side): string {
  return revision === undefined ? "" : `${revision} ${baseName}`;
}

interface Launch {
  readonly words: readonly string[];
  readonly command: string;
}

/** The words that are run, and the same as a line for a shell in the same folder. */
function launchOf(
  words: readonly string[],
  folder: string,
  outFolder: string,
  { programs, root }: LaboratoryOptions,
): Launch {
  const [first = "", ...rest] = words.map((word) => filledIn(word, { out: relative(folder, outFolder) }));
  const file = Object.hasOwn(programs, first) ? programs[first] : undefined;
  const node = relative(folder, process.execPath);
  // A Node from the checkout is named from the folder that the command runs in; one of the machine by its name.
  const shownNode = relative(root, process.execPath).startsWith("..") ? "node" : node;
  if (file !== undefined)
    return { words: [process.execPath, file, ...rest], command: shellLine([shownNode, file, ...rest]) };
  if (first === "node")
    return { words: [process.execPath, ...rest], command: shellLine([shownNode, ...rest]) };
  return { words: [first, ...rest], command: shellLine([first, ...rest]) };
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

function digestsOf(root: string, inputs: readonly ClaimInput[]): InputDigest[] {
  const problems = inputs.flatMap(({ file, sha256 }, index) => {
    const at = `inputs[${index}]`;
    if (!existsSync(join(root, file))) {
      return [{ at, what: `there is no file ${file}`, mend: "name it from the checkout's root" }];
    }
    const found = sha256Of(readFileSync(join(root, file)));
    if (sha256 === undefined || sha256 === found) return [];
    return [
      {
        at,
        what: `${file} has SHA-256 ${found}, not ${sha256}`,
        mend: "bring the right file, or claim this one",
      },
    ];
  });
  if (problems.length > 0) throw new EvidenceError("input", problems);
  return inputs.map(({ file }) => {
    const content = readFileSync(join(root, file));
    return { file, bytes: content.length, sha256: sha256Of(content) };
  });
}
