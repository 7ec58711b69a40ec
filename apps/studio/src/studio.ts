import { elementWithId } from "./page/element.ts";
import { keepOffline, showIsolation } from "./page/isolation.ts";
import { showViews, type View } from "./page/views.ts";

/** The programs of the page, in the order of the tabs. */
const VIEWS: readonly View[] = [
  { id: "plan", title: "Home battery", load: () => import("./plan/planView.ts") },
];

showIsolation(elementWithId("lanes"));
showViews(VIEWS, elementWithId("tabs"), elementWithId("view"));
keepOffline();
