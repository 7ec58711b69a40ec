import { element } from "../../page/element.ts";
import type { GivenFile } from "../thread/holeMessages.ts";

/** Takes files, dropped or chosen. */
export interface FileChooser {
  readonly place: HTMLElement;
  /** All files so far, the newest of each name. */
  given(): readonly GivenFile[];
}

/** @param take  told of every file when it has been read */
export function fileChooser(take: (file: GivenFile) => void): FileChooser {
  const files = new Map<string, GivenFile>();
  const list = element("span", { class: "hole-hint", role: "status" });
  const read = async (chosen: FileList | null | undefined): Promise<void> => {
    for (const file of chosen ?? []) {
      const given = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
      files.set(given.name, given);
      list.textContent = [...files.keys()].join(", ");
      take(given);
    }
  };
  const input = element("input", { type: "file", multiple: true, class: "hole-file" });
  input.addEventListener("change", () => read(input.files));
  const place = element(
    "label",
    { class: "hole-drop" },
    input,
    element("span", {}, "Choose or drop shot.yaml, movie.lensmap, camera.csv, catalogues"),
    list,
  );
  place.addEventListener("dragover", (event) => {
    event.preventDefault();
    place.classList.add("is-over");
  });
  place.addEventListener("dragleave", () => place.classList.remove("is-over"));
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("is-over");
    void read(event.dataTransfer?.files);
  });
  return { place, given: () => [...files.values()] };
}
