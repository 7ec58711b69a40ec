import type { FieldLimits, ForcedAction, HomeEdit } from "@lightcone/battery";
import type { ProblemText } from "../page/problemList.ts";
import type { HomeFiles, PlanAnswer, ShownPlan, SuiteAnswer, SuiteDayAnswer } from "./plannerMessages.ts";
import type { DayState } from "./result/day.ts";

/** An edit that the home's text does not hold yet, and the request that carried it first. */
export interface PendingEdit {
  readonly number: number;
  readonly edit: HomeEdit;
}

/** Everything that the view shows. */
export interface PlanState extends DayState {
  /** The home as the planner knows it; its text lags behind the edits. */
  readonly home: HomeFiles;
  readonly pending: readonly PendingEdit[];
  /** The home file's fields as they stand; undefined before the first answer. */
  readonly fields: unknown;
  /** Limits of their numbers; undefined where they are those of a household. */
  readonly limits: FieldLimits | undefined;
  /** The text that they were read from. */
  readonly fieldsText: string | undefined;
  readonly forced: readonly ForcedAction[];
  readonly previousJson: string | undefined;
  /** What is wrong with the files dropped last. */
  readonly fileProblems: readonly ProblemText[];
  readonly isPlanning: boolean;
  /** From asking for the newest plan until it stood on the page, in milliseconds. */
  readonly shownMs: number | undefined;
  /** A plan kept to compare with. */
  readonly pinned: ShownPlan | undefined;
  readonly suite: SuiteAnswer | undefined;
  /** The home of the suite whose day is asked for, the width of its picture in CSS pixels, and the day told last. */
  readonly suiteHome: { readonly id: number; readonly pictureWidth: number } | undefined;
  readonly suiteDay: SuiteDayAnswer | undefined;
  readonly pictureWidth: number;
}

/** No suite and none of its homes. */
export const NO_SUITE: Pick<PlanState, "suite" | "suiteHome" | "suiteDay"> = {
  suite: undefined,
  suiteHome: undefined,
  suiteDay: undefined,
};

/** Before the first home. */
export const NOTHING: PlanState = {
  home: { text: "", dataFiles: {} },
  pending: [],
  fields: undefined,
  limits: undefined,
  fieldsText: undefined,
  forced: [],
  previousJson: undefined,
  plan: undefined,
  problems: [],
  fileProblems: [],
  isPlanning: true,
  shownMs: undefined,
  selected: { begin: 0, end: 1 },
  pinned: undefined,
  ...NO_SUITE,
  pictureWidth: 800,
};

/** What is known after an answer; edits that its text holds are no longer pending. @param newest  the last request */
export function afterAnswer(state: PlanState, answer: PlanAnswer, newest: number): Partial<PlanState> {
  const { home, plan, number } = answer;
  const problems =
    answer.problems.length === 0 && state.problems.length === 0 ? state.problems : answer.problems;
  const settled =
    home === undefined
      ? {}
      : {
          home: { ...state.home, text: home.text },
          // What is told again stays the same thing, so that nothing of it is shown anew.
          fields: home.text === state.fieldsText ? state.fields : home.fields,
          limits: home.limits,
          fieldsText: home.text,
          pending: state.pending.filter((each) => each.number > number),
        };
  const isPlanning = number !== newest || (plan !== undefined && !plan.isProven);
  if (plan === undefined) return { ...settled, problems, isPlanning };
  const last = Math.max(plan.slots.length - 1, 0);
  const { begin, end } = state.selected;
  const selected = begin > last ? { begin: last, end: last + 1 } : { begin, end: Math.min(end, last + 1) };
  return { ...settled, problems, isPlanning, plan, selected };
}
