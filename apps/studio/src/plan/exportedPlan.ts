import { type PlanReport, pictureStyle, planPage, planPicture } from "@lightcone/battery";
import type { ExportAnswer, ExportFormat } from "./plannerMessages.ts";

const SIZE = { name: "wide", width: 1056, plotHeight: 150 } as const;

/** A plan as a file: a picture that carries its own colours, or a page. */
export function exportedPlan(report: PlanReport, format: ExportFormat): ExportAnswer {
  return { kind: "export", format, content: format === "html" ? planPage(report) : picture(report) };
}

/** The style sheet goes in right behind the opening tag; it holds neither `<` nor `&`. */
function picture(report: PlanReport): string {
  const style = `<style>${pictureStyle()}svg{background:var(--card);font-family:system-ui,sans-serif}</style>`;
  return planPicture(report, SIZE).markup.replace(/^<svg[^>]*>/, (tag) => tag + style);
}
