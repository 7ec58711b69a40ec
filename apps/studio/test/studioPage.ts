import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { chromiumPath, launchChromium } from "./chromium.ts";
import { sharedPage } from "./sharedPage.ts";
import { buildStudio, type StudioServer, serveStudio } from "./studioServer.ts";

/** A browser, and the built page to be served to it. */
export interface Studio {
  readonly browser: Browser;
  readonly folder: string;
  close(): Promise<void>;
}

/** The page in a browser of its own, and what went on in it. */
export interface OpenedPage {
  readonly page: Page;
  readonly server: StudioServer;
  readonly context: BrowserContext;
  /** Everything said on the console as a warning or error, and every error that nobody caught. */
  readonly complaints: readonly string[];
  /** Addresses asked for that are not of the page's own server. */
  readonly strangeRequests: readonly string[];
  /** Addresses of its own server that the page and its workers asked for, its service worker apart. */
  readonly ownRequests: readonly string[];
  close(): Promise<void>;
}

/**
 * Builds the page and starts a browser; undefined where there is no Chromium on this machine. The test files of one run
 * share a page.
 */
export async function startStudio(): Promise<Studio | undefined> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) return undefined;
  const { TEST_RUN_FOLDER: runFolder } = process.env;
  const folder = runFolder === undefined ? await ownPage() : await sharedPage(runFolder);
  const browser = await launchChromium(executablePath);
  return {
    browser,
    folder,
    close: async () => {
      await browser.close();
      if (runFolder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ownPage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "lightcone-studio-"));
  await buildStudio(folder);
  return folder;
}

/** How the page is served and looked at. */
export interface PageChoices {
  readonly hasHeaders?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  readonly reducedMotion?: "reduce" | "no-preference";
  readonly hasTouch?: boolean;
  /** Whether canvases have WebGL 2; true unless it is false. */
  readonly hasWebGl?: boolean;
  /** What stands after the page's address, such as `#plan`. */
  readonly fragment?: string;
}

/** Serves the page and opens it in a browser profile that has never seen it. */
export async function openStudio(
  { browser, folder }: Studio,
  choices: PageChoices = {},
): Promise<OpenedPage> {
  const { hasHeaders = true, width = 1280, height = 900, colorScheme = "light", fragment = "" } = choices;
  const { reducedMotion = "no-preference", hasTouch = false, hasWebGl = true } = choices;
  const server = await serveStudio(folder, { hasHeaders });
  const context = await browser.newContext({
    viewport: { width, height },
    ...{ colorScheme, reducedMotion, hasTouch },
    acceptDownloads: true,
  });
  if (!hasWebGl) await context.addInitScript(takeWebGl);
  const page = await context.newPage();
  const complaints: string[] = [];
  const strangeRequests: string[] = [];
  const ownRequests: string[] = [];
  page.on("console", (message) => {
    if (["warning", "error"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  context.on("request", (request) => {
    const url = request.url();
    if (url.startsWith(server.url) && request.serviceWorker() === null) ownRequests.push(url);
    if (!url.startsWith(server.url) && !url.startsWith("blob:")) strangeRequests.push(url);
  });
  await page.goto(server.url + fragment);
  const close = async (): Promise<void> => {
    await context.close();
    await server.close();
  };
  return { page, server, context, complaints, strangeRequests, ownRequests, close };
}

/** As on a machine whose graphics driver has no WebGL 2; runs in the page. */
function takeWebGl(): void {
  const getContext = HTMLCanvasElement.prototype.getContext as (kind: string) => RenderingContext | null;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
    return kind === "webgl2" ? null : getContext.call(this, kind);
  } as typeof HTMLCanvasElement.prototype.getContext;
}
