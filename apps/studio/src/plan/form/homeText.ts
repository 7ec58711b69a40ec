import { element } from "../../page/element.ts";
import type { PlanSession } from "../planSession.ts";
import { foldedGroup } from "./formGroup.ts";
import type { FormPart } from "./formPart.ts";

/** The home file itself, for every field that the form has not. */
export function homeText(session: PlanSession): FormPart {
  const area = element("textarea", {
    ...{ class: "home-text", rows: 18, spellcheck: "false", "aria-label": "Home file", wrap: "off" },
  });
  area.addEventListener("input", () => session.rewrite(area.value));
  return {
    element: foldedGroup("Home file (YAML)", false, area),
    show: () => {
      const { text } = session.get().home;
      if (document.activeElement !== area && area.value !== text) area.value = text;
    },
  };
}
