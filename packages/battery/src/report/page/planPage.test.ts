import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plausibleDay } from "../../../test/plausibleDay.ts";
import { randomDay } from "../../../test/randomDay.ts";
import { everyElement, type StrictElement, strictMarkup, wordsIn } from "../../../test/strictMarkup.ts";
import { composeReport, type ReportDraft } from "../planReport.ts";
import { PAGE_SCRIPT } from "./pageScript.ts";
import { planPage } from "./planPage.ts";

const pageOf = (draft: ReportDraft) => planPage(composeReport(draft));
const read = (draft: ReportDraft) => strictMarkup(pageOf(draft));
const named = (root: StrictElement, name: string) =>
  everyElement(root).filter((found) => found.name === name);
const ATTACK = `"><img src=x onerror=alert(1)></title></script><script>alert('2')</script>&lt;`;

describe("planPage", () => {
  it("is well formed, with each id once, for any plan", () => {
    fc.assert(
      fc.property(randomDay, (draft) => {
        const ids = everyElement(read(draft)).flatMap(({ attributes }) => attributes.id ?? []);
        return ids.length === 5 && new Set(ids).size === ids.length;
      }),
      { numRuns: 30 },
    );
  });

  it("loads nothing from anywhere", () => {
    const page = pageOf(plausibleDay());
    const addresses = [...page.matchAll(/https?:\/\/[^"]*|\/\/[a-z][^"\s]*\.[a-z]/g)].map(
      ([address]) => address,
    );
    expect(new Set(addresses)).toEqual(new Set(["http://www.w3.org/2000/svg"]));
    const elements = everyElement(strictMarkup(page));
    const loading = elements.filter(({ name, attributes }) => {
      const isLoader = ["img", "link", "iframe", "object", "embed", "image", "use", "base"].includes(name);
      return isLoader || ["src", "href", "srcset", "data", "action"].some((key) => key in attributes);
    });
    expect(loading).toEqual([]);
    expect(page).not.toMatch(/@import|url\(|fetch\(|XMLHttpRequest|import\(/);
    expect(page).toContain(`content="default-src &#39;none&#39;;`);
  });

  it("shows names, warnings and reasons as they are, and lets none of them act", () => {
    const draft = plausibleDay({ homeName: ATTACK, warnings: [ATTACK] });
    const attacked = read({ ...draft, terminalValue: { pencePerKwh: 8, reason: ATTACK } });
    const harmless = read(plausibleDay({ warnings: ["x"] }));
    expect(everyElement(attacked).map(({ name }) => name)).toEqual(
      everyElement(harmless).map(({ name }) => name),
    );
    expect(wordsIn(named(attacked, "h1")[0] as StrictElement)).toBe(`Battery plan for ${ATTACK}`);
    expect(named(attacked, "script").map(wordsIn)).toEqual([PAGE_SCRIPT]);
  });

  it("begins with what the plan costs, saves, and does next", () => {
    const header = wordsIn(named(read(plausibleDay()), "header")[0] as StrictElement).replaceAll(
      "\u00a0",
      " ",
    );
    expect(header).toContain(
      "Now: use the battery until Wed 02:00. Next: charge to 95 % from Wed 02:00 to 05:00.",
    );
    expect(header).toContain("The plan earns£2.35");
    expect(header).toContain("£2.48beside a battery left idle");
    expect(header).toContain("£1.42beside demand mode all day");
  });

  it("says what a bill between earning and paying may be", () => {
    const words = (draft: ReportDraft) => wordsIn(named(read(draft), "dl")[0] as StrictElement);
    const draft = plausibleDay();
    const outcome = (costPence: number) => ({ ...draft.futures.nominal, costPence });
    const futures = (pv10: number, pv90: number) => ({
      ...draft.futures,
      pv10: outcome(pv10),
      pv90: outcome(pv90),
    });
    expect(words({ ...draft, futures: futures(120, -30) })).toContain("It may cost-£0.30 to £1.20");
    expect(words({ ...draft, futures: futures(-20, -60) })).toContain("It may earn£0.20 to £0.60");
  });

  it("has a row with its reason for every slot, under headings with units", () => {
    const draft = plausibleDay();
    const table = named(read(draft), "table")[0] as StrictElement;
    const rows = named(table, "tr").filter(({ attributes }) => attributes.class === "why");
    expect(rows).toHaveLength(draft.slots.length);
    expect(wordsIn(rows[6] as StrictElement)).toContain("Import 9.2\u00a0p now instead of");
    const headings = named(table, "th")
      .filter(({ attributes }) => attributes.scope === "col")
      .map(wordsIn);
    expect(headings).toEqual([
      "Time",
      "Actionand why",
      "Buyp/kWh",
      "Sellp/kWh",
      "Stored%",
      "SunkWh",
      "HomekWh",
      "ImportkWh",
      "ExportkWh",
      "Costp",
      "Sump",
    ]);
    const days = named(table, "tr")
      .filter(({ attributes }) => attributes.class === "day")
      .map(wordsIn);
    expect(days).toEqual(["Tue 28 Apr", "Wed 29 Apr"]);
  });

  it("has rows as long as its heading, and parts that add up to the totals", () => {
    fc.assert(
      fc.property(randomDay, (draft) => {
        const table = named(read(draft), "table")[0] as StrictElement;
        const rows = named(table, "tr").map((row) => row.children.filter((cell) => typeof cell === "object"));
        const widths = rows.map((row) =>
          row.reduce((sum, cell) => sum + Number(cell.attributes.colspan ?? 1), 0),
        );
        const slots = rows.slice(1, -1).filter((row) => row.length === rows[0]?.length);
        const totals = rows.at(-1) ?? [];
        const figures = (row: typeof totals, index: number) => Number(wordsIn(row[index] as StrictElement));
        const addUp = [5, 6, 7, 8, 9].every((index) => {
          const sum = slots.reduce((parts, row) => parts + figures(row, index), 0);
          return Math.abs(sum - figures(totals, index)) < 1e-6;
        });
        return addUp && slots.length === draft.slots.length && widths.every((width) => width === widths[0]);
      }),
      { numRuns: 30 },
    );
  });

  it("tells what the clock does when it changes", () => {
    const midnightMs = 1_792_882_800_000; // 2026-10-25T00:00+01:00
    const autumn = read(plausibleDay({ startMs: midnightMs, firstMidnightMs: midnightMs, slotCount: 50 }));
    expect(wordsIn(named(autumn, "header")[0] as StrictElement)).toContain(
      "Sun 25 Oct: clocks go back from 02:00 to 01:00",
    );
    const clocks = named(autumn, "th")
      .filter(({ attributes }) => attributes.scope === "row")
      .map(wordsIn);
    expect(clocks.slice(2, 6)).toEqual(["01:00a", "01:30a", "01:00b", "01:30b"]);
  });

  it("uses no class that its style sheet does not know", () => {
    const page = read(plausibleDay({ warnings: ["x"] }));
    const style = wordsIn(named(page, "style")[0] as StrictElement);
    const classes = new Set(
      everyElement(page).flatMap(({ attributes }) => attributes.class?.split(" ") ?? []),
    );
    expect([...classes].filter((name) => !style.includes(`.${name}`))).toEqual([]);
  });
});
