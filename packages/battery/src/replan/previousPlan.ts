import { MINUTE_MS } from "../clock/slots.ts";
import { formatLocal } from "../clock/zone.ts";
import type { Home } from "../home/home.ts";
import { STEP_MINUTES } from "../model/inputs.ts";
import { compilePlan } from "../plan/compilePlan.ts";
import type { Plan } from "../plan/plan.ts";
import type { Schedule } from "../plan/schedule.ts";
import { InputError, type Problem } from "../problem.ts";
import { fileDecimals } from "../report/figures.ts";
import type { PlanReport } from "../report/planReport.ts";

/** A plan made earlier, laid on the steps of the present one. */
export interface PreviousPlan {
  /** When it was planned from and what it reaches to, UTC epoch milliseconds. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Steps from now that it tells something of; 0 when it is over. */
  readonly stepCount: number;
  /** What it tells them; demand from there on. */
  readonly schedule: Schedule;
}

/**
 * Takes up a plan that was made earlier for the same home.
 * @throws InputError (code `previous-plan`) when it is of another home or begins after now
 */
export function takeUpPlan(home: Home, previous: PlanReport): PreviousPlan {
  const problems = [...identityProblems(home, previous), ...timeProblems(home, previous)];
  if (problems.length > 0) throw new InputError("previous-plan", problems);
  const untilMs = previous.slots.at(-1)?.endMs ?? previous.nowMs;
  const knownSteps = Math.floor((untilMs - home.nowMs) / (STEP_MINUTES * MINUTE_MS));
  return {
    fromMs: previous.nowMs,
    untilMs,
    stepCount: Math.max(0, Math.min(knownSteps, home.inputs.stepCount)),
    schedule: compilePlan(windowsOf(home, previous), home.inputs),
  };
}

/** What must be alike: other prices, forecasts or powers make a new plan, another battery makes targets mean other things. */
function identityProblems(home: Home, previous: PlanReport): Problem[] {
  const { battery, profile } = home.inputs;
  const inFileWords = fileWordsOf(home);
  const pairs: readonly (readonly [at: string, theirs: string, ours: string])[] = [
    ["homeName", JSON.stringify(previous.homeName), JSON.stringify(home.name)],
    ["timeZone", previous.timeZone, home.timeZone],
    ["profile", previous.profile, profile],
    ["battery.capacityKwh", inFileWords(previous.battery.capacityKwh), inFileWords(battery.capacityKwh)],
    ["battery.reserveKwh", inFileWords(previous.battery.reserveKwh), inFileWords(battery.reserveKwh)],
  ];
  return pairs.flatMap(([at, theirs, ours]) =>
    theirs === ours
      ? []
      : [
          {
            at: `previous plan: ${at}`,
            what: `is ${theirs}, but this home's is ${ours}`,
            mend: "give the last plan of this very home, or plan without one",
          },
        ],
  );
}

/** Energies as a plan file of a home holds them. */
function fileWordsOf({ inputs }: Home): (kwh: number) => string {
  const decimals = fileDecimals(inputs.battery.capacityKwh);
  return (kwh) => `${Number(kwh.toFixed(decimals))} kWh`;
}

function timeProblems({ nowMs, timeZone }: Home, previous: PlanReport): Problem[] {
  if (previous.nowMs <= nowMs) return [];
  return [
    {
      at: "previous plan: now",
      what: `is ${formatLocal(previous.nowMs, timeZone)}, after this plan's beginning, ${formatLocal(nowMs, timeZone)}`,
      mend: "give a plan that was made before, or check the clock and `--now`",
    },
  ];
}

/** Its windows on the minutes of the present plan. A target that a file rounds stands for the exact one of the home. */
function windowsOf(home: Home, previous: PlanReport): Plan {
  const { inputs, firstMidnightMs } = home;
  const inFileWords = fileWordsOf(home);
  const shift = (previous.firstMidnightMs - firstMidnightMs) / MINUTE_MS;
  const { capacityKwh, reserveKwh } = inputs.battery;
  const exactKwh = (kwh: number): number =>
    [capacityKwh, reserveKwh].find((exact) => inFileWords(exact) === inFileWords(kwh)) ?? kwh;
  const moved = <Window extends { readonly startMinute: number; readonly endMinute: number }>(
    window: Window,
  ): Window => ({
    ...window,
    startMinute: window.startMinute + shift,
    endMinute: window.endMinute + shift,
  });
  return {
    charge: previous.windows.charge.map((window) => ({
      ...moved(window),
      targetKwh: exactKwh(window.targetKwh),
    })),
    export: previous.windows.export.map(moved),
  };
}
