import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, type TestContext, test, vi } from "vitest";
import { type OpenedPage, openStudio, type PageChoices, type Studio, startStudio } from "./studioPage.ts";

/** What a page on a busy machine may take until it has traced, in milliseconds. */
const PATIENCE_MS = 120_000;

vi.setConfig({ testTimeout: 2 * PATIENCE_MS });

let studio: Studio | undefined;
beforeAll(async () => {
  studio = await startStudio();
}, PATIENCE_MS);
afterAll(() => studio?.close());

/** Opens a small view without a Milky Way and waits until it is drawn. */
async function atHole(
  context: TestContext,
  choices: PageChoices,
  act: (opened: OpenedPage) => Promise<void>,
): Promise<void> {
  if (studio === undefined) return context.skip("there is no Chromium on this machine");
  const fragment = `#hole/hasMilkyWay=false${choices.fragment ?? ""}`;
  const opened = await openStudio(studio, { width: 420, height: 800, ...choices, fragment });
  opened.page.setDefaultTimeout(PATIENCE_MS);
  try {
    await opened.page.locator(".hole-live[data-rays]").waitFor();
    await act(opened);
    expect(opened.complaints.filter((words) => !/GPU stall|software WebGL/.test(words))).toEqual([]);
  } finally {
    await opened.close();
  }
}

const distanceM = async (page: Page): Promise<number> =>
  Number.parseFloat((await page.getByLabel("Distance").getAttribute("aria-valuetext")) ?? "");

const said = (page: Page, words: RegExp): Promise<void> =>
  page.locator(".hole-fall-words", { hasText: words }).waitFor();

test("who lets go falls by themselves, through the horizon, and can come back out", (context) =>
  atHole(context, {}, async ({ page }) => {
    await page.getByRole("button", { name: "Fall in" }).click();
    await expect.poll(() => distanceM(page), { timeout: PATIENCE_MS }).toBeLessThan(23.5);
    await page.getByRole("button", { name: "Pause" }).click();
    const before = await distanceM(page);
    await page.getByLabel("Way of the fall").press("ArrowRight");
    expect(await distanceM(page)).toBeLessThan(before);
    await page.getByLabel("Way of the fall").fill("800");
    await said(page, /to the horizon/);
    await page.getByRole("button", { name: "Fall on" }).click();
    await said(page, /inside the horizon: no way back/);
    // The horizon of spin 0.9 is at 1.436 M.
    expect(await distanceM(page)).toBeLessThan(1.4359);
    await page.getByRole("button", { name: "Back out" }).click();
    await page.getByRole("button", { name: "Fall in" }).waitFor();
    expect(await distanceM(page)).toBe(24);
    expect(await page.getByLabel("Observer").inputValue()).toBe("static");
  }));

test("who chooses another place or hole falls no more", (context) =>
  atHole(context, {}, async ({ page }) => {
    await page.getByRole("button", { name: "Fall in" }).click();
    await said(page, /to the horizon/);
    await page.getByLabel("Spacetime").selectOption("minkowski");
    await said(page, /Choose a hole without charge/);
    expect(await page.getByRole("button", { name: "Fall in" }).isDisabled()).toBe(true);
    await page.getByLabel("Spacetime").selectOption("schwarzschild");
    await said(page, /Let go/);
    expect(await page.locator(".hole-problems").allTextContents()).toEqual(["", ""]);
  }));

test("who wants no motion falls in still pictures", (context) =>
  atHole(context, { reducedMotion: "reduce" }, async ({ page }) => {
    await page.getByRole("button", { name: "Fall in" }).click();
    const first = await page.waitForFunction(() => {
      const words = document.querySelector(".hole-fall-words")?.textContent ?? "";
      return /^24\.0|^Let go/.test(words) ? undefined : words;
    });
    // A twentieth of the way at once, in the root of the radius: from 24 M towards the inner horizon at 0.5641 M.
    const root = Math.sqrt(24) - (Math.sqrt(24) - Math.sqrt(1.03 * 0.5641)) / 20;
    expect(await first.jsonValue()).toContain(`${(root * root).toPrecision(3)} M`);
  }));
