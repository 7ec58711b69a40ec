import type { Experiment, Statement } from "../claim/claim.ts";
import type { Identity } from "./identity.ts";
import { type Interval, LEAST_PAIRS, medianInterval } from "./interval.ts";
import { measuresTime, type RunValues, valuesOf } from "./measures.ts";
import type { Run } from "./run.ts";
import { judgeKernels } from "./versions.ts";
import { judgePictures, judgeWholeness, whyUntried } from "./wholeness.ts";

/** What came of a statement: never a bare pass. */
export type Verdict = "shown" | "refuted" | "undecided";

/** A statement with what came of it. */
export interface Finding {
  readonly say: string;
  readonly verdict: Verdict;
  /** Why, with the figures. */
  readonly because: string;
  readonly interval?: Interval;
}

/** A run with its values. */
interface ValuedRun {
  readonly run: Run;
  readonly values: RunValues;
}

/**
 * Judges everything that an experiment says: first that all runs left the same, then each statement. Where outputs
 * differ, no time is believed.
 */
export function judgeExperiment(experiment: Experiment, runs: readonly Run[], identity: Identity): Finding[] {
  const valued = runs
    .filter(({ faults }) => faults.length === 0)
    .map((run) => ({ run, values: valuesOf(run, experiment.measures) }));
  const same = judgeIdentity(experiment, runs, identity);
  const kernels = judgeKernels(experiment, runs);
  const statements = experiment.statements.map((statement): Finding => {
    const because = whyUntried(sidesOf(statement), runs);
    if (because !== undefined) return { say: statement.say, verdict: "undecided", because };
    return judge(statement, experiment, valued, identity);
  });
  return [judgeWholeness(runs), ...judgePictures(experiment, runs), ...same, ...kernels, ...statements];
}

function judgeIdentity(
  { identical, sides }: Experiment,
  runs: readonly Run[],
  identity: Identity,
): Finding[] {
  if (identical.files.length + identical.fields.length === 0) return [];
  const { comparedRuns, filesARun, fieldsARun, differences } = identity;
  const say = "All runs of all sides leave the same.";
  const [first] = differences;
  if (first !== undefined) {
    const more = differences.length > 1 ? `, and ${differences.length - 1} more` : "";
    return [{ say, verdict: "refuted", because: `${first}${more}` }];
  }
  const because = whyUntried(
    sides.map(({ name }) => name),
    runs,
  );
  if (because !== undefined) return [{ say, verdict: "undecided", because }];
  if (comparedRuns < 2 || filesARun + fieldsARun === 0) {
    return [{ say, verdict: "undecided", because: "there was nothing to compare" }];
  }
  const figures = `${comparedRuns} runs: ${filesARun} files a run and ${fieldsARun} fields a run compared, no difference`;
  return [{ say, verdict: "shown", because: figures }];
}

function judge(
  statement: Statement,
  experiment: Experiment,
  valued: readonly ValuedRun[],
  identity: Identity,
): Finding {
  const { say } = statement;
  if (statement.kind === "equal") return judgeEqual(statement, valued);
  const isTime = measuresTime(
    experiment.measures,
    statement.kind === "faster" ? statement.by : statement.measure,
  );
  if (isTime && identity.differences.length > 0) {
    return {
      say,
      verdict: "undecided",
      because: "the sides do not leave the same: their times are not compared",
    };
  }
  return statement.kind === "faster"
    ? judgeFaster(statement, experiment, valued)
    : judgeBound(statement, valued, isTime);
}

function sidesOf(statement: Statement): readonly string[] {
  if (statement.kind === "equal") return statement.sides;
  return statement.kind === "faster" ? [statement.side, statement.than] : [statement.side];
}

function judgeEqual(
  { say, measure, sides }: Extract<Statement, { kind: "equal" }>,
  valued: readonly ValuedRun[],
): Finding {
  const asked = valued.filter(({ run }) => sides.includes(run.side));
  const silent = asked.find(({ values }) => values[measure] === undefined);
  if (silent !== undefined) {
    return {
      say,
      verdict: "undecided",
      because: `run ${silent.run.number} (${silent.run.side}) has no ${measure}`,
    };
  }
  const [first] = asked;
  const other = asked.find(({ values }) => values[measure] !== first?.values[measure]);
  if (other !== undefined) {
    const because = `${measure} is ${first?.values[measure]} in run ${first?.run.number} (${first?.run.side}), ${other.values[measure]} in run ${other.run.number} (${other.run.side})`;
    return { say, verdict: "refuted", because };
  }
  return {
    say,
    verdict: "shown",
    because: `${measure} is ${first?.values[measure]} in all ${asked.length} runs`,
  };
}

function judgeFaster(
  { say, side, than, by, atLeast }: Extract<Statement, { kind: "faster" }>,
  { rounds }: Experiment,
  valued: readonly ValuedRun[],
): Finding {
  const ratios = Array.from({ length: rounds }, (_, index) => {
    const value = (name: string): number | undefined => countedValue(valued, name, index + 1, by);
    const [fast, slow] = [value(side), value(than)];
    return fast === undefined || slow === undefined || fast === 0 ? [] : [slow / fast];
  }).flat();
  const interval = medianInterval(ratios);
  if (interval === undefined) {
    const because = `${ratios.length} of ${rounds} rounds have an undisturbed run of both sides, ${LEAST_PAIRS} are needed`;
    return { say, verdict: "undecided", because };
  }
  const { low, middle, high, pairs } = interval;
  const verdict = low >= atLeast ? "shown" : high < atLeast ? "refuted" : "undecided";
  const figures = `${middle.toFixed(3)} times, interval ${low.toFixed(3)} to ${high.toFixed(3)} of ${pairs} pairs`;
  return { say, verdict, because: `${figures}; claimed at least ${atLeast}`, interval };
}

function judgeBound(
  { say, measure, side, least, most }: Extract<Statement, { kind: "bound" }>,
  valued: readonly ValuedRun[],
  isTime: boolean,
): Finding {
  const own = valued.filter(({ run }) => run.side === side && (!isTime || run.use === "counted"));
  const values = own.flatMap(({ values: of }) => (of[measure] === undefined ? [] : [of[measure]]));
  const wanted = isTime ? LEAST_PAIRS : Math.max(1, own.length);
  if (values.length < wanted) {
    return {
      say,
      verdict: "undecided",
      because: `${values.length} runs tell ${measure}, ${wanted} are needed`,
    };
  }
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const isWithin = (value: number): boolean => value >= least && value <= most;
  const verdict = values.every(isWithin) ? "shown" : values.some(isWithin) ? "undecided" : "refuted";
  const range = low === high ? `${low}` : `${low} to ${high}`;
  const bounds = [
    ...(Number.isFinite(least) ? [`at least ${least}`] : []),
    ...(Number.isFinite(most) ? [`at most ${most}`] : []),
  ];
  return {
    say,
    verdict,
    because: `${measure} is ${range} in ${values.length} runs; claimed ${bounds.join(" and ")}`,
  };
}

/** Value of the counted run that a side has in a round. */
function countedValue(
  valued: readonly ValuedRun[],
  side: string,
  round: number,
  measure: string,
): number | undefined {
  return valued.find(({ run }) => run.use === "counted" && run.side === side && run.round === round)?.values[
    measure
  ];
}
