import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const LIGHTCONE = "apps/cli/src/lightcone.ts";

/** Runs `lightcone` with these words in the checkout. @returns wall time in milliseconds @throws Error when it fails */
export function runLightcone(words: readonly string[]): number {
  const startMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [LIGHTCONE, ...words], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`lightcone ${words.join(" ")} ended with ${status}: ${stderr.trim()}`);
  return performance.now() - startMs;
}

/** A JSON file as whoever wrote it means it. */
export function readJson<Value>(file: string): Value {
  return JSON.parse(readFileSync(file, "utf8")) as Value;
}

/** The middle one of an odd number of values. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
