import { expect, it } from "vitest";
import { bothEngines, layOut, runAll } from "../../test/model/kernelOnMemory.ts";
import { plainHome } from "../../test/model/plainHome.ts";
import * as layout from "../kernel/layout.ts";
import { homeOf, simulate } from "../model/simulate.ts";
import { stateWords } from "../model/state.ts";
import type { Schedule } from "../plan/schedule.ts";
import {
  readRunResult,
  readTrial,
  readTrialResult,
  trialCodec,
  trialWordCount,
  writeTrial,
} from "./trial.ts";

const SCHEDULE: Schedule = [
  { endStep: 4, chargeTargetKwh: 7.25, exportTargetPercent: 100 },
  { endStep: 12, chargeTargetKwh: 0, exportTargetPercent: 5.3 },
];

it("a trial's words hold the whole plan by value, and give it back", () => {
  const trial = { schedule: SCHEDULE, futures: 5 };
  const words = new Float64Array(20).fill(-7);
  writeTrial(trial, words, 3);
  expect(trialWordCount(trial)).toBe(8);
  expect([...words.slice(0, 12)]).toEqual([-7, -7, -7, 5, 2, 4, 7.25, 100, 12, 0, 5.3, -7]);
  expect(readTrial(words, 3)).toEqual(trial);
});

it("a result read from the kernel is what the reference model comes to, field by field", () => {
  const engines = bothEngines();
  const inputs = plainHome({ load: [0.3], pv: [0, 0.2] });
  const trials = [{ schedule: SCHEDULE, futures: 5 }];
  const laid = layOut(engines, engines.heapBase, { inputs, trials, resultWords: trialCodec.resultWords });
  runAll(engines, engines.kernel.simulate, laid);
  const [nominal, pv10, pv90] = readTrialResult(laid.results, 0);
  const { socKwh, ...state } = simulate(homeOf(inputs), 0, SCHEDULE);
  expect({ ...state, socFinalKwh: socKwh }).toMatchObject(nominal);
  expect(nominal.importBatteryKwh).toBeGreaterThan(0);
  expect(pv90).toEqual(nominal);
  expect(new Set(Object.values(pv10))).toEqual(new Set([0]));
});

it("the words of a state begin with its result", () => {
  const inputs = plainHome({ load: [0.3] });
  const words = stateWords(simulate(homeOf(inputs), 0, SCHEDULE));
  expect(readRunResult(words).costPence).toBe(words[layout.RESULT_COST_PENCE]);
  expect(words).toHaveLength(layout.STATE_WORDS);
});
