import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PLACES: readonly string[] = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Where a Chromium stands on this machine; undefined without one. */
export function chromiumPath(): string | undefined {
  return PLACES.find((place) => existsSync(place));
}

/** Starts it without a window, and without the traffic of its own that it would otherwise have. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
