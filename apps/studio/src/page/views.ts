import { element } from "./element.ts";

/** One program of the studio: a tab, an address, and a part of the page that is loaded when it is first shown. */
export interface View {
  /** Its fragment of the address, without `#`. What follows a `/` in the fragment is the view's own. */
  readonly id: string;
  readonly title: string;
  readonly load: () => Promise<ViewModule>;
}

/** What a view's module gives. */
interface ViewModule {
  /** Fills the panel; called once. */
  readonly showView: (panel: HTMLElement) => void;
}

interface ViewTab {
  readonly view: View;
  readonly tab: HTMLElement;
  readonly panel: HTMLElement;
}

/** Shows the view that the address names, the first one by default, and tabs to choose when there are several. */
export function showViews(views: readonly View[], tabList: HTMLElement, place: HTMLElement): void {
  const tabs = views.map((view) => viewTab(view, views.length > 1));
  const shown = new Set<ViewTab>();
  const show = (): void => {
    const id = location.hash.slice(1).split("/")[0];
    const chosen = tabs.find(({ view }) => view.id === id) ?? tabs[0];
    for (const each of tabs) markChosen(each, each === chosen);
    if (chosen === undefined || shown.has(chosen)) return;
    shown.add(chosen);
    chosen.view.load().then(({ showView }) => showView(chosen.panel));
  };
  place.append(...tabs.map(({ panel }) => panel));
  if (views.length > 1) {
    tabList.append(...tabs.map(({ tab }) => tab));
    tabList.hidden = false;
    tabList.addEventListener("keydown", (event) => moveFocus(event, tabs));
  }
  addEventListener("hashchange", show);
  show();
}

function viewTab(view: View, isOneOfSeveral: boolean): ViewTab {
  const tab = element(
    "a",
    {
      id: `tab-${view.id}`,
      class: "tab",
      role: "tab",
      href: `#${view.id}`,
      "aria-controls": `view-${view.id}`,
    },
    view.title,
  );
  const role = isOneOfSeveral ? { role: "tabpanel", "aria-labelledby": `tab-${view.id}` } : {};
  return { view, tab, panel: element("div", { id: `view-${view.id}`, class: `view ${view.id}`, ...role }) };
}

function markChosen({ tab, panel }: ViewTab, isChosen: boolean): void {
  tab.setAttribute("aria-selected", String(isChosen));
  tab.tabIndex = isChosen ? 0 : -1;
  panel.hidden = !isChosen;
}

/** Arrow keys, Home and End move among tabs and choose, as tabs do everywhere. */
function moveFocus(event: KeyboardEvent, tabs: readonly ViewTab[]): void {
  const at = tabs.findIndex(({ tab }) => tab === event.target);
  const last = tabs.length - 1;
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  const target = tabs[targets[event.key] ?? -1];
  if (target === undefined) return;
  event.preventDefault();
  target.tab.focus();
  location.hash = target.view.id;
}
