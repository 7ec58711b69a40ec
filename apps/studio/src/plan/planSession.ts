import type { ForcedAction, HomeEdit } from "@lightcone/battery";
import type { ProblemText } from "../page/problemList.ts";
import { createStore, type Store } from "../page/store.ts";
import { type Planner, startPlanner } from "./planner.ts";
import type {
  ExportAnswer,
  ExportFormat,
  HomeFiles,
  PlanAnswer,
  PlannerAnswer,
  ShownPlan,
  SuiteAnswer,
  TablesAnswer,
} from "./plannerMessages.ts";

/** Slots `[begin, end)` that a person looks at. */
export interface SlotRange {
  readonly begin: number;
  readonly end: number;
}

/** An edit that the home's text does not hold yet, and the request that carried it first. */
interface PendingEdit {
  readonly number: number;
  readonly edit: HomeEdit;
}

/** Everything that the view shows. */
interface PlanState {
  /** The home as the planner knows it; its text lags behind the edits. */
  readonly home: HomeFiles;
  readonly pending: readonly PendingEdit[];
  /** The home file's fields as they stand; undefined before the first answer. */
  readonly fields: unknown;
  readonly forced: readonly ForcedAction[];
  readonly previousJson: string | undefined;
  /** The newest plan; stays while a later home cannot be planned. */
  readonly plan: ShownPlan | undefined;
  /** What is wrong with the home as it is now. */
  readonly problems: readonly ProblemText[];
  /** What is wrong with the files dropped last. */
  readonly fileProblems: readonly ProblemText[];
  readonly isPlanning: boolean;
  /** From asking for the newest plan until it stood on the page, in milliseconds. */
  readonly shownMs: number | undefined;
  readonly selected: SlotRange;
  /** A plan kept to compare with. */
  readonly pinned: ShownPlan | undefined;
  readonly suite: SuiteAnswer | undefined;
  readonly pictureWidth: number;
}

/** One person's work on a home: what is known, and what can be done. */
export interface PlanSession extends Store<PlanState> {
  /** Takes another home; what belonged to the former one is forgotten. */
  readonly open: (home: HomeFiles) => void;
  readonly edit: (...edits: readonly HomeEdit[]) => void;
  /** Adds data files, and changes the home file so that it names them. */
  readonly addFiles: (dataFiles: Readonly<Record<string, string>>, edits: readonly HomeEdit[]) => void;
  readonly force: (forced: readonly ForcedAction[]) => void;
  /** Keeps a plan to compare the next ones with; undefined ends the comparison. */
  readonly pin: (pinned: ShownPlan | undefined) => void;
  readonly keepPrevious: (json: string | undefined) => void;
  readonly draw: (pictureWidth: number) => void;
  readonly exportAs: (format: ExportFormat) => Promise<ExportAnswer>;
  /** The plan that is shown, as tables. */
  readonly tables: () => Promise<TablesAnswer>;
  readonly planSuite: (fileName: string, text: string) => void;
}

const NOTHING: PlanState = {
  home: { text: "", dataFiles: {} },
  pending: [],
  fields: undefined,
  forced: [],
  previousJson: undefined,
  plan: undefined,
  problems: [],
  fileProblems: [],
  isPlanning: true,
  shownMs: undefined,
  selected: { begin: 0, end: 1 },
  pinned: undefined,
  suite: undefined,
  pictureWidth: 800,
};

/** Starts the planner, with no home yet. */
export function startSession(): PlanSession {
  const store = createStore(NOTHING);
  const exporting: ((answer: ExportAnswer) => void)[] = [];
  const tabling: ((answer: TablesAnswer) => void)[] = [];
  const tell = (answer: PlannerAnswer): void => {
    if (answer.kind === "plan") {
      store.set(afterAnswer(store.get(), answer, number));
      noteShown(answer.number);
    } else if (answer.kind === "suite") store.set({ suite: answer, isPlanning: false });
    else if (answer.kind === "tables") tabling.shift()?.(answer);
    else exporting.shift()?.(answer);
  };
  const planner: Planner = startPlanner(tell, (reason) => {
    store.set({ isPlanning: false, problems: [startProblem(reason)] });
  });
  let number = 0;
  const askedMs = new Map<number, number>();
  const noteShown = (answered: number): void => {
    const beganMs = askedMs.get(answered);
    for (const each of askedMs.keys()) if (each <= answered) askedMs.delete(each);
    // A plan that is told again, proven, was shown before.
    if (beganMs !== undefined) store.set({ shownMs: performance.now() - beganMs });
  };
  const clockMs = Date.now();

  const plan = (change: Partial<PlanState>): void => {
    number += 1;
    askedMs.set(number, performance.now());
    store.set({ ...change, isPlanning: true });
    const { home, pending, forced, previousJson, pinned, pictureWidth } = store.get();
    const edits = pending.map(({ edit }) => edit);
    planner.ask({
      ...{ kind: "plan", number, home, edits, forced, clockMs, pictureWidth },
      ...(previousJson === undefined ? {} : { previousJson }),
      ...(pinned === undefined ? {} : { comparedWith: pinned.compared }),
    });
  };
  const withEdits = (edits: readonly HomeEdit[]): readonly PendingEdit[] => [
    ...store.get().pending,
    ...edits.map((edit) => ({ number: number + 1, edit })),
  ];
  return {
    ...store,
    open: (home) =>
      plan({
        ...{ home, pending: [], forced: [], previousJson: undefined, fileProblems: [], suite: undefined },
      }),
    edit: (...edits) => plan({ pending: withEdits(edits) }),
    addFiles: (dataFiles, edits) => {
      const { home } = store.get();
      const all = { ...home.dataFiles, ...dataFiles };
      plan({ home: { ...home, dataFiles: all }, pending: withEdits(edits), fileProblems: [] });
    },
    force: (forced) => plan({ forced }),
    pin: (pinned) => plan({ pinned }),
    keepPrevious: (previousJson) => plan({ previousJson, fileProblems: [] }),
    draw: (pictureWidth) => {
      if (store.get().home.text === "") store.set({ pictureWidth });
      else if (pictureWidth !== store.get().pictureWidth) plan({ pictureWidth });
    },
    exportAs: (format) =>
      new Promise((resolve) => {
        exporting.push(resolve);
        planner.ask({ kind: "export", format });
      }),
    tables: () =>
      new Promise((resolve) => {
        tabling.push(resolve);
        planner.ask({ kind: "tables" });
      }),
    planSuite: (fileName, text) => {
      store.set({ isPlanning: true, fileProblems: [] });
      planner.ask({ kind: "suite", fileName, text });
    },
  };
}

/** What is known after an answer; edits that its text holds are no longer pending. */
function afterAnswer(state: PlanState, answer: PlanAnswer, newest: number): Partial<PlanState> {
  const { home, plan, problems, number } = answer;
  const settled =
    home === undefined
      ? {}
      : {
          home: { ...state.home, text: home.text },
          fields: home.fields,
          pending: state.pending.filter((each) => each.number > number),
        };
  const last = Math.max((plan?.slots.length ?? 1) - 1, 0);
  const { begin, end } = state.selected;
  return {
    ...settled,
    problems,
    isPlanning: number !== newest || (plan !== undefined && !plan.isProven),
    ...(plan === undefined
      ? {}
      : {
          plan,
          selected: begin > last ? { begin: last, end: last + 1 } : { begin, end: Math.min(end, last + 1) },
        }),
  };
}

function startProblem(reason: string): ProblemText {
  return {
    at: "planner",
    what: `could not be started${reason ? `: ${reason}` : ""}`,
    mend: "reload the page; if that does not help, use a browser of the last two years",
  };
}
