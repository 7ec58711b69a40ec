import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

export const root: string = fileURLToPath(new URL("../../../", import.meta.url));

/** The plan that the command line writes for a home file. */
export function planOfCommandLine(homeFile: string): string {
  const folder = mkdtempSync(join(tmpdir(), "lightcone-plan-"));
  const json = join(folder, "plan.json");
  try {
    execFileSync("lightcone", ["plan", homeFile, "--json", json], { cwd: root, stdio: "pipe" });
    return readFileSync(json, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits until the newest home is planned and proven. */
export async function untilProven(page: Page): Promise<void> {
  await page.locator(".status:not(.is-busy)", { hasText: /proven in/ }).waitFor();
}

/** The plan as the page saves it. */
export async function savedPlan(page: Page): Promise<string> {
  return readFileSync(await saved(page, "Plan (JSON)"), "utf8");
}

/** Saves something through the page's menu. @returns the path of the file */
export async function saved(page: Page, item: string): Promise<string> {
  await page.getByText("Save", { exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: item }).click(),
  ]);
  return download.path();
}

/** The first homes of the suite of twenty, as a file. */
export function suiteOf(count: number): string {
  const text = readFileSync(join(root, "packages/battery/test/home-suite/scenarios.json"), "utf8");
  return JSON.stringify({ scenarios: JSON.parse(text).scenarios.slice(0, count) });
}

/** Drops a file onto the plan. */
export async function drop(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content as string], fileName as string));
      return transfer;
    },
    [name, text],
  );
  await page.locator(".plan-column").dispatchEvent("drop", { dataTransfer });
}
