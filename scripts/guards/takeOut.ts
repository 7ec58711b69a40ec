/** Takes guards out, one at a time in a copy of the checkout, and looks whether the tests named for them fail. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../gate.ts";
import { copyProject, environmentIn, removeCopy } from "../projectCopy.ts";
import { batteryGuards } from "./battery.ts";
import { evidenceGuards } from "./evidence.ts";
import type { Guard } from "./guard.ts";
import { parallelGuards } from "./parallel.ts";
import { relativityGuards } from "./relativity.ts";

/** All guards that are taken out. */
export const guards: readonly Guard[] = [
  ...parallelGuards,
  ...batteryGuards,
  ...relativityGuards,
  ...evidenceGuards,
];

/** A test run that takes longer hangs: the slowest of these takes a minute, on one that waits for a deadline two. */
const LONGEST_RUN_MS = 5 * 60_000;
const REPORT = "vitest-report.json";

/** What came of a run of one test. */
type Outcome = "passes" | "fails" | "hangs" | "does not run";

/**
 * Takes out the guards whose name or file holds every word. Each test must pass first: one that fails anyhow shows
 * nothing.
 * @returns exit code: 0 when every test failed without its guard, 1 when one did not, 2 when there is no such guard
 */
export async function takeOutGuards(words: readonly string[]): Promise<number> {
  const chosen = guards.filter((guard) =>
    words.every((word) => `${guard.name} ${guard.file}`.toLowerCase().includes(word.toLowerCase())),
  );
  const problems = [
    ...(chosen.length === 0 ? [`guards: none has ${words.join(" ")} in its name or file`] : []),
    ...chosen
      .map((guard) => misplaced(guard, readFileSync(join(root, guard.file), "utf8")))
      .filter((each) => each !== undefined),
  ];
  if (problems.length > 0) {
    console.error(problems.join("\n"));
    return 2;
  }
  const copy = copyProject();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => endEarly(copy));
  try {
    let failed = 0;
    for (const guard of chosen) if (!(await isNoticed(guard, copy))) failed++;
    console.log(
      `${chosen.length - failed} of ${chosen.length} guards taken out: their tests failed, as they must`,
    );
    return failed === 0 ? 0 : 1;
  } finally {
    removeCopy(copy);
  }
}

/** Why a guard cannot be taken out; undefined when it can. */
export function misplaced({ name, file, from }: Guard, content: string): string | undefined {
  const count = content.split(from).length - 1;
  if (count === 1) return undefined;
  return `${file}: holds the text of the guard "${name}" ${count} times, not once:\n${from}\n  to mend: correct \`from\` in scripts/guards`;
}

async function isNoticed(guard: Guard, copy: string): Promise<boolean> {
  const file = join(copy, guard.file);
  const whole = readFileSync(file, "utf8");
  const before = await runTest(guard, copy);
  writeFileSync(
    file,
    whole.replace(guard.from, () => guard.to),
  );
  const without = before === "passes" ? await runTest(guard, copy) : before;
  writeFileSync(file, whole);
  const isRight =
    before === "passes" && (without === "fails" || (without === "hangs" && guard.hangs === true));
  console.log(`${isRight ? "noticed" : "MISSED "} ${guard.name}`);
  if (!isRight) {
    const when = before === "passes" ? "without its guard" : "with everything in place";
    console.log(`          ${guard.test}, "${guard.title}": ${without} ${when}`);
  }
  return isRight;
}

/** Runs a guard's test in the copy, kernels brought up to date first. */
async function runTest({ test, title }: Guard, copy: string): Promise<Outcome> {
  const report = join(copy, REPORT);
  rmSync(report, { force: true });
  if ((await run("node", ["scripts/buildKernels.mjs"], copy)) !== "ended well") return "does not run";
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const args = [
    "run",
    test,
    "--testNamePattern",
    `^${pattern}`,
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const end = await run("vitest", args, copy);
  if (end === "took too long") return "hangs";
  if (!existsSync(report)) return "does not run";
  const { numFailedTests, numPassedTests } = JSON.parse(readFileSync(report, "utf8")) as Report;
  if (numFailedTests > 0) return "fails";
  return numPassedTests > 0 && end === "ended well" ? "passes" : "does not run";
}

interface Report {
  readonly numFailedTests: number;
  readonly numPassedTests: number;
}

/** The command that runs, of which nothing may be left when this program is ended. */
let running: ChildProcess | undefined;

function endEarly(copy: string): never {
  if (running !== undefined) endGroup(running);
  removeCopy(copy);
  process.exit(1);
}

type End = "ended well" | "failed" | "took too long";

/** Runs a command in a process group of its own, so that what it started ends with it. */
function run(command: string, args: readonly string[], folder: string): Promise<End> {
  const child = spawn(command, args, {
    cwd: folder,
    env: environmentIn(folder),
    stdio: "ignore",
    detached: true,
  });
  running = child;
  return new Promise((resolve) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endGroup(child);
    }, LONGEST_RUN_MS);
    child.on("error", () => resolve("failed"));
    child.on("close", (status) => {
      clearTimeout(timer);
      endGroup(child);
      resolve(isLate ? "took too long" : status === 0 ? "ended well" : "failed");
    });
  });
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group is gone.
  }
}
