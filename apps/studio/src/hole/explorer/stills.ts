import { latest } from "../../page/latest.ts";
import type { Store } from "../../page/store.ts";
import type { StillAnswer } from "../thread/holeMessages.ts";
import { type HoleThread, Stopped } from "../thread/holeThread.ts";
import { type HoleState, type PictureSize, shotText } from "./holeState.ts";
import type { Meters } from "./meters.ts";
import type { TracedViews } from "./views.ts";

/** How long nothing must change before a still is painted, in milliseconds. */
const STILL_DELAY_MS = 700;
/** How soon a live view that was not there yet is looked for again, in milliseconds. */
const LIVE_RETRY_MS = 100;
/** Without a live view, a picture of so many times fewer pixels along an edge comes first. */
const COARSE_FACTOR = 6;

/** What paints stills, and where they go. */
export interface StillPainting {
  readonly store: Store<HoleState>;
  readonly painted: HTMLCanvasElement;
  readonly size: () => PictureSize;
  readonly thread: HoleThread;
  /** What shows changes while no still is there, and whether it is behind them; undefined without it. */
  readonly live: Pick<TracedViews, "isBehind"> | undefined;
  readonly meters: Meters;
  readonly onTrouble: (error: unknown) => void;
}

/** A still that is shown. */
export interface ShownStill extends StillAnswer {
  readonly shot: string;
}

/** What is painted. */
interface PaintedStills {
  /** The still that shows what there is to see; undefined until it is painted. */
  still(): ShownStill | undefined;
  /** Whether a coarse picture is on its way. */
  isBusy(): boolean;
}

/** Paints the view with the renderer's own painter when it is still, and hides the still when it is not. */
export function paintStills(painting: StillPainting): PaintedStills {
  const { store, painted, size, live, meters } = painting;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: ShownStill | undefined;
  let isFirst = true;
  const wanted = (): string => shotText(store.get(), size());
  const coarseWanted = (): string => shotText(store.get(), smaller(size()));
  const stills = latest<string>(async (shot) => {
    const still = await paintStill(shot, painting, () => shot === wanted());
    if (still === undefined) return;
    shown = still;
    painted.classList.add("is-shown");
    painted.dataset.lensMapSha256 = still.lensMapSha256;
    const lanes = still.laneCount === 1 ? "1 lane" : `${still.laneCount} lanes`;
    meters.say(`painted in ${(still.tookMs / 1000).toFixed(1)} s on ${lanes}`);
  });
  const paintSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(paint, STILL_DELAY_MS);
  };
  const paint = (): void => {
    // Painting takes every lane: begun before the first view is there, it would keep the stage black for long.
    if (live?.isBehind()) {
      timer = setTimeout(paint, LIVE_RETRY_MS);
      return;
    }
    isFirst = false;
    meters.say("painting …");
    stills.ask(wanted());
  };
  const coarse = latest<string>(async (shot) => {
    const still = await paintStill(shot, painting, () => shot === coarseWanted());
    if (still === undefined) return;
    painted.classList.add("is-shown");
    // One thread paints both: the fine picture waits until the coarse one is there.
    paintSoon();
  });
  const restart = (): void => {
    shown = undefined;
    delete painted.dataset.lensMapSha256;
    clearTimeout(timer);
    // It would take the lanes of what is looked at now for seconds.
    if (stills.isBusy()) painting.thread.stop();
    if (live === undefined) {
      meters.say("tracing …");
      coarse.ask(coarseWanted());
      return;
    }
    painted.classList.remove("is-shown");
    meters.say(isFirst ? "tracing …" : "");
    paintSoon();
  };
  new ResizeObserver(() => {
    if (shown?.shot !== wanted()) restart();
  }).observe(painted);
  store.watch((state) => state, restart);
  return { still: () => shown, isBusy: coarse.isBusy };
}

function smaller({ widthPx, heightPx }: PictureSize): PictureSize {
  return { widthPx: Math.ceil(widthPx / COARSE_FACTOR), heightPx: Math.ceil(heightPx / COARSE_FACTOR) };
}

/** Paints a shot and, if it is wanted still, puts it onto the canvas. */
async function paintStill(
  shot: string,
  { thread, painted, onTrouble, meters }: StillPainting,
  isWanted: () => boolean,
): Promise<ShownStill | undefined> {
  try {
    const still = await thread.ask("still", { shot });
    const image = await createImageBitmap(new Blob([still.png.slice()], { type: "image/png" }));
    if (!isWanted()) return undefined;
    painted.width = image.width;
    painted.height = image.height;
    painted.getContext("2d")?.drawImage(image, 0, 0);
    image.close();
    return { ...still, shot };
  } catch (error) {
    if (error instanceof Stopped) return undefined;
    meters.say("");
    onTrouble(error);
    return undefined;
  }
}
