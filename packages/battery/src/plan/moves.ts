import { type Move, NO_CHARGE_KWH, type Run, runsOf, type Schedule } from "./schedule.ts";
import type { Action, SearchSpace, Slot } from "./searchSpace.ts";

/** One neighbour of a schedule: moves that are made together. */
export type Change = readonly Move[];

/** How far the edge of a run is shifted, in steps: inside a half-hour, then by whole ones. */
const EDGE_SHIFTS: readonly number[] = [1, 2, 3, 4, 5, 6, 12, 18];

/** All neighbours of a schedule: what single slots are told, late starts, edges of runs, targets, whole runs. */
export function neighbourChanges(schedule: Schedule, space: SearchSpace): Change[] {
  return [
    ...slotMoves(space),
    ...lateStartMoves(space),
    ...edgeMoves(schedule),
    ...runMoves(schedule, space),
  ];
}

/** Every action in every slot. */
function slotMoves(space: SearchSpace): Change[] {
  const actions = [...coreActions(space), ...space.chargePart, ...space.exportPart];
  return space.slots.flatMap((slot) => actions.map((action) => [over(slot, slot, action)]));
}

/** The last steps of each slot alone: a late start is how a slot is used in part. */
function lateStartMoves(space: SearchSpace): Change[] {
  return space.slots.flatMap((slot) =>
    [space.exportAll, space.chargeFull].flatMap((action) =>
      [1, 2, 3, 4, 5]
        .map((steps) => slot.endStep - steps)
        .filter((beginStep) => beginStep > slot.beginStep)
        .map((beginStep) => [{ ...over(slot, slot, action), beginStep }]),
    ),
  );
}

/** Edges of runs earlier or later: the run on either side grows over its neighbour. */
export function edgeMoves(schedule: Schedule): Change[] {
  const runs = runsOf(schedule);
  return runs.slice(1).flatMap((right, index) => {
    const left = runs[index] as Run;
    const edge = right.beginStep;
    return EDGE_SHIFTS.flatMap((shift) => [
      ...(edge + shift <= right.endStep
        ? [[{ ...actionOf(left), beginStep: edge, endStep: edge + shift }]]
        : []),
      ...(edge - shift >= left.beginStep
        ? [[{ ...actionOf(right), beginStep: edge - shift, endStep: edge }]]
        : []),
    ]);
  });
}

/** Whole runs told something else: another target, another action, or what their neighbours are told. */
function runMoves(schedule: Schedule, space: SearchSpace): Change[] {
  const runs = runsOf(schedule);
  return runs.flatMap((run, index) => {
    const neighbours = [runs[index - 1], runs[index + 1]]
      .filter((other) => other !== undefined)
      .map(actionOf);
    const actions = [...coreActions(space), ...space.chargePart, ...space.exportPart, ...neighbours];
    return [...actions, ...finerTargets(run, space)].map((action) => [
      { ...action, beginStep: run.beginStep, endStep: run.endStep },
    ]);
  });
}

/** Targets close to the one that a run has: by a fortieth of the battery, and by one percent. */
function finerTargets(run: Run, space: SearchSpace): Action[] {
  const fullKwh = space.chargeFull.chargeTargetKwh;
  if (run.chargeTargetKwh > NO_CHARGE_KWH && run.chargeTargetKwh !== space.hold.chargeTargetKwh) {
    return FINE_CHARGE_SHARES.map((share) => run.chargeTargetKwh + share * fullKwh)
      .filter((targetKwh) => targetKwh > space.hold.chargeTargetKwh && targetKwh <= fullKwh)
      .map((chargeTargetKwh) => ({ ...actionOf(run), chargeTargetKwh }));
  }
  if (run.exportTargetPercent < space.freezeExport.exportTargetPercent) {
    return FINE_PERCENTS.map((percent) => run.exportTargetPercent + percent)
      .filter((percent) => percent >= 0 && percent < 98)
      .map((exportTargetPercent) => ({ ...actionOf(run), exportTargetPercent }));
  }
  return [];
}

const FINE_CHARGE_SHARES: readonly number[] = [-0.1, -0.05, -0.025, -0.01, 0.01, 0.025, 0.05, 0.1];
const FINE_PERCENTS: readonly number[] = [-10, -5, -2, -1, 1, 2, 5, 10];

/** The five things that an inverter can be told, each at its strongest. */
function coreActions(space: SearchSpace): Action[] {
  return [space.demand, space.chargeFull, space.hold, space.freezeExport, space.exportAll];
}

function over(first: Slot, last: Slot, action: Action): Move {
  return { ...action, beginStep: first.beginStep, endStep: last.endStep };
}

function actionOf({ chargeTargetKwh, exportTargetPercent }: Action): Action {
  return { chargeTargetKwh, exportTargetPercent };
}
