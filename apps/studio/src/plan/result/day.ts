import type { ForcedAction } from "@lightcone/battery";
import type { ProblemText } from "../../page/problemList.ts";
import type { Store } from "../../page/store.ts";
import type { ShownPlan } from "../plannerMessages.ts";

/** Slots `[begin, end)` that a person looks at. */
export interface SlotRange {
  readonly begin: number;
  readonly end: number;
}

/** A planned day that is looked at. */
export interface DayState {
  /** The newest plan; stays while a later home cannot be planned. */
  readonly plan: ShownPlan | undefined;
  /** What is wrong with the home as it is now. */
  readonly problems: readonly ProblemText[];
  readonly selected: SlotRange;
}

/** A day with what its picture can ask for. */
export interface Day extends Store<DayState> {
  /** Has the picture drawn at another width, in CSS pixels. */
  readonly draw: (pictureWidth: number) => void;
  /** Forces actions besides those that are forced; absent where the plan is only looked at. */
  readonly forceAlso?: (forced: readonly ForcedAction[]) => void;
}
