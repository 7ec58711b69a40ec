import type { Highs } from "highs";
import { checkCertificate } from "../../src/storage/certificate.ts";
import { planStorage, solveStorage } from "../../src/storage/solveStorage.ts";
import type { StorageAnswer } from "../../src/storage/storageAnswer.ts";
import { type StorageProblemFile, storageProblemOf } from "../../src/storage/storageProblemFile.ts";
import { type Feature, type RandomProblem, randomProblem } from "./randomProblem.ts";
import { perSlot } from "./slotSeries.ts";
import { type OracleAnswer, solveByMilp } from "./storageMilp.ts";

/** A random problem, solved twice. */
export interface Comparison {
  readonly features: ReadonlySet<Feature>;
  /** False where HiGHS ran out of nodes: then its plan need not be the best. */
  readonly isProven: boolean;
  /** Whether the programme calls its plan the best, not only a good one with its gap. */
  readonly isExact: boolean;
  /** What is wrong, with the seed to find the problem again; empty where all is right. */
  readonly faults: readonly string[];
}

/** Equal means: to a millionth of the dearest price times the largest energy. */
const TOLERANCE = 1e-6;
const TOLERANCE_KWH = 1e-6;

/** Solves a random problem by the exact programme and by HiGHS, and holds one against the other. */
export function compareWithOracle(solver: Highs, seed: number, allowed: readonly Feature[]): Comparison {
  const drawn = randomProblem(seed, allowed);
  const oracle = solveByMilp(solver, drawn.problem);
  const { features } = drawn;
  const name = `seed ${seed} (${[...features].join(", ")})`;
  const canonical = storageProblemOf(drawn.problem);
  const answer = solveStorage(canonical);
  // The answer's own status says what its multipliers prove, which is less than the exact programme finds.
  const isExact = planStorage(canonical).status === "optimal";
  const found = oracle.isFeasible ? moneyFaults(drawn, oracle, { answer, isExact }) : ["HiGHS finds no plan"];
  const faults = [...found, ...checkCertificate(canonical, answer).findings];
  return {
    features,
    isProven: oracle.isProven,
    isExact,
    faults: faults.map((fault) => `${name}: ${fault}`),
  };
}

/** Where cost and bound of an answer do not fit what HiGHS found. */
function moneyFaults(
  { problem }: RandomProblem,
  oracle: OracleAnswer,
  solved: { readonly answer: StorageAnswer; readonly isExact: boolean },
): readonly string[] {
  const { answer } = solved;
  const slack = TOLERANCE * moneyScale(problem);
  const wanted = oracle.objective + oracle.targetPenalty;
  const found = answer.objective + targetPenalty(problem, answer);
  const overCapKwh = answer.violations
    .filter(({ kind }) => kind === "import-cap" || kind === "export-cap")
    .reduce((sum, { amount }) => sum + amount, 0);
  const isExact = solved.isExact && oracle.isProven;
  const missed = overCapKwh - oracle.overCapKwh;
  const isAsFeasible = Math.abs(missed) <= TOLERANCE_KWH;
  return [
    ...(isExact && missed > TOLERANCE_KWH ? [`exceeds the caps by ${missed} kWh more than it must`] : []),
    ...(oracle.isProven && missed < -TOLERANCE_KWH
      ? [`exceeds the caps by ${-missed} kWh less than it must`]
      : []),
    ...(isExact && isAsFeasible && found > wanted + slack ? [`costs ${found}, but ${wanted} is enough`] : []),
    ...(oracle.isProven && isAsFeasible && found < wanted - slack
      ? [`costs ${found}, but ${wanted} is least`]
      : []),
    ...(isAsFeasible && answer.lowerBound + found - answer.objective > wanted + slack
      ? [`claims the bound ${answer.lowerBound + found - answer.objective}, but a plan costs ${wanted}`]
      : []),
  ];
}

/** The dearest price times the largest energy, in money. */
function moneyScale({
  importPerKwh,
  exportPerKwh,
  loadKwh,
  pvKwh,
  battery,
  slotMinutes,
}: StorageProblemFile): number {
  const hours = perSlot(slotMinutes, loadKwh.length).map((minutes) => minutes / 60);
  const prices = [...importPerKwh, ...exportPerKwh].map(Math.abs);
  const energies = [...loadKwh, ...pvKwh, ...perSlot(battery.maxKwh, 1)];
  return Math.max(...prices) * Math.max(...energies, battery.chargeKw * Math.max(...hours));
}

function targetPenalty({ battery }: StorageProblemFile, { socKwh }: StorageAnswer): number {
  return (battery.targets ?? []).reduce(
    (sum, { slot, minKwh, penaltyPerKwh }) => sum + penaltyPerKwh * Math.max(0, minKwh - socKwh[slot]!),
    0,
  );
}
