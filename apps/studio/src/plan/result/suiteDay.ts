import { element } from "../../page/element.ts";
import { problemList } from "../../page/problemList.ts";
import { createStore } from "../../page/store.ts";
import type { PlanSession } from "../planSession.ts";
import type { DayState } from "./day.ts";
import { dayChart } from "./dayChart.ts";
import { dayFigures } from "./dayFigures.ts";
import { slotInspector } from "./slotInspector.ts";

const NO_DAY: DayState = { plan: undefined, problems: [], selected: { begin: 0, end: 1 } };

/** The day of the suite's home that was picked: as that of the home in the form, but only to be looked at. */
export function suiteDay(session: PlanSession): HTMLElement {
  const store = createStore<DayState>(NO_DAY);
  // The column's width is the same for both pictures: a home is asked for with that of the one above.
  const draw = (pictureWidth: number): void => {
    const { suiteHome } = session.get();
    if (suiteHome === undefined || pictureWidth === suiteHome.pictureWidth) return;
    session.showSuiteHome(suiteHome.id, pictureWidth);
  };
  const title = element("h3", {}, "\u00A0");
  const span = element("p", { class: "hint" }, "\u00A0");
  const head = element("div", { role: "status" }, title, span);
  const parts = [
    head,
    ...dayFigures(store, "Planning …"),
    dayChart({ ...store, draw }),
    slotInspector(store, "Its day slot by slot"),
  ];
  const section = element("section", { class: "suite-day", "aria-label": "Day of the home picked" });
  session.watch(
    ({ suiteDay: day }) => day,
    (day) => {
      // Most pages never show a suite: nothing of it is laid out there.
      if (day === undefined) {
        section.replaceChildren();
        return store.set(NO_DAY);
      }
      const { plan, problems } = day;
      if (plan === undefined)
        section.replaceChildren(head, problemList(problems, "This home cannot be planned"));
      else if (section.children.length !== parts.length) section.replaceChildren(...parts);
      const words = `The day of home ${day.id}`;
      if (title.textContent !== words) store.set({ selected: NO_DAY.selected });
      title.textContent = words;
      span.textContent = plan?.span ?? "";
      store.set({ plan, problems });
    },
  );
  return section;
}
