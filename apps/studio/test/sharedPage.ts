import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildStudio } from "./studioServer.ts";

const POLL_MS = 100;

/**
 * The page, built once in the folder of a test run: by the file that asks for it first, while others wait.
 * @param runFolder  of this run alone, so that nothing older than its sources is ever served
 * @throws Error with the builder's words when it cannot be built
 */
export async function sharedPage(runFolder: string): Promise<string> {
  const folder = join(runFolder, "studio");
  const outcome = join(runFolder, "studio.outcome");
  if (isFirst(folder)) {
    const problem = await buildStudio(folder).then(
      () => "",
      (error: unknown) => String(error),
    );
    writeFileSync(outcome, `${problem}\n`, { flush: true });
  }
  while (!existsSync(outcome) || readFileSync(outcome, "utf8") === "") await sleep(POLL_MS);
  const problem = readFileSync(outcome, "utf8").trim();
  if (problem !== "")
    throw new Error(`the page cannot be built: ${problem}; mend that and run the tests anew`);
  return folder;
}

/** Whether this call makes a folder, which only one of several can. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
