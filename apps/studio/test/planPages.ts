import { expect, type TestContext } from "vitest";
import { untilProven } from "./planPage.ts";
import { type OpenedPage, openStudio, type PageChoices, type Studio } from "./studioPage.ts";

/** What a test does in the page; afterwards nothing may have gone wrong unseen. */
type Act = (opened: OpenedPage) => Promise<void>;

/** Pages with the example's plan; tests are skipped where there is no browser. */
export interface PlanPages {
  /** In a page of its own. */
  readonly inPage: (context: TestContext, choices: PageChoices, act: Act) => Promise<void>;
  /** In a page that other tests had before, with the example begun anew: it takes seconds to open one. */
  readonly inSharedPage: (context: TestContext, act: Act) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens pages as tests need them. @param studioOf  the browser, once it is started */
export function planPages(studioOf: () => Studio | undefined): PlanPages {
  let shared: OpenedPage | undefined;
  const withStudio = (context: TestContext): Studio =>
    studioOf() ?? context.skip("there is no Chromium on this machine");
  const inPage = async (context: TestContext, choices: PageChoices, act: Act): Promise<void> => {
    const opened = await openStudio(withStudio(context), choices);
    try {
      await untilProven(opened.page);
      await actIn(opened, act);
    } finally {
      await opened.close();
    }
  };
  const inSharedPage = async (context: TestContext, act: Act): Promise<void> => {
    const studio = withStudio(context);
    try {
      shared = shared === undefined ? await openStudio(studio) : await begunAnew(shared);
      await untilProven(shared.page);
      await actIn(shared, act);
    } catch (error) {
      // Nobody knows what a failed test left there.
      await shared?.close();
      shared = undefined;
      throw error;
    }
  };
  return { inPage, inSharedPage, close: async () => shared?.close() };
}

async function actIn(opened: OpenedPage, act: Act): Promise<void> {
  await act(opened);
  expect(opened.complaints).toEqual([]);
  expect(opened.strangeRequests).toEqual([]);
}

async function begunAnew(opened: OpenedPage): Promise<OpenedPage> {
  const { page } = opened;
  await page.getByRole("button", { name: "Begin anew with the example" }).click();
  await untilProven(page);
  await page.getByLabel("Slot", { exact: true }).fill("0");
  return opened;
}
