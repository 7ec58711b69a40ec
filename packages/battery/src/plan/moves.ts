import { applyMove, type Move, NO_CHARGE_KWH, type Run, runsOf, type Schedule } from "./schedule.ts";
import type { Action, SearchSpace, Slot } from "./searchSpace.ts";

/** One neighbour of a schedule: moves that are made together. */
export type Change = readonly Move[];

/** Lengths of blocks tried, in slots. */
const BLOCK_SLOTS: readonly number[] = [2, 3, 4, 6, 8, 12, 16];
/** How far the edge of a run is shifted, in steps: inside a half-hour, then by whole ones. */
const EDGE_SHIFTS: readonly number[] = [1, 2, 3, 4, 5, 6, 12, 18];

/** Neighbours that differ by what slots, blocks of slots and edges are told, each action at its strongest. */
export function coarseChanges(schedule: Schedule, space: SearchSpace): Change[] {
  return [...slotMoves(space, coreActions(space)), ...blockMoves(space), ...edgeMoves(schedule)];
}

/** All neighbours: targets, late starts and whole runs too. */
export function fineChanges(schedule: Schedule, space: SearchSpace): Change[] {
  return [
    ...slotMoves(space, [...coreActions(space), ...space.chargePart, ...space.exportPart]),
    ...lateStartMoves(space),
    ...blockMoves(space),
    ...edgeMoves(schedule),
    ...runMoves(schedule, space),
  ];
}

/** Every action in every slot. */
function slotMoves(space: SearchSpace, actions: readonly Action[]): Change[] {
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

/** The plain actions over blocks of neighbouring slots. */
function blockMoves(space: SearchSpace): Change[] {
  return BLOCK_SLOTS.flatMap((length) =>
    space.slots.slice(0, Math.max(space.slots.length - length + 1, 0)).flatMap((first, index) => {
      const last = space.slots[index + length - 1] as Slot;
      return coreActions(space).map((action) => [over(first, last, action)]);
    }),
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

/**
 * First guesses: charge in the n cheapest slots, export in the m dearest, for many n and m; what is left
 * either serves the home or holds until the dearest hours.
 */
export function levelSchedules(base: Schedule, space: SearchSpace): Schedule[] {
  const cheapest = [...space.slots].sort(
    (a, b) => a.importPencePerKwh - b.importPencePerKwh || b.beginStep - a.beginStep,
  );
  const dearest = [...space.slots].sort(
    (a, b) => b.exportPencePerKwh - a.exportPencePerKwh || b.beginStep - a.beginStep,
  );
  return LEVEL_COUNTS.flatMap((chargeCount) =>
    LEVEL_COUNTS.flatMap((exportCount) =>
      [space.exportAll, space.freezeExport].map((exporting) => {
        const charging = cheapest.slice(0, chargeCount);
        const withCharge = charging.reduce(
          (at, slot) => applyMove(at, over(slot, slot, space.chargeFull)),
          base,
        );
        return dearest
          .slice(0, exportCount)
          .filter((slot) => !charging.includes(slot))
          .reduce((at, slot) => applyMove(at, over(slot, slot, exporting)), withCharge);
      }),
    ),
  );
}

const LEVEL_COUNTS: readonly number[] = [0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 24, 32];

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
