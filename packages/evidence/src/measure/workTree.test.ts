import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sampleSide } from "../../test/sampleRuns.ts";
import { closeWorkTree, openWorkTree } from "./workTree.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "lightcone-tree-"));
  git("init", "--quiet");
  for (const text of ["old", "new"]) {
    writeFileSync(join(root, "program"), text);
    git("add", "program");
    git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", text);
  }
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function git(...args: string[]): void {
  execFileSync("git", args, { cwd: root });
}

test("a revision stands in a tree of its own, made ready by its own commands, whose output is kept", async () => {
  const setup = [`node -e "require('fs').writeFileSync('ready','yes');console.log('said')"`];
  const side = sampleSide("before", { revision: "HEAD~1", setup });
  const tree = await openWorkTree(root, join(root, "trees"), side);
  expect(readFileSync(join(tree.folder, "program"), "utf8")).toBe("old");
  expect(readFileSync(join(tree.folder, "ready"), "utf8")).toBe("yes");
  expect(tree.revision).toMatch(/^[0-9a-f]{40}$/);
  expect(tree.logs.map(({ exitCode, stdout }) => [exitCode, new TextDecoder().decode(stdout)])).toEqual([
    [0, "said\n"],
  ]);
  closeWorkTree(root, tree.folder);
  expect(existsSync(tree.folder)).toBe(false);
});

test("a revision that is not there, and a set-up command that fails, are named", async () => {
  const trees = join(root, "trees");
  await expect(openWorkTree(root, trees, sampleSide("a", { revision: "nowhere" }))).rejects.toThrow(
    'side a: revision: is "nowhere", which git does not know',
  );
  const failing = sampleSide("a", {
    revision: "HEAD",
    setup: [`node -e "console.error('no');process.exit(3)"`],
  });
  await expect(openWorkTree(root, trees, failing)).rejects.toThrow(
    "ended with 3: no; mend the set-up command",
  );
});
