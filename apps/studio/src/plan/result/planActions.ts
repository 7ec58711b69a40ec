import { element } from "../../page/element.ts";
import { keptWork } from "../files/keptWork.ts";
import { sharedFragment } from "../files/shareLink.ts";
import type { HomeFiles } from "../plannerMessages.ts";
import type { PlanSession } from "../planSession.ts";
import { download, pngOf } from "./download.ts";

/** What can be done with a plan: keep it to compare, take it away as a file, share its home by a link. */
export function planActions(session: PlanSession, example: Promise<HomeFiles>): HTMLElement {
  const keep = element("button", { type: "button", class: "button" }, "Compare");
  offerWhilePlanned(session, keep);
  keep.title = "Keeps this plan beside the ones to come: change a tariff or the battery and see both";
  keep.addEventListener("click", () => {
    session.pin(session.get().plan);
    // It stands below the day: unseen, the button would seem to do nothing.
    document.querySelector(".comparison")?.scrollIntoView({ block: "nearest" });
  });
  const share = element("button", { type: "button", class: "button" }, "Share");
  share.title = "Copies a link that holds the home and your changes of its plan; nothing is uploaded";
  share.addEventListener("click", () => void shareHome(session, example, share));
  const home = element("button", { type: "button", class: "button to-home" }, "Edit home");
  home.addEventListener("click", () => {
    const form = document.querySelector<HTMLElement>(".home-form");
    form?.scrollIntoView();
    form?.querySelector<HTMLElement>("input")?.focus({ preventScroll: true });
  });
  return element("div", { class: "row actions" }, home, keep, share, saveMenu(session));
}

async function shareHome(
  session: PlanSession,
  example: Promise<HomeFiles>,
  button: HTMLElement,
): Promise<void> {
  const { home, forced, previousJson } = session.get();
  const fragment = await sharedFragment(keptWork(home, forced, previousJson), await example);
  history.replaceState(null, "", `#plan/${fragment}`);
  const isCopied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  );
  button.textContent = isCopied ? "Link copied" : "Link in the address bar";
  setTimeout(() => {
    button.textContent = "Share";
  }, NOTICE_MS);
}

/** How long a button says what it did, in milliseconds. */
const NOTICE_MS = 2500;

const HOME_WORDS = "Home file (YAML)";

function offerWhilePlanned(session: PlanSession, button: HTMLButtonElement): void {
  session.watch(
    ({ problems }) => problems,
    (problems) => {
      button.disabled = problems.length > 0;
    },
  );
}

function saveMenu(session: PlanSession): HTMLElement {
  const items: readonly (readonly [string, () => void])[] = [
    ["Plan (JSON)", () => void savePlan(session)],
    [HOME_WORDS, () => download("home.yaml", session.get().home.text, "application/yaml")],
    ["Picture (SVG)", () => void savePicture(session, "svg")],
    ["Picture (PNG)", () => void savePicture(session, "png")],
    ["Page (HTML)", () => void savePage(session)],
  ];
  const menu = element("details", { class: "menu" }, element("summary", { class: "button" }, "Save"));
  const list = element(
    "ul",
    { class: "card" },
    ...items.map(([words, act]) => {
      const button = element("button", { type: "button", class: "quiet-button" }, words);
      // What is shown of a home that cannot be planned is the plan before it: as a file nobody would know.
      if (words !== HOME_WORDS) offerWhilePlanned(session, button);
      button.addEventListener("click", () => {
        act();
        menu.open = false;
      });
      return element("li", {}, button);
    }),
  );
  menu.append(list);
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape") menu.open = false;
  });
  addEventListener("click", (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  });
  return menu;
}

async function savePlan(session: PlanSession): Promise<void> {
  const { content } = await session.exportAs("json");
  download("plan.json", content, "application/json");
}

async function savePicture(session: PlanSession, kind: "svg" | "png"): Promise<void> {
  const { content } = await session.exportAs("svg");
  download(`plan.${kind}`, kind === "svg" ? content : await pngOf(content), "image/svg+xml");
}

async function savePage(session: PlanSession): Promise<void> {
  const { content } = await session.exportAs("html");
  download("plan.html", content, "text/html");
}
