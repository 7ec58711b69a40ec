import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { planOfCommandLine, root, savedPlan, untilProven } from "./planPage.ts";
import { planPages } from "./planPages.ts";
import { type Studio, startStudio } from "./studioPage.ts";

vi.setConfig({ testTimeout: 120_000 });

let studio: Studio | undefined;
const { inPage, close } = planPages(() => studio);
beforeAll(async () => {
  studio = await startStudio();
}, 90_000);
afterAll(async () => {
  await close();
  await studio?.close();
});

test("a link that was cut short is told, and the example is shown", (context) =>
  inPage(context, { fragment: "#plan/q1YqLU4tykvMTVWyUlAqS8w" }, async ({ page }) => {
    await page.getByRole("alert").filter({ hasText: "link holds no whole home: it was cut short" }).waitFor();
    expect(await savedPlan(page)).toBe(planOfCommandLine(join(root, "examples", "home.yaml")));
  }));

test("a link holds the whole home and what is forced on its plan", (context) =>
  inPage(context, {}, async ({ page, context: browserContext, server }) => {
    await page.locator("#field-name").fill("Shared home");
    await untilProven(page);
    await expect.poll(() => page.locator(".plan-title h2").textContent()).toBe("Shared home");
    await page.getByRole("button", { name: "Hold", exact: true }).click();
    await page.locator(".forced-cost", { hasText: "Your changes" }).waitFor();
    await page.getByRole("button", { name: "Share" }).click();
    await page.waitForURL(/#plan\/.{100}/);
    const other = await browserContext.newPage();
    await other.goto(server.url);
    await untilProven(other);
    // Pasted into the address of the open page, and then opened anew.
    await other.evaluate((fragment) => {
      location.hash = fragment;
    }, new URL(page.url()).hash);
    await other.locator(".plan-title h2", { hasText: "Shared home" }).waitFor();
    await other.reload();
    await untilProven(other);
    expect(await other.locator(".plan-title h2").textContent()).toBe("Shared home");
    expect(await savedPlan(other)).toBe(await savedPlan(page));
    expect(await savedPlan(other)).toContain('"action":"hold"');
  }));

test("a reload brings the home back as it was left, and the example can be had again", (context) =>
  inPage(context, {}, async ({ page }) => {
    const capacity = page.getByLabel("Capacity", { exact: true });
    await capacity.fill("13.5");
    await untilProven(page);
    await expect.poll(() => page.locator("svg.picture").first().textContent()).toContain("13.5 kWh");
    await page.getByRole("button", { name: "Hold", exact: true }).click();
    await page.locator(".forced-cost", { hasText: "Your changes" }).waitFor();
    await page.reload();
    await untilProven(page);
    expect(await capacity.inputValue()).toBe("13.5");
    expect(await page.locator(".forced-list").textContent()).toMatch(/16:35 to 17:00: hold/);
    await page.getByRole("button", { name: "Begin anew with the example" }).click();
    await untilProven(page);
    await expect.poll(() => capacity.inputValue()).toBe("9.5");
    expect(await page.locator(".forced-list li").count()).toBe(0);
  }));
