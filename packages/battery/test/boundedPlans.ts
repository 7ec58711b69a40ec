import { metricBoundPence, nominalBoundPence } from "../src/bound/homeBound.ts";
import { readRunResult } from "../src/kernelTables/trial.ts";
import type { Home } from "../src/model/home.ts";
import type { SimulationInputs } from "../src/model/inputs.ts";
import type { RunResult } from "../src/model/runResult.ts";
import { homeOf, simulate } from "../src/model/simulate.ts";
import { stateWords } from "../src/model/state.ts";
import { threeFutureMetric } from "../src/plan/metric.ts";
import { demandSchedule, type Schedule } from "../src/plan/schedule.ts";
import { randomFrom } from "./model/random.ts";
import { randomInputs, randomSchedule } from "./model/randomInputs.ts";

/** The metric is rounded to 4 decimals. */
export const ROUNDED_PENCE = 5.1e-5;

/** The three-future metric of a schedule, without the engine. */
export function metricOf(inputs: SimulationInputs, schedule: Schedule): number {
  return threeFutureMetric(resultsOf(homeOf(inputs), schedule), inputs);
}

/** What a schedule comes to in each future. */
function resultsOf(home: Home, schedule: Schedule): [RunResult, RunResult, RunResult] {
  const result = (future: number): RunResult => readRunResult(stateWords(simulate(home, future, schedule)));
  return [result(0), result(1), result(2)];
}

/** The nominal future alone, as if it were certain. */
export const certain = (inputs: SimulationInputs): SimulationInputs => ({
  ...inputs,
  pv10Weight: 0,
  pv90Weight: 0,
});

/** A day all told one thing, and random ones. */
function schedulesOf(random: ReturnType<typeof randomFrom>, inputs: SimulationInputs): Schedule[] {
  const endStep = inputs.stepCount;
  const { capacityKwh, reserveKwh } = inputs.battery;
  const told = (chargeTargetKwh: number, exportTargetPercent: number): Schedule => [
    { endStep, chargeTargetKwh, exportTargetPercent },
  ];
  return [
    demandSchedule(endStep),
    told(capacityKwh, 100),
    told(reserveKwh, 100),
    told(0, 99),
    told(0, 0),
    ...Array.from({ length: 8 }, () => randomSchedule(random, inputs)),
  ];
}

/** Plans of random homes that cost less than their bounds; none, if the bounds hold. */
export function undercutBounds(firstSeed: number, homeCount: number): string[] {
  const broken: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + homeCount; seed++) {
    const random = randomFrom(seed);
    const inputs = { ...randomInputs(random), carbonPencePerKg: random.pick([0, 20]) };
    const bounds = [
      [inputs, metricBoundPence(inputs, "exact")] as const,
      [inputs, metricBoundPence(inputs, "quick")] as const,
      [certain(inputs), nominalBoundPence(inputs)] as const,
    ];
    // The three differ in the weights of futures, not in what happens in them.
    const home = homeOf(inputs);
    for (const schedule of schedulesOf(random, inputs)) {
      const results = resultsOf(home, schedule);
      for (const [weighed, bound] of bounds) {
        const metric = threeFutureMetric(results, weighed);
        if (!(bound <= metric + ROUNDED_PENCE)) broken.push(`seed ${seed}: ${bound} > ${metric}`);
      }
    }
  }
  return broken;
}
