import type { ForcedAction, HomeEdit } from "@lightcone/battery";
import type { ProblemText } from "../page/problemList.ts";
import { createStore, type Store } from "../page/store.ts";
import type { KeptWork } from "./files/keptWork.ts";
import { type Planner, startPlanner, type ToldAnswer } from "./planner.ts";
import type { HomeFiles, PlanAnswer, PlanRequest, ShownPlan } from "./plannerMessages.ts";
import { afterAnswer, NO_SUITE, NOTHING, type PendingEdit, type PlanState } from "./planState.ts";

/** Changes of the home, each of which plans it anew. */
interface HomeChanges {
  /** Takes another home; what belonged to the former one is forgotten. */
  readonly open: (home: HomeFiles) => void;
  /** Takes a home that was being worked on, with what is forced on its plan. */
  readonly resume: (work: KeptWork) => void;
  /** Takes another text of the same home. */
  readonly rewrite: (text: string) => void;
  readonly edit: (...edits: readonly HomeEdit[]) => void;
  /** Adds data files, and changes the home file so that it names them. */
  readonly addFiles: (dataFiles: Readonly<Record<string, string>>, edits: readonly HomeEdit[]) => void;
  readonly force: (forced: readonly ForcedAction[]) => void;
  /** Forces actions besides those that are forced. */
  readonly forceAlso: (forced: readonly ForcedAction[]) => void;
  /** Keeps a plan to compare the next ones with; undefined ends the comparison. */
  readonly pin: (pinned: ShownPlan | undefined) => void;
  readonly keepPrevious: (json: string | undefined) => void;
  readonly draw: (pictureWidth: number) => void;
}

/** What is planned of a suite beside the home. */
interface SuiteLooks {
  readonly planSuite: (fileName: string, text: string) => void;
  /** Shows the day of one of its homes. @param pictureWidth  in CSS pixels */
  readonly showSuiteHome: (id: number, pictureWidth: number) => void;
  readonly closeSuite: () => void;
}

/** One person's work on a home: what is known, and what can be done. */
export interface PlanSession
  extends Store<PlanState>,
    HomeChanges,
    SuiteLooks,
    Pick<Planner, "exportAs" | "tables"> {}

/** Starts the planner, with no home yet. */
export function startSession(): PlanSession {
  const store = createStore(NOTHING);
  const tell = (answer: ToldAnswer): void => {
    if (answer.kind === "plan") asking.hear(answer);
    else if (answer.kind === "suite") store.set({ suite: answer, isPlanning: false });
    else if (answer.id === store.get().suiteHome?.id) store.set({ suiteDay: answer });
  };
  const planner = startPlanner(tell, (reason) => {
    store.set({ isPlanning: false, problems: [startProblem(reason)] });
  });
  const asking = planAsking(store, planner.ask);
  const { exportAs, tables } = planner;
  return { ...store, ...homeChanges(store, asking), ...suiteLooks(store, planner), exportAs, tables };
}

/** Asks for plans of the state as it is. */
interface PlanAsking {
  /** Changes the state and asks for its plan. */
  readonly plan: (change: Partial<PlanState>) => void;
  /** Edits that the next request will carry first, behind those that are pending. */
  readonly withEdits: (edits: readonly HomeEdit[]) => readonly PendingEdit[];
  readonly hear: (answer: PlanAnswer) => void;
}

/** Steps of the clock that plans begin on, in milliseconds. */
const CLOCK_MS = 300_000;

/** Counts requests, and measures how long each took until its plan stood on the page. */
function planAsking(store: Store<PlanState>, ask: (request: PlanRequest) => void): PlanAsking {
  const askedMs = new Map<number, number>();
  let newest = 0;
  const plan = (change: Partial<PlanState>): void => {
    newest += 1;
    askedMs.set(newest, performance.now());
    store.set({ ...change, isPlanning: true });
    // Plans begin on steps: a home that is planned again within one is known.
    const clockMs = Math.floor(Date.now() / CLOCK_MS) * CLOCK_MS;
    ask({ kind: "plan", number: newest, clockMs, ...asked(store.get()) });
  };
  const hear = (answer: PlanAnswer): void => {
    store.set(afterAnswer(store.get(), answer, newest));
    const beganMs = askedMs.get(answer.number);
    for (const each of askedMs.keys()) if (each <= answer.number) askedMs.delete(each);
    // A plan that is told again, proven, was shown before.
    if (beganMs !== undefined) store.set({ shownMs: performance.now() - beganMs });
  };
  const withEdits = (edits: readonly HomeEdit[]): readonly PendingEdit[] => [
    ...store.get().pending,
    ...edits.map((edit) => ({ number: newest + 1, edit })),
  ];
  return { plan, withEdits, hear };
}

/** What a request tells of the state. */
function asked(state: PlanState): Omit<PlanRequest, "kind" | "number" | "clockMs"> {
  const { home, pending, forced, previousJson, pinned, pictureWidth } = state;
  return {
    ...{ home, edits: pending.map(({ edit }) => edit), forced, pictureWidth },
    ...(previousJson === undefined ? {} : { previousJson }),
    ...(pinned === undefined ? {} : { comparedWith: pinned.compared }),
  };
}

function homeChanges(store: Store<PlanState>, { plan, withEdits }: PlanAsking): HomeChanges {
  const forgotten = { pending: [], forced: [], previousJson: undefined, fileProblems: [], ...NO_SUITE };
  return {
    open: (home) => plan({ home, ...forgotten }),
    resume: (work) => plan({ ...forgotten, ...work }),
    rewrite: (text) => plan({ home: { ...store.get().home, text }, pending: [] }),
    edit: (...edits) => plan({ pending: withEdits(edits) }),
    addFiles: (dataFiles, edits) => {
      const { home } = store.get();
      const all = { ...home.dataFiles, ...dataFiles };
      plan({ home: { ...home, dataFiles: all }, pending: withEdits(edits), fileProblems: [] });
    },
    force: (forced) => plan({ forced }),
    forceAlso: (more) => plan({ forced: [...store.get().forced, ...more] }),
    pin: (pinned) => plan({ pinned }),
    keepPrevious: (previousJson) => plan({ previousJson, fileProblems: [] }),
    draw: (pictureWidth) => {
      if (store.get().home.text === "") store.set({ pictureWidth });
      else if (pictureWidth !== store.get().pictureWidth) plan({ pictureWidth });
    },
  };
}

function suiteLooks(store: Store<PlanState>, planner: Planner): SuiteLooks {
  return {
    planSuite: (fileName, text) => {
      store.set({ isPlanning: true, fileProblems: [], ...NO_SUITE });
      planner.ask({ kind: "suite", fileName, text });
    },
    showSuiteHome: (id, pictureWidth) => {
      store.set({ suiteHome: { id, pictureWidth } });
      planner.ask({ kind: "suiteDay", id, pictureWidth });
    },
    closeSuite: () => store.set(NO_SUITE),
  };
}

function startProblem(reason: string): ProblemText {
  return {
    at: "planner",
    what: `could not be started${reason ? `: ${reason}` : ""}`,
    mend: "reload the page; if that does not help, use a browser of the last two years",
  };
}
