import { createStore, type Store } from "../../page/store.ts";
import { type Fall, fallenSight, fallenState, fallFrom, isOnFall } from "./fall.ts";
import { type HoleState, possibleState } from "./holeState.ts";

/** Time from letting go to the end, where the machine keeps up, in milliseconds. */
const DURATION_MS = 20_000;
/** A step is no longer than this, in milliseconds: where pictures take longer, the fall does, too, and skips nothing. */
const MOST_STEP_MS = 160;
/** Who wants no motion falls in still pictures, each shown so long, in milliseconds. */
const STILL_MS = 1000;

/** How far a fall is. */
export interface FallState {
  /** Undefined while nobody falls. */
  readonly fall: Fall | undefined;
  /** Share of the way, from 0 to 1. */
  readonly share: number;
  readonly isRunning: boolean;
}

/** A fall that runs by itself, stops, and goes wherever it is told. */
export interface FallRun extends Pick<Store<FallState>, "get" | "watch"> {
  /** Lets go, or goes on; from the end it begins again. */
  readonly run: () => void;
  readonly pause: () => void;
  /** @param share  of the way, from 0 to 1 */
  readonly goTo: (share: number) => void;
  /** Puts the observer back to where the fall began, at rest. */
  readonly backOut: () => void;
}

const NOWHERE: FallState = { fall: undefined, share: 0, isRunning: false };

/**
 * Moves the explorer's observer along a fall. Whoever chooses another place or another hole ends it.
 * @param isBusy  whether the picture of an earlier place is still being made
 */
export function createFallRun(hole: Store<HoleState>, isBusy: () => boolean): FallRun {
  const store = createStore(NOWHERE);
  const goTo = (share: number): void => {
    const fall = store.get().fall ?? fallFrom(hole.get());
    if (fall === undefined) return;
    const within = Math.min(Math.max(share, 0), 1);
    store.set({ fall, share: within, isRunning: store.get().isRunning && within < 1 });
    hole.set(possibleState({ ...hole.get(), ...fallenState(fall, within), ...fallenSight(fall, within) }));
  };
  let lastMs = 0;
  const step = (nowMs: number): void => {
    const { isRunning, share } = store.get();
    if (!isRunning) return;
    const passedMs = nowMs - lastMs;
    const wantedMs = wantsStills() ? STILL_MS : MOST_STEP_MS;
    if (!isBusy() && (passedMs >= wantedMs || !wantsStills())) {
      lastMs = nowMs;
      goTo(share + Math.min(passedMs, wantedMs) / DURATION_MS);
    }
    requestAnimationFrame(step);
  };
  hole.watch(
    (state) => state,
    (state) => {
      const { fall, share } = store.get();
      if (fall !== undefined && !isOnFall(fall, share, state)) store.set(NOWHERE);
    },
  );
  return {
    get: store.get,
    watch: store.watch,
    run: () => {
      const { share } = store.get();
      goTo(share >= 1 ? 0 : share);
      lastMs = performance.now();
      store.set({ isRunning: store.get().fall !== undefined });
      requestAnimationFrame(step);
    },
    pause: () => store.set({ isRunning: false }),
    goTo,
    backOut: () => {
      const { fall } = store.get();
      store.set(NOWHERE);
      if (fall === undefined) return;
      const { radiusM, phiDeg } = fall.start;
      hole.set(
        possibleState({ ...hole.get(), observer: "static", radiusM, phiDeg, ...fallenSight(fall, 0) }),
      );
    },
  };
}

/** Whether the person has asked for no motion. */
function wantsStills(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
