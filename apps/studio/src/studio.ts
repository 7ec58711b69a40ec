import { elementWithId } from "./page/element.ts";
import { keepOffline, showIsolation } from "./page/isolation.ts";
import { showViews, type View } from "./page/views.ts";
import { showView } from "./plan/planView.ts";

/** The programs of the page, in the order of the tabs; the first one, which opens by itself, comes with the page. */
const VIEWS: readonly View[] = [
  { id: "plan", title: "Home battery", load: () => Promise.resolve({ showView }) },
  { id: "hole", title: "Black hole", load: () => import("./hole/holeView.ts") },
];

showIsolation(elementWithId("lanes"));
showViews(VIEWS, elementWithId("tabs"), elementWithId("view"));
keepOffline();
