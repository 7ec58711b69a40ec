/** The parts that the quick gate and the full test run share: static checks, test runs, the closing line. */
import { execFile, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root: string = dirname(dirname(fileURLToPath(import.meta.url)));

/** What a part of the gate counted. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Full titles of what did not run. */
  readonly skipped: readonly string[];
}

const STATIC_CHECKS: readonly (readonly [title: string, command: string, ...args: string[]])[] = [
  ["format and lint", "biome", "ci", "."],
  ["types", "tsc"],
  ["unused code", "knip", "--no-progress"],
];

/** Format, lint, types and unused code, side by side; each counts as one test. */
export async function staticChecks(): Promise<Tally[]> {
  const begin = performance.now();
  const ends = STATIC_CHECKS.map(async ([title, command, ...args]): Promise<Tally> => {
    const { isRight, text } = await output(command, args);
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    console.log(`${text}${isRight ? "passed" : "FAILED"}: ${title} (${seconds} s)`);
    return { passed: isRight ? 1 : 0, failed: isRight ? 0 : 1, skipped: [] };
  });
  return Promise.all(ends);
}

/** All that a command says, held back so that two of them do not talk at once. */
function output(command: string, args: readonly string[]): Promise<{ isRight: boolean; text: string }> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: root, maxBuffer: MOST_OUTPUT_BYTES }, (error, stdout, stderr) =>
      resolve({ isRight: error === null, text: `${stdout}${stderr}` }),
    );
  });
}

const MOST_OUTPUT_BYTES = 2 ** 26;

/** A run that takes longer hangs: a test file that never finishes loading has no time limit of its own. */
const LONGEST_RUN_MS = 15 * 60_000;

/**
 * Tests that load no kernel of a domain, only to find plans that they hold to something else, or those alone that a page
 * was built with: run once, not once more on debug builds.
 */
const KERNEL_FREE_TESTS = [
  "packages/parallel/test/explorer/**",
  "packages/battery/src/bound/**",
  "packages/battery/test/storage/**",
  "packages/evidence/**",
  "apps/studio/**",
];

/** Cases of a property in the quick gate, where the full one draws 100. */
const QUICK_PROPERTY_RUNS = 25;

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/**
 * Runs Vitest and reads its report.
 * @param report     where the JSON report goes; must not exist yet, so that an old one is never read
 * @param kernelDir  kernels to use instead of the release build, for the tests that load any
 * @param isQuick    leave out `*.slow.test.ts`, draw fewer cases of a property, and let test files share their modules
 */
export function runVitest(options: {
  report: string;
  kernelDir?: string | undefined;
  isQuick?: boolean;
}): Tally {
  // Loading every module anew for every file takes as long as the quick tests themselves.
  const quick = ["--exclude", "**/*.slow.test.ts", "--no-isolate"];
  const args = [
    "run",
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${options.report}`,
    ...(options.isQuick ? quick : []),
    ...(options.kernelDir === undefined ? [] : KERNEL_FREE_TESTS.flatMap((tests) => ["--exclude", tests])),
  ];
  const env = { ...process.env };
  if (options.isQuick) env.PROPERTY_RUNS = String(QUICK_PROPERTY_RUNS);
  if (options.kernelDir !== undefined) env.LIGHTCONE_KERNEL_DIR = options.kernelDir;
  const { status, error } = spawnSync("vitest", args, {
    cwd: root,
    stdio: "inherit",
    env,
    timeout: LONGEST_RUN_MS,
  });
  // Ended for its time, Vitest may still give a status of its own; its dots leave no line break.
  if (error !== undefined || !existsSync(options.report)) {
    console.log(
      `\nFAILED: the test run ended without a report${error === undefined ? "" : `: ${error.message}`}`,
    );
    return { passed: 0, failed: 1, skipped: [] };
  }
  const report = JSON.parse(readFileSync(options.report, "utf8")) as VitestReport;
  return tallyOf(report, status ?? 1);
}

function tallyOf(report: VitestReport, status: number): Tally {
  const skipped = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status !== "passed" && test.status !== "failed")
      .map((test) => `${relative(root, name)}: ${test.fullName}`),
  );
  // A file that failed to load has no test of its own, and a run can fail outside every test.
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return { passed: report.numPassedTests, failed: failed === 0 && status !== 0 ? 1 : failed, skipped };
}

/** Prints what did not run and the closing line; @returns the exit code (1 also when nothing ran at all). */
export function verdictLine(tallies: readonly Tally[]): number {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  const skipped = tallies.flatMap((tally) => tally.skipped);
  if (skipped.length > 0)
    console.log(`\nDid not run:\n${[...new Set(skipped)].map((title) => `  ${title}\n`).join("")}`);
  console.log(`${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}`);
  return failed > 0 || passed === 0 ? 1 : 0;
}
