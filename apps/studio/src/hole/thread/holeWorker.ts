// A thread that owns an engine: it may block, the page does not notice.
import { createEngine } from "@lightcone/parallel";
import { problemsOf } from "../../page/problemList.ts";
import type { HoleReply, HoleRequest } from "./holeMessages.ts";
import { createHoleStudio } from "./holeStudio.ts";
import { loadShippedFiles } from "./shippedFiles.ts";

const studio = Promise.all([createEngine(), loadShippedFiles()]).then(([engine, shipped]) =>
  createHoleStudio(engine, shipped),
);

function reply(words: HoleReply): void {
  postMessage(words);
}

addEventListener("message", async ({ data: { id, kind, ask } }: MessageEvent<HoleRequest>) => {
  try {
    const { answerTo } = await studio;
    reply({ id, answer: await answerTo(kind, ask, (progress) => reply({ id, progress })) });
  } catch (error) {
    reply({ id, problems: problemsOf(error) });
  }
});
