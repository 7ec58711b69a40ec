import type { RunStore } from "../measure/runStore.ts";
import type { Proof } from "../proof.ts";
import { composeReport } from "./composeReport.ts";
import { markdownOf } from "./markdown.ts";
import { pageOf } from "./page.ts";
import { resultJson } from "./resultJson.ts";

/** Writes a report: `report.md` with its drawings, `report.html` that needs nothing else, `result.json`. */
export function writeReport(proof: Proof, store: Pick<RunStore, "write">): void {
  const blocks = composeReport(proof);
  for (const block of blocks) if (block.kind === "plot") store.write(block.file, `${block.svg}\n`);
  store.write("report.md", markdownOf(blocks));
  store.write("report.html", pageOf(proof.claim.title, blocks));
  store.write("result.json", resultJson(proof));
}
