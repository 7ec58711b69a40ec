import { element } from "../../page/element.ts";
import type { Store } from "../../page/store.ts";
import { fallFrom, fallWords, horizonShare } from "./fall.ts";
import type { FallRun, FallState } from "./fallRun.ts";
import type { HoleState } from "./holeState.ts";

/** Steps of the slider. */
const SLIDER_STEPS = 1000;

/** A button that lets go, a slider over the whole fall with the horizon marked, and where one is. */
export function fallBar(hole: Store<HoleState>, run: FallRun): HTMLElement {
  const button = element("button", { type: "button", class: "button primary hole-fall-button" });
  const back = element("button", { type: "button", class: "button" }, "Back out");
  const slider = element("input", {
    ...{ type: "range", min: 0, max: SLIDER_STEPS, step: 1, value: 0, "aria-label": "Way of the fall" },
  });
  const mark = element("span", { class: "hole-horizon-mark", "aria-hidden": true }, "horizon");
  const words = element("p", { class: "hole-fall-words" });
  const show = (): void => {
    const state = run.get();
    const whole = state.fall ?? fallFrom(hole.get());
    const said = barWords(state, whole !== undefined);
    button.textContent = buttonWords(state);
    button.disabled = slider.disabled = whole === undefined;
    back.hidden = state.fall === undefined;
    mark.hidden = whole === undefined;
    if (whole !== undefined) mark.style.setProperty("--share", String(horizonShare(whole)));
    slider.value = String(Math.round(SLIDER_STEPS * state.share));
    slider.setAttribute("aria-valuetext", said);
    words.textContent = said;
  };
  button.addEventListener("click", () => (run.get().isRunning ? run.pause() : run.run()));
  back.addEventListener("click", run.backOut);
  slider.addEventListener("input", () => {
    // Before pausing, which shows the present place.
    const share = slider.valueAsNumber / SLIDER_STEPS;
    run.pause();
    run.goTo(share);
  });
  run.watch((state) => state, show);
  hole.watch(({ spacetime, spin, radiusM }) => `${spacetime} ${spin} ${radiusM}`, show);
  return element(
    "section",
    { class: "card hole-fall", "aria-label": "Fall" },
    button,
    element("div", { class: "hole-fall-way" }, slider, mark),
    back,
    words,
  );
}

function buttonWords({ fall, share, isRunning }: FallState): string {
  if (isRunning) return "Pause";
  if (fall === undefined) return "Fall in";
  return share >= 1 ? "Fall again" : "Fall on";
}

function barWords({ fall, share }: FallState, isPossible: boolean): string {
  if (fall !== undefined) return fallWords(fall, share);
  return isPossible ? "Let go, and fall through the horizon." : "Choose a hole without charge to fall into.";
}
