/**
 * `npm run bench:studio`: what the page weighs when it is first loaded, compressed, and how soon it can be used and has
 * its plan, in a browser that has never seen it. Medians of several loads; other programs on the machine are in them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { untilProven } from "../test/planPage.ts";
import { openStudio, type Studio, startStudio } from "../test/studioPage.ts";

const LOADS = 5;
/** What the page is held to. */
const MOST_KILOBYTES = 400;
const MOST_INTERACTIVE_MS = 2000;

/** Milliseconds from the start of the navigation. */
interface Load {
  readonly interactiveMs: number;
  readonly plannedMs: number;
  readonly provenMs: number;
  readonly replannedMs: number;
  /** Names of the files that the page asked for; what its service worker keeps for later is not among them. */
  readonly files: readonly string[];
}

const studio = await startStudio();
if (studio === undefined)
  throw new Error("There is no Chromium on this machine: install it, e.g. apt-get install chromium");
try {
  const measured = await loads(studio);
  const loaded = new Set(measured.flatMap(({ files }) => files));
  report(
    weight(studio.folder).filter(([name]) => loaded.has(name)),
    measured,
  );
} finally {
  await studio.close();
}

/** Bytes of every built file, each compressed as a server sends it. */
function weight(folder: string): readonly (readonly [name: string, bytes: number])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      return [entry.name, gzipSync(bytes, { level: 6 }).byteLength] as const;
    })
    .sort((a, b) => b[1] - a[1]);
}

async function loads(open: Studio): Promise<readonly Load[]> {
  const measured: Load[] = [];
  for (let index = 0; index < LOADS; index++) measured.push(await measuredLoad(open));
  return measured;
}

async function measuredLoad(open: Studio): Promise<Load> {
  const { page, ownRequests, close } = await openStudio(open, { fragment: "#plan" });
  const since = (): Promise<number> => page.evaluate(() => performance.now());
  await page.locator(".home-form").waitFor();
  const interactiveMs = await since();
  await page.locator("svg.picture").waitFor();
  const plannedMs = await since();
  await untilProven(page);
  const provenMs = await since();
  const files = ownRequests.map((url) => new URL(url).pathname.replace(/^.*\//, "") || "index.html");
  await page.locator("#field-battery-capacityKwh").fill("10");
  const begin = await since();
  await page.locator(".picture .title", { hasText: "10.0 kWh" }).waitFor();
  const replannedMs = (await since()) - begin;
  await close();
  return { interactiveMs, plannedMs, provenMs, replannedMs, files };
}

function report(files: readonly (readonly [string, number])[], measured: readonly Load[]): void {
  const total = files.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000;
  console.log(`First load, compressed: ${total.toFixed(0)} kB of at most ${MOST_KILOBYTES} kB`);
  for (const [name, bytes] of files) console.log(`  ${(bytes / 1000).toFixed(1).padStart(7)} kB  ${name}`);
  const median = (pick: (load: Load) => number): number =>
    measured.map(pick).sort((a, b) => a - b)[Math.floor(measured.length / 2)] as number;
  const line = (words: string, pick: (load: Load) => number, bound?: number): void => {
    const held = bound === undefined ? "" : `, to be at most ${bound} ms`;
    console.log(`${words}: ${median(pick).toFixed(0)} ms${held}`);
  };
  console.log(`\nMedians of ${measured.length} first loads, ${cpus().length} cores:`);
  line("The form can be used", ({ interactiveMs }) => interactiveMs, MOST_INTERACTIVE_MS);
  line("The plan is shown", ({ plannedMs }) => plannedMs);
  line("It is proven", ({ provenMs }) => provenMs);
  line("An edit is planned and shown", ({ replannedMs }) => replannedMs);
}
