import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { trialKernelSpec } from "../trialKernel.ts";
import { buildPage } from "./builtPage.ts";
import { chromiumPath, launchChromium } from "./chromium.ts";
import type { TestPage } from "./page/page.ts";
import { servePage } from "./pageServer.ts";
import { runWorkload, type Workload, type WorkloadOutcome } from "./workload.ts";

const executablePath = chromiumPath();
const nodeKernelDir = process.env.LIGHTCONE_KERNEL_DIR;
const workload: Workload = {
  ...{ lanes: 1, engine: "kernel", isBlocking: true },
  kernelDir: nodeKernelDir === undefined ? undefined : "/kernels",
};

let browser: Browser | undefined;
let folder = "";
let inNode: WorkloadOutcome;

beforeAll(async () => {
  if (executablePath === undefined) return;
  inNode = await runWorkload({ ...workload, kernelDir: nodeKernelDir }, trialKernelSpec);
  if (inNode.error !== "") throw new Error(`in Node: ${inNode.error}`);
  folder = await buildPage(nodeKernelDir);
  browser = await launchChromium(executablePath);
}, 60_000);

afterAll(() => browser?.close());

/** Opens the page anew and runs workloads in it, one after the other. Skips the test where there is no browser. */
async function inPage(
  context: TestContext,
  where: keyof TestPage,
  { isolated }: { isolated: boolean },
  workloads: readonly Workload[],
): Promise<WorkloadOutcome[]> {
  if (browser === undefined) return context.skip("there is no Chromium on this machine");
  const server = await servePage(folder, { isolated });
  const page = await browser.newPage();
  try {
    await page.goto(server.url);
    const outcomes: WorkloadOutcome[] = [];
    for (const one of workloads) {
      outcomes.push(
        await page.evaluate(([place, what]) => window.testPage[place](what), [where, one] as const),
      );
    }
    return outcomes;
  } finally {
    await page.close();
    await server.close();
  }
}

describe("in a host worker of an isolated page", () => {
  test("0, 1, 2 and 4 lanes give Node's bytes from the same kernel file, blocking", async (context) => {
    const outcomes = await inPage(
      context,
      "inHost",
      { isolated: true },
      [0, 1, 2, 4].map((lanes) => ({ ...workload, lanes })),
    );
    expect(outcomes.map(({ error }) => error)).toEqual(["", "", "", ""]);
    expect(outcomes.map(({ laneCount }) => laneCount)).toEqual([1, 1, 2, 4]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ activeEngine: "kernel", isIsolated: true, warnings: [] });
      expect(outcome.kernelSha256).toBe(inNode.kernelSha256);
      expect(outcome.digest).toBe(inNode.digest);
    }
    // Not the caller alone each time: with two and four lanes, others had a part.
    expect(outcomes.map(({ jobsOnOtherLanes }) => jobsOnOtherLanes > 0)).toEqual([false, false, true, true]);
  });

  test("awaited results are the same bytes", async (context) => {
    const [outcome] = await inPage(context, "inHost", { isolated: true }, [
      { ...workload, lanes: 3, isBlocking: false },
    ]);
    expect(outcome).toMatchObject({ error: "", digest: inNode.digest, laneCount: 3 });
  });

  test("the reference engine gives the same bytes", async (context) => {
    const [outcome] = await inPage(context, "inHost", { isolated: true }, [
      { ...workload, lanes: 2, engine: "reference" },
    ]);
    expect(outcome).toMatchObject({ error: "", digest: inNode.digest, activeEngine: "reference" });
  });
});

describe("on the page's own thread, which may not block", () => {
  test("a blocking get is refused with what to do instead", async (context) => {
    const [outcome] = await inPage(context, "onPage", { isolated: true }, [{ ...workload, lanes: 2 }]);
    expect(outcome!.error).toMatch(/may not block.*hold the pool in a worker/);
  });

  test("awaited results are Node's bytes, computed on other lanes", async (context) => {
    const [outcome] = await inPage(context, "onPage", { isolated: true }, [
      { ...workload, lanes: 2, isBlocking: false },
    ]);
    expect(outcome).toMatchObject({ error: "", digest: inNode.digest, laneCount: 2 });
    expect(outcome!.jobsOnOtherLanes).toBeGreaterThan(0);
  });
});

describe("in a page without the headers of isolation", () => {
  test("the caller runs all jobs alone, says why, and gives the same bytes", async (context) => {
    const [outcome] = await inPage(context, "inHost", { isolated: false }, [{ ...workload, lanes: 4 }]);
    expect(outcome).toMatchObject({ error: "", isIsolated: false, laneCount: 1, jobsOnOtherLanes: 0 });
    expect(outcome!.activeEngine).toBe("kernel");
    expect(outcome!.digest).toBe(inNode.digest);
    expect(outcome!.warnings).toEqual([
      expect.stringMatching(/lane 1 was refused.*Cross-Origin-Opener-Policy/),
    ]);
  });

  test("on the page's own thread, awaited results are the same bytes", async (context) => {
    const [outcome] = await inPage(context, "onPage", { isolated: false }, [
      { ...workload, lanes: 2, isBlocking: false },
    ]);
    expect(outcome).toMatchObject({ error: "", digest: inNode.digest, laneCount: 1 });
  });
});
