import { createEngine } from "@lightcone/parallel";
import { expect, test } from "vitest";
import { plainHome } from "../../test/model/plainHome.ts";
import { randomFrom } from "../../test/model/random.ts";
import { randomInputs } from "../../test/model/randomInputs.ts";
import { nominalBoundPence } from "../bound/homeBound.ts";
import { batteryKernelSpec } from "../kernelTables/spec.ts";
import { readRunResult } from "../kernelTables/trial.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { homeOf, simulate } from "../model/simulate.ts";
import { stateWords } from "../model/state.ts";
import { deriveInputs } from "../scenario/deriveInputs.ts";
import { generateSuite } from "../suite/generateSuite.ts";
import { HomeTrials } from "../trials/homeTrials.ts";
import { threeFutureMetric } from "./metric.ts";
import { scheduleFinderOn } from "./planHome.ts";
import type { Rated } from "./preference.ts";
import { applyMove, demandSchedule, runsOf, type Schedule } from "./schedule.ts";
import { searchSpace } from "./searchSpace.ts";

const homes = Array.from({ length: 40 }, (_, seed) => randomInputs(randomFrom(seed)))
  .filter(({ stepCount }) => stepCount <= 100)
  .slice(0, 5);

async function found(options: Parameters<typeof createEngine>[0], changePence = 0): Promise<Rated[]> {
  const engine = await createEngine(options);
  try {
    const findSchedules = await scheduleFinderOn(engine);
    return findSchedules(homes, changePence);
  } finally {
    await engine.close();
  }
}

function metricOf(inputs: SimulationInputs, schedule: Schedule): number {
  const home = homeOf(inputs);
  const result = (future: number) => readRunResult(stateWords(simulate(home, future, schedule)));
  return threeFutureMetric([result(0), result(1), result(2)], inputs);
}

test("kernel and reference find the same schedules, to the last bit of what they come to", async () => {
  const byKernel = await found({ lanes: 1 });
  expect(await found({ lanes: 1, engine: "reference" })).toEqual(byKernel);
  expect(new Set(byKernel.map(({ metricPence }) => metricPence)).size).toBe(homes.length);
});

test("homes planned together are planned as each alone, and on more lanes as on one", async () => {
  const together = await found({ lanes: 1 });
  const engine = await createEngine({ lanes: 3, costGate: false });
  const findSchedules = await scheduleFinderOn(engine);
  expect(homes.map((inputs) => findSchedules([inputs], 0)[0])).toEqual(together);
  await engine.close();
});

test("a schedule is rated as its simulation is, and none is worse than demand all the way", async () => {
  for (const [index, { schedule, metricPence }] of (await found({ lanes: 1 })).entries()) {
    const inputs = homes[index]!;
    expect(metricPence).toBe(metricOf(inputs, schedule));
    expect(schedule.at(-1)?.endStep).toBe(inputs.stepCount);
    expect(metricPence).toBeLessThanOrEqual(metricOf(inputs, demandSchedule(inputs.stepCount)));
  }
});

test("what a diverter takes in the last step leaves no trace in how other futures begin", async () => {
  const inputs = deriveInputs(generateSuite({ count: 2, seed: 77 })[1]!, "physical");
  const boosts = inputs.diverter?.plannedSlots ?? [];
  expect(boosts.some(({ endMinute }) => endMinute >= inputs.nowMinute + 5 * inputs.stepCount)).toBe(true);
  const engine = await createEngine({ lanes: 1 });
  const findSchedules = await scheduleFinderOn(engine);
  for (const changePence of [0, 0.2]) {
    const [{ metricPence, schedule }] = findSchedules([inputs], changePence) as [Rated];
    expect(metricPence).toBe(metricOf(inputs, schedule));
  }
  await engine.close();
});

test("no single slot told a plain action makes a plan of a plausible home better by a twentieth of a penny", async () => {
  const engine = await createEngine({ lanes: 1 });
  const findSchedules = await scheduleFinderOn(engine);
  const plausible = generateSuite({ count: 4, seed: 3 }).map((scenario) => deriveInputs(scenario, "predbat"));
  for (const [index, { schedule, metricPence }] of findSchedules(plausible, 0).entries()) {
    const inputs = plausible[index]!;
    const { slots, actions, coreCount } = searchSpace(inputs);
    const others = slots.flatMap((slot) =>
      actions.slice(0, coreCount).map((action) => applyMove(schedule, { ...slot, ...action })),
    );
    const trials = new HomeTrials(engine, await engine.loadKernel(batteryKernelSpec), inputs);
    const metrics = trials.run(others, schedule).map((results) => threeFutureMetric(results, inputs));
    trials.close();
    expect(Math.min(...metrics)).toBeGreaterThan(metricPence - 0.05);
  }
  await engine.close();
});

test("without a price on changes of mode, no run could be told what its neighbour is told at a near tie", async () => {
  const engine = await createEngine({ lanes: 1 });
  const findSchedules = await scheduleFinderOn(engine);
  const plausible = generateSuite({ count: 6, seed: 3 }).map((scenario) => deriveInputs(scenario, "predbat"));
  for (const [index, { schedule, metricPence }] of findSchedules(plausible, 0).entries()) {
    const inputs = plausible[index]!;
    const runs = runsOf(schedule);
    const joined = runs.flatMap(({ beginStep, endStep }, run) =>
      [runs[run - 1], runs[run + 1]].flatMap((neighbour) =>
        neighbour === undefined ? [] : [applyMove(schedule, { ...neighbour, beginStep, endStep })],
      ),
    );
    const trials = new HomeTrials(engine, await engine.loadKernel(batteryKernelSpec), inputs);
    const saved = trials.run(joined, schedule).map((results, other) => {
      const changes = schedule.length - joined[other]!.length;
      return (threeFutureMetric(results, inputs) - metricPence) / changes;
    });
    trials.close();
    // Exports with nothing left to do were given back: to join them would cost nothing at all.
    expect(saved.filter((pence) => pence > 1e-4 && pence < 0.0095)).toEqual([]);
  }
  await engine.close();
});

test("what changes of mode cost is judged, and makes plans calmer", async () => {
  const [free, dear] = [await found({ lanes: 1 }), await found({ lanes: 1 }, 1000)];
  expect(free.every(({ metricPence, judgedPence }) => metricPence === judgedPence)).toBe(true);
  for (const { schedule, metricPence, judgedPence } of dear) {
    // Where an idle export became demand, a schedule has more changes than it is judged by.
    expect((judgedPence - metricPence) / 1000).toBeLessThanOrEqual(schedule.length - 1 + 1e-9);
  }
  const runs = (rated: Rated[]): number => rated.reduce((sum, { schedule }) => sum + schedule.length, 0);
  expect(runs(dear)).toBeLessThan(runs(free));
});

/** A published case whose battery may be larger than its 10 kWh: 0.72 kWh is stored above the reserve of 13 %. */
function pendulum(capacityKwh: number): SimulationInputs {
  const quarters = (values: readonly number[]): number[] => values.flatMap((value) => [value, value, value]);
  const reserveKwh = 0.13 * capacityKwh;
  const power = { chargeKw: 5, dischargeKw: 5, dcChargeKw: 5, exportKw: 5 };
  const efficiency = { chargeEfficiency: 0.9, dischargeEfficiency: 0.9 };
  return plainHome({
    profile: "physical",
    stepCount: 24,
    nowMinute: 0,
    load: [0.04],
    importPence: quarters([34, 34, 35, 36, 38, 38, 36, 30]),
    exportPence: [8],
    terminalValuePencePerKwh: 20,
    battery: { capacityKwh, reserveKwh, startKwh: reserveKwh + 0.72, ...power, ...efficiency },
    inverter: { limitKw: 5, exportLimitKw: 5 },
  });
}

test("a battery that is large beside its home is held back where that pays", async () => {
  const engine = await createEngine({ lanes: 1 });
  const findSchedules = await scheduleFinderOn(engine);
  for (const capacityKwh of [10, 100, 1000]) {
    const inputs = pendulum(capacityKwh);
    const [{ metricPence, schedule }] = findSchedules([inputs], 0) as [Rated];
    expect(schedule.some(({ chargeTargetKwh }) => chargeTargetKwh > 0)).toBe(true);
    // Demand all the way lies 0.53 p above, a hold of the first quarter alone 0.14 p.
    expect(metricPence - nominalBoundPence(inputs)).toBeLessThan(0.1);
  }
  await engine.close();
});
