import type { Store } from "../../page/store.ts";
import { type HoleState, possibleState } from "./holeState.ts";

/** Turn of the view by an arrow key, in degrees, and change of the radius by + or -. */
const KEY_TURN_DEG = 5;
const KEY_RADIUS_FACTOR = 1.1;
/** What a wheel turns, in pixels, for the radius to change by a factor of e. */
const WHEEL_PX = 900;
/** A pointer that moves less than that, in pixels, has clicked. */
const CLICK_PX = 4;

/** Hears of clicks: a place on the stage, as shares of its width and height from the top left. */
export type OnPick = (share: { readonly across: number; readonly down: number }) => void;

/** Lets pointers, wheel, fingers and keys turn the view and move the observer. */
export function steer(stage: HTMLElement, store: Store<HoleState>, onPick: OnPick): void {
  const change = (part: Partial<HoleState>): void => store.set(possibleState({ ...store.get(), ...part }));
  steerByPointers(stage, store, { change, onPick });
  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
      change({ radiusM: tidyRadius(store.get().radiusM * Math.exp((event.deltaY * lines) / WHEEL_PX)) });
    },
    { passive: false },
  );
  stage.addEventListener("keydown", (event) => {
    const part =
      event.ctrlKey || event.metaKey || event.altKey ? undefined : keyChange(event.key, store.get());
    if (part !== undefined) change(part);
    else if (event.key === "Enter" || event.key === " ") onPick({ across: 0.5, down: 0.5 });
    else return;
    event.preventDefault();
  });
}

function keyChange(key: string, { azDeg, elDeg, radiusM }: HoleState): Partial<HoleState> | undefined {
  const changes: Readonly<Record<string, Partial<HoleState>>> = {
    ArrowLeft: { azDeg: azDeg - KEY_TURN_DEG },
    ArrowRight: { azDeg: azDeg + KEY_TURN_DEG },
    ArrowUp: { elDeg: elDeg + KEY_TURN_DEG },
    ArrowDown: { elDeg: elDeg - KEY_TURN_DEG },
    "+": { radiusM: tidyRadius(radiusM / KEY_RADIUS_FACTOR) },
    "=": { radiusM: tidyRadius(radiusM / KEY_RADIUS_FACTOR) },
    "-": { radiusM: tidyRadius(radiusM * KEY_RADIUS_FACTOR) },
    Home: { azDeg: 0, elDeg: 0 },
  };
  return changes[key];
}

interface Reactions {
  readonly change: (part: Partial<HoleState>) => void;
  readonly onPick: OnPick;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** One pointer turns the view as if the sky were held by it; two move the observer. */
function steerByPointers(stage: HTMLElement, store: Store<HoleState>, { change, onPick }: Reactions): void {
  const held = new Map<number, Point>();
  let movedPx = 0;
  stage.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    if (held.size === 0) movedPx = 0;
    held.set(event.pointerId, pointOf(event));
    stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener("pointermove", (event) => {
    const before = held.get(event.pointerId);
    if (before === undefined) return;
    const apartBefore = spread(held);
    held.set(event.pointerId, pointOf(event));
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    movedPx += Math.hypot(dx, dy);
    if (movedPx < CLICK_PX) return;
    const { azDeg, elDeg, radiusM, hfovDeg } = store.get();
    if (held.size > 1) {
      const apart = spread(held);
      if (apart > 0 && apartBefore > 0) change({ radiusM: tidyRadius((radiusM * apartBefore) / apart) });
      return;
    }
    const degreesAPixel = hfovDeg / stage.clientWidth;
    change({ azDeg: tidyAngle(azDeg - dx * degreesAPixel), elDeg: tidyAngle(elDeg + dy * degreesAPixel) });
  });
  const letGo = (event: PointerEvent): void => {
    if (!held.delete(event.pointerId) || event.type === "pointercancel") return;
    if (movedPx >= CLICK_PX || held.size > 0) return;
    const box = stage.getBoundingClientRect();
    onPick({
      across: (event.clientX - box.left) / box.width,
      down: (event.clientY - box.top) / box.height,
    });
  };
  stage.addEventListener("pointerup", letGo);
  stage.addEventListener("pointercancel", letGo);
}

function pointOf({ clientX: x, clientY: y }: PointerEvent): Point {
  return { x, y };
}

/** How far apart two pointers are, in pixels; 0 unless there are two. */
function spread(held: ReadonlyMap<number, Point>): number {
  const [a, b] = [...held.values()];
  return a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y);
}

/** Few digits: they stand in the address and in the shot file. */
function tidyRadius(radiusM: number): number {
  return Number(radiusM.toPrecision(5));
}

function tidyAngle(degrees: number): number {
  return Number(degrees.toFixed(2));
}
