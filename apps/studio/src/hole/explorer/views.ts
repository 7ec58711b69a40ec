import type { ObserverView, ViewDetail } from "@lightcone/relativity";
import { latest } from "../../page/latest.ts";
import type { Store } from "../../page/store.ts";
import type { SkyRenderer } from "../gpu/skyRenderer.ts";
import type { HoleThread } from "../thread/holeThread.ts";
import { HFOV_DEG, type HoleState, shotText } from "./holeState.ts";

/** Meshes of a view, coarse first: what a change shows at once, and what follows when nothing more changes. */
const DETAILS: readonly ViewDetail[] = [
  { widthPx: 256, coarseCellPx: 4, refinementLevel: 2 },
  { widthPx: 1024, coarseCellPx: 8, refinementLevel: 3 },
  { widthPx: 2048, coarseCellPx: 16, refinementLevel: 5 },
];

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

/** Keeps the renderer's view and sky those of the state. */
export function traceViews({ store, thread, renderer, onView, onSky, onTrouble }: ViewTracing): void {
  const skies = latest<string>(async (shot) => {
    const pixelRad = (HFOV_DEG * Math.PI) / 180 / USUAL_WIDTH_PX;
    try {
      renderer.setSky(await thread.ask("sky", { shot, pixelSolidAngle: pixelRad * pixelRad }));
      onSky();
    } catch (error) {
      onTrouble(error);
    }
  });
  const views = latest<{ readonly shot: string; readonly level: number }>(async ({ shot, level }) => {
    try {
      const { view, tookMs } = await thread.ask("view", { shot, detail: DETAILS[level]! });
      renderer.setView(view);
      onTrouble(undefined);
      onView(view, tookMs);
      const isStill = shot === viewShot(store.get());
      if (isStill && level + 1 < DETAILS.length) setTimeout(() => refine(shot, level + 1));
    } catch (error) {
      onTrouble(error);
    }
  });
  const refine = (shot: string, level: number): void => {
    if (shot === viewShot(store.get()) && !views.isBusy()) views.ask({ shot, level });
  };
  store.watch(viewShot, (shot) => views.ask({ shot, level: 0 }));
  store.watch(skyShot, (shot) => skies.ask(shot));
}

/** The shot as far as the view depends on it: looking elsewhere, other light and other stars change nothing. */
function viewShot(state: HoleState): string {
  const lit = { azDeg: 0, elDeg: 0, exposureStops: 0, hasStars: false, hasMilkyWay: false };
  return shotText({ ...state, ...lit }, ANY_SIZE);
}

function skyShot({ hasStars, hasMilkyWay }: HoleState): string {
  return shotText({ ...NOWHERE, hasStars, hasMilkyWay }, ANY_SIZE);
}

const NOWHERE: HoleState = {
  ...{ spacetime: "minkowski", spin: 0, charge: 0, observer: "static", radiusM: 10, thetaDeg: 90, phiDeg: 0 },
  ...{ azDeg: 0, elDeg: 0, hasDisk: false, hasStars: true, hasMilkyWay: true, exposureStops: 0 },
};
