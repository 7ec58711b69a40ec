import { element } from "../../page/element.ts";
import { saveFile } from "../saveFile.ts";
import type { ShownStill } from "./stills.ts";

/** What there is to save. */
export interface Savable {
  readonly shotOf: () => string;
  /** The painted picture; undefined until it is there. */
  readonly still: () => ShownStill | undefined;
}

/** Buttons that save the picture and the shot file that it is the picture of. */
export function saveButtons({ shotOf, still }: Savable): HTMLElement {
  const words = element("span", { class: "hole-hint", role: "status" });
  const savePicture = (): void => {
    const shown = still();
    words.textContent = shown === undefined ? "The picture is still being painted." : "";
    if (shown !== undefined) saveFile("still.png", shown.png, "image/png");
  };
  return element(
    "div",
    { class: "hole-saves" },
    element("button", { type: "button", class: "button", onclick: savePicture }, "Save picture"),
    element(
      "button",
      {
        type: "button",
        class: "button",
        title: "The shot file: lightcone render makes the same bytes of it",
        onclick: () => saveFile("still.yaml", new TextEncoder().encode(shotOf()), "text/yaml"),
      },
      "Save shot file",
    ),
    words,
  );
}
