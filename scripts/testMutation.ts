/**
 * `npm run test:mutation [-- PART [FILE ...]]`: changes the core of a part one bit at a time and looks whether its tests
 * notice. Not part of `npm test`: a part takes hours. Mutants are switched on by an environment variable, which workers
 * inherit too; an in-process switch would not reach lanes. Works in the checkout itself, because packages import each other
 * by name: it must be clean, and is put back after each run. Reports go to build/mutation/.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./gate.ts";

/** What is changed, and the tests that must notice. */
interface Part {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

const PARTS: Readonly<Record<string, Part>> = {
  parallel: {
    mutate: [
      "packages/parallel/src/{protocol,lanes,batch,kernel}/*.ts",
      "packages/parallel/src/{schedule,engine}.ts",
    ],
    tests: ["packages/parallel/src", "packages/parallel/test"],
  },
  battery: {
    mutate: ["packages/battery/src/{plan,model,storage,trials}/*.ts"],
    tests: [
      "packages/battery/src/plan",
      "packages/battery/src/model",
      "packages/battery/src/storage",
      "packages/battery/src/trials",
    ],
  },
  relativity: {
    mutate: ["packages/relativity/src/{trace,lensMap}/*.ts"],
    tests: ["packages/relativity/src/trace", "packages/relativity/src/lensMap", "packages/relativity/test"],
  },
  evidence: {
    mutate: ["packages/evidence/src/{claim,judge,replay}/*.ts"],
    tests: ["packages/evidence"],
  },
};

const [chosen, ...files] = process.argv.slice(2);
if (chosen !== undefined && !Object.hasOwn(PARTS, chosen)) {
  console.error(`PART: is ${JSON.stringify(chosen)}\n  to mend: use one of ${Object.keys(PARTS).join(", ")}`);
  process.exit(2);
}
const changed = spawnSync("git", ["status", "--porcelain", "packages"], {
  cwd: root,
  encoding: "utf8",
}).stdout;
if (changed !== "") {
  console.error(
    `packages/: has changes that mutants could be mixed up with:\n${changed}  to mend: commit or stash them`,
  );
  process.exit(2);
}
const names = chosen === undefined ? Object.keys(PARTS) : [chosen];
process.exitCode = names.map((name) => mutate(name, PARTS[name]!)).every(Boolean) ? 0 : 1;

/** @returns whether the run came to its end */
function mutate(name: string, { mutate: patterns, tests }: Part): boolean {
  const folder = join(root, "build", "mutation", name);
  mkdirSync(folder, { recursive: true });
  const config = {
    mutate: [...(files.length > 0 ? files : patterns), "!**/*.test.ts"],
    testRunner: "command",
    commandRunner: { command: `vitest run --bail 1 --exclude '**/*.slow.test.ts' ${tests.join(" ")}` },
    inPlace: true,
    concurrency: 1,
    // Nothing is compiled: types are stripped where a file is run.
    disableTypeChecks: false,
    reporters: ["clear-text", "json", "html"],
    jsonReporter: { fileName: join(folder, "mutation.json") },
    htmlReporter: { fileName: join(folder, "mutation.html") },
    tempDirName: join("build", "mutation", name, "temporary"),
  };
  const file = join(folder, "stryker.config.json");
  writeFileSync(file, `${JSON.stringify(config, null, 1)}\n`);
  const { status } = spawnSync("stryker", ["run", file], { cwd: root, stdio: "inherit" });
  return status === 0;
}
