/**
 * `npm run bench:model`: what one simulation of 288 steps costs in the kernel, marshalling included, and what it
 * costs in the reference model. Results are compared bit for bit before any time is believed.
 *
 * Time is taken over slices of SLICE_JOBS jobs. "Quiet" is the sum of each slice's best time over all rounds: what
 * the work costs while no neighbour interrupts it. Beside it stand the median round and the spread of rounds.
 */
import { readFileSync } from "node:fs";
import { ALL_FUTURES, RESULT_WORDS } from "../src/kernel/layout.ts";
import { checkpointWords, setCheckpoint } from "../src/kernelTables/checkpointRecord.ts";
import { type Trial, trialWordCount, writeTrial } from "../src/kernelTables/trial.ts";
import type { Profile, SimulationInputs } from "../src/model/inputs.ts";
import { applyMove, demandSchedule, type Schedule } from "../src/plan/schedule.ts";
import { deriveInputs } from "../src/scenario/deriveInputs.ts";
import { readSuiteScenarios } from "../src/scenario/readSuite.ts";
import { bothEngines, type Laid, layOut, runAll } from "../test/model/kernelOnMemory.ts";
import { type Random, randomFrom } from "../test/model/random.ts";

const JOB_COUNT = 1000;
const SLICE_JOBS = 50;
const ROUNDS = 40;
const BOUND_MICROSECONDS = 8;
const STEP_COUNT = 288;

/** Homes of the suite that show what a feature costs. */
const HOMES: readonly (readonly [id: number, what: string, profile: Profile])[] = [
  [2, "hybrid", "predbat"],
  [2, "hybrid", "physical"],
  [19, "AC-coupled", "predbat"],
  [9, "AC-coupled, car", "predbat"],
  [14, "AC-coupled, diverter", "predbat"],
];

const engines = bothEngines(256);
const folder = new URL("../test/home-suite/", import.meta.url);
const scenarios = readSuiteScenarios(readFileSync(new URL("scenarios.json", folder), "utf8"));

/** A way of running the batch: from its trials to its results. */
interface Contestant {
  readonly name: string;
  readonly laid: Laid;
  readonly trials: readonly Trial[];
  readonly stepsPerJob: number;
  readonly rounds: number;
  run(begin: number, end: number): void;
}

/** Microseconds of each round's slices. */
type Rounds = readonly Float64Array[];

let isBoundHeld = true;
for (const [id, what, profile] of HOMES) {
  const scenario = scenarios.find((one) => one.id === id);
  if (scenario === undefined) throw new RangeError(`the suite has no home ${id}`);
  benchHome(`home ${id} (${what}, ${profile})`, deriveInputs(scenario, profile));
}
console.log(
  `\nbound: ${BOUND_MICROSECONDS} us a job, one future, marshalling included: ${isBoundHeld ? "held" : "NOT HELD"}`,
);
process.exitCode = isBoundHeld ? 0 : 1;

function benchHome(title: string, inputs: SimulationInputs): void {
  const contestants = contestantsOf(inputs);
  const times = contestants.map((): Float64Array[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    const order = [...contestants.keys()];
    if (round % 2 === 1) order.reverse();
    for (const index of order) {
      const contestant = contestants[index]!;
      if (round < contestant.rounds) times[index]!.push(timeRound(contestant));
    }
  }
  console.log(`\n${title}`);
  console.log("                                    us a job: quiet  median    p10    p90   ns a step");
  contestants.forEach((contestant, index) => {
    const quiet = report(contestant, times[index]!);
    if (index === 0 && quiet > BOUND_MICROSECONDS) isBoundHeld = false;
  });
}

function contestantsOf(inputs: SimulationInputs): Contestant[] {
  const random = randomFrom(7);
  const schedules = distinctSchedules(random, inputs);
  const incumbent = schedules[0]!;
  const neighbours = schedules.map(() => neighbour(random, inputs, incumbent));
  let base = engines.heapBase;
  const contestant = (
    name: string,
    engine: "kernel" | "reference",
    { plans, futures }: { readonly plans: readonly Schedule[]; readonly futures: number },
  ): Contestant => {
    const trials = plans.map((schedule) => ({ schedule, futures }));
    const laid = layOut(engines, base, { inputs, trials, resultWords: RESULT_WORDS });
    base = laid.end;
    verify(name, laid);
    const run = (begin: number, end: number): void =>
      engines[engine].simulate(laid.paramsPointer, begin, end, laid.scratchPointer);
    const stepsPerJob = STEP_COUNT * (futures === ALL_FUTURES ? 3 : 1);
    return { name, laid, trials, stepsPerJob, rounds: engine === "kernel" ? ROUNDS : 6, run };
  };
  const one = contestant("kernel, one future", "kernel", { plans: schedules, futures: 1 });
  const three = contestant("kernel, three futures", "kernel", { plans: schedules, futures: ALL_FUTURES });
  const changed = contestant("kernel, three, changes of a plan", "kernel", {
    plans: neighbours,
    futures: ALL_FUTURES,
  });
  const resumed = contestant("kernel, three, the same resumed", "kernel", {
    plans: neighbours,
    futures: ALL_FUTURES,
  });
  base = saveIncumbent(inputs, incumbent, { laid: resumed.laid, base });
  verify("resumed", resumed.laid);
  const reference = contestant("reference, one future", "reference", { plans: schedules, futures: 1 });
  return [one, three, changed, resumed, reference];
}

/** Saves a plan's states and names them in a laid-out home. */
function saveIncumbent(
  inputs: SimulationInputs,
  schedule: Schedule,
  { laid, base }: { readonly laid: Laid; readonly base: number },
): number {
  const trials = [{ schedule, futures: ALL_FUTURES }];
  const record = layOut(engines, base, { inputs, trials, resultWords: checkpointWords(STEP_COUNT) });
  runAll(engines, engines.kernel.checkpoint, record);
  setCheckpoint(engines.memory.buffer, laid.contextPointer, 0, record.resultsPointer);
  return record.end;
}

/** No time is worth anything before both engines gave the same bits. */
function verify(name: string, laid: Laid): void {
  const byKernel = runAll(engines, engines.kernel.simulate, laid);
  const byReference = runAll(engines, engines.reference.simulate, laid);
  const at = byKernel.bits.findIndex((bits, word) => bits !== byReference.bits[word]);
  if (at >= 0) throw new Error(`${name}: word ${at} of the results differs between kernel and reference`);
  if (byKernel.statuses.some((status) => status !== 0)) throw new Error(`${name}: a job was refused`);
}

function distinctSchedules(random: Random, inputs: SimulationInputs): Schedule[] {
  const found = new Map<string, Schedule>();
  while (found.size < JOB_COUNT) {
    let schedule = demandSchedule(STEP_COUNT);
    for (let change = random.whole(3, 10); change > 0; change--)
      schedule = neighbour(random, inputs, schedule);
    found.set(JSON.stringify(schedule), schedule);
  }
  return [...found.values()];
}

/** One to four half-hours told something else. */
function neighbour(random: Random, { battery }: SimulationInputs, schedule: Schedule): Schedule {
  const beginStep = 6 * random.whole(0, 47);
  const endStep = Math.min(beginStep + 6 * random.whole(1, 4), STEP_COUNT);
  const { capacityKwh, reserveKwh } = battery;
  const chargeTargetKwh = random.chance(0.5)
    ? random.pick([capacityKwh, reserveKwh, capacityKwh * random.between(0.2, 0.9)])
    : 0;
  const exportTargetPercent = chargeTargetKwh > 0 ? 100 : random.pick([0, 99, 5.3, random.whole(5, 60)]);
  return applyMove(schedule, { beginStep, endStep, chargeTargetKwh, exportTargetPercent });
}

/** Encodes and runs all jobs, slice by slice; microseconds of each slice. */
function timeRound({ laid, trials, run }: Contestant): Float64Array {
  const words = new Float64Array(engines.memory.buffer, laid.wordsPointer);
  const slices = new Float64Array(JOB_COUNT / SLICE_JOBS);
  let at = 0;
  for (let slice = 0; slice < slices.length; slice++) {
    const begin = slice * SLICE_JOBS;
    const started = process.hrtime.bigint();
    for (let job = begin; job < begin + SLICE_JOBS; job++) {
      const trial = trials[job]!;
      writeTrial(trial, words, at);
      at += trialWordCount(trial);
    }
    run(begin, begin + SLICE_JOBS);
    slices[slice] = Number(process.hrtime.bigint() - started) / 1000;
  }
  return slices;
}

/** Prints one line; gives the quiet time of a job, in microseconds. */
function report({ name, stepsPerJob }: Contestant, rounds: Rounds): number {
  const quiet = rounds[0]!.reduce(
    (total, _, slice) =>
      total + rounds.reduce((best, round) => Math.min(best, round[slice]!), Number.POSITIVE_INFINITY),
    0,
  );
  const sums = rounds.map((round) => round.reduce((a, b) => a + b)).sort((a, b) => a - b);
  const at = (share: number): number => sums[Math.floor(share * (sums.length - 1))]! / JOB_COUNT;
  const perJob = quiet / JOB_COUNT;
  const columns = [perJob, at(0.5), at(0.1), at(0.9)].map((value) => value.toFixed(2).padStart(7));
  console.log(
    `${name.padEnd(45)}${columns.join(" ")} ${((perJob * 1000) / stepsPerJob).toFixed(1).padStart(8)}`,
  );
  return perJob;
}
