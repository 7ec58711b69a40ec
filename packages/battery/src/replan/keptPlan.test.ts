import { createEngine } from "@lightcone/parallel";
import { describe, expect, test } from "vitest";
import { exampleHome } from "../../test/exampleHome.ts";
import { randomFrom } from "../../test/model/random.ts";
import { randomSchedule } from "../../test/model/randomInputs.ts";
import { scheduleFinderOn } from "../plan/planHome.ts";
import type { Rated } from "../plan/preference.ts";
import { applyMove, demandSchedule, runsOf, type Schedule } from "../plan/schedule.ts";
import { keepOrReplace, rateByReference } from "./keptPlan.ts";
import type { PreviousPlan } from "./previousPlan.ts";

const home = { ...exampleHome(), changePence: 0, keepPence: 0 };
const { stepCount } = home.inputs;
const demand = demandSchedule(stepCount);

function before(schedule: Schedule, knownSteps = stepCount): PreviousPlan {
  return { fromMs: home.nowMs, untilMs: home.horizonEndMs, stepCount: knownSteps, schedule };
}

/** What a schedule tells in each step. */
function toldBySteps(schedule: Schedule): string[] {
  return runsOf(schedule).flatMap(({ beginStep, endStep, chargeTargetKwh, exportTargetPercent }) =>
    Array.from({ length: endStep - beginStep }, () => `${chargeTargetKwh} ${exportTargetPercent}`),
  );
}

/** The home with the same prices all the time, in pence per kWh, where any earlier plan is kept. */
function priced(importPence: number, exportPence: number, terminalValuePencePerKwh: number) {
  const all = (pence: number) => new Float64Array(stepCount).fill(pence);
  const futures = home.inputs.futures.map((future) => ({ ...future, importPencePerKwh: all(importPence) }));
  const exportPencePerKwh = all(exportPence);
  const inputs = { ...home.inputs, futures, exportPencePerKwh, terminalValuePencePerKwh };
  return { ...home, keepPence: 1e6, inputs: inputs as typeof home.inputs & typeof inputs };
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

  test("goes on with every way that is plain, each where prices make it the best, and exports only where it may", () => {
    const { capacityKwh, reserveKwh } = home.inputs.battery;
    const ways = [
      { name: "demand", told: [0, 100], prices: { import: 20, export: 1, terminal: 5 } },
      { name: "hold", told: [reserveKwh, 100], prices: { import: 15, export: 15, terminal: 21 } },
      { name: "charge", told: [capacityKwh, 100], prices: { import: -5, export: 5, terminal: 21 } },
      { name: "sell the sun's surplus", told: [0, 99], prices: { import: 20, export: 25, terminal: 21 } },
      { name: "export", told: [0, 0], prices: { import: 20, export: 60, terminal: 5 } },
    ] as const;
    for (const { name, prices } of ways) {
      const own = priced(prices.import, prices.export, prices.terminal);
      const rated = ways.map(
        ({ told }) => rateByReference(own, applyMove(demand, wayFrom(told))).judgedPence,
      );
      const least = Math.min(...rated);
      expect(ways[rated.indexOf(least)]!.name).toBe(name);
      expect(rated.filter((pence) => pence < least + 0.1).length, name).toBe(1);
      // Neither what was told last nor what the new plan says from there on is of any use.
      const told = applyMove(demand, { ...worst(rated), beginStep: 24, endStep: 30 });
      const found = rateByReference(own, applyMove(demand, worst(rated)));
      const wanted = applyMove(told, wayFrom(ways[rated.indexOf(least)]!.told));
      expect(toldBySteps(keepOrReplace(own, found, before(told, 30)).chosen.schedule), name).toEqual(
        toldBySteps(wanted),
      );
    }
    const inverter = { ...home.inputs.inverter, exportLimitKw: 0 };
    const shut = { ...home, inputs: { ...home.inputs, inverter }, keepPence: 1e6 };
    for (const knownSteps of [50, 150, 250]) {
      const { chosen } = keepOrReplace(shut, rateByReference(shut, demand), before(demand, knownSteps));
      expect(chosen.schedule.every(({ exportTargetPercent }) => exportTargetPercent === 100)).toBe(true);
    }

    function wayFrom([chargeTargetKwh, exportTargetPercent]: readonly [number, number]) {
      return { beginStep: 30, endStep: stepCount, chargeTargetKwh, exportTargetPercent };
    }

    function worst(rated: readonly number[]) {
      return wayFrom(ways[rated.indexOf(Math.max(...rated))]!.told);
    }
  });

  test("goes on as the new plan does from there, where that is better than what is plain", () => {
    const cheap = { beginStep: 90, endStep: 130 };
    const dear = { beginStep: 250, endStep: 270 };
    const own = priced(20, 1, 5);
    for (const { importPencePerKwh } of own.inputs.futures)
      importPencePerKwh.fill(2, cheap.beginStep, cheap.endStep);
    own.inputs.exportPencePerKwh.fill(80, dear.beginStep, dear.endStep);
    const trading = [
      { ...cheap, chargeTargetKwh: home.inputs.battery.capacityKwh, exportTargetPercent: 100 },
      { ...dear, chargeTargetKwh: 0, exportTargetPercent: 0 },
    ].reduce<Schedule>(applyMove, demand);
    for (const knownSteps of [80, 100, 131]) {
      const { chosen } = keepOrReplace(own, rateByReference(own, trading), before(holding, knownSteps));
      const spliced = [
        ...toldBySteps(holding).slice(0, knownSteps),
        ...toldBySteps(trading).slice(knownSteps),
      ];
      expect(toldBySteps(chosen.schedule), `known until ${knownSteps}`).toEqual(spliced);
      const ends = spliced.flatMap((told, step) => (told === spliced[step + 1] ? [] : [step + 1]));
      expect(chosen.schedule.map(({ endStep }) => endStep)).toEqual(ends);
    }
  });

  test("that is none leaves the new one, and nothing is said of it", () => {
    expect(keepOrReplace(home, best, undefined)).toEqual({ chosen: best });
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

test("changes of mode are counted in what a schedule is judged by, and demand has none", () => {
  const dear = { ...home, changePence: 7 };
  const judged = (schedule: Schedule): number => {
    const { judgedPence, metricPence } = rateByReference(dear, schedule);
    return judgedPence - metricPence;
  };
  expect(judged(demand)).toBe(0);
  expect(judged(holding)).toBeCloseTo(14, 9);
});
