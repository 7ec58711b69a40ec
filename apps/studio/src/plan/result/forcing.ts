import type { ForcedAction, SlotAction } from "@lightcone/battery";
import type { ShownPlan, ShownSlot } from "../plannerMessages.ts";
import type { SlotRange } from "./day.ts";

type Slots = Pick<ShownPlan, "slots">;

/** The slots around one that tell the battery the same. */
export function actionRunAt({ slots }: Slots, index: number): SlotRange {
  const isSame = (at: number): boolean => {
    const [first, other] = [slots[index], slots[at]];
    return (
      first !== undefined &&
      other !== undefined &&
      first.action === other.action &&
      first.words === other.words
    );
  };
  let begin = index;
  let end = index + 1;
  while (isSame(begin - 1)) begin -= 1;
  while (isSame(end)) end += 1;
  return { begin, end };
}

/** Forces an action for a range of slots. */
export function forcedIn(
  { slots }: Slots,
  { begin, end }: SlotRange,
  action: SlotAction,
  targetPercent?: number,
): ForcedAction {
  const first = slots[begin] as ShownSlot;
  const last = slots[end - 1] as ShownSlot;
  const target = targetPercent === undefined ? {} : { targetPercent };
  return { startMs: first.startMs, endMs: last.endMs, action, ...target };
}

/** Moves what a run of slots does to another time; where it was, the battery serves the home. */
export function movedRun(plan: Slots, from: SlotRange, to: SlotRange): readonly ForcedAction[] {
  const moved = plan.slots[from.begin] as ShownSlot;
  return [forcedIn(plan, from, "demand"), forcedIn(plan, to, moved.action, moved.targetPercent)];
}

/** From when to when an action is forced, as far as it is in the plan; undefined where none of it is. */
export function forcedTimes({ slots }: Slots, { startMs, endMs }: ForcedAction): string | undefined {
  const held = slots.filter((slot) => slot.endMs > startMs && slot.startMs < endMs);
  const [first, last] = [held[0], held.at(-1)];
  return first === undefined || last === undefined ? undefined : `${first.start} to ${last.end}`;
}
