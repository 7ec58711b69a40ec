import fc from "fast-check";
import { expect, it } from "vitest";
import { bothEngines, layOut, runAll } from "../../test/model/kernelOnMemory.ts";
import { randomFrom } from "../../test/model/random.ts";
import { randomInputs, randomSchedule } from "../../test/model/randomInputs.ts";
import { ALL_FUTURES, RESULT_WORDS } from "./layout.ts";

const engines = bothEngines();

const isSame = (a: BigUint64Array | Int32Array, b: BigUint64Array | Int32Array): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

it("kernel and reference give the same bits over random homes, plans and futures", () => {
  const property = fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
    const random = randomFrom(seed);
    const inputs = randomInputs(random);
    const trials = Array.from({ length: 3 }, () => ({
      schedule: randomSchedule(random, inputs),
      futures: random.chance(0.7) ? ALL_FUTURES : random.whole(1, ALL_FUTURES),
    }));
    const laid = layOut(engines, engines.heapBase, { inputs, trials, resultWords: RESULT_WORDS });
    const byKernel = runAll(engines, engines.kernel.simulate, laid);
    const byReference = runAll(engines, engines.reference.simulate, laid);
    return isSame(byKernel.statuses, byReference.statuses) && isSame(byKernel.bits, byReference.bits);
  });
  fc.assert(property, { numRuns: 500 });
  expect(true).toBe(true);
});
