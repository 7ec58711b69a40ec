import { element } from "../../page/element.ts";
import type { Store } from "../../page/store.ts";
import type { MovieState } from "./movieView.ts";

/**
 * A button that shows the frames one after the other, at the movie's speed or as fast as they are painted; from the
 * last one it begins anew. Whoever moves to another frame, or opens another movie, stops it.
 * @param isBusy  whether a frame is still being painted
 */
export function playButton(store: Store<MovieState>, isBusy: () => boolean): HTMLElement {
  const button = element("button", { type: "button", class: "button" }, "Play");
  let playing: { readonly timer: ReturnType<typeof setInterval>; due: number } | undefined;
  const stop = (): void => {
    clearInterval(playing?.timer);
    playing = undefined;
    button.textContent = "Play";
  };
  const step = (): void => {
    const { movie, index } = store.get();
    if (playing === undefined || isBusy()) return;
    if (movie === undefined || index !== playing.due || index + 1 >= movie.frameCount) {
      stop();
      return;
    }
    playing.due = index + 1;
    store.set({ index: playing.due });
  };
  button.addEventListener("click", () => {
    if (playing !== undefined) {
      stop();
      return;
    }
    const { movie, index } = store.get();
    if (movie === undefined) return;
    const due = index + 1 >= movie.frameCount ? 0 : index;
    store.set({ index: due });
    playing = { timer: setInterval(step, 1000 / movie.framesPerSecond), due };
    button.textContent = "Pause";
  });
  return button;
}
