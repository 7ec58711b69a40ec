import type { PlanSession } from "../planSession.ts";
import { takeFiles } from "./droppedFiles.ts";

/** Takes files that are dropped anywhere on the page while the view is shown. */
export function takeDrops(view: HTMLElement, session: PlanSession): void {
  const hasFiles = (event: DragEvent): boolean =>
    !view.hidden && (event.dataTransfer?.types.includes("Files") ?? false);
  document.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    view.classList.add("is-dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) view.classList.remove("is-dropping");
  });
  document.addEventListener("drop", (event) => {
    view.classList.remove("is-dropping");
    if (!hasFiles(event) || event.dataTransfer === null) return;
    event.preventDefault();
    void takeFiles([...event.dataTransfer.files], session);
  });
}
