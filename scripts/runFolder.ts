import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Called by Vitest before the first test file of a run: makes the folder that `TEST_RUN_FOLDER` names to all of them. */
export function setup(): void {
  process.env.TEST_RUN_FOLDER = mkdtempSync(join(tmpdir(), "lightcone-run-"));
}

/** Called by Vitest after the last one. */
export function teardown(): void {
  const { TEST_RUN_FOLDER: folder } = process.env;
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
