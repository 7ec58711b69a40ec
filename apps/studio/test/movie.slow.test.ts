import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, type TestContext, test, vi } from "vitest";
import { lightconeIn, ownComplaints, PATIENCE_MS, SMALL, savedBy } from "./holePage.ts";
import { openStudio, type Studio, startStudio } from "./studioPage.ts";

vi.setConfig({ testTimeout: 2 * PATIENCE_MS });

const SHOT = [
  "spacetime: { kind: schwarzschild }",
  "trajectory: { kind: drip, fromRadiusM: 20, toRadiusM: 3, frames: 3 }",
  "camera: { widthPx: 48, heightPx: 32 }",
  "sky: { catalogue: stars, panorama: milky-way }",
].join("\n");

let studio: Studio | undefined;
let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lightcone-movie-"));
  studio = await startStudio();
}, PATIENCE_MS);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await studio?.close();
});

/** Opens the black hole; afterwards nothing may have gone wrong unseen. */
async function atMovies(context: TestContext, act: (page: Page) => Promise<void>): Promise<void> {
  if (studio === undefined) return context.skip("there is no Chromium on this machine");
  // Nothing to see beside the movies: what the explorer traces and paints would take their lanes.
  const fragment = "#hole/spacetime=minkowski&hasStars=false&hasMilkyWay=false";
  const opened = await openStudio(studio, { ...SMALL, fragment });
  opened.page.setDefaultTimeout(PATIENCE_MS);
  try {
    await act(opened.page);
    expect(ownComplaints(opened)).toEqual([]);
    expect(opened.strangeRequests).toEqual([]);
  } finally {
    await opened.close();
  }
}

async function render(page: Page, shot: string): Promise<void> {
  await page.getByLabel("Shot file").fill(shot);
  await page.getByRole("button", { name: "Render movie" }).click();
}

const frame = (page: Page, index: number): Promise<void> =>
  page.locator(`.hole-frame[data-index='${index}']`).waitFor();

test("a shot file is rendered as the command line renders it, and its frames are shown and saved in any light", (context) =>
  atMovies(context, async (page) => {
    await render(page, SHOT.replace("drip", "dropp"));
    const problems = page.locator(".hole-movie .problems");
    await problems.filter({ hasText: "trajectory.kind" }).waitFor();
    await render(page, SHOT);
    await frame(page, 0);
    expect(await problems.count()).toBe(0);
    await page.getByRole("button", { name: "Play" }).click();
    await frame(page, 2);
    await page.getByRole("button", { name: "Play" }).waitFor();
    await page.getByRole("slider", { name: "Frame" }).press("ArrowLeft");
    await frame(page, 1);
    const lensMap = await savedBy(page, "Lens map");
    writeFileSync(join(folder, "shot.yaml"), `${SHOT}\n`);
    lightconeIn(folder, "render", "shot.yaml", "--out", "shot");
    expect(lensMap.equals(readFileSync(join(folder, "shot", "movie.lensmap")))).toBe(true);
    const archive = join(folder, "frames.zip");
    writeFileSync(archive, await savedBy(page, "Frames (ZIP)"));
    execFileSync("python3", ["-m", "zipfile", "-e", archive, join(folder, "unpacked")]);
    for (const name of ["frame-00000.png", "frame-00001.png", "frame-00002.png"]) {
      const unpacked = readFileSync(join(folder, "unpacked", "frames", name));
      expect(unpacked.equals(readFileSync(join(folder, "shot", "frames", name)))).toBe(true);
    }
    expect(await videoSize(page, await savedBy(page, "Video"))).toEqual([48, 32]);
    const shown = (): Promise<string> =>
      page.locator(".hole-frame").evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    const before = await shown();
    await page.locator(".hole-player").getByLabel("Milky Way").uncheck();
    await expect.poll(shown, { timeout: PATIENCE_MS }).not.toBe(before);
  }));

/** Size of a video's pictures, as a browser plays it. */
function videoSize(page: Page, video: Buffer): Promise<readonly number[]> {
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const player = document.createElement("video");
    player.src = URL.createObjectURL(new Blob([bytes]));
    await new Promise((resolve, reject) => {
      player.onloadeddata = resolve;
      player.onerror = () => reject(new Error(player.error?.message));
    });
    return [player.videoWidth, player.videoHeight];
  }, video.toString("base64"));
}

/** Drops a file onto the view, beside the place that asks for files. */
async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer();
      const letters = Uint8Array.from(atob(text as string), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([letters], fileName as string));
      return transfer;
    },
    [name, Buffer.from(bytes).toString("base64")],
  );
  await page.locator(".hole-surface").dispatchEvent("drop", { dataTransfer });
}

test("dropped files are opened wherever they fall, and wrong ones say what is wrong with them", (context) =>
  atMovies(context, async (page) => {
    writeFileSync(
      join(folder, "dropped.yaml"),
      `${SHOT.replace("stars", "none").replace("milky-way", "none")}\n`,
    );
    lightconeIn(folder, "render", "dropped.yaml", "--out", "dropped");
    const lensMap = readFileSync(join(folder, "dropped", "movie.lensmap"));
    const problems = page.locator(".hole-movie .problems");
    const said = (words: RegExp): Promise<void> => problems.filter({ hasText: words }).waitFor();
    await drop(page, "movie.mp4", Uint8Array.of(1, 2, 3));
    await said(/movie\.mp4 is neither a shot file, nor a lens map/);
    await drop(page, "movie.lensmap", lensMap.subarray(0, lensMap.length / 2));
    await said(/is truncated: ends at byte \d+.*Render again/);
    await drop(page, "shot.yaml", Buffer.from(SHOT.replace("fromRadiusM", "fromRadius")));
    await said(/trajectory\.fromRadius is no field.*Did you mean/);
    expect(await page.getByLabel("Shot file").inputValue()).toContain("fromRadius:");
    await drop(page, "renamed", lensMap);
    await frame(page, 0);
    expect(await problems.count()).toBe(0);
  }));

test("a rendering that is broken off says nothing more, and another one can be begun", (context) =>
  atMovies(context, async (page) => {
    await render(page, SHOT.replace("frames: 3", "frames: 400").replace("48", "480").replace("32", "320"));
    await page.getByText(/of 400 frames/).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Cancel" }).waitFor({ state: "hidden" });
    expect(await page.locator(".hole-movie .problems").count()).toBe(0);
    await render(page, SHOT);
    await frame(page, 0);
    expect(await page.locator(".hole-bar output").textContent()).toBe("1 / 3");
  }));
