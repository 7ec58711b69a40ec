import {
  outcomeTable,
  type PlanReport,
  pictureStyle,
  planJson,
  planPage,
  planPicture,
  slotTable,
} from "@lightcone/battery";
import type { ExportAnswer, ExportFormat, TablesAnswer } from "./plannerMessages.ts";

const SIZE = { name: "wide", width: 1056, plotHeight: 150 } as const;

const CONTENTS: Readonly<Record<ExportFormat, (report: PlanReport) => string>> = {
  json: planJson,
  svg: picture,
  html: planPage,
};

/** A plan as a file: itself, a picture that carries its own colours, or a page. */
export function exportedPlan(report: PlanReport, format: ExportFormat): ExportAnswer {
  return { kind: "export", format, content: CONTENTS[format](report) };
}

/** A plan as tables of the page. */
export function tabledPlan(report: PlanReport): TablesAnswer {
  return { kind: "tables", slots: slotTable(report).markup, outcomes: outcomeTable(report).markup };
}

/** The style sheet goes in right behind the opening tag; it holds neither `<` nor `&`. */
function picture(report: PlanReport): string {
  const style = `<style>${pictureStyle()}svg{background:var(--card);font-family:system-ui,sans-serif}</style>`;
  return planPicture(report, SIZE).markup.replace(/^<svg[^>]*>/, (tag) => tag + style);
}
