import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bothEngines, type Laid, layOut, runAll } from "../../test/model/kernelOnMemory.ts";
import { plainHome } from "../../test/model/plainHome.ts";
import { type Random, randomFrom } from "../../test/model/random.ts";
import { randomAction, randomInputs, randomSchedule } from "../../test/model/randomInputs.ts";
import * as layout from "../kernel/layout.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { homeOf, simulate } from "../model/simulate.ts";
import type { StepRecord } from "../model/step.ts";
import { applyMove, demandSchedule, type Schedule } from "../plan/schedule.ts";
import { checkpointWords, setCheckpoint } from "./checkpointRecord.ts";
import type { Trial } from "./trial.ts";

const engines = bothEngines();
/** Cases of a property, of which the quick gate has fewer. */
const usualRuns = fc.readConfigureGlobal().numRuns ?? 100;
const seeds = fc.integer({ min: 0, max: 2 ** 31 });

/** Bits of both engines over the same tables; throws at the first that differs. */
function sameBits(laid: Laid, entry: "simulate" | "checkpoint" = "simulate"): BigUint64Array {
  const byKernel = runAll(engines, engines.kernel[entry], laid);
  const byReference = runAll(engines, engines.reference[entry], laid);
  const at = byKernel.bits.findIndex((bits, index) => bits !== byReference.bits[index]);
  if (at >= 0) throw new Error(`word ${at} differs`);
  if (!isSame(byKernel.statuses, byReference.statuses)) throw new Error("statuses differ");
  return byKernel.bits;
}

function isSame(a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean {
  return a.length === b.length && Array.prototype.every.call(a, (value, index) => value === b[index]);
}

function layTrials(inputs: SimulationInputs, trials: readonly Trial[], base = engines.heapBase) {
  return layOut(engines, base, { inputs, trials, resultWords: layout.RESULT_WORDS });
}

describe("kernel and reference", () => {
  it("give the same bits over random homes, plans and futures", () => {
    const property = fc.property(seeds, (seed) => {
      const random = randomFrom(seed);
      const inputs = randomInputs(random);
      const trials = Array.from({ length: 3 }, () => ({
        schedule: randomSchedule(random, inputs),
        futures: random.chance(0.7) ? layout.ALL_FUTURES : random.whole(1, layout.ALL_FUTURES),
      }));
      return sameBits(layTrials(inputs, trials)).length === 3 * layout.RESULT_WORDS;
    });
    fc.assert(property, { numRuns: 6 * usualRuns });
  });

  it("meet every branch of the model in those random cases", () => {
    const met = new Set<string>();
    for (let seed = 0; seed < 150; seed++) {
      const random = randomFrom(seed);
      const inputs = randomInputs(random);
      const home = homeOf(inputs);
      const kind = `${inputs.profile} ${home.isHybrid ? "hybrid" : "AC"}`;
      const recorded = (_step: number, record: StepRecord): void => {
        for (const branch of branchesOf(record, home.pvEfficiency)) met.add(`${kind} ${branch}`);
      };
      simulate(home, random.whole(0, 2), randomSchedule(random, inputs), { recorded });
    }
    const kinds = ["predbat hybrid", "predbat AC", "physical hybrid", "physical AC"];
    const missing = kinds.flatMap((kind) =>
      BRANCHES.map((branch) => `${kind} ${branch}`).filter((name) => !met.has(name)),
    );
    expect(missing).toEqual([]);
  });

  it("write whole checkpoint records alike, whose result is the trial's", () => {
    const property = fc.property(seeds, (seed) => {
      const random = randomFrom(seed);
      const inputs = randomInputs(random);
      const trial = { schedule: randomSchedule(random, inputs), futures: layout.ALL_FUTURES };
      const resultWords = checkpointWords(stepsOf(inputs));
      const record = layOut(engines, engines.heapBase, { inputs, trials: [trial], resultWords });
      const bits = sameBits(record, "checkpoint").slice(0, layout.RESULT_WORDS);
      return isSame(bits, sameBits(layTrials(inputs, [trial])));
    });
    fc.assert(property);
  });

  it("refuse the same jobs, run the others, and leave no trace of a refused one", () => {
    const inputs = plainHome();
    const demand = demandSchedule(12);
    const one = (chargeTargetKwh: number, exportTargetPercent: number): Schedule => [
      { endStep: 12, chargeTargetKwh, exportTargetPercent },
    ];
    const jobs: readonly (readonly [Trial, number])[] = [
      [{ schedule: demand, futures: 7 }, 0],
      [{ schedule: demand, futures: 0 }, layout.REFUSED_FUTURES],
      [{ schedule: demand, futures: 8 }, layout.REFUSED_FUTURES],
      [{ schedule: demand, futures: 1.5 }, layout.REFUSED_FUTURES],
      [{ schedule: [], futures: 1 }, layout.REFUSED_STEPS],
      [{ schedule: demandSchedule(11), futures: 1 }, layout.REFUSED_STEPS],
      [{ schedule: [...demand, ...demand], futures: 1 }, layout.REFUSED_STEPS],
      [{ schedule: demandSchedule(12.5), futures: 1 }, layout.REFUSED_STEPS],
      [{ schedule: demandSchedule(Number.NaN), futures: 1 }, layout.REFUSED_STEPS],
      [{ schedule: one(5, 50), futures: 1 }, layout.REFUSED_TARGETS],
      [{ schedule: one(Number.NaN, 100), futures: 1 }, layout.REFUSED_TARGETS],
      [{ schedule: one(0, Number.NaN), futures: 1 }, layout.REFUSED_TARGETS],
      [{ schedule: one(0, -1), futures: 1 }, layout.REFUSED_TARGETS],
      [{ schedule: one(Number.POSITIVE_INFINITY, 100), futures: 1 }, layout.REFUSED_TARGETS],
      [{ schedule: one(4, 100), futures: 4 }, 0],
    ];
    const laid = layTrials(
      inputs,
      jobs.map(([trial]) => trial),
    );
    sameBits(laid);
    expect([...laid.statuses]).toEqual(jobs.map(([, status]) => status));
    const isUntouched = jobs.map((_, job) => Number.isNaN(laid.results[layout.RESULT_WORDS * job]!));
    expect(isUntouched).toEqual(jobs.map(([, status]) => status !== 0));
  });

  it("touch only the slots of the jobs they are given", () => {
    const trials = Array.from({ length: 4 }, () => ({ schedule: demandSchedule(12), futures: 7 }));
    const laid = layTrials(plainHome(), trials);
    for (const engine of [engines.kernel.simulate, engines.reference.simulate]) {
      runAll(engines, (params, _begin, _end, scratch) => engine(params, 1, 3, scratch), laid);
      expect([...laid.statuses]).toEqual([-1, 0, 0, -1]);
      const written = [...laid.results].map((value) => !Number.isNaN(value));
      const job = written.findIndex((isWritten, word) => isWritten !== (word >= 33 && word < 99));
      expect(job).toBe(-1);
    }
  });
});

describe("a resumed trial", () => {
  it("gives the same bits as one from the start, whatever plans were saved", () => {
    const property = fc.property(seeds, (seed) => {
      const random = randomFrom(seed);
      const inputs = randomInputs(random);
      const base = randomSchedule(random, inputs);
      const trials = [base, ...Array.from({ length: 4 }, () => changed(random, inputs, base))].map(
        (schedule) => ({ schedule, futures: layout.ALL_FUTURES }),
      );
      const laid = layTrials(inputs, trials);
      const fromStart = sameBits(laid);
      saveCheckpoints(inputs, laid, [
        { schedule: randomSchedule(random, inputs), futures: layout.ALL_FUTURES },
        trials[0]!,
        trials[random.whole(0, 4)]!,
      ]);
      return isSame(sameBits(laid), fromStart);
    });
    fc.assert(property, { numRuns: Math.ceil(1.5 * usualRuns) });
  });

  it("starts from the saved states: a falsified one after the last shared step is seen", () => {
    const inputs = plainHome({ stepCount: 36, load: [0.1] });
    const base = demandSchedule(36);
    const move = { beginStep: 20, endStep: 24, chargeTargetKwh: 9, exportTargetPercent: 100 };
    const trials = [{ schedule: applyMove(base, move), futures: 1 }];
    const laid = layTrials(inputs, trials);
    const fromStart = sameBits(laid);
    const [record] = saveCheckpoints(inputs, laid, [{ schedule: base, futures: 7 }]);
    const stateBefore = (step: number): number =>
      layout.CHECKPOINT_STATES + (layout.FUTURE_COUNT * layout.STATE_WORDS * step) / layout.CHECKPOINT_STEPS;
    for (const [step, isUsed] of [
      [24, false],
      [12, false],
      [18, true],
    ] as const) {
      record![stateBefore(step) + layout.RESULT_COST_PENCE]! += 1;
      expect(isSame(sameBits(laid), fromStart)).toBe(!isUsed);
    }
  });

  it("refuses a slot that is not there", () => {
    expect(() => setCheckpoint(engines.memory.buffer, engines.heapBase, 8, 0)).toThrow(/slot 8/);
  });
});

function stepsOf({ stepCount, endRecordStep }: SimulationInputs): number {
  return Math.min(stepCount, endRecordStep);
}

/** A schedule that says something else in some run of steps. */
function changed(random: Random, inputs: SimulationInputs, schedule: Schedule): Schedule {
  const beginStep = random.whole(0, inputs.stepCount - 1);
  const endStep = random.whole(beginStep + 1, inputs.stepCount);
  return applyMove(schedule, { beginStep, endStep, ...randomAction(random, inputs.battery) });
}

/** Saves plans by the kernel and names their records in the laid-out home's context. */
function saveCheckpoints(inputs: SimulationInputs, laid: Laid & { end: number }, plans: readonly Trial[]) {
  const resultWords = checkpointWords(stepsOf(inputs));
  const saved = layOut(engines, laid.end, { inputs, trials: plans, resultWords });
  runAll(engines, engines.kernel.checkpoint, saved);
  return plans.map((_, slot) => {
    const recordPointer = saved.resultsPointer + 8 * resultWords * slot;
    setCheckpoint(engines.memory.buffer, laid.contextPointer, slot, recordPointer);
    return new Float64Array(engines.memory.buffer, recordPointer, resultWords);
  });
}

/** What the random cases must show in each profile and kind of inverter. */
const BRANCHES = [
  ...["demand", "charge", "hold", "export", "freezeExport"],
  ...["export charging", "freezeExport charging", "charge from panels", "boost", "diverted", "clipped"],
];

function branchesOf({ mode, flow, boost, energies, gridKwh }: StepRecord, pvEfficiency: number): string[] {
  const clippedKwh = energies.pvKwh - flow.pvStoredKwh - flow.pvAcKwh / pvEfficiency;
  const facts: readonly (readonly [boolean, string])[] = [
    [true, mode],
    [mode === "export" && flow.batteryKwh < 0, "export charging"],
    [mode === "freezeExport" && flow.batteryKwh < 0, "freezeExport charging"],
    [mode === "charge" && energies.pvKwh > 0 && gridKwh <= 0, "charge from panels"],
    [boost.boostKwh > 0, "boost"],
    [boost.divertedKwh > 0, "diverted"],
    [clippedKwh > 1e-9, "clipped"],
  ];
  return facts.filter(([isMet]) => isMet).map(([, name]) => name);
}
