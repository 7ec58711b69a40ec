import type { PlanSession } from "../planSession.ts";
import { fileChoice } from "./fileChoice.ts";
import { formField } from "./formField.ts";
import { foldedGroup, showAll, simpleFields } from "./formGroup.ts";
import { type Edit, type FormPart, valueAt } from "./formPart.ts";
import { type SectionForm, sectionChoice } from "./sectionChoice.ts";

const NONE: SectionForm = {
  name: "none",
  words: "None",
  isOf: (value) => value === undefined,
  first: { value: undefined },
  parts: [],
};

/** A day's use to begin with where nothing better is known, in kWh. */
const FIRST_KWH_PER_DAY = 10;

/** The panels: none, or the forecast of a file. */
export function sunGroup(session: PlanSession): FormPart {
  const forecast: SectionForm = {
    ...{ name: "data", words: "From a file", isOf: (value) => value !== undefined },
    parts: [
      fileChoice("solar", session),
      ...fields(["scaling", "p10Factor", "p90Factor"], "solar", session.edit),
    ],
  };
  return folded("Sun", sectionChoice("solar", "Forecast of the panels", [NONE, forecast], session.edit));
}

/** What the home uses: by a file, or so much a day. */
export function loadGroup(session: PlanSession): FormPart {
  const { edit } = session;
  const isDaily = (value: unknown): boolean => valueAt(value, ["kwhPerDay"]) !== undefined;
  const daily: SectionForm = {
    ...{ name: "daily", words: "So much a day", isOf: isDaily },
    first: { value: { kwhPerDay: FIRST_KWH_PER_DAY } },
    parts: fields(["kwhPerDay"], "load", edit),
  };
  const history: SectionForm = {
    ...{ name: "data", words: "From a file", isOf: (value) => !isDaily(value) },
    parts: [fileChoice("load", session), ...fields(["scaling"], "load", edit)],
  };
  const choice = sectionChoice("load", "Use of the home", [daily, history], edit);
  return folded("Home use", choice, ...fields(["heavyFactor", "lightFactor"], "load", edit));
}

/** The water heater: none, or one with its fields. */
export function diverterGroup(edit: Edit): FormPart {
  const heater: SectionForm = {
    ...{ name: "one", words: "There is one", isOf: (value) => value !== undefined },
    first: { value: { solar: true } },
    parts: simpleFields(["diverter"], [], edit),
  };
  return folded("Hot water from the sun", sectionChoice("diverter", "Solar diverter", [NONE, heater], edit));
}

function fields(names: readonly string[], section: string, edit: Edit): readonly FormPart[] {
  return names.map((name) => formField([section, name], edit));
}

function folded(title: string, ...parts: readonly FormPart[]): FormPart {
  return { element: foldedGroup(title, false, ...parts.map((part) => part.element)), show: showAll(parts) };
}
