import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import type { OpenedPage } from "./studioPage.ts";

/** The command as it stands in a clone. */
const LIGHTCONE = fileURLToPath(new URL("../../../node_modules/.bin/lightcone", import.meta.url));

/** What a page on a busy machine may take until it has traced or painted, in milliseconds. */
export const PATIENCE_MS = 120_000;

/** Small, without a Milky Way: what is held here does not depend on what shines. */
export const SMALL = { width: 420, height: 700, fragment: "#hole/hasMilkyWay=false&radiusM=15" } as const;

/** Runs the command in a folder. @returns what it prints */
export function lightconeIn(folder: string, ...args: readonly string[]): string {
  return execFileSync(process.execPath, [LIGHTCONE, ...args], { cwd: folder, encoding: "utf8" });
}

/** The file that a button saves. */
export async function savedBy(page: Page, button: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent("download", { timeout: PATIENCE_MS }),
    page.getByRole("button", { name: button }).click(),
  ]);
  return readFileSync(await download.path());
}

/** Complaints that are the page's own: without a graphics card the browser says that its stand-in is slow. */
export function ownComplaints({ complaints }: OpenedPage): string[] {
  return complaints.filter((words) => !/GPU stall|software WebGL/.test(words));
}
