import { pixelDirection } from "@lightcone/relativity";
import { element } from "../../page/element.ts";
import { latest } from "../../page/latest.ts";
import { problemList, problemsOf } from "../../page/problemList.ts";
import { createStore, type Store } from "../../page/store.ts";
import type { HoleThread } from "../thread/holeThread.ts";
import { explorerControls } from "./controls.ts";
import { explorerStage } from "./explorerStage.ts";
import { fallBar } from "./fallBar.ts";
import { createFallRun } from "./fallRun.ts";
import { fragmentOf, type HoleState, rayLine, shotText, stateOfFragment } from "./holeState.ts";
import { rayPanel } from "./rayPanel.ts";
import { steer } from "./steering.ts";

/** Threads of the explorer: one that answers at once, one that reads the sky, one that paints. */
export interface ExplorerThreads {
  readonly view: HoleThread;
  readonly sky: HoleThread;
  readonly picture: HoleThread;
}

/** The explorer's two parts: a view to look around in; what can be set, and what is known of a pixel's ray. */
export function explorer(threads: ExplorerThreads): {
  readonly main: HTMLElement;
  readonly side: HTMLElement;
} {
  const store = createStore<HoleState>(stateOfFragment(addressState() ?? ""));
  const problems = element("div", { class: "hole-problems" });
  const ray = element("section", {
    class: "card hole-ray",
    "aria-label": "Ray of a pixel",
    "aria-live": "polite",
  });
  const stage = explorerStage(store, threads, (error) => {
    problems.replaceChildren(
      ...(error === undefined ? [] : [problemList(problemsOf(error), "This cannot be seen")]),
    );
  });
  showRayHint(ray);
  const fall = createFallRun(store, stage.isBusy);
  const showRay = rayShower({ store, thread: threads.view, place: ray });
  steer(stage.surface, store, ({ across, down }) => {
    stage.mark(across, down);
    const { widthPx, heightPx } = stage.size();
    showRay.ask([across * widthPx, down * heightPx, widthPx, heightPx]);
  });
  keepAddress(store);
  store.watch(
    ({ exposureStops: _, azDeg: __, elDeg: ___, ...rest }) => JSON.stringify(rest),
    () => {
      stage.unmark();
      showRayHint(ray);
    },
  );
  const controls = element("section", { class: "card hole-side" }, explorerControls(store), stage.downloads);
  return {
    main: element("div", { class: "hole-main" }, stage.place, fallBar(store, fall), problems),
    side: element("div", { class: "hole-sides" }, controls, ray),
  };
}

function showRayHint(place: HTMLElement): void {
  place.replaceChildren(
    element("h2", {}, "Ray"),
    element("p", { class: "hole-hint" }, "Click the picture to see where a pixel's light comes from."),
  );
}

interface RayShower {
  readonly store: Store<HoleState>;
  readonly thread: HoleThread;
  readonly place: HTMLElement;
}

/** Asks for the ray through a pixel (x, y of width, height) and shows it. */
function rayShower({ store, thread, place }: RayShower): {
  ask(pixel: readonly [number, number, number, number]): void;
} {
  return latest(async ([x, y, widthPx, heightPx]) => {
    const state = store.get();
    const { azRad, elRad } = pixelDirection(
      { widthPx, heightPx, hfovDeg: state.hfovDeg },
      { azDeg: state.azDeg, elDeg: state.elDeg, rollDeg: 0 },
      [x, y],
    );
    const degrees = (radians: number): number => (radians * 180) / Math.PI;
    const line = rayLine(state, { azDeg: degrees(azRad), elDeg: degrees(elRad) });
    const heading = element("h2", {}, "Ray");
    try {
      const shot = shotText(state, { widthPx, heightPx });
      const found = await thread.ask("ray", { line, shot });
      place.replaceChildren(heading, rayPanel(found, line));
    } catch (error) {
      place.replaceChildren(heading, problemList(problemsOf(error), "This ray cannot be followed"));
    }
  });
}

/** What the address says of the explorer; undefined when it names another view. */
function addressState(): string | undefined {
  const [view, state] = location.hash.slice(1).split("/");
  return view === "hole" ? state : undefined;
}

/** How long the view must be still before its address is written, in milliseconds. */
const ADDRESS_DELAY_MS = 300;

/** Keeps the address in step with what is seen, and the other way round. */
function keepAddress(store: Store<HoleState>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  store.watch(
    (state) => state,
    (state) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (addressState() === undefined && location.hash !== "#hole") return;
        const words = fragmentOf(state);
        history.replaceState(null, "", words === "" ? "#hole" : `#hole/${words}`);
      }, ADDRESS_DELAY_MS);
    },
  );
  addEventListener("hashchange", () => {
    const words = addressState();
    if (words !== undefined && words !== fragmentOf(store.get())) store.set(stateOfFragment(words));
  });
}
