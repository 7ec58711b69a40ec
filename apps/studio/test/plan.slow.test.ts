import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { drop, planOfCommandLine, root, saved, savedPlan, suiteOf, untilProven } from "./planPage.ts";
import { planPages } from "./planPages.ts";
import { type Studio, startStudio } from "./studioPage.ts";

const EXAMPLE = join(root, "examples", "home.yaml");
/** Planning may have to wait for its turn on a busy machine, in milliseconds. */
const PATIENCE = { timeout: 20_000, interval: 200 } as const;

vi.setConfig({ testTimeout: 120_000 });

let studio: Studio | undefined;
const pages = planPages(() => studio);
const { inPage, inSharedPage } = pages;
let expected = "";
let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lightcone-home-"));
  studio = await startStudio();
  expected = planOfCommandLine(EXAMPLE);
}, 90_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await pages.close();
  await studio?.close();
});

test("opens with the example home planned, the plan's bytes being those of the command line", (context) =>
  inPage(context, {}, async ({ page }) => {
    expect(await savedPlan(page)).toBe(expected);
    expect(await page.locator("svg.picture rect.slot").count()).toBeGreaterThan(40);
    expect(await page.locator(".status").textContent()).toMatch(/on \d+ lanes|on one lane/);
  }));

test("without the headers of isolation it says so, and its one lane gives the same bytes", (context) =>
  inPage(context, { hasHeaders: false }, async ({ page }) => {
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    expect(await page.locator(".one-lane").textContent()).toMatch(/One lane: this server/);
    expect(await page.locator(".status").textContent()).toContain("on one lane");
    expect(await savedPlan(page)).toBe(expected);
    // The page's own service worker gives the headers from the next load on.
    await page.getByRole("button", { name: "Use all cores" }).click();
    await page.waitForFunction(() => crossOriginIsolated);
    await untilProven(page);
    expect(await page.locator(".one-lane").count()).toBe(0);
  }));

test("works without a network after the first load", (context) =>
  inPage(context, {}, async ({ page, context: browserContext, complaints }) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await browserContext.setOffline(true);
    await page.reload();
    await untilProven(page);
    expect(await savedPlan(page)).toBe(expected);
    expect(complaints).toEqual([]);
  }));

test("an edited price changes the plan, and the saved home file gives that plan on the command line", (context) =>
  inSharedPage(context, async ({ page }) => {
    await page.getByLabel("Prices of buying").selectOption("fixed");
    await page.getByLabel("Buying: price").fill("much");
    await page.locator(".tariff .fault", { hasText: 'It is "much"' }).waitFor();
    await page.getByLabel("Buying: price").fill("31,25");
    await untilProven(page);
    await expect.poll(() => savedPlan(page), PATIENCE).toContain('"importPencePerKwh":31.25');
    const edited = await savedPlan(page);
    expect(edited).not.toBe(expected);
    const file = join(folder, "home.yaml");
    cpSync(join(root, "examples", "home"), join(folder, "home"), { recursive: true });
    cpSync(await saved(page, "Home file (YAML)"), file);
    expect(readFileSync(file, "utf8")).toContain("fixed: 31.25");
    expect(edited).toBe(planOfCommandLine(file));
  }));

test("a value outside its limits is told beside its field, and mended there; limits are those of the home's size", (context) =>
  inSharedPage(context, async ({ page }) => {
    const field = page.getByLabel("Capacity");
    const fault = page.locator("#field-battery-capacityKwh-fault");
    await field.fill("9,500");
    await fault.filter({ hasText: 'It is "9,500", but must be a number in kWh' }).waitFor();
    await field.fill("9500");
    await fault.filter({ hasText: "which looks like Wh" }).waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByRole("alert").textContent()).toContain("battery.capacityKwh");
    await field.fill("300");
    const hint = page.locator("#field-battery-dischargeKw-hint");
    await expect.poll(() => hint.textContent(), PATIENCE).toBe("0 to 3000 kW");
    await field.fill("9.5");
    await expect.poll(() => hint.textContent(), PATIENCE).toBe("0 to 100 kW");
    expect(await fault.isHidden()).toBe(true);
    await untilProven(page);
    expect(await savedPlan(page)).toBe(expected);
  }));

test("a car is charged between the times that the form is told", (context) =>
  inSharedPage(context, async ({ page }) => {
    await page.getByText("Cars", { exact: true }).click();
    await page.getByLabel("Charge from").fill("03:00");
    await page.getByLabel("Ready by").fill("05:00");
    const gets = page.locator(".warnings li", { hasText: "Car 1: Car gets" });
    await gets.filter({ hasText: "from Wed 15 Apr 03:00 by Wed 15 Apr 05:00" }).waitFor();
    const { slots } = JSON.parse(await savedPlan(page)) as { slots: { start: string; carKwh: number }[] };
    const charged = slots.filter(({ carKwh }) => carKwh > 0).map(({ start }) => start.slice(11, 16));
    expect(charged).toEqual(["03:00", "03:30", "04:00", "04:30"]);
  }));

test("a home without panels or a history of use is planned from now, and panels come back as they were", (context) =>
  inSharedPage(context, async ({ page }) => {
    const panels = page.getByLabel("Forecast of the panels");
    for (const title of ["Sun", "Home use", "Time and planning"]) {
      await page.locator(".home-form summary").getByText(title, { exact: true }).click();
    }
    await panels.selectOption("none");
    await expect.poll(() => savedPlan(page), PATIENCE).not.toMatch(/"pvKwh":0\.0*[1-9]/);
    await panels.selectOption("data");
    await expect.poll(() => savedPlan(page), PATIENCE).toBe(expected);
    await panels.selectOption("none");
    await page.getByLabel("Use of the home").selectOption("daily");
    await page.getByLabel("Use a day").fill("12");
    for (const direction of ["buying", "selling"]) {
      await page.getByLabel(`Prices of ${direction}`).selectOption("fixed");
    }
    const begin = page.getByRole("button", { name: "Plan from the time it is now" });
    await begin.click();
    await begin.waitFor({ state: "hidden" });
    const { slots, totals } = JSON.parse(await savedPlan(page));
    // Clocks of page and test are the same: the plan begins in the 5 minutes that run.
    expect(Date.now() - Date.parse(slots[0].start)).toBeLessThan(3_600_000);
    expect(totals.costSoFarPence).toBe(0);
  }));

test("of edits that come quicker than plans the last one counts", (context) =>
  inSharedPage(context, async ({ page }) => {
    // All in one go: a browser that is driven from outside types more slowly than plans are made.
    await page.getByLabel("Capacity", { exact: true }).evaluate((input: HTMLInputElement) => {
      for (let tenths = 68; tenths < 80; tenths++) {
        input.value = String(tenths / 10);
        input.dispatchEvent(new Event("input"));
      }
    });
    await untilProven(page);
    expect(await savedPlan(page)).toMatch(/"capacityKwh": ?7.9,/);
    expect(await page.locator(".picture").textContent()).toContain("Stored, % of 7.9 kWh");
  }));

test("a dropped file that is none is told with what to drop, and a broken home with line and column", (context) =>
  inSharedPage(context, async ({ page }) => {
    await drop(page, "holiday.png", "\u0089PNG");
    const alert = page.getByRole("alert");
    await alert.filter({ hasText: "holiday.png is no file that the planner reads" }).waitFor();
    await drop(page, "prices.json", '{"results": [');
    await alert.filter({ hasText: "prices.json is JSON that breaks off" }).waitFor();
    await drop(page, "load.csv", "start,kwh\n2026-04-01T00:00Z,much\n");
    await page.locator(".file-choice .fault", { hasText: "“line 2, kwh” is" }).waitFor({ state: "attached" });
    expect(await page.locator(".menu button", { hasText: "Plan (JSON)" }).isDisabled()).toBe(true);
    await drop(page, "mine.yaml", "battery:\n\tcapacityKwh: 5\n");
    await alert.filter({ hasText: "line 2, column 1" }).waitFor();
    expect(await page.locator(".status").textContent()).toBe("Not planned");
  }));

test("dropped data take the place of the example's, by name where it names them; prices are asked about", (context) =>
  inSharedPage(context, async ({ page }) => {
    const halfHours = Array.from({ length: 7 * 48 }, (_, index) =>
      new Date(Date.UTC(2026, 3, 7) + index * 1_800_000).toISOString(),
    );
    // The model counts a half-hour as six steps of four decimals.
    await drop(page, "load.csv", `start,kwh\n${halfHours.map((start) => `${start},0.5\n`).join("")}`);
    await expect.poll(() => savedPlan(page), PATIENCE).toContain('"loadKwh":0.4998,');
    await drop(page, "dark.csv", "start,kw\n2026-04-14T00:00Z,0\n2026-04-15T23:30Z,0\n");
    await page.locator(".file-name", { hasText: "dark.csv" }).waitFor({ state: "attached" });
    await drop(page, "flat.csv", "start,end,value\n2026-04-14T00:00Z,2026-04-17T00:00Z,5\n");
    await page.getByRole("button", { name: "What selling earns" }).click();
    await expect.poll(() => savedPlan(page), PATIENCE).toContain('"exportPencePerKwh":5,');
  }));

test("a forced action stands in the plan and says what it costs, and can be undone", (context) =>
  inSharedPage(context, async ({ page }) => {
    await page.getByRole("button", { name: "Hold", exact: true }).click();
    await page
      .locator(".forced-cost", { hasText: /^Your changes cost [\d.]+ p more than the plan\.$/ })
      .waitFor();
    await expect.poll(() => savedPlan(page), PATIENCE).toContain('"action":"hold"');
    await page.getByRole("button", { name: "Back to the plan" }).click();
    await expect.poll(() => savedPlan(page), PATIENCE).toBe(expected);
  }));

test("a block that is dragged forces its action at another time", (context) =>
  inSharedPage(context, async ({ page }) => {
    await page.locator("svg.picture").scrollIntoViewIfNeeded();
    const block = (await page.locator("svg.picture rect.do-export").first().boundingBox())!;
    const y = block.y + block.height / 2;
    await page.mouse.move(block.x + block.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(block.x + block.width / 2 + 200, y, { steps: 8 });
    await page.mouse.up();
    await page.locator(".forced-list li").nth(1).waitFor();
    expect(await page.locator(".forced-list").textContent()).toMatch(/use battery.*export to \d+ %/);
    await page.locator(".forced-cost", { hasText: "Your changes cost" }).waitFor();
  }));

test("a finger drags a block, too", (context) =>
  inPage(context, { width: 390, height: 844, hasTouch: true }, async ({ page, context: browserContext }) => {
    const block = page.locator("svg.picture rect.do-export").first();
    await block.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await block.boundingBox())!;
    const fingers = await browserContext.newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: readonly object[]) =>
      fingers.send("Input.dispatchTouchEvent", { type, touchPoints: [...touchPoints] as never });
    const at = (moved: number): object => ({ x: x + width / 2 + moved, y: y + height / 2 });
    await touch("touchStart", [at(0)]);
    for (let moved = 10; moved <= 70; moved += 10) await touch("touchMove", [at(moved)]);
    await touch("touchEnd", []);
    await page.locator(".forced-list li").nth(1).waitFor();
    expect(await page.locator(".forced-list").textContent()).toMatch(/use battery.*export to \d+ %/);
  }));

test("two batteries stand side by side", (context) =>
  inSharedPage(context, async ({ page }) => {
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByLabel("Capacity").fill("19");
    const difference = page
      .locator(".comparison tr", { hasText: "Three futures weighed" })
      .locator(".difference");
    await difference.filter({ hasText: /^-£/ }).waitFor();
    expect(await page.locator(".comparison svg").count()).toBe(2);
    await page.getByRole("button", { name: "End comparison" }).click();
  }));

test("the keyboard steps through the day, and each slot says why", (context) =>
  inSharedPage(context, async ({ page }) => {
    await page.getByRole("button", { name: "+1 h" }).focus();
    await page.keyboard.press("Enter");
    expect(await page.locator(".slot-title").textContent()).toContain("17:30 to 18:00");
    expect(await page.locator("p.why").textContent()).toMatch(/Exporting earns 21\.9 p/);
    await page.getByLabel("Slot", { exact: true }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.locator(".slot-title").textContent()).toContain("18:00 to 18:30");
  }));

test("many homes of a suite file are planned, and each shows its day with flows, totals and bound", (context) =>
  inSharedPage(context, async ({ page }) => {
    await drop(page, "homes.json", suiteOf(2));
    await page.locator(".suite h3", { hasText: "2 homes of homes.json" }).waitFor();
    const day = page.locator(".suite-day");
    for (const id of [0, 1]) {
      await page.getByRole("button", { name: `Home ${id}`, exact: true }).click();
      await day.locator("h3", { hasText: `The day of home ${id}` }).waitFor();
      await day.locator(".sums > div", { hasText: /Proven within[\d.]+ p/ }).waitFor();
      expect(await day.locator("svg.picture").textContent()).toContain(`Battery plan for Home ${id}`);
      expect(await day.locator("svg.picture rect.slot").count()).toBeGreaterThan(40);
      // The exact bound is no lower than the quick one of the row.
      const gap = await day
        .locator(".sums dd")
        .last()
        .evaluate(({ firstChild }) => firstChild?.textContent);
      const rowGap = await page.locator(".homes tbody tr").nth(id).locator("td").nth(2).textContent();
      expect(Number.parseFloat(gap!)).toBeLessThanOrEqual(Number.parseFloat(rowGap!) + 0.06);
      expect(await page.locator('.pick[aria-pressed="true"]').textContent()).toBe(`Home ${id}`);
    }
    // The home in the form is what it was.
    expect(await savedPlan(page)).toBe(expected);
    await page.locator(".suite").getByRole("button", { name: "Close" }).click();
    await day.locator("h3").waitFor({ state: "detached" });
  }));

test("a picture of the plan is saved", (context) =>
  inSharedPage(context, async ({ page }) => {
    const png = readFileSync(await saved(page, "Picture (PNG)"));
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(png.byteLength).toBeGreaterThan(20_000);
  }));
