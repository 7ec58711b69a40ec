import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Batch, LocalContestant } from "../contestant.ts";
import { createBareTable, partsOf } from "./bareTable.ts";
import type { RangeTask, TaskWorkerData } from "./taskWorker.ts";

const peersFolder = fileURLToPath(new URL("../peers/", import.meta.url));
const workerFile = fileURLToPath(new URL("./taskWorker.ts", import.meta.url));

/** What the two pools have in common, as far as the benchmark needs it. */
interface TaskPool {
  run(task: RangeTask, options: { name: string }): Promise<unknown>;
  destroy(): Promise<unknown>;
}
type TaskPoolClass = new (options: {
  filename: string;
  minThreads: number;
  maxThreads: number;
  idleTimeout: number;
  workerData: TaskWorkerData;
}) => TaskPool;

/** The pools from npm, loaded; each with its version in its name. */
export interface NpmPool {
  readonly name: string;
  readonly Pool: TaskPoolClass;
}

/**
 * Installs the pools beside the benchmark on first use and loads them.
 * @throws Error with npm's own words when they cannot be installed
 */
export async function loadNpmPools(): Promise<NpmPool[]> {
  installPeers();
  return Promise.all([loadPool("piscina", "dist/main.js"), loadPool("tinypool", "dist/index.js")]);
}

/** By file, not by name: the packages stand beside the benchmark, where no import from here would find them. */
async function loadPool(name: string, main: string): Promise<NpmPool> {
  const folder = join(peersFolder, "node_modules", name);
  const module = (await import(pathToFileURL(join(folder, main)).href)) as { default: TaskPoolClass };
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  return { name: `${name} ${version}`, Pool: module.default };
}

function installPeers(): void {
  const mark = join(peersFolder, "node_modules", ".installed");
  const wanted = createHash("sha256")
    .update(readFileSync(join(peersFolder, "package-lock.json")))
    .digest("hex");
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return;
  console.error("Installing the pools to compare with (once) ...");
  const npm = spawnSync("npm", ["ci", "--prefix", peersFolder, "--loglevel=error"], { encoding: "utf8" });
  if (npm.status !== 0) throw new Error(npm.stderr || npm.error?.message || `npm ended with ${npm.status}`);
  writeFileSync(mark, wanted);
}

/**
 * A pool of `laneCount` workers that gets one task per worker it needs, each a contiguous part of the jobs. The
 * caller only waits: that is how these pools are used.
 */
export async function createNpmPool(
  { name, Pool }: NpmPool,
  module: WebAssembly.Module,
  laneCount: number,
): Promise<LocalContestant> {
  const { memory, table } = createBareTable(module);
  const pool = new Pool({
    filename: workerFile,
    minThreads: laneCount,
    maxThreads: laneCount,
    idleTimeout: 1e9,
    workerData: { module, memory, paramsPointer: table.paramsPointer },
  });
  const run = async ({ entry, jobCount }: Batch): Promise<void> => {
    const parts = partsOf(jobCount, laneCount);
    await Promise.all(parts.map(({ begin, end }) => pool.run({ entry, begin, end }, { name: "runRange" })));
  };
  return {
    name,
    table,
    run,
    close: async () => {
      await pool.destroy();
    },
  };
}
