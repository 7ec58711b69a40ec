import fc from "fast-check";
import { expect, test } from "vitest";
import { metricOf } from "../../test/boundedPlans.ts";
import { type HomeChanges, plainHome } from "../../test/model/plainHome.ts";
import { deskPence, type LaidSearch, layOutSearch, stepCodes } from "../../test/model/searchDesk.ts";
import { segmentRunner } from "../kernelTables/referenceSearch.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import type { Segment } from "../plan/schedule.ts";
import { searchSpace } from "../plan/searchSpace.ts";
import { FUTURE_COUNT, SCRATCH_BYTES } from "./layout.ts";
import { fillCourse } from "./searchCourse.ts";
import { followCourses } from "./searchStart.ts";
import { simulateBy } from "./searchTrial.ts";

/** Half a kWh each, which is what a step charges or exports: so look-ups are exact. */
const LEVELS = 21;
/** So many that trying every plan is quick. */
const STEPS = 3;

/** A desk whose plan was told by the courses of its futures. */
function started(inputs: SimulationInputs, changePence = 0): LaidSearch {
  const laid = layOutSearch({ inputs, space: searchSpace(inputs), changePence, levelCount: LEVELS });
  simulateBy(segmentRunner(laid.memory.buffer as unknown as ArrayBuffer));
  const scratch = laid.memory.buffer.byteLength - SCRATCH_BYTES;
  for (let future = 0; future < FUTURE_COUNT; future++) fillCourse(laid.planner, laid.desk, future, scratch);
  followCourses(laid.planner, laid.desk, changePence);
  return laid;
}

/** The cheapest of all plans that tell each step a plain action. */
function bruteForce(inputs: SimulationInputs): number {
  const { actions, coreCount } = searchSpace(inputs);
  let best = Number.POSITIVE_INFINITY;
  for (let number = 0; number < coreCount ** inputs.stepCount; number++) {
    const schedule = Array.from({ length: inputs.stepCount }, (_, step): Segment => {
      const told = actions[Math.floor(number / coreCount ** step) % coreCount]!;
      return { ...told, endStep: step + 1 };
    });
    best = Math.min(best, metricOf(inputs, schedule));
  }
  return best;
}

const price = fc.integer({ min: -5, max: 40 });
const halfKwh = fc.integer({ min: 0, max: 2 }).map((halves) => halves / 2);
const steps = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> =>
  fc.array(value, { minLength: STEPS, maxLength: STEPS });
const days = fc.record({
  load: steps(halfKwh),
  pv: steps(halfKwh),
  importPence: steps(price),
  exportPence: steps(price),
});

/** A plain home of a few steps that begins with 1.5 kWh. */
function shortDay(day: HomeChanges, parts: HomeChanges = {}): SimulationInputs {
  return plainHome({
    ...day,
    stepCount: STEPS,
    battery: { startKwh: 1.5, reserveKwh: 0.5 },
    terminalValuePencePerKwh: 12,
    options: { lowPowerExport: false },
    ...parts,
  });
}

test("for one future alone, the plan that its course tells is as cheap as the cheapest of all", () => {
  fc.assert(
    fc.property(days, fc.boolean(), (day, isHybrid) => {
      const inputs = shortDay(day, { inverter: { isHybrid } });
      // A charge from the panels alone is no plain action, so it may be cheaper.
      return deskPence(started(inputs)) <= bruteForce(inputs) + 0.01;
    }),
    { numRuns: 12, seed: 4 },
  );
});

test("a price on changes of mode keeps a start calm", () => {
  const inputs = shortDay({ importPence: [10, 30, 10, 30], exportPence: [25, 5, 25, 5] });
  expect(new Set(stepCodes(started(inputs))).size).toBeGreaterThan(1);
  expect(new Set(stepCodes(started(inputs, 1000))).size).toBe(1);
});

test("a charge from the panels alone is told where the grid's energy costs more than it is worth later", () => {
  // Stored panel energy costs 12 p of import for each kWh that it would have brought to the home, which is 9.6 p a kWh;
  // the grid's costs 15 p; either is worth 12 p at the end.
  const inputs = shortDay(
    { load: [0.4], pv: [0.5], importPence: [12], exportPence: [1] },
    {
      inverter: { isHybrid: true, efficiency: 0.8 },
      battery: { startKwh: 1.5, reserveKwh: 0.5, chargeKw: 12 },
    },
  );
  const laid = started(inputs);
  const plain = searchSpace(inputs).actions.length;
  expect(Math.min(...stepCodes(laid))).toBeGreaterThanOrEqual(plain);
  expect(deskPence(laid)).toBeCloseTo(bruteForce(inputs) - STEPS * 0.5 * 2.4, 3);
});
