/**
 * `npm run test:mutation -- PART [FILE ...]` changes the core of a part one bit at a time and looks whether its tests
 * notice; `npm run test:mutation -- guards [WORD ...]` takes out single guards (guards/) and looks whether the test that
 * was written for each fails. Not part of `npm test`: a part takes minutes. Both work in a copy of the checkout. Mutants
 * are switched on by an environment variable, which workers inherit too; an in-process switch would not reach lanes.
 * Reports go to build/mutation/.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./gate.ts";
import { takeOutGuards } from "./guards/takeOut.ts";
import { copyProject, environmentIn, removeCopy } from "./projectCopy.ts";

/** What is changed, and the tests that must notice. */
interface Part {
  readonly mutate: readonly string[];
  /** Brief tests that are run before the others: what they notice need not wait for these. */
  readonly firstTests?: readonly string[];
  readonly tests: readonly string[];
}

const PARTS: Readonly<Record<string, Part>> = {
  /** Lanes and callers: strides that are their steps, and every order of their steps, explored. */
  protocol: {
    mutate: ["packages/parallel/src/protocol/{laneSteps,postSteps,collectSteps,lockSteps,dealing}.ts"],
    firstTests: ["packages/parallel/src/protocol"],
    tests: ["packages/parallel/test/explorer"],
  },
  batch: {
    mutate: ["packages/parallel/src/batch/{resultCache,wordTable,flight}.ts"],
    tests: ["resultCache", "trialQueue", "batch"].map(
      (name) => `packages/parallel/src/batch/${name}.test.ts`,
    ),
  },
  schedule: {
    mutate: ["packages/parallel/src/schedule.ts"],
    tests: ["packages/parallel/src/schedule.test.ts"],
  },
  certificate: {
    mutate: ["packages/battery/src/storage/certificate.ts"],
    tests: ["packages/battery/src/storage/certificate.test.ts"],
  },
  order: {
    mutate: ["packages/battery/src/plan/{preference,metric}.ts"],
    tests: ["packages/battery/src/plan/preference.test.ts", "packages/battery/src/plan/metric.test.ts"],
  },
  replan: {
    mutate: ["packages/battery/src/replan/{keptPlan,previousPlan}.ts"],
    tests: ["packages/battery/src/replan"],
  },
  mesh: {
    mutate: ["packages/relativity/src/kernelTables/splitReason.ts"],
    tests: ["packages/relativity/src/kernelTables/splitReason.test.ts"],
  },
  "lens-map": {
    mutate: ["packages/relativity/src/lensMap/decodeLensMap.ts"],
    tests: ["lensMapFile", "decodeLensMap"].map((name) => `packages/relativity/src/lensMap/${name}.test.ts`),
  },
  rays: {
    mutate: ["packages/relativity/src/trace/rayPool.ts"],
    tests: ["packages/relativity/src/trace/rayPool.test.ts"],
  },
  evidence: {
    mutate: ["packages/evidence/src/judge/*.ts"],
    tests: ["packages/evidence/src/judge"],
  },
};

/** A mutant that turns a loop endless is ended after so many times the usual, and never before this. */
const TIME_LIMIT_FACTOR = 6;
const SHORTEST_LIMIT_MS = 30_000;

const [chosen, ...words] = process.argv.slice(2);
if (chosen === "guards") process.exitCode = await takeOutGuards(words);
else if (chosen === undefined || !Object.hasOwn(PARTS, chosen)) {
  console.error(
    `PART: is ${chosen ?? "missing"}\n  to mend: use one of guards, ${Object.keys(PARTS).join(", ")}`,
  );
  process.exitCode = 2;
} else process.exitCode = mutate(chosen, PARTS[chosen]!, words);

/** @returns Stryker's exit code: 0 when the run came to its end, whatever survived */
function mutate(name: string, part: Part, files: readonly string[]): number {
  const folder = join(root, "build", "mutation", name);
  mkdirSync(folder, { recursive: true });
  const copy = copyProject();
  try {
    const config = join(copy, "stryker.config.json");
    writeFileSync(
      config,
      `${JSON.stringify(configuration(files.length > 0 ? { ...part, mutate: files } : part, folder))}\n`,
    );
    const how = { cwd: copy, env: environmentIn(copy), stdio: "inherit" } as const;
    return spawnSync("stryker", ["run", config], how).status ?? 1;
  } finally {
    removeCopy(copy);
  }
}

function configuration({ mutate, firstTests = [], tests }: Part, folder: string): object {
  const commands = [firstTests, tests].filter((files) => files.length > 0).map(testCommand);
  return {
    mutate: [...mutate, "!**/*.test.ts"],
    testRunner: "command",
    commandRunner: { command: commands.join(" && ") },
    // The copy is ours to change; packages import each other by name, and a second copy would test the first.
    inPlace: true,
    concurrency: 1,
    timeoutMS: SHORTEST_LIMIT_MS,
    timeoutFactor: TIME_LIMIT_FACTOR,
    // Nothing is compiled: types are stripped where a file is run.
    disableTypeChecks: false,
    reporters: ["clear-text", "json", "html", "dots"],
    jsonReporter: { fileName: join(folder, "mutation.json") },
    htmlReporter: { fileName: join(folder, "mutation.html") },
  };
}

function testCommand(files: readonly string[]): string {
  return `vitest run --bail 1 --exclude '**/*.slow.test.ts' ${files.join(" ")}`;
}
