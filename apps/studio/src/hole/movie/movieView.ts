import { element } from "../../page/element.ts";
import { type ProblemText, problemList, problemsOf } from "../../page/problemList.ts";
import { createStore, type Store } from "../../page/store.ts";
import type { GivenFile, HoleProgress, OpenedMovie } from "../thread/holeMessages.ts";
import { type HoleThread, Stopped } from "../thread/holeThread.ts";
import { type Appearance, FIRST_APPEARANCE } from "./appearance.ts";
import { fileChooser } from "./fileChooser.ts";
import { type MovieFileKind, movieFileKind } from "./movieFileKind.ts";
import { moviePlayer } from "./moviePlayer.ts";
import { shotEditor } from "./shotEditor.ts";

/** What of a movie is shown. */
export interface MovieState {
  readonly movie: OpenedMovie | undefined;
  /** Index of the frame in the lens map. */
  readonly index: number;
  readonly appearance: Appearance;
  /** How far the rendering is; undefined while nothing is rendered. */
  readonly progress: HoleProgress | undefined;
}

/** Movies: render one from a shot file, or open a lens map; then look at its frames in any light. */
export function movieView(thread: HoleThread): HTMLElement {
  const store = createStore<MovieState>({
    movie: undefined,
    index: 0,
    appearance: FIRST_APPEARANCE,
    progress: undefined,
  });
  const problems = element("div", { class: "hole-problems" });
  const tell = (error: unknown, heading: string): void => {
    if (error instanceof Stopped) return;
    problems.replaceChildren(...(error === undefined ? [] : [problemList(problemsOf(error), heading)]));
  };
  const editor = shotEditor({
    store,
    render: (shot) => render({ store, thread, tell }, shot, chooser.given()),
    cancel: () => {
      thread.stop();
      store.set({ progress: undefined, movie: undefined });
    },
  });
  const chooser = fileChooser((files) => void take({ store, thread, tell }, files, editor.setText));
  return element(
    "section",
    { class: "card hole-movie", "aria-label": "Movies" },
    element("h2", {}, "Movie"),
    element(
      "p",
      { class: "hole-hint" },
      "Render a short movie here, or open the movie.lensmap of one: exposure, stars and point spread can then be changed without tracing.",
    ),
    element(
      "div",
      { class: "hole-movie-parts" },
      element("div", {}, chooser.place, editor.place, problems),
      moviePlayer(store, thread, tell),
    ),
  );
}

interface MovieDesk {
  readonly store: Store<MovieState>;
  readonly thread: HoleThread;
  readonly tell: (error: unknown, heading: string) => void;
}

async function render(
  { store, thread, tell }: MovieDesk,
  shot: string,
  given: readonly GivenFile[],
): Promise<void> {
  tell(undefined, "");
  store.set({ progress: { stage: "trace", framesDone: 0, frameCount: 0, rays: 0 } });
  try {
    const movie = await thread.ask("movie", { shot, given }, (progress) => store.set({ progress }));
    store.set({ movie, index: 0, progress: undefined });
  } catch (error) {
    store.set({ progress: undefined });
    tell(error, "This movie cannot be rendered");
  }
}

async function open({ store, thread, tell }: MovieDesk, file: GivenFile): Promise<void> {
  try {
    store.set({ movie: await thread.ask("lensMap", { file }), index: 0 });
  } catch (error) {
    tell(error, "This lens map cannot be opened");
  }
}

/** Takes files that came together: shows a shot and what is wrong with it, opens a lens map, refuses what is neither. */
async function take(
  desk: MovieDesk,
  files: readonly GivenFile[],
  setText: (text: string) => void,
): Promise<void> {
  const { thread, tell } = desk;
  tell(undefined, "");
  const ofKind = (kind: MovieFileKind): readonly GivenFile[] =>
    files.filter((file) => movieFileKind(file) === kind);
  const strange = ofKind("unknown").map(({ name }) => ({ ...STRANGE_FILE, at: name }));
  if (strange.length > 0) tell({ problems: strange }, "This is nothing to show");
  const lensMap = ofKind("lensMap").at(-1);
  if (lensMap !== undefined && desk.store.get().progress !== undefined) {
    tell({ problems: [{ ...BUSY, at: lensMap.name }] }, "This lens map cannot be opened now");
  } else if (lensMap !== undefined) await open(desk, lensMap);
  const shot = ofKind("shot").at(-1);
  if (shot === undefined) return;
  const text = new TextDecoder().decode(shot.bytes);
  setText(text);
  try {
    await thread.ask("check", { shot: text });
  } catch (error) {
    tell(error, `${shot.name} cannot be rendered`);
  }
}

const BUSY: Omit<ProblemText, "at"> = {
  what: "came while a movie is being rendered",
  mend: "cancel the rendering or wait for its end, and give the lens map again",
};

const STRANGE_FILE: Omit<ProblemText, "at"> = {
  what: "is neither a shot file, nor a lens map, nor a file that a shot names",
  mend: "give a shot file (.yaml), the movie.lensmap of a rendered movie, a camera path or catalogue (.csv), or a panorama (.png)",
};
