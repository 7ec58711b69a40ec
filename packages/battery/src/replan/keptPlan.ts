import type { Home } from "../home/home.ts";
import { COST_RESOLUTION_PENCE } from "../kernel/searchChoice.ts";
import { readRunResult } from "../kernelTables/trial.ts";
import type { RunResult } from "../model/runResult.ts";
import { homeOf, simulate } from "../model/simulate.ts";
import { stateWords } from "../model/state.ts";
import { threeFutureMetric } from "../plan/metric.ts";
import { comparePlans, type Rated } from "../plan/preference.ts";
import {
  applyMove,
  FREEZE_EXPORT_PERCENT,
  NO_CHARGE_KWH,
  NO_EXPORT_PERCENT,
  runsOf,
  type Schedule,
  type Segment,
} from "../plan/schedule.ts";
import type { PreviousPlan } from "./previousPlan.ts";

/** What became of a plan that was made earlier. */
export interface Stickiness {
  /** `kept`: still told; `replaced`: the new one saves more than the budget; `expired`: it had ended before now. */
  readonly decision: "kept" | "replaced" | "expired";
  /** What it was planned from and reaches to, UTC epoch milliseconds. */
  readonly fromMs: number;
  readonly untilMs: number;
  /**
   * What staying with it costs beside the best plan found now, in pence, as plans are judged (changes of mode
   * counted); below 0 when nothing as good was found. 0 when it had ended.
   */
  readonly stayingPence: number;
  /** What staying may cost, in pence. */
  readonly keepPence: number;
}

/** The plan to tell, and what became of the previous one. */
export interface Replanned {
  readonly chosen: Rated;
  readonly previous?: Stickiness;
}

/**
 * Keeps the previous plan where staying costs no more than the home's budget; plans whose costs differ by less than
 * the resolution of the written order are equal, and then the previous one stays. Its remaining steps are simulated
 * anew with what is known now; steps after its end are planned to go with it.
 */
export function keepOrReplace(home: Home, best: Rated, previous: PreviousPlan | undefined): Replanned {
  if (previous === undefined) return { chosen: best };
  const { fromMs, untilMs } = previous;
  const told = { fromMs, untilMs, keepPence: home.keepPence };
  if (previous.stepCount === 0) {
    return { chosen: best, previous: { ...told, decision: "expired", stayingPence: 0 } };
  }
  const kept = rateContinued(home, best, previous);
  // On one footing: the search may count fewer changes of mode than its plan is written with.
  const stayingPence = kept.judgedPence - rateByReference(home, best.schedule).judgedPence;
  const isKept = inResolutions(stayingPence) <= inResolutions(home.keepPence);
  return {
    chosen: isKept ? kept : best,
    previous: { ...told, decision: isKept ? "kept" : "replaced", stayingPence },
  };
}

function inResolutions(pence: number): number {
  return Math.round(pence / COST_RESOLUTION_PENCE);
}

/** The previous plan with the best of some ways to go on after its end. */
function rateContinued(home: Home, best: Rated, { schedule, stepCount }: PreviousPlan): Rated {
  const endStep = home.inputs.stepCount;
  const continued =
    stepCount === endStep
      ? [schedule]
      : [afterwards(schedule, best.schedule, stepCount), ...plainWays(home, schedule, stepCount)];
  return continued
    .map((each) => rateByReference(home, each))
    .reduce((a, b) => (comparePlans(b, a) < 0 ? b : a));
}

/** The steps of one schedule before `step`, those of another from there on. */
function afterwards(first: Schedule, second: Schedule, step: number): Schedule {
  return runsOf(second)
    .filter(({ endStep }) => endStep > step)
    .reduce<Schedule>(
      (schedule, run) => applyMove(schedule, { ...run, beginStep: Math.max(run.beginStep, step) }),
      first,
    );
}

/** One plain action all the way after the end, or the previous plan's last one still. */
function plainWays({ inputs }: Home, schedule: Schedule, beginStep: number): Schedule[] {
  const { capacityKwh, reserveKwh } = inputs.battery;
  const last = schedule.find(({ endStep }) => endStep >= beginStep) as Segment;
  const ways: readonly (readonly [chargeTargetKwh: number, exportTargetPercent: number])[] = [
    [last.chargeTargetKwh, last.exportTargetPercent],
    [NO_CHARGE_KWH, NO_EXPORT_PERCENT],
    [reserveKwh, NO_EXPORT_PERCENT],
    [capacityKwh, NO_EXPORT_PERCENT],
    // Where nothing may go to the grid, an export window could only mislead.
    ...(inputs.inverter.exportLimitKw > 0
      ? ([
          [NO_CHARGE_KWH, FREEZE_EXPORT_PERCENT],
          [NO_CHARGE_KWH, 0],
        ] as const)
      : []),
  ];
  return ways.map(([chargeTargetKwh, exportTargetPercent]) =>
    applyMove(schedule, { beginStep, endStep: inputs.stepCount, chargeTargetKwh, exportTargetPercent }),
  );
}

/** Rates one schedule in the reference model: the same bits as the kernel's trials, without a batch for one. */
export function rateByReference({ inputs, changePence }: Home, schedule: Schedule): Rated {
  const home = homeOf(inputs);
  const result = (future: number): RunResult => readRunResult(stateWords(simulate(home, future, schedule)));
  const results = [result(0), result(1), result(2)] as const;
  const metricPence = threeFutureMetric(results, inputs);
  return {
    schedule,
    metricPence,
    judgedPence: metricPence + changePence * (schedule.length - 1),
    throughputKwh: results[0].throughputKwh,
  };
}
