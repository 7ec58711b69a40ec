/**
 * `npm run bench:studio`: what the page weighs when it is first loaded, compressed, and how soon it can be used and has
 * its plan, in a browser that has never seen it, and how soon an edit of the home is planned and shown. Medians of several
 * loads and edits; other programs on the machine are in them, least of all in the quickest.
 */
import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { untilProven } from "../test/planPage.ts";
import { openStudio, type Studio, startStudio } from "../test/studioPage.ts";

const LOADS = 5;
/** Edits after the first one of each load: so many until browsers have compiled what they run. */
const EDITS = 12;
/** What the page is held to. */
const MOST_KILOBYTES = 400;
const MOST_INTERACTIVE_MS = 2000;
const MOST_EDIT_MS = 100;

/** Milliseconds from the start of the navigation. */
interface Load {
  readonly interactiveMs: number;
  readonly plannedMs: number;
  readonly provenMs: number;
  /** From the first edit, and from later ones in the order of how long they took, until their plans stood on the page. */
  readonly firstEditMs: number;
  readonly editsMs: readonly number[];
  /** Until the black hole is drawn through its first mesh, where the page opens with it. */
  readonly holeMs: number;
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
  const firstEditMs = await editMs(page, 10);
  const edits: number[] = [];
  for (let index = 0; index < EDITS; index++) edits.push(await editMs(page, 5 + index / 2));
  await close();
  const hole = await openStudio(open, { fragment: "#hole" });
  await hole.page.locator(".hole-live[data-rays]").waitFor();
  const holeMs = await hole.page.evaluate(() => performance.now());
  await hole.close();
  return {
    holeMs,
    interactiveMs,
    plannedMs,
    provenMs,
    firstEditMs,
    editsMs: edits.sort((a, b) => a - b),
    files,
  };
}

/** Types a capacity and waits for its plan, and then for the proof, so that edits do not hinder each other. */
async function editMs(page: Page, capacityKwh: number): Promise<number> {
  const tookMs = await page.evaluate(async (kwh) => {
    const input = document.querySelector<HTMLInputElement>("#field-battery-capacityKwh");
    const picture = document.querySelector(".picture-place");
    if (input === null || picture === null) throw new Error("the page has no field or no picture");
    const beginMs = performance.now();
    input.value = String(kwh);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    return new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (picture.textContent?.includes(`% of ${kwh.toFixed(1)} kWh`) !== true) return;
        observer.disconnect();
        resolve(performance.now() - beginMs);
      });
      observer.observe(picture, { childList: true });
    });
  }, capacityKwh);
  await untilProven(page);
  return tookMs;
}

function report(files: readonly (readonly [string, number])[], measured: readonly Load[]): void {
  const total = files.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000;
  console.log(`First load, compressed: ${total.toFixed(0)} kB of at most ${MOST_KILOBYTES} kB`);
  for (const [name, bytes] of files) console.log(`  ${(bytes / 1000).toFixed(1).padStart(7)} kB  ${name}`);
  const median = (pick: (load: Load) => number): number => middle(measured.map(pick).sort((a, b) => a - b));
  const line = (words: string, pick: (load: Load) => number, bound?: number): void => {
    const held = bound === undefined ? "" : `, to be at most ${bound} ms`;
    console.log(`${words}: ${median(pick).toFixed(0)} ms${held}`);
  };
  console.log(`\nMedians of ${measured.length} first loads, ${cpus().length} cores:`);
  line("The form can be used", ({ interactiveMs }) => interactiveMs, MOST_INTERACTIVE_MS);
  line("The plan is shown", ({ plannedMs }) => plannedMs);
  line("It is proven", ({ provenMs }) => provenMs);
  line("The first edit is planned and shown", ({ firstEditMs }) => firstEditMs);
  line("An edit is planned and shown", ({ editsMs }) => middle(editsMs), MOST_EDIT_MS);
  line("The black hole is drawn", ({ holeMs }) => holeMs);
  line("The quickest edit", ({ editsMs }) => editsMs[0] as number);
}

/** The middle one of numbers in order. */
function middle(ordered: readonly number[]): number {
  return ordered[Math.floor(ordered.length / 2)] as number;
}
