import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "ci-run-"));
afterAll(() => rmSync(folder, { recursive: true }));
for (const name of [".ci", "bin"]) mkdirSync(join(folder, name));
copyFileSync(fileURLToPath(new URL("../.ci/run", import.meta.url)), join(folder, ".ci", "run"));
// Found as they are, they need no installing, and no Python looks for its libraries in every run.
for (const name of ["chromium", "python3"]) writeFileSync(join(folder, "bin", name), "", { mode: 0o755 });

/** How `.ci/run` ends when `npm ci` and `npm test` do this. */
function runWith({ ci, tests }: { ci: string; tests: string }): {
  status: number | null;
  last: string | undefined;
  /** How many of its lines look like counts. */
  verdicts: number;
} {
  writeFileSync(join(folder, "bin", "npm"), `#!/bin/sh\nif [ "$1" = ci ]; then ${ci}; else ${tests}; fi\n`, {
    mode: 0o755,
  });
  const env = {
    ...process.env,
    PATH: `${join(folder, "bin")}${delimiter}${process.env.PATH}`,
    EVCC_CASES_DIR: folder,
  };
  const { status, stdout } = spawnSync("bash", [join(folder, ".ci", "run")], { env, encoding: "utf8" });
  const lines = stdout.trimEnd().split("\n");
  return { status, last: lines.at(-1), verdicts: lines.filter((line) => /^\d+ passed/.test(line)).length };
}

test.each([
  ["all passed", `echo "7 passed, 0 failed"`, 0, "7 passed, 0 failed"],
  ["some failed", `echo "7 passed, 2 failed"; exit 1`, 1, "7 passed, 2 failed"],
  ["some did not run", `echo "7 passed, 0 failed, 3 skipped"`, 1, "7 passed, 3 failed"],
  ["some failed, some did not run", `echo "7 passed, 2 failed, 3 skipped"; exit 1`, 1, "7 passed, 5 failed"],
  ["npm has the last word", `echo "7 passed, 2 failed"; echo "npm error"; exit 1`, 1, "7 passed, 2 failed"],
  ["it failed outside every test", `echo "7 passed, 0 failed"; exit 1`, 1, "7 passed, 1 failed"],
  ["set-up failed", `echo "npm error"; exit 1`, 1, "0 passed, 1 failed"],
  ["nothing was said", "exit 0", 1, "0 passed, 1 failed"],
])(
  ".ci/run ends with the counts, says them once, and fails unless all ran and passed: %s",
  (_, tests, status, last) => {
    expect(runWith({ ci: "true", tests })).toEqual({ status, last, verdicts: 1 });
  },
);

test(".ci/run fails with the counts when the other Nodes cannot be installed", () => {
  const tests = `echo "7 passed, 0 failed"`;
  expect(runWith({ ci: "exit 5", tests })).toEqual({ status: 5, last: "0 passed, 1 failed", verdicts: 1 });
});
