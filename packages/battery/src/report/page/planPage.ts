import { nowAndNext } from "../actionWords.ts";
import { glued } from "../figures.ts";
import { headlineSums } from "../headlineSums.ts";
import { clockChange, localTime } from "../localTime.ts";
import { element, joined, type Markup, text, verbatim } from "../picture/markup.ts";
import { planPicture } from "../picture/planPicture.ts";
import type { PlanReport } from "../planReport.ts";
import { toldReport } from "../toldReport.ts";
import { PAGE_SCRIPT } from "./pageScript.ts";
import { pageStyle } from "./pageStyle.ts";
import { outcomeTable, slotTable } from "./pageTables.ts";

const WIDE_PICTURE = { name: "wide", width: 1056, plotHeight: 150 } as const;
const NARROW_PICTURE = { name: "narrow", width: 352, plotHeight: 104 } as const;

/** Nothing is loaded from anywhere, whatever a home's name may hold. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/** The plan as one self-contained page: headline, picture, slots with reasons, totals; well-formed as XML too. */
export function planPage(planned: PlanReport): string {
  const report = toldReport(planned);
  const title = `Battery plan for ${report.homeName}`;
  const head = element(
    "head",
    {},
    element("meta", { charset: "utf-8" }),
    element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    element("meta", { "http-equiv": "Content-Security-Policy", content: POLICY }),
    element("title", {}, text(title)),
    verbatim("style", pageStyle()),
  );
  const body = element(
    "body",
    {},
    headline(report, title),
    main(report),
    element("footer", {}, text(`Profile: ${report.profile}. Times are those of ${report.timeZone}.`)),
    element("div", { id: "tip", class: "card", hidden: "hidden", "aria-hidden": "true" }),
    verbatim("script", PAGE_SCRIPT),
  );
  return `<!DOCTYPE html>\n${element("html", { lang: "en" }, head, body).markup}\n`;
}

function headline(report: PlanReport, title: string): Markup {
  const clock = (epochMs: number) => {
    const moment = localTime(epochMs, report.timeZone);
    return `${moment.dayLabel} ${moment.clock}`;
  };
  const endMs = report.slots.at(-1)?.endMs ?? report.nowMs;
  const action = report.slots[0]?.action ?? "demand";
  return element(
    "header",
    {},
    element("h1", {}, text(title)),
    element("p", { class: "quiet" }, text(`${clock(report.nowMs)} to ${clock(endMs)}`)),
    ...clockNotes(report).map((note) => element("p", { class: "quiet" }, text(note))),
    element("p", { class: `card next is-${action}` }, text(glued(nowAndNext(report)))),
    sums(report),
    warnings(report),
  );
}

/** What happens to the clock in the days of the plan. */
function clockNotes({ slots, timeZone }: PlanReport): readonly string[] {
  const notes = slots.flatMap(({ startMs }) => {
    const change = clockChange(startMs, timeZone);
    return change === undefined ? [] : [`${localTime(startMs, timeZone).dayLabel}: ${change}.`];
  });
  return [...new Set(notes)];
}

/** The four figures that matter first. */
function sums(report: PlanReport): Markup {
  return element(
    "dl",
    { class: "sums" },
    ...headlineSums(report).map(({ words, figure, note }) =>
      element(
        "div",
        { class: "card" },
        element("dt", {}, text(words)),
        element("dd", {}, text(figure), element("small", {}, text(note))),
      ),
    ),
  );
}

function warnings(report: PlanReport): Markup {
  if (report.warnings.length === 0) return joined([]);
  const items = report.warnings.map((warning) => element("li", {}, text(warning)));
  return element("ul", { class: "card warnings", role: "note", "aria-label": "Warnings" }, ...items);
}

function main(report: PlanReport): Markup {
  const caption = "Point at or tap a slot for its figures; all of them stand in the table below.";
  return element(
    "main",
    {},
    element(
      "figure",
      { class: "card" },
      planPicture(report, WIDE_PICTURE),
      planPicture(report, NARROW_PICTURE),
      element("figcaption", { class: "quiet" }, text(caption)),
    ),
    element("h2", {}, text("Slot by slot")),
    slotTable(report),
    element("h2", {}, text("What it comes to")),
    outcomeTable(report),
  );
}
