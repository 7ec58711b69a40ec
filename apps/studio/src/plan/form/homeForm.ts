import { element } from "../../page/element.ts";
import type { PlanSession } from "../planSession.ts";
import { carList } from "./carList.ts";
import { formField } from "./formField.ts";
import { foldedGroup, showAll, simpleFields } from "./formGroup.ts";
import { type Edit, type FieldPath, type FormPart, valueAt } from "./formPart.ts";
import { homeText } from "./homeText.ts";
import { diverterGroup, loadGroup, sunGroup } from "./sectionGroups.ts";
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
  inverter: {
    title: "Inverter",
    fields: ["inverter.hybrid", "inverter.limitKw", "inverter.exportLimitKw", "inverter.efficiency"],
    sections: ["inverter"],
  },
  plan: {
    title: "Time and planning",
    fields: ["plan.hours", "plan.slotMinutes", "plan.pv10Weight", "plan.pv90Weight"],
    sections: ["plan", "soFar"],
  },
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
    sunGroup(session),
    loadGroup(session),
    carList(edit),
    group("inverter", edit),
    diverterGroup(edit),
    group("plan", edit, beginField(session)),
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

function group(name: string, edit: Edit, ...first: readonly FormPart[]): FormPart {
  const { title, isOpen = false, fields, sections = [] } = GROUPS[name] as Group;
  const shown = [...first, ...fields.map((words) => alternatives(words.split("|"), edit))];
  const more = simpleFields(
    sections,
    fields.flatMap((words) => words.split("|")),
    edit,
  );
  const rest = more.map((part) => part.element);
  const folded =
    fields.length === 0 || rest.length === 0
      ? rest
      : [element("details", { class: "more" }, element("summary", {}, "More"), ...rest)];
  return {
    element: foldedGroup(title, isOpen, ...shown.map((part) => part.element), ...folded),
    show: showAll([...shown, ...more]),
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

/** When the plan begins: at a time of the file, or now. What that day had cost before is not of another day. */
function beginField({ edit, get }: PlanSession): FormPart {
  const field = formField(["now"], edit);
  const button = element("button", { type: "button", class: "button small" }, "Plan from the time it is now");
  button.addEventListener("click", () => {
    const isToldSoFar = valueAt(get().fields, ["soFar"]) !== undefined;
    edit(
      { path: ["now"], value: undefined },
      ...(isToldSoFar ? [{ path: ["soFar"], value: undefined }] : []),
    );
  });
  return {
    element: element("div", { class: "begin" }, field.element, button),
    show: (state) => {
      field.show(state);
      button.hidden = valueAt(state.fields, ["now"]) === undefined;
    },
  };
}

function pricesGroup(session: PlanSession): FormPart {
  const parts = [
    tariffField("import", session),
    tariffField("export", session),
    formField(["prices", "standingChargePencePerDay"], session.edit),
  ];
  return { element: foldedGroup("Prices", true, ...parts.map((part) => part.element)), show: showAll(parts) };
}
