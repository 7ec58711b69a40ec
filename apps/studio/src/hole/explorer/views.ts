import type { ObserverView, ViewDetail } from "@lightcone/relativity";
import { type Latest, latest } from "../../page/latest.ts";
import type { Store } from "../../page/store.ts";
import type { SkyRenderer } from "../gpu/skyRenderer.ts";
import { Stopped } from "../thread/holeThread.ts";
import type { ExplorerThreads } from "./explorer.ts";
import { FIRST_STATE, type HoleState, shotText } from "./holeState.ts";

/** Meshes of a view, coarse first: what a change shows at once, and what follows when nothing more changes. */
const DETAILS: readonly ViewDetail[] = [
  { widthPx: 256, coarseCellPx: 16, refinementLevel: 4, edgeLevel: 6 },
  { widthPx: 1024, coarseCellPx: 16, refinementLevel: 5 },
];

/** How long nothing must change before the next finer mesh is traced, in milliseconds: a fall goes on sooner. */
const REFINE_DELAY_MS = 150;
/** Only the hole's place and kind matter for a view. */
const ANY_SIZE = { widthPx: 16, heightPx: 9 };
/** Width of the pictures with which the stars of the sky's cube are compared. */
const USUAL_WIDTH_PX = 960;

/** What traces views, and who hears of them. */
export interface ViewTracing {
  readonly store: Store<HoleState>;
  readonly threads: Pick<ExplorerThreads, "view" | "sky">;
  readonly renderer: SkyRenderer;
  readonly onView: (view: ObserverView, tookMs: number) => void;
  readonly onSky: () => void;
  readonly onTrouble: (error: unknown) => void;
}

/** How far the views are. */
export interface TracedViews extends Pick<Latest<unknown>, "isBusy"> {
  /** Whether the renderer lacks the sky, or a view, be it a coarse one, of the state as it is. */
  isBehind(): boolean;
}

/** Keeps the renderer's view that of the state, and gives it the sky once there is something to see. */
export function traceViews(tracing: ViewTracing): TracedViews {
  const { store, renderer, onView, onTrouble } = tracing;
  const thread = tracing.threads.view;
  let traced = 0;
  let answered = "";
  let sky: "wanted" | "asked" | "there" = "wanted";
  const readSky = async (): Promise<void> => {
    sky = "asked";
    sky = (await setSky(tracing)) ? "there" : "wanted";
  };
  const views = latest<{ readonly shot: string; readonly level: number }>(async ({ shot, level }) => {
    traced = level;
    try {
      const { view, tookMs } = await thread.ask("view", { shot, detail: DETAILS[level]! });
      renderer.setView(view);
      answered = shot;
      onTrouble(undefined);
      onView(view, tookMs);
      if (sky === "wanted") void readSky();
      const isStill = shot === viewShot(store.get());
      if (isStill && level + 1 < DETAILS.length) setTimeout(() => refine(shot, level + 1), REFINE_DELAY_MS);
    } catch (error) {
      if (error instanceof Stopped) return;
      answered = shot;
      onTrouble(error);
    }
  });
  const refine = (shot: string, level: number): void => {
    if (shot === viewShot(store.get()) && !views.isBusy()) views.ask({ shot, level });
  };
  store.watch(viewShot, (shot) => {
    // The finest mesh takes longer than a new thread.
    if (views.isBusy() && traced === DETAILS.length - 1) thread.stop();
    views.ask({ shot, level: 0 });
  });
  return { isBusy: views.isBusy, isBehind: () => sky === "asked" || answered !== viewShot(store.get()) };
}

/** Gives the renderer the whole sky, of which it leaves out what is not wanted. @returns whether it is there */
async function setSky({ renderer, threads, onSky, onTrouble }: ViewTracing): Promise<boolean> {
  const pixelRad = (FIRST_STATE.hfovDeg * Math.PI) / 180 / USUAL_WIDTH_PX;
  const shot = shotText(OPEN_SKY, ANY_SIZE);
  try {
    renderer.setSky(await threads.sky.ask("sky", { shot, pixelSolidAngle: pixelRad * pixelRad }));
    onSky();
    return true;
  } catch (error) {
    onTrouble(error);
    return false;
  } finally {
    // It would keep what it has read, and is asked once.
    threads.sky.stop();
  }
}

/** The shot as far as the view depends on it: looking elsewhere, other light and other stars change nothing. */
function viewShot(state: HoleState): string {
  const lit = {
    azDeg: 0,
    elDeg: 0,
    hfovDeg: FIRST_STATE.hfovDeg,
    exposureStops: 0,
    hasStars: false,
    hasMilkyWay: false,
  };
  return shotText({ ...state, ...lit }, ANY_SIZE);
}

/** Stars and Milky Way, and nothing before them. */
const OPEN_SKY: HoleState = {
  ...{ ...FIRST_STATE, spacetime: "minkowski", spin: 0, hasDisk: false },
  ...{ hasStars: true, hasMilkyWay: true },
};
