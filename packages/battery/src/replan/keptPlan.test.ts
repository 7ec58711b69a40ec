import { createEngine } from "@lightcone/parallel";
import { describe, expect, test } from "vitest";
import { exampleHome } from "../../test/exampleHome.ts";
import { randomFrom } from "../../test/model/random.ts";
import { randomSchedule } from "../../test/model/randomInputs.ts";
import { scheduleFinderOn } from "../plan/planHome.ts";
import type { Rated } from "../plan/preference.ts";
import { applyMove, demandSchedule, type Schedule } from "../plan/schedule.ts";
import { keepOrReplace, rateByReference } from "./keptPlan.ts";
import type { PreviousPlan } from "./previousPlan.ts";

const home = { ...exampleHome(), changePence: 0, keepPence: 0 };
const { stepCount } = home.inputs;
const demand = demandSchedule(stepCount);

function before(schedule: Schedule, knownSteps = stepCount): PreviousPlan {
  return { fromMs: home.nowMs, untilMs: home.horizonEndMs, stepCount: knownSteps, schedule };
}

const best = rateByReference(home, demand);
/** Holds in the dear evening: worse than demand. */
const holding = applyMove(demand, {
  beginStep: 20,
  endStep: 80,
  chargeTargetKwh: home.inputs.battery.reserveKwh,
  exportTargetPercent: 100,
});
const holdingCosts = rateByReference(home, holding).judgedPence - best.judgedPence;

describe("the previous plan", () => {
  test("is kept up to the budget and no further, and the cost of staying is told", () => {
    expect(holdingCosts).toBeGreaterThan(1);
    const outcomes = [0, holdingCosts - 0.002, holdingCosts + 0.002].map((keepPence) => {
      const { chosen, previous } = keepOrReplace({ ...home, keepPence }, best, before(holding));
      expect(previous).toMatchObject({ stayingPence: holdingCosts, keepPence });
      expect(chosen.schedule).toEqual(previous?.decision === "kept" ? holding : demand);
      return previous?.decision;
    });
    expect(outcomes).toEqual(["replaced", "replaced", "kept"]);
  });

  test("stays among equals: below the resolution of costs nothing is better", () => {
    // An export down to more than is stored does nothing: what tells the plans apart is the change of mode alone.
    const [segment] = demand;
    const idle = [{ ...segment!, endStep: 2, exportTargetPercent: 98 }, segment!];
    const decisionAt = (changePence: number) =>
      keepOrReplace({ ...home, changePence }, best, before(idle)).previous?.decision;
    expect([0, 0.0004, 0.002].map(decisionAt)).toEqual(["kept", "kept", "replaced"]);
  });

  test("stays where the search found nothing as good", () => {
    const { chosen, previous } = keepOrReplace(home, rateByReference(home, holding), before(demand));
    expect(chosen.schedule).toEqual(demand);
    expect(previous).toMatchObject({ decision: "kept", stayingPence: -holdingCosts });
  });

  test("is told as it was until its end, and continued after it as well as can be found", () => {
    const random = randomFrom(11);
    for (let round = 0; round < 20; round++) {
      const schedule = randomSchedule(random, home.inputs);
      const found = round % 2 === 0 ? best : rateByReference(home, randomSchedule(random, home.inputs));
      const knownSteps = 50 + 9 * round;
      const { chosen } = keepOrReplace({ ...home, keepPence: 1e6 }, found, before(schedule, knownSteps));
      const onlyAfter = (of: Schedule) =>
        applyMove(of, { ...demand[0]!, beginStep: knownSteps, endStep: stepCount });
      expect(onlyAfter(chosen.schedule)).toEqual(onlyAfter(schedule));
      expect(chosen.judgedPence).toBeLessThanOrEqual(
        rateByReference(home, onlyAfter(schedule)).judgedPence + 0.001,
      );
    }
  });

  test("that is over leaves the new one, and says so", () => {
    const { chosen, previous } = keepOrReplace(home, best, before(demand, 0));
    expect(chosen.schedule).toBe(demand);
    expect(previous?.decision).toBe("expired");
  });
});

test("rated without the engine, a schedule has the very figures of its search", async () => {
  const engine = await createEngine({ lanes: 1 });
  const findSchedules = await scheduleFinderOn(engine);
  const found = [0, 0.5].map((changePence) => findSchedules([home.inputs], changePence)[0] as Rated);
  await engine.close();
  const figures = ({ metricPence, throughputKwh }: Rated) => ({ metricPence, throughputKwh });
  expect(found.map(({ schedule }) => figures(rateByReference(home, schedule)))).toEqual(found.map(figures));
});
