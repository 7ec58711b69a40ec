import { element } from "../../page/element.ts";
import type { Store } from "../../page/store.ts";
import { openSkyRenderer, type SkyRenderer } from "../gpu/skyRenderer.ts";
import type { ExplorerThreads } from "./explorer.ts";
import { exposureOf, type HoleState, type PictureSize, shotText } from "./holeState.ts";
import { createMeters } from "./meters.ts";
import { saveButtons } from "./saveButtons.ts";
import { paintStills } from "./stills.ts";
import { type TracedViews, traceViews } from "./views.ts";

/** The part of the explorer in which the view is drawn. */
export interface ExplorerStage {
  readonly place: HTMLElement;
  /** What pointers and keys act on. */
  readonly surface: HTMLElement;
  /** Buttons that save what is seen. */
  readonly downloads: HTMLElement;
  /** Whether the picture of an earlier state is still being made. */
  isBusy(): boolean;
  /** Size of the painted picture. */
  size(): PictureSize;
  /** Marks a place, by shares of width and height. */
  mark(across: number, down: number): void;
  unmark(): void;
}

/** Pixels that a painted picture has at most. */
const MOST_PIXELS = 1280 * 720;

/**
 * @param onTrouble  told what is wrong with the view, and undefined when it is well again
 */
export function explorerStage(
  store: Store<HoleState>,
  threads: ExplorerThreads,
  onTrouble: (error: unknown) => void,
): ExplorerStage {
  const live = element("canvas", { class: "hole-live", "aria-hidden": true });
  const painted = element("canvas", { class: "hole-painted", "aria-hidden": true });
  const marker = element("span", { class: "hole-marker", hidden: true });
  const surface = element(
    "div",
    {
      class: "hole-surface",
      tabindex: 0,
      role: "application",
      "aria-roledescription": "view",
      "aria-label":
        "View of the black hole. Arrow keys look around, plus and minus move nearer and away, Home looks at the hole, Enter shows the ray in the middle.",
    },
    live,
    painted,
    marker,
  );
  const meters = createMeters();
  const place = element("div", { class: "hole-stage" }, surface, meters.place);
  const renderer = rendererOn(live);
  const size = (): PictureSize => pictureSize(surface);
  const views = renderer && drawLive({ store, live, surface, renderer, threads, meters, onTrouble });
  if (views === undefined) meters.say("no WebGL 2: painted frames only");
  const shown = paintStills({
    store,
    painted,
    size,
    thread: threads.picture,
    live: views,
    meters,
    onTrouble,
  });
  return {
    place,
    surface,
    isBusy: () => (views ?? shown).isBusy(),
    downloads: saveButtons({ shotOf: () => shotText(store.get(), size()), still: () => shown.still() }),
    size,
    mark: (across, down) => {
      marker.hidden = false;
      marker.style.left = `${100 * across}%`;
      marker.style.top = `${100 * down}%`;
    },
    unmark: () => {
      marker.hidden = true;
    },
  };
}

function rendererOn(live: HTMLCanvasElement): SkyRenderer | undefined {
  try {
    return openSkyRenderer(live);
  } catch {
    // A driver that does not take the shaders: painted frames show the same.
    return undefined;
  }
}

/** As large as the surface in device pixels, as far as painting it takes no longer than people wait. */
function pictureSize({ clientWidth, clientHeight }: HTMLElement): PictureSize {
  const [width, height] = [Math.max(clientWidth, 16), Math.max(clientHeight, 9)];
  const scale = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (width * height)));
  return { widthPx: Math.round(width * scale), heightPx: Math.round(height * scale) };
}

interface LiveDrawing {
  readonly store: Store<HoleState>;
  readonly live: HTMLCanvasElement;
  readonly surface: HTMLElement;
  readonly renderer: SkyRenderer;
  readonly threads: ExplorerThreads;
  readonly meters: ReturnType<typeof createMeters>;
  readonly onTrouble: (error: unknown) => void;
}

/** Draws whenever something changed, once a frame of the screen. */
function drawLive(drawing: LiveDrawing): TracedViews {
  const { store, live, surface, renderer, threads, meters, onTrouble } = drawing;
  let isDue = false;
  const draw = (): void => {
    isDue = false;
    const state = store.get();
    const { azDeg, elDeg, hfovDeg, hasMilkyWay, hasStars } = state;
    renderer.draw({ azDeg, elDeg, hfovDeg, hasMilkyWay, hasStars, exposure: exposureOf(state) });
    meters.noteFrame(performance.now());
  };
  const redraw = (): void => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(draw);
  };
  new ResizeObserver(() => {
    const scale = Math.min(devicePixelRatio, 2);
    live.width = Math.max(Math.round(surface.clientWidth * scale), 1);
    live.height = Math.max(Math.round(surface.clientHeight * scale), 1);
    redraw();
  }).observe(surface);
  store.watch((state) => state, redraw);
  return traceViews({
    store,
    threads,
    renderer,
    onView: (view, tookMs) => {
      meters.noteRays(view.rays, tookMs);
      live.dataset.rays = String(view.rays);
      redraw();
    },
    onSky: redraw,
    onTrouble,
  });
}
