import { element } from "../../page/element.ts";
import type { Store } from "../../page/store.ts";
import type { HoleProgress } from "../thread/holeMessages.ts";
import type { MovieState } from "./movieView.ts";

/** A shot file to be written and rendered. */
export interface ShotEditor {
  readonly place: HTMLElement;
  setText(text: string): void;
}

/** What a visitor finds: the fall of the repository's short example, smaller. */
const FIRST_SHOT = `# A fall into a spinning hole and through its horizon.
spacetime: { kind: kerr, spin: 0.9 }
trajectory: { kind: rain, thetaDeg: 80, phiDeg: 80, fromRadiusM: 20, toRadiusM: 1, frames: 24 }
camera: { widthPx: 320, heightPx: 180, hfovDeg: 75 }
sky: { catalogue: stars, panorama: milky-way }
output: { framesPerSecond: 8 }
`;

export function shotEditor(parts: {
  readonly store: Store<MovieState>;
  readonly render: (shot: string) => void;
  readonly cancel: () => void;
}): ShotEditor {
  const text = element("textarea", {
    class: "hole-shot",
    rows: 9,
    spellcheck: "false",
    "aria-label": "Shot file",
  });
  text.value = FIRST_SHOT;
  const start = element(
    "button",
    { type: "button", class: "button primary", onclick: () => parts.render(text.value) },
    "Render movie",
  );
  const stop = element(
    "button",
    { type: "button", class: "button", onclick: parts.cancel, hidden: true },
    "Cancel",
  );
  const bar = element("progress", { max: 1, value: 0, hidden: true, "aria-label": "Rendering" });
  const words = element("span", { class: "hole-hint", role: "status" });
  parts.store.watch(
    ({ progress }) => progress,
    (progress) => {
      start.disabled = progress !== undefined;
      stop.hidden = progress === undefined;
      bar.hidden = progress === undefined;
      words.textContent = progress === undefined ? "" : progressWords(progress);
      if (progress !== undefined)
        bar.value = progress.frameCount === 0 ? 0 : progress.framesDone / progress.frameCount;
    },
  );
  return {
    place: element(
      "div",
      { class: "hole-editor" },
      text,
      element("div", { class: "hole-bar" }, start, stop, bar, words),
    ),
    setText: (value) => {
      text.value = value;
    },
  };
}

function progressWords({ framesDone, frameCount, rays }: HoleProgress): string {
  if (frameCount === 0) return "reading";
  return `${framesDone} of ${frameCount} frames, ${Math.round(rays / 1000)} k rays`;
}
