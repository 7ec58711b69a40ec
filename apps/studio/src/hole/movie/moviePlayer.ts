import { element } from "../../page/element.ts";
import { latest } from "../../page/latest.ts";
import type { Store } from "../../page/store.ts";
import type { HoleThread } from "../thread/holeThread.ts";
import { appearanceShot } from "./appearance.ts";
import { appearanceControls } from "./appearanceControls.ts";
import { movieDownloads } from "./movieDownloads.ts";
import type { MovieState } from "./movieView.ts";
import { playButton } from "./playButton.ts";

/** Shows frames of the open movie, one at a time, in the chosen light. */
export function moviePlayer(
  store: Store<MovieState>,
  thread: HoleThread,
  tell: (error: unknown, heading: string) => void,
): HTMLElement {
  const canvas = element("canvas", { class: "hole-frame", role: "img", "aria-label": "Frame of the movie" });
  const slider = element("input", { type: "range", min: 0, value: 0, "aria-label": "Frame" });
  const shown = element("output", {});
  slider.addEventListener("input", () => store.set({ index: slider.valueAsNumber }));
  const frames = latest<Wanted>(async ({ index, shot }) => {
    try {
      const { png, tookMs } = await thread.ask("frame", { index, shot });
      const image = await createImageBitmap(new Blob([png.slice()], { type: "image/png" }));
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      image.close();
      canvas.dataset.index = String(index);
      canvas.title = `painted in ${Math.round(tookMs)} ms`;
    } catch (error) {
      tell(error, "This frame cannot be painted");
    }
  });
  const place = element(
    "div",
    { class: "hole-player", hidden: true },
    canvas,
    element("div", { class: "hole-bar" }, playButton(store, frames.isBusy), slider, shown),
    appearanceControls(store),
    movieDownloads(store, thread, tell),
  );
  const follow = (): void => {
    const { movie, index, appearance } = store.get();
    place.hidden = movie === undefined;
    if (movie === undefined) return;
    slider.max = String(movie.frameCount - 1);
    slider.value = String(index);
    shown.textContent = `${index + 1} / ${movie.frameCount}`;
    frames.ask({ index, shot: appearanceShot(appearance, movie.hasDisk) });
  };
  for (const part of ["movie", "index", "appearance"] as const) store.watch((state) => state[part], follow);
  return place;
}

interface Wanted {
  readonly index: number;
  readonly shot: string;
}
