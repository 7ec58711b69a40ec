import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Side } from "../claim/claim.ts";
import { wordsOf } from "../claim/words.ts";
import { EvidenceError } from "../problem.ts";
import { runCommand } from "./runCommand.ts";

/** Output of a command that made a work tree ready. */
interface SetupLog {
  readonly command: string;
  readonly exitCode: number | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

/** A revision that stands ready in a folder of its own. */
export interface WorkTree {
  readonly revision: string;
  readonly folder: string;
  readonly logs: readonly SetupLog[];
}

/** Longest that one set-up command may take. */
const SETUP_TIMEOUT_MS = 900_000;

/**
 * Sets up the revision of a side in a work tree, with its own packages and kernels.
 * @param root   the checkout
 * @param trees  folder for work trees
 * @throws EvidenceError `revision` for one that git does not know, and when a set-up command fails
 */
export async function openWorkTree(root: string, trees: string, side: Side): Promise<WorkTree> {
  const wanted = side.revision ?? "HEAD";
  const sha = git(root, ["rev-parse", "--verify", `${wanted}^{commit}`]);
  if (sha === undefined) {
    throw refusal(
      side,
      `is ${JSON.stringify(wanted)}, which git does not know`,
      "give a commit, a tag or a branch",
    );
  }
  const folder = join(trees, `${sha.slice(0, 12)}-${side.baseName}`);
  if (git(root, ["worktree", "add", "--detach", folder, sha]) === undefined) {
    throw refusal(
      side,
      `${sha} cannot be set up in ${folder}`,
      "see `git worktree list`, and prune what is left over",
    );
  }
  const logs: SetupLog[] = [];
  for (const command of side.setup) {
    const run = await runCommand({ words: wordsOf(command), folder, timeoutMs: SETUP_TIMEOUT_MS });
    logs.push({ command, exitCode: run.exitCode, stdout: run.stdout, stderr: run.stderr });
    if (run.exitCode !== 0) {
      const said = new TextDecoder().decode(run.stderr).trim().split("\n").slice(-3).join(" | ");
      closeWorkTree(root, folder);
      throw refusal(
        side,
        `\`${command}\` ended with ${run.exitCode ?? run.signal}: ${said}`,
        "mend the set-up command",
      );
    }
  }
  return { revision: sha, folder, logs };
}

/** Takes a work tree away. */
export function closeWorkTree(root: string, folder: string): void {
  git(root, ["worktree", "remove", "--force", folder]);
}

function git(root: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

function refusal(side: Side, what: string, mend: string): EvidenceError {
  return new EvidenceError("revision", [{ at: `side ${side.name}: revision`, what, mend }]);
}
