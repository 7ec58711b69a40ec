import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { drop, suiteOf, untilProven } from "./planPage.ts";
import { openStudio, type Studio, startStudio } from "./studioPage.ts";

vi.setConfig({ testTimeout: 120_000 });

let studio: Studio | undefined;
beforeAll(async () => {
  studio = await startStudio();
}, 60_000);
afterAll(() => studio?.close());

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong, worst first. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(`${axe}; axe.run(document)`);
  return violations.flatMap(({ id, impact, nodes }) => nodes.map(({ html }) => `${impact} ${id}: ${html}`));
}

test.for([
  { width: 1280, height: 900, colorScheme: "light" },
  { width: 360, height: 740, colorScheme: "dark" },
] as const)("axe finds nothing wrong at $width pixels, $colorScheme", async (choices, context) => {
  if (studio === undefined) return context.skip("there is no Chromium on this machine");
  const opened = await openStudio(studio, choices);
  await untilProven(opened.page);
  // Everything that can be folded is looked at unfolded, a comparison, forced actions and a suite with it.
  await opened.page.getByRole("button", { name: "Compare" }).click();
  await opened.page.getByRole("button", { name: "Hold", exact: true }).click();
  await opened.page.locator(".forced-cost", { hasText: "Your changes cost" }).waitFor();
  await drop(opened.page, "homes.json", suiteOf(1));
  await opened.page.getByRole("button", { name: "Home 0", exact: true }).click();
  await opened.page.locator(".suite-day .sums", { hasText: "Proven within" }).waitFor();
  await opened.page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  expect(await findings(opened.page)).toEqual([]);
  expect(opened.complaints).toEqual([]);
  expect(opened.strangeRequests).toEqual([]);
  await opened.close();
});

test.for([
  { width: 1280, height: 900, colorScheme: "dark" },
  { width: 360, height: 740, colorScheme: "light" },
] as const)(
  "axe finds nothing wrong with the black hole at $width pixels, $colorScheme",
  {
    timeout: 120_000,
  },
  async (choices, context) => {
    if (studio === undefined) return context.skip("there is no Chromium on this machine");
    const opened = await openStudio(studio, { ...choices, fragment: "#hole/hasMilkyWay=false" });
    const { page } = opened;
    await page.locator(".hole-live[data-rays]").waitFor({ timeout: 60_000 });
    await page.locator(".hole-surface").press("Enter");
    await page.locator(".hole-path").waitFor({ timeout: 60_000 });
    await page.getByLabel("Shot file").fill("spacetime: {}");
    await page.getByRole("button", { name: "Render movie" }).click();
    await page.locator(".hole-movie .problems").waitFor({ timeout: 60_000 });
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    expect(await findings(page)).toEqual([]);
    expect(opened.strangeRequests).toEqual([]);
    await opened.close();
  },
);
