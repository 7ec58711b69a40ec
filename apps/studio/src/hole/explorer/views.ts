import type { ObserverView, ViewDetail } from "@lightcone/relativity";
import { type Latest, latest } from "../../page/latest.ts";
import type { Store } from "../../page/store.ts";
import type { SkyRenderer } from "../gpu/skyRenderer.ts";
import { type HoleThread, Stopped } from "../thread/holeThread.ts";
import { FIRST_STATE, type HoleState, shotText } from "./holeState.ts";

/** Meshes of a view, coarse first: what a change shows at once, and what follows when nothing more changes. */
const DETAILS: readonly ViewDetail[] = [
  { widthPx: 256, coarseCellPx: 8, refinementLevel: 3 },
  { widthPx: 1024, coarseCellPx: 8, refinementLevel: 3 },
  { widthPx: 2048, coarseCellPx: 16, refinementLevel: 5 },
];

/** How long nothing must change before the next finer mesh is traced, in milliseconds: a fall goes on sooner. */
const REFINE_DELAYS_MS: readonly number[] = [100, 1000];
/** Only the hole's place and kind matter for a view. */
const ANY_SIZE = { widthPx: 16, heightPx: 9 };
/** Width of the pictures with which the stars of the sky's cube are compared. */
const USUAL_WIDTH_PX = 960;

/** What traces views, and who hears of them. */
export interface ViewTracing {
  readonly store: Store<HoleState>;
  readonly thread: HoleThread;
  readonly renderer: SkyRenderer;
  readonly onView: (view: ObserverView, tookMs: number) => void;
  readonly onSky: () => void;
  readonly onTrouble: (error: unknown) => void;
}

/** How far the views are. */
export interface TracedViews extends Pick<Latest<unknown>, "isBusy"> {
  /** Whether the renderer has no view yet of the state as it is, not even a coarse one. */
  isBehind(): boolean;
}

/** Keeps the renderer's view and sky those of the state. */
export function traceViews(tracing: ViewTracing): TracedViews {
  const { store, thread, renderer, onView, onSky, onTrouble } = tracing;
  const skies = latest<string>(async (shot) => {
    const pixelRad = (FIRST_STATE.hfovDeg * Math.PI) / 180 / USUAL_WIDTH_PX;
    try {
      renderer.setSky(await thread.ask("sky", { shot, pixelSolidAngle: pixelRad * pixelRad }));
      onSky();
    } catch (error) {
      onTrouble(error);
    }
  });
  let traced = 0;
  let answered = "";
  const views = latest<{ readonly shot: string; readonly level: number }>(async ({ shot, level }) => {
    traced = level;
    try {
      const { view, tookMs } = await thread.ask("view", { shot, detail: DETAILS[level]! });
      renderer.setView(view);
      answered = shot;
      onTrouble(undefined);
      onView(view, tookMs);
      const isStill = shot === viewShot(store.get());
      if (isStill && level + 1 < DETAILS.length)
        setTimeout(() => refine(shot, level + 1), REFINE_DELAYS_MS[level]);
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
  store.watch(skyShot, (shot) => skies.ask(shot));
  return { isBusy: views.isBusy, isBehind: () => answered !== viewShot(store.get()) };
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

function skyShot({ hasStars, hasMilkyWay }: HoleState): string {
  return shotText({ ...NOWHERE, hasStars, hasMilkyWay }, ANY_SIZE);
}

const NOWHERE: HoleState = {
  ...{ spacetime: "minkowski", spin: 0, charge: 0, observer: "static", radiusM: 10, thetaDeg: 90, phiDeg: 0 },
  ...{
    azDeg: 0,
    elDeg: 0,
    hfovDeg: FIRST_STATE.hfovDeg,
    hasDisk: false,
    hasStars: true,
    hasMilkyWay: true,
    exposureStops: 0,
  },
};
