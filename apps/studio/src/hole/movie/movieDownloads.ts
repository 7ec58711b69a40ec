import { element } from "../../page/element.ts";
import type { Store } from "../../page/store.ts";
import { saveFile } from "../saveFile.ts";
import type { OpenedMovie } from "../thread/holeMessages.ts";
import type { HoleThread } from "../thread/holeThread.ts";
import { appearanceShot } from "./appearance.ts";
import type { MovieState } from "./movieView.ts";
import { recordVideo, videoKind } from "./video.ts";
import { zipOf } from "./zip.ts";

/** Buttons that save the open movie: its frames in the chosen light, as archive or video, its lens map, its preview. */
export function movieDownloads(
  store: Store<MovieState>,
  thread: HoleThread,
  tell: (error: unknown, heading: string) => void,
): HTMLElement {
  const words = element("span", { class: "hole-hint", role: "status" });
  const withMovie = (save: (movie: OpenedMovie) => Promise<void>) => async (): Promise<void> => {
    const { movie } = store.get();
    if (movie === undefined) return;
    try {
      await save(movie);
    } catch (error) {
      tell(error, "This cannot be saved");
    }
    words.textContent = "";
  };
  const paintAll = async ({ frameCount, hasDisk }: OpenedMovie): Promise<Uint8Array[]> => {
    const shot = appearanceShot(store.get().appearance, hasDisk);
    const pngs: Uint8Array[] = [];
    for (let index = 0; index < frameCount; index++) {
      words.textContent = `painting ${index + 1} of ${frameCount}`;
      pngs.push((await thread.ask("frame", { index, shot })).png);
    }
    return pngs;
  };
  const saveZip = withMovie(async (movie) => {
    const entries = (await paintAll(movie)).map((bytes, index) => ({ name: frameName(index), bytes }));
    saveFile("frames.zip", zipOf(entries), "application/zip");
  });
  const kind = videoKind();
  const saveVideo = withMovie(async (movie) => {
    if (kind === undefined) return;
    const pngs = await paintAll(movie);
    words.textContent = "recording";
    const { widthPx, heightPx, framesPerSecond } = movie;
    const video = await recordVideo({ pngs, widthPx, heightPx, framesPerSecond }, kind);
    saveFile(kind.startsWith("video/mp4") ? "movie.mp4" : "movie.webm", video, kind);
  });
  const saveOf = (name: string, type: string): (() => Promise<void>) =>
    withMovie(async () => saveFile(name, (await thread.ask("file", { name })).bytes, type));
  const button = (label: string, onclick: () => void): HTMLButtonElement =>
    element("button", { type: "button", class: "button", onclick }, label);
  const preview = button("Animated preview", saveOf("preview.png", "image/png"));
  store.watch(
    ({ movie }) => movie,
    (movie) => {
      preview.hidden = movie?.files.includes("preview.png") !== true;
    },
  );
  return element(
    "div",
    { class: "hole-saves" },
    button("Frames (ZIP)", saveZip),
    ...(kind === undefined ? [] : [button("Video", saveVideo)]),
    preview,
    button("Lens map", saveOf("movie.lensmap", "application/octet-stream")),
    words,
  );
}

function frameName(index: number): string {
  return `frames/frame-${String(index).padStart(5, "0")}.png`;
}
