import { element } from "../../page/element.ts";
import type { Store } from "../../page/store.ts";
import { type Appearance, CATALOGUES, SPREADS } from "./appearance.ts";
import type { MovieState } from "./movieView.ts";

/** Exposure, stars, Milky Way and point spread of the open movie. */
export function appearanceControls(store: Store<MovieState>): HTMLElement {
  const change = (part: Partial<Appearance>): void =>
    store.set({ appearance: { ...store.get().appearance, ...part } });
  const exposure = element("input", { type: "range", min: -6, max: 6, step: 0.25 });
  const stops = element("output", {});
  exposure.addEventListener("input", () => change({ exposureStops: exposure.valueAsNumber }));
  const catalogue = choices(CATALOGUES, CATALOGUE_WORDS);
  catalogue.addEventListener("change", () =>
    change({ catalogue: catalogue.value as Appearance["catalogue"] }),
  );
  const spread = choices(SPREADS, SPREAD_WORDS);
  spread.addEventListener("change", () => change({ spread: spread.value as Appearance["spread"] }));
  const milkyWay = element("input", { type: "checkbox" });
  milkyWay.addEventListener("change", () => change({ hasMilkyWay: milkyWay.checked }));
  store.watch(
    ({ appearance }) => appearance,
    (appearance) => {
      exposure.value = String(appearance.exposureStops);
      stops.textContent = `${appearance.exposureStops < 0 ? "−" : "+"}${Math.abs(appearance.exposureStops)} stops`;
      catalogue.value = appearance.catalogue;
      spread.value = appearance.spread;
      milkyWay.checked = appearance.hasMilkyWay;
    },
  );
  return element(
    "div",
    { class: "hole-appearance" },
    element("label", { class: "hole-field" }, element("span", {}, "Exposure"), exposure, stops),
    element("label", { class: "hole-field" }, element("span", {}, "Stars"), catalogue),
    element("label", { class: "hole-field" }, element("span", {}, "Point spread"), spread),
    element("label", { class: "hole-tick" }, milkyWay, "Milky Way"),
  );
}

const CATALOGUE_WORDS: Readonly<Record<Appearance["catalogue"], string>> = {
  stars: "Bright stars",
  graticule: "Graticule",
  none: "None",
};

const SPREAD_WORDS: Readonly<Record<Appearance["spread"], string>> = {
  gaussian: "Gaussian",
  moffat: "Moffat (seeing)",
  airy: "Airy (diffraction)",
};

function choices<Value extends string>(
  values: readonly Value[],
  words: Readonly<Record<Value, string>>,
): HTMLSelectElement {
  return element("select", {}, ...values.map((value) => element("option", { value }, words[value])));
}
