/**
 * `npm run test:mutation -- PART [FILE ...]` changes the core of a part one bit at a time and looks whether its tests
 * notice; `npm run test:mutation -- guards [WORD ...]` takes out single guards (guards/) and looks whether the test that
 * was written for each fails. Not part of `npm test`: a part takes minutes. Both work in a copy of the checkout. Where
 * lanes run what is changed, mutants are switched on by an environment variable, which workers inherit too; elsewhere by
 * a switch within a Vitest that stays warm, which takes a third of a second for each. Reports go to build/mutation/.
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
  /** Whether other threads or processes run what is changed: a switch within the tests' own process does not reach them. */
  readonly runsElsewhere?: true;
}

const PARTS: Readonly<Record<string, Part>> = {
  /** What a worker lane's own thread does. */
  lanes: {
    mutate: ["packages/parallel/src/lanes/lane.ts"],
    tests: ["laneCounters", "program", "lanePool"].map(
      (name) => `packages/parallel/src/lanes/${name}.test.ts`,
    ),
    runsElsewhere: true,
  },
  /** Lanes and callers: strides that are their steps, and every order of their steps, explored. */
  protocol: {
    mutate: ["packages/parallel/src/protocol/{laneSteps,postSteps,collectSteps,lockSteps,dealing}.ts"],
    firstTests: ["packages/parallel/src/protocol"],
    tests: ["packages/parallel/test/explorer"],
  },
  batch: {
    mutate: ["packages/parallel/src/batch/{resultCache,wordTable,flight}.ts"],
    tests: ["packages/parallel/src/batch"],
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
/** The same for tests that are warm. */
const SHORTEST_WARM_LIMIT_MS = 5000;

const SLOW_TESTS = "**/*.slow.test.ts";
const WARM_CONFIG = "vitest.mutation.config.ts";
const WARM_RUNNER = {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: WARM_CONFIG, related: false },
  timeoutMS: SHORTEST_WARM_LIMIT_MS,
};

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
    const chosenPart = files.length > 0 ? { ...part, mutate: files } : part;
    writeFileSync(join(copy, WARM_CONFIG), warmConfig(part));
    writeFileSync(config, `${JSON.stringify(configuration(chosenPart, folder))}\n`);
    const how = { cwd: copy, env: environmentIn(copy), stdio: "inherit" } as const;
    return spawnSync("stryker", ["run", config], how).status ?? 1;
  } finally {
    removeCopy(copy);
  }
}

function configuration(part: Part, folder: string): object {
  return {
    mutate: [...part.mutate, "!**/*.test.ts"],
    ...(part.runsElsewhere === true ? commandRunner(part) : WARM_RUNNER),
    // The copy is ours to change; packages import each other by name, and a second copy would test the first.
    inPlace: true,
    concurrency: 1,
    timeoutFactor: TIME_LIMIT_FACTOR,
    // Nothing is compiled: types are stripped where a file is run.
    disableTypeChecks: false,
    reporters: ["clear-text", "json", "html", "dots"],
    jsonReporter: { fileName: join(folder, "mutation.json") },
    htmlReporter: { fileName: join(folder, "mutation.html") },
  };
}

function commandRunner({ firstTests = [], tests }: Part): object {
  const commands = [firstTests, tests].filter((files) => files.length > 0).map(testCommand);
  return {
    testRunner: "command",
    commandRunner: { command: commands.join(" && ") },
    timeoutMS: SHORTEST_LIMIT_MS,
  };
}

function testCommand(files: readonly string[]): string {
  return `vitest run --bail 1 --exclude '${SLOW_TESTS}' ${files.join(" ")}`;
}

/** Configuration of a Vitest that knows the tests of a part alone. */
function warmConfig({ firstTests = [], tests }: Part): string {
  const include = [...firstTests, ...tests].map((test) =>
    test.endsWith(".test.ts") ? test : `${test}/**/*.test.ts`,
  );
  const test = {
    include,
    exclude: [SLOW_TESTS],
    setupFiles: ["scripts/propertyCases.ts"],
    // Mutants switched in one place make tests slower; one that goes round without end is Stryker's to end.
    testTimeout: 300_000,
  };
  return `export default ${JSON.stringify({ test })};\n`;
}
