import { element } from "../../page/element.ts";
import type { GivenFile } from "../thread/holeMessages.ts";
import { movieFileKind } from "./movieFileKind.ts";

/** Takes files, chosen, or dropped anywhere on the view. */
export interface FileChooser {
  readonly place: HTMLElement;
  /** Files that a shot may name, the newest of each name. */
  given(): readonly GivenFile[];
}

/**
 * @param take  told of all files that came together, when they have been read
 * @returns a chooser, which keeps those that a shot may name
 */
export function fileChooser(take: (files: readonly GivenFile[]) => void): FileChooser {
  const files = new Map<string, GivenFile>();
  const list = element("span", { class: "hole-hint", role: "status" });
  const read = async (chosen: FileList | null | undefined): Promise<void> => {
    // Before the first wait: the list is empty after the event.
    const all = [...(chosen ?? [])].map(async (file) => ({
      name: file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
    }));
    const given = await Promise.all(all);
    for (const file of given) if (movieFileKind(file) === "named") files.set(file.name, file);
    list.textContent =
      files.size === 0 ? "" : `Kept for shots that name them: ${[...files.keys()].join(", ")}`;
    if (given.length > 0) take(given);
  };
  const input = element("input", { type: "file", multiple: true, class: "hole-file" });
  input.addEventListener("change", () => {
    void read(input.files);
    // The same file, mended, can be chosen again.
    input.value = "";
  });
  const place = element(
    "label",
    { class: "hole-drop" },
    input,
    element("span", {}, "Choose or drop shot.yaml, movie.lensmap, camera.csv, catalogues"),
    list,
  );
  takeDrops(place, (dropped) => void read(dropped));
  return { place, given: () => [...files.values()] };
}

/** Takes files that are dropped anywhere on the page while the place is shown: elsewhere the browser would leave the page for them. */
function takeDrops(place: HTMLElement, take: (files: FileList) => void): void {
  const hasFiles = (event: DragEvent): boolean =>
    place.checkVisibility() && (event.dataTransfer?.types.includes("Files") ?? false);
  document.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    place.classList.add("is-over");
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) place.classList.remove("is-over");
  });
  document.addEventListener("drop", (event) => {
    place.classList.remove("is-over");
    if (!hasFiles(event) || event.dataTransfer === null) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  });
}
