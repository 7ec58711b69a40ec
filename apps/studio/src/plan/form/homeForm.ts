import { FORM_FIELDS } from "virtual:planner-words";
import { element } from "../../page/element.ts";
import type { PlanSession } from "../planSession.ts";
import { carList } from "./carList.ts";
import { fileChoice } from "./fileChoice.ts";
import { formField } from "./formField.ts";
import { type Edit, type FieldPath, type FormPart, valueAt } from "./formPart.ts";
import { homeText } from "./homeText.ts";
import { tariffField } from "./tariffField.ts";

/** A part of the home in the form. */
interface Group {
  readonly title: string;
  readonly isOpen?: boolean;
  /** Fields always shown; of two that exclude each other the one that the home gives. */
  readonly fields: readonly string[];
  /** Sections of the table whose other fields stand under "More". */
  readonly sections?: readonly string[];
}

const GROUPS: Readonly<Record<string, Group>> = {
  battery: {
    title: "Battery",
    isOpen: true,
    fields: [
      "battery.capacityKwh",
      "battery.socPercent|battery.socKwh",
      "battery.reservePercent|battery.reserveKwh",
      "battery.chargeKw",
      "battery.dischargeKw",
      "battery.wearPencePerKwh",
    ],
    sections: ["battery"],
  },
  sun: { title: "Sun", fields: ["solar.scaling", "solar.p10Factor", "solar.p90Factor"] },
  load: { title: "Home use", fields: ["load.scaling", "load.heavyFactor", "load.lightFactor"] },
  inverter: {
    title: "Inverter",
    fields: ["inverter.hybrid", "inverter.limitKw", "inverter.exportLimitKw", "inverter.efficiency"],
    sections: ["inverter"],
  },
  plan: {
    title: "Time and planning",
    fields: ["now", "plan.hours", "plan.slotMinutes", "plan.pv10Weight", "plan.pv90Weight"],
    sections: ["plan", "soFar"],
  },
  diverter: { title: "Hot water from the sun", fields: [], sections: ["diverter"] },
  options: { title: "Switches of the model", fields: [], sections: ["options"] },
};

/** The home as a form: every edit plans anew. */
export function homeForm(session: PlanSession): HTMLElement {
  const { edit } = session;
  const name = formField(["name"], edit);
  const parts: FormPart[] = [
    name,
    group("battery", edit),
    pricesGroup(session),
    group("sun", edit, fileChoice("solar", session)),
    group("load", edit, fileChoice("load", session)),
    carList(edit),
    group("inverter", edit),
    group("diverter", edit),
    group("plan", edit),
    group("options", edit),
    homeText(session),
  ];
  const form = element(
    "form",
    { class: "home-form card", "aria-label": "The home", onsubmit: (event) => event.preventDefault() },
    ...parts.map((part) => part.element),
  );
  const show = (): void => {
    const { fields, limits, problems, plan } = session.get();
    const state = { fields, limits, problems, minorSign: plan?.currency.minor ?? "p" };
    for (const part of parts) part.show(state);
  };
  session.watch(({ fields }) => fields, show);
  session.watch(({ problems }) => problems, show);
  session.watch(({ plan }) => plan?.currency.minor, show);
  return form;
}

/** A part of the form that can be folded. */
export function foldedGroup(
  title: string,
  isOpen: boolean,
  ...children: readonly HTMLElement[]
): HTMLElement {
  return element(
    "details",
    { class: "group", open: isOpen },
    element("summary", {}, element("h2", {}, title)),
    element("div", { class: "group-body" }, ...children),
  );
}

function group(name: string, edit: Edit, first?: FormPart): FormPart {
  const { title, isOpen = false, fields, sections = [] } = GROUPS[name] as Group;
  const shown = fields.map((words) => alternatives(words.split("|"), edit));
  const known = new Set(fields.flatMap((words) => words.split("|")));
  const more = FORM_FIELDS.filter(({ path, kind }) => {
    const [section, ...rest] = path.split(".");
    const isOwn = sections.includes(section ?? "") && rest.length === 1 && !path.includes("[]");
    return isOwn && !known.has(path) && (kind === "number" || kind === "flag" || kind === "time of day");
  }).map(({ path }) => formField(path.split("."), edit));
  const parts = [...(first === undefined ? [] : [first]), ...shown, ...more];
  const rest = more.map((part) => part.element);
  const folded =
    fields.length === 0 || rest.length === 0
      ? rest
      : [element("details", { class: "more" }, element("summary", {}, "More"), ...rest)];
  const body = [
    ...(first === undefined ? [] : [first.element]),
    ...shown.map((part) => part.element),
    ...folded,
  ];
  return {
    element: foldedGroup(title, isOpen, ...body),
    show: (state) => {
      for (const part of parts) part.show(state);
    },
  };
}

/** The one of several fields that the home gives; the first when it gives none. */
function alternatives(names: readonly string[], edit: Edit): FormPart {
  const paths = names.map((name): FieldPath => name.split("."));
  const parts = paths.map((path) => formField(path, edit));
  if (parts.length === 1) return parts[0] as FormPart;
  return {
    element: element("div", {}, ...parts.map((part) => part.element)),
    show: (state) => {
      const given = paths.findIndex((path) => valueAt(state.fields, path) !== undefined);
      parts.forEach((part, index) => {
        part.show(state);
        part.element.hidden = index !== Math.max(given, 0);
      });
    },
  };
}

function pricesGroup(session: PlanSession): FormPart {
  const parts = [
    tariffField("import", session),
    tariffField("export", session),
    formField(["prices", "standingChargePencePerDay"], session.edit),
  ];
  return {
    element: foldedGroup("Prices", true, ...parts.map((part) => part.element)),
    show: (state) => {
      for (const part of parts) part.show(state);
    },
  };
}
