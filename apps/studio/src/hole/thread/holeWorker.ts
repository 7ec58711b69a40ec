// A thread that owns an engine: it may block, the page does not notice.
import { createEngine } from "@lightcone/parallel";
import { problemsOf } from "../../page/problemList.ts";
import type { Answer, HoleReply, HoleRequest, QuestionKind } from "./holeMessages.ts";
import { createHoleStudio } from "./holeStudio.ts";
import { loadShippedFiles } from "./shippedFiles.ts";

let shipped: ReturnType<typeof loadShippedFiles> | undefined;
const studio = createEngine().then((engine) =>
  createHoleStudio(engine, () => {
    shipped ??= loadShippedFiles().catch((error: unknown) => {
      // Asked again, it may be there.
      shipped = undefined;
      throw error;
    });
    return shipped;
  }),
);

function reply(words: HoleReply, handedOver: ArrayBuffer[] = []): void {
  postMessage(words, { transfer: handedOver });
}

/** Memory of large answers, which nobody needs here any more: it is handed over, not copied. */
function handedOver(answer: Answer<QuestionKind>): ArrayBuffer[] {
  const columns =
    "view" in answer
      ? [
          ...[answer.view.local, answer.view.sky, answer.view.redshiftG, answer.view.crossings],
          answer.view.triangles,
        ]
      : "stars" in answer
        ? [answer.panorama.faces, answer.stars.faces]
        : [];
  return columns.map(({ buffer }) => buffer).filter((memory) => memory instanceof ArrayBuffer);
}

addEventListener("message", async ({ data: { id, kind, ask } }: MessageEvent<HoleRequest>) => {
  try {
    const { answerTo } = await studio;
    const answer = await answerTo(kind, ask, (progress) => reply({ id, progress }));
    reply({ id, answer }, handedOver(answer));
  } catch (error) {
    reply({ id, problems: problemsOf(error) });
  }
});
