import { describe, expect, test } from "vitest";
import { exampleHome } from "../../test/exampleHome.ts";
import type { Home } from "../home/home.ts";
import { demandSchedule, runsOf } from "../plan/schedule.ts";
import { InputError } from "../problem.ts";
import { draftReport } from "../report/draftReport.ts";
import { planJson } from "../report/planJson.ts";
import { composeReport, type PlanReport } from "../report/planReport.ts";
import { readPlanJson } from "../report/readPlanJson.ts";
import { rateByReference } from "./keptPlan.ts";
import { takeUpPlan } from "./previousPlan.ts";

const HOUR = 3_600_000;
const home = exampleHome();

/** The report of a schedule, through a plan file and back. */
function reported(of: Home, schedule = demandSchedule(of.inputs.stepCount)): PlanReport {
  const report = composeReport(draftReport(of, { chosen: rateByReference(of, schedule) }));
  return readPlanJson(planJson(report));
}

/** Charges in step 200 to 210, to a level, in what else is demand. */
function charging(of: Home, targetKwh: number) {
  return [
    { endStep: 200, chargeTargetKwh: 0, exportTargetPercent: 100 },
    { endStep: 210, chargeTargetKwh: targetKwh, exportTargetPercent: 100 },
    { endStep: of.inputs.stepCount, chargeTargetKwh: 0, exportTargetPercent: 100 },
  ];
}

describe("a plan that was made before", () => {
  test("tells the same at the same time: now, an hour later, and after midnight", () => {
    const report = reported(home, charging(home, 5));
    for (const hours of [0, 1, 9]) {
      const later = exampleHome(undefined, home.nowMs + hours * HOUR);
      const { schedule, stepCount } = takeUpPlan(later, report);
      const [, charge] = runsOf(schedule);
      expect(charge).toMatchObject({
        beginStep: 200 - 12 * hours,
        endStep: 210 - 12 * hours,
        chargeTargetKwh: 5,
      });
      expect(stepCount).toBe(287 - 12 * hours);
    }
  });

  test("means the home's own reserve and capacity where its file has them rounded", () => {
    const odd = exampleHome((text) =>
      text
        .replace("capacityKwh: 9.5", "capacityKwh: 9.123456789")
        .replace("reservePercent: 4", "reserveKwh: 0.666666666"),
    );
    for (const exactKwh of [9.123456789, 0.666666666]) {
      const { schedule } = takeUpPlan(odd, reported(odd, charging(odd, exactKwh)));
      expect(schedule[1]?.chargeTargetKwh).toBe(exactKwh);
    }
  });

  test("that ended before now has no steps left", () => {
    const report = reported(exampleHome((text) => text.replace("hours: 24", "hours: 1")));
    const later = exampleHome(undefined, home.nowMs + 2 * HOUR);
    expect(takeUpPlan(later, report).stepCount).toBe(0);
  });

  test("is refused when it is of another home or begins after now, all at once", () => {
    const other = exampleHome((text) =>
      text.replace("name: Example home", "name: Other home").replace("capacityKwh: 9.5", "capacityKwh: 10"),
    );
    const before = exampleHome(undefined, home.nowMs - HOUR);
    const refusal = (): unknown => takeUpPlan(before, reported(other));
    expect(refusal).toThrow(InputError);
    expect(refusal).toThrow(/homeName: is "Other home", but this home's is "Example home"/);
    expect(refusal).toThrow(/battery\.capacityKwh: is 10 kWh, but this home's is 9\.5 kWh/);
    expect(refusal).toThrow(/now: is Tue 14 Apr 16:35, after this plan's beginning, Tue 14 Apr 15:35/);
  });

  test("of another zone, or another reserve, is refused with the remedy, and an hour's difference too", () => {
    const report = reported(home);
    const reserveKwh = report.battery.reserveKwh + 0.5;
    const other = { ...report, timeZone: "Europe/Paris", battery: { ...report.battery, reserveKwh } };
    const problemsOf = (of: Home, plan: PlanReport) => {
      try {
        takeUpPlan(of, plan);
      } catch (error) {
        if (error instanceof InputError) return { code: error.code, problems: error.problems };
      }
      throw new Error("was not refused");
    };
    const mend = "give the last plan of this very home, or plan without one";
    expect(problemsOf(home, other)).toMatchObject({
      code: "previous-plan",
      problems: [
        { at: "previous plan: timeZone", what: `is Europe/Paris, but this home's is ${home.timeZone}`, mend },
        {
          at: "previous plan: battery.reserveKwh",
          what: expect.stringContaining("kWh, but this home's is"),
          mend,
        },
      ],
    });
    const before = exampleHome(undefined, home.nowMs - HOUR);
    expect(problemsOf(before, report).problems).toMatchObject([
      { at: "previous plan: now", mend: "give a plan that was made before, or check the clock and `--now`" },
    ]);
  });

  test("of the other profile is refused", () => {
    const report = { ...reported(home), profile: "predbat" as const };
    expect(() => takeUpPlan(home, report)).toThrow(/profile: is predbat, but this home's is physical/);
  });
});
