import type { Rated } from "./preference.ts";
import { applyMove, type Move, NO_EXPORT_PERCENT, type Run, runsOf, type Schedule } from "./schedule.ts";
import type { RateFanOut } from "./search.ts";
import type { SearchSpace } from "./searchSpace.ts";

/**
 * Ends export windows where they have done their work, and begins them where they begin it: slots at either end in
 * which a window does exactly what demand does, in all three futures, become demand. The written order of plans would
 * keep such a slot in its window, because demand between two windows counts as one more change of mode; but it is no
 * window more, and a home that fares better than its forecasts is not sold empty by one that has nothing to do.
 */
export function withoutIdleExport(best: Rated, space: SearchSpace, rate: RateFanOut): Rated {
  const ends = (run: Run): Move[] =>
    boundsIn(run, space).map((beginStep) => ({ ...space.demand, beginStep, endStep: run.endStep }));
  const starts = (run: Run): Move[] =>
    boundsIn(run, space)
      .reverse()
      .map((endStep) => ({ ...space.demand, beginStep: run.beginStep, endStep }));
  const schedule = [ends, starts].reduce(
    (kept, movesOf) => withLongest(kept, movesOf, best, rate),
    best.schedule,
  );
  // It costs and does the same, and has as many windows.
  return { ...best, schedule };
}

/** Edges of slots inside a run, rising. */
function boundsIn(run: Run, { slots }: SearchSpace): number[] {
  return slots.map(({ beginStep }) => beginStep).filter((step) => step > run.beginStep && step < run.endStep);
}

/** Makes, in each export window, the first of these moves that changes nothing. */
function withLongest(
  schedule: Schedule,
  movesOf: (run: Run) => readonly Move[],
  best: Rated,
  rate: RateFanOut,
): Schedule {
  const windows = runsOf(schedule).filter(
    ({ exportTargetPercent }) => exportTargetPercent < NO_EXPORT_PERCENT,
  );
  const moves = windows.map(movesOf);
  const rated = rate(
    moves.flat().map((move) => applyMove(schedule, move)),
    schedule,
  );
  let first = 0;
  return moves.reduce<Schedule>((kept, own) => {
    const at = own.findIndex((_, index) => isTheSame(rated[first + index] as Rated, best));
    first += own.length;
    return at < 0 ? kept : applyMove(kept, own[at] as Move);
  }, schedule);
}

/** To the last bit, which no two plans are that do different things in any future. */
function isTheSame(a: Rated, b: Rated): boolean {
  return a.metricPence === b.metricPence && a.throughputKwh === b.throughputKwh;
}
