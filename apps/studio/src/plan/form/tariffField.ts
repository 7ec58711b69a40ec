import type { HomeEdit } from "@lightcone/battery";
import { element, setWords } from "../../page/element.ts";
import type { PlanSession } from "../planSession.ts";
import { fileButton, fileFaultWords, isOfSource, sourceWords } from "./fileChoice.ts";
import { type FieldPath, type FormPart, type FormState, unitIn, valueAt } from "./formPart.ts";
import { type PriceBand, priceBands } from "./priceBands.ts";
import { numberInput } from "./typedNumber.ts";

/** How a tariff may be given in the form. */
type TariffForm = "fixed" | "bands" | "data";

const CHOICES: readonly (readonly [TariffForm, string])[] = [
  ["data", "From a file"],
  ["fixed", "One price"],
  ["bands", "By time of day"],
];

/** What a form begins with when it is chosen first, in minor units per kWh. */
const FIRST_PRICE = { import: 24.5, export: 15 } as const;
const FIRST_BANDS: Readonly<Record<"import" | "export", readonly PriceBand[]>> = {
  import: [{ from: "00:30", to: "04:30", value: 7.5 }, { value: 28.6 }],
  export: [{ from: "16:00", to: "19:00", value: 25 }, { value: 10 }],
};

/** One tariff: one price, prices by time of day, or the data of a file. */
export function tariffField(direction: "import" | "export", session: PlanSession): FormPart {
  const path = ["prices", direction] as const;
  const title = direction === "import" ? "Buying" : "Selling";
  const remembered: Partial<Record<TariffForm, unknown>> = {};
  const choice = element("select", { "aria-label": `Prices of ${title.toLowerCase()}` });
  choice.append(...CHOICES.map(([form, words]) => element("option", { value: form }, words)));
  const price = priceInput(`${title}: price`, (value) =>
    session.edit(fixedEdit(path, valueAt(session.get().fields, path), value)),
  );
  const bands = priceBands(title, (value) => session.edit({ path: [...path, "fixed"], value }));
  const source = element("output", { class: "file-name" });
  const file = element("div", { class: "file-line" }, source, fileButton(session, direction));
  const fault = element("p", { class: "fault", hidden: true });
  choice.addEventListener("change", () => {
    const form = choice.value as TariffForm;
    const first = {
      fixed: { fixed: FIRST_PRICE[direction] },
      bands: { fixed: FIRST_BANDS[direction] },
      data: 0,
    };
    if (form === "data" && remembered.data === undefined) showForm(form);
    else session.edit({ path, value: remembered[form] ?? first[form] });
  });
  const showForm = (form: TariffForm): void => {
    choice.value = form;
    price.box.hidden = form !== "fixed";
    bands.element.hidden = form !== "bands";
    file.hidden = form !== "data";
  };
  const show = ({ fields, problems, minorSign }: FormState): void => {
    const value = valueAt(fields, path);
    const form = formOf(value);
    if (value !== undefined) remembered[form] = value;
    showForm(form);
    const fixedPrice = typeof value === "number" ? value : valueAt(value, ["fixed"]);
    if (form === "fixed") price.show(fixedPrice, minorSign);
    if (form === "bands") bands.show(fixedPrice as readonly PriceBand[]);
    const given = ["octopus", "csv", "rows"].map((name) => valueAt(value, [name]));
    setWords(source, sourceWords(given));
    const section = `prices.${direction}`;
    const own = problems.filter(({ at }) => at.startsWith(section) || isOfSource(at, section, given));
    setWords(fault, fileFaultWords(section, own));
    fault.hidden = own.length === 0;
  };
  const head = element("div", { class: "field" }, element("span", { class: "label" }, title), choice);
  return { element: element("div", { class: "tariff" }, head, price.box, bands.element, file, fault), show };
}

/** A price takes the place of one that stands alone; what is no number would not be known for a price there. */
function fixedEdit(path: FieldPath, present: unknown, value: number | string): HomeEdit {
  if (typeof present !== "number") return { path: [...path, "fixed"], value };
  return { path, value: typeof value === "number" ? value : { fixed: value } };
}

function formOf(value: unknown): TariffForm {
  if (typeof value === "number") return "fixed";
  const fixedPrice = valueAt(value, ["fixed"]);
  if (Array.isArray(fixedPrice)) return "bands";
  return fixedPrice === undefined ? "data" : "fixed";
}

/** A price with its unit; what is typed and is no number goes to the home, whose reader tells it. */
export function priceInput(
  label: string,
  take: (pence: number | string) => void,
): { readonly box: HTMLElement; readonly show: (value: unknown, minorSign?: string) => void } {
  const { input, show } = numberInput(
    element("input", { autocomplete: "off", "aria-label": label }),
    (typed) => {
      if (typed !== undefined) take(typed);
    },
  );
  const unit = element("span", { class: "unit", "aria-hidden": true });
  return {
    box: element("div", { class: "control price" }, input, unit),
    show: (value, minorSign = "p") => {
      setWords(unit, unitIn("p/kWh", minorSign));
      show(value);
    },
  };
}
