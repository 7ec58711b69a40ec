import { element } from "../../page/element.ts";
import type { Store } from "../../page/store.ts";
import {
  canHaveDisk,
  type HoleState,
  LEAST_HFOV_DEG,
  MOST_HFOV_DEG,
  MOST_RADIUS_M,
  possibleState,
} from "./holeState.ts";

/** Everything about the view that can be set by hand, kept in step with the state. */
export function explorerControls(store: Store<HoleState>): HTMLElement {
  const change = (part: Partial<HoleState>): void => store.set(possibleState({ ...store.get(), ...part }));
  const spacetime = choice("Spacetime", SPACETIME_WORDS, (value) => change({ spacetime: value }));
  const observer = choice("Observer", OBSERVER_WORDS, (value) => change({ observer: value }));
  const spin = slider({ label: "Spin", min: -0.999, max: 0.999, step: 0.001 }, (spin) => change({ spin }));
  const charge = slider({ label: "Charge", min: 0, max: 0.99, step: 0.01 }, (charge) => change({ charge }));
  const radius = slider(
    { label: "Distance", min: Math.log(0.05), max: Math.log(MOST_RADIUS_M), step: 0.001 },
    (log) => change({ radiusM: Number(Math.exp(log).toPrecision(4)) }),
  );
  const theta = slider({ label: "Angle from the axis", min: 1, max: 179, step: 1 }, (thetaDeg) =>
    change({ thetaDeg }),
  );
  const width = slider(
    { label: "Field of view", min: LEAST_HFOV_DEG, max: MOST_HFOV_DEG, step: 1 },
    (hfovDeg) => change({ hfovDeg }),
  );
  const exposure = slider({ label: "Exposure", min: -6, max: 6, step: 0.1 }, (exposureStops) =>
    change({ exposureStops }),
  );
  const disk = tick("Disk", (hasDisk) => change({ hasDisk }));
  const stars = tick("Stars", (hasStars) => change({ hasStars }));
  const milkyWay = tick("Milky Way", (hasMilkyWay) => change({ hasMilkyWay }));
  store.watch(
    (state) => state,
    (state) => {
      spacetime.set(state.spacetime);
      observer.set(state.observer);
      observer.allow((kind) => possibleState({ ...state, observer: kind }).observer === kind);
      spin.show(state.spin, state.spin.toFixed(3));
      spin.place.hidden = state.spacetime !== "kerr" && state.spacetime !== "kerr-newman";
      charge.show(state.charge, state.charge.toFixed(2));
      charge.place.hidden = state.spacetime !== "kerr-newman";
      radius.show(Math.log(state.radiusM), `${state.radiusM.toPrecision(4)} M`);
      theta.show(state.thetaDeg, `${state.thetaDeg.toFixed(0)}°`);
      theta.input.disabled = state.observer === "circular";
      width.show(state.hfovDeg, `${state.hfovDeg.toFixed(0)}°`);
      exposure.show(state.exposureStops, `${signed(state.exposureStops)} stops`);
      disk.set(state.hasDisk && canHaveDisk(state));
      disk.input.disabled = !canHaveDisk(state);
      stars.set(state.hasStars);
      milkyWay.set(state.hasMilkyWay);
    },
  );
  return element(
    "form",
    { class: "hole-controls", "aria-label": "What is seen", onsubmit: (event) => event.preventDefault() },
    spacetime.place,
    spin.place,
    charge.place,
    observer.place,
    radius.place,
    theta.place,
    width.place,
    exposure.place,
    shownGroup(disk.place, stars.place, milkyWay.place),
  );
}

function shownGroup(...ticks: readonly HTMLElement[]): HTMLElement {
  return element("div", { class: "hole-ticks", role: "group", "aria-label": "Shown" }, ...ticks);
}

const SPACETIME_WORDS: Readonly<Record<HoleState["spacetime"], string>> = {
  schwarzschild: "No spin (Schwarzschild)",
  kerr: "Spinning (Kerr)",
  "kerr-newman": "Charged (Kerr–Newman)",
  minkowski: "No hole (flat)",
};

const OBSERVER_WORDS: Readonly<Record<HoleState["observer"], string>> = {
  static: "At rest",
  zamo: "Dragged along (zero angular momentum)",
  circular: "On a circular orbit",
  rain: "Falling from far away (rain)",
  drip: "Falling from rest (drip)",
};

interface ChoiceControl<Value extends string> {
  readonly place: HTMLElement;
  set(value: Value): void;
  allow(isAllowed: (value: Value) => boolean): void;
}

function choice<Value extends string>(
  label: string,
  words: Readonly<Record<Value, string>>,
  choose: (value: Value) => void,
): ChoiceControl<Value> {
  const options = (Object.entries(words) as [Value, string][]).map(([value, text]) => ({
    value,
    option: element("option", { value }, text),
  }));
  const select = element("select", {}, ...options.map(({ option }) => option));
  select.addEventListener("change", () => choose(select.value as Value));
  return {
    place: element("label", { class: "hole-field" }, element("span", {}, label), select),
    set: (value) => {
      select.value = value;
    },
    allow: (isAllowed) => {
      for (const { value, option } of options) option.disabled = !isAllowed(value);
    },
  };
}

interface SliderControl {
  readonly place: HTMLElement;
  readonly input: HTMLInputElement;
  show(value: number, words: string): void;
}

function slider(
  { label, ...range }: { label: string; min: number; max: number; step: number },
  slide: (value: number) => void,
): SliderControl {
  const input = element("input", { type: "range", ...range });
  const shown = element("output", {});
  input.addEventListener("input", () => slide(input.valueAsNumber));
  return {
    // The slider stands first: a label names the first thing in it that can be named, and an output can be.
    place: element("label", { class: "hole-field" }, element("span", {}, label), input, shown),
    input,
    show: (value, words) => {
      input.value = String(value);
      input.setAttribute("aria-valuetext", words);
      shown.textContent = words;
    },
  };
}

interface TickControl {
  readonly place: HTMLElement;
  readonly input: HTMLInputElement;
  set(isOn: boolean): void;
}

function tick(label: string, change: (isOn: boolean) => void): TickControl {
  const input = element("input", { type: "checkbox" });
  input.addEventListener("change", () => change(input.checked));
  return {
    place: element("label", { class: "hole-tick" }, input, label),
    input,
    set: (isOn) => {
      input.checked = isOn;
    },
  };
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;
}
