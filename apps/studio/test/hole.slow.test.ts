import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lightconeIn, ownComplaints, PATIENCE_MS, SMALL, savedBy } from "./holePage.ts";
import { openStudio, type Studio, startStudio } from "./studioPage.ts";

let studio: Studio | undefined;
let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lightcone-hole-"));
  studio = await startStudio();
}, PATIENCE_MS);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await studio?.close();
});

function lightcone(...args: readonly string[]): string {
  return lightconeIn(folder, ...args);
}

/** The numbers of a picture's pixels, read by the browser itself. */
function pixelsOf(page: Page, png: Buffer): Promise<readonly number[]> {
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context?.drawImage(image, 0, 0);
    return Array.from(context?.getImageData(0, 0, image.width, image.height).data ?? []);
  }, png.toString("base64"));
}

test("the painted view is the command line's frame of the saved shot, its lens map the same bytes, and what the graphics card draws is close to it", {
  timeout: 2 * PATIENCE_MS,
}, async (context) => {
  if (studio === undefined) return context.skip("there is no Chromium on this machine");
  // Stars are points on the painting and spots on the graphics card.
  const fragment = `${SMALL.fragment}&hasStars=false&azDeg=20&elDeg=8`;
  const opened = await openStudio(studio, { ...SMALL, fragment });
  const { page } = opened;
  const painted = page.locator(".hole-painted[data-lens-map-sha256]");
  await painted.waitFor({ timeout: PATIENCE_MS });
  const lensMapSha256 = await painted.getAttribute("data-lens-map-sha256");
  writeFileSync(join(folder, "still.yaml"), await savedBy(page, "Save shot file"));
  const picture = await savedBy(page, "Save picture");
  lightcone("render", "still.yaml", "--out", "still");
  const lensMap = readFileSync(join(folder, "still", "movie.lensmap"));
  expect(createHash("sha256").update(lensMap).digest("hex")).toBe(lensMapSha256);
  expect(picture.equals(readFileSync(join(folder, "still", "frames", "frame-00000.png")))).toBe(true);
  expect(await page.locator(".hole-words").textContent()).toMatch(/on [2-9] lanes|on \d\d+ lanes/);
  await expectAlike(page);
  expect(ownComplaints(opened)).toEqual([]);
  expect(opened.strangeRequests).toEqual([]);
  await opened.close();
});

/** Compares the painted view with the live one under it. */
async function expectAlike(page: Page): Promise<void> {
  const shown = async (which: "painted" | "live"): Promise<readonly number[]> => {
    await page.evaluate((isLive) => {
      const painting = document.querySelector<HTMLElement>(".hole-painted");
      if (painting !== null) painting.hidden = isLive;
    }, which === "live");
    await page.waitForTimeout(600);
    return pixelsOf(page, await page.locator(".hole-surface").screenshot());
  };
  const [painted, live] = [await shown("painted"), await shown("live")];
  let difference = 0;
  let light = 0;
  for (let at = 0; at < painted.length; at++) {
    // The fourth number is opacity.
    if (at % 4 === 3) continue;
    difference += Math.abs(painted[at]! - live[at]!);
    light += painted[at]!;
  }
  expect(light / painted.length).toBeGreaterThan(10);
  // It is 0.0125 of the light; with the wrong sign of one turn in the shader's matrix it was 0.137.
  expect(difference / light).toBeLessThan(0.04);
}

test("a click shows what lightcone trace says of the pixel's ray; keys look around and move, and the address keeps what is seen", {
  timeout: 2 * PATIENCE_MS,
}, async (context) => {
  if (studio === undefined) return context.skip("there is no Chromium on this machine");
  const opened = await openStudio(studio, { ...SMALL, fragment: `${SMALL.fragment}&hasDisk=false&azDeg=7` });
  const { page } = opened;
  await page.locator(".hole-live[data-rays]").waitFor({ timeout: PATIENCE_MS });
  const surface = page.locator(".hole-surface");
  const box = (await surface.boundingBox())!;
  const shown: { readonly line: string; readonly facts: readonly string[] }[] = [];
  let line = "";
  for (const across of [0.1, 0.4]) {
    await surface.click({ position: { x: across * box.width, y: 0.5 * box.height } });
    const values = page.locator(".hole-ray dd");
    await values.first().waitFor({ timeout: PATIENCE_MS });
    // What the click before showed stands until the new ray is there.
    await expect
      .poll(() => page.locator(".hole-line").textContent(), { timeout: PATIENCE_MS })
      .not.toBe(line);
    line = (await page.locator(".hole-line").textContent()) ?? "";
    shown.push({ line, facts: await values.allTextContents() });
    await page.locator(".hole-path .ray").waitFor();
    await surface.press("ArrowLeft");
    await surface.press("ArrowRight");
  }
  writeFileSync(join(folder, "rays.jsonl"), shown.map((ray) => `${ray.line}\n`).join(""));
  lightcone("trace", "rays.jsonl", "--json", "rays.json");
  const { results } = JSON.parse(readFileSync(join(folder, "rays.json"), "utf8")) as {
    results: { status: string; order: number; g: number | null }[];
  };
  results.forEach(({ status, order, g }, index) => {
    const { facts } = shown[index]!;
    expect(facts[0]).toBe(status);
    expect(facts).toContain(String(order));
    if (g !== null) expect(facts).toContain(g.toFixed(5));
  });
  expect(results.map(({ status }) => status)).toEqual(["escaped", "captured"]);
  for (const key of ["ArrowRight", "ArrowRight", "ArrowUp", "+"]) await surface.press(key);
  await page.waitForFunction(() => location.hash.includes("azDeg=17") && location.hash.includes("elDeg=5"));
  expect(await page.evaluate(() => location.hash)).toContain("radiusM=13.636");
  expect(ownComplaints(opened)).toEqual([]);
  await opened.close();
});

test("without isolation the view works on one lane, and the page says so", {
  timeout: 2 * PATIENCE_MS,
}, async (context) => {
  if (studio === undefined) return context.skip("there is no Chromium on this machine");
  const opened = await openStudio(studio, { ...SMALL, hasHeaders: false });
  const { page } = opened;
  await page.locator(".hole-live[data-rays]").waitFor({ timeout: PATIENCE_MS });
  expect(await page.locator(".one-lane").textContent()).toContain("One lane");
  await page.locator(".hole-painted[data-lens-map-sha256]").waitFor({ timeout: PATIENCE_MS });
  expect(await page.locator(".hole-words").textContent()).toContain("on 1 lane");
  expect(ownComplaints(opened)).toEqual([]);
  await opened.close();
});

test("without WebGL 2 the view is painted, coarsely at once and then finely", {
  timeout: 2 * PATIENCE_MS,
}, async (context) => {
  if (studio === undefined) return context.skip("there is no Chromium on this machine");
  const { page, close } = await openStudio(studio, { ...SMALL, hasWebGl: false });
  const isCoarse = (): boolean =>
    (document.querySelector<HTMLCanvasElement>(".hole-painted.is-shown")?.width ?? 1000) < 100;
  await page.waitForFunction(isCoarse, undefined, { timeout: PATIENCE_MS, polling: "raf" });
  await page.locator(".hole-painted[data-lens-map-sha256]").waitFor({ timeout: PATIENCE_MS });
  expect(await page.evaluate(isCoarse)).toBe(false);
  await close();
});
