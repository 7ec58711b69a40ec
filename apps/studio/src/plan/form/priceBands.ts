import { element } from "../../page/element.ts";
import { priceInput } from "./tariffField.ts";

/** A price for a time of day; the one without times fills the rest. In minor units per kWh. */
export interface PriceBand {
  readonly from?: string;
  readonly to?: string;
  /** What was typed where it is no number. */
  readonly value: number | string;
}

/** An editor of prices by time of day. */
export interface PriceBands {
  readonly element: HTMLElement;
  readonly show: (bands: readonly PriceBand[]) => void;
}

/** A price for a new band. */
const NEW_BAND: PriceBand = { from: "12:00", to: "14:00", value: 15 };

/** Prices by time of day, a line each; the last one is that of all other times. */
export function priceBands(title: string, take: (bands: readonly PriceBand[]) => void): PriceBands {
  const list = element("ul", { class: "bands" });
  const add = element("button", { type: "button", class: "quiet-button" }, "Add a time");
  let bands: readonly PriceBand[] = [];
  const replace = (index: number, band: PriceBand | undefined): void => {
    take(bands.flatMap((each, at) => (at === index ? (band === undefined ? [] : [band]) : [each])));
  };
  add.addEventListener("click", () => take([NEW_BAND, ...bands]));
  return {
    element: element("div", {}, list, add),
    show: (next) => {
      bands = next;
      // The line being typed in stays as it is, with its cursor.
      if (list.contains(document.activeElement) && list.childElementCount === bands.length) return;
      list.replaceChildren(
        ...bands.map((_, index) =>
          bandLine(
            title,
            () => bands[index] as PriceBand,
            (band) => replace(index, band),
          ),
        ),
      );
    },
  };
}

function bandLine(
  title: string,
  band: () => PriceBand,
  take: (band: PriceBand | undefined) => void,
): HTMLElement {
  const { from, to, value } = band();
  const price = priceInput(`${title}: price`, (pence) => take({ ...band(), value: pence }));
  price.show(value);
  if (from === undefined || to === undefined) {
    return element("li", {}, element("span", { class: "otherwise" }, "All other times"), price.box);
  }
  const time = (words: string, name: "from" | "to", clock: string): HTMLElement => {
    const input = element("input", {
      ...{ type: "text", value: clock, inputmode: "numeric", maxlength: 5, placeholder: "00:30" },
      ...{ autocomplete: "off", "aria-label": `${title}: ${words}` },
    });
    input.addEventListener("change", () => {
      if (input.value !== "") take({ ...band(), [name]: input.value });
    });
    return input;
  };
  const remove = element(
    "button",
    { type: "button", class: "quiet-button", "aria-label": "Remove this time" },
    "×",
  );
  remove.addEventListener("click", () => take(undefined));
  return element("li", {}, time("from", "from", from), time("to", "to", to), price.box, remove);
}
