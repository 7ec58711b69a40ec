import type { Bench } from "./bench.ts";
import { type BoundResult, judgeRounds, type RoundValue } from "./boundResult.ts";
import { type Batch, type Contestant, timed } from "./contestant.ts";
import { createInline } from "./contestants/inline.ts";
import { createLightcone } from "./contestants/lightcone.ts";
import { createQueued } from "./contestants/queued.ts";
import { measureTurns, type Turn, type TurnResult } from "./round.ts";
import { median } from "./statistics.ts";

/** Longer than any lane spins, so that every call finds parked lanes; microseconds. */
const PARKING_GAP_MICROSECONDS = 400;

/** Calls between two looks at the clock where a call takes less than a microsecond. */
const CALLS_PER_SAMPLE = 64;

/** The bounds of single calls, each a ratio of two contestants in the same rounds. */
export async function dispatchBounds(bench: Bench): Promise<BoundResult[]> {
  return [
    ...(await hotDispatch(bench)),
    await parkedDispatch(bench),
    ...(await smallBatches(bench)),
    ...(await preWake(bench)),
    await moreLanesThanCores(bench),
  ];
}

/**
 * Two lanes that spin, nothing to do but to meet: against the C++ pool that does the same. Without the meeting our
 * caller would take most batches back before the other lane sees them. Beside it, as a note, each call between two
 * looks at the clock, and C++ without the meeting, whose caller waits for its threads anyway. What C++ takes tells how
 * near the cores are to each other (design/0006-lane-dispatch.md).
 */
async function hotDispatch(bench: Bench): Promise<BoundResult[]> {
  const ours = await createLightcone("hot", { lanes: 2, costGate: false });
  const empty = batchOf(bench, 2, 0);
  const meeting: Batch = { ...empty, entry: "meet" };
  const sampled: Batch = { ...meeting, callsPerSample: CALLS_PER_SAMPLE };
  const turns: Turn[] = [{ label: "ours", contestant: ours, batch: sampled }];
  if (bench.cpp !== undefined) {
    const cpp = bench.cpp.contestant("spinning", 2);
    turns.push({ label: "C++", contestant: cpp, batch: sampled });
    turns.push({ label: "ours, each call timed", contestant: ours, batch: meeting });
    turns.push({ label: "C++, no meeting, each call timed", contestant: cpp, batch: empty });
  }
  const [mine, theirs, mineEach, theirsEach] = await measureAndClose(bench, turns);
  const name = "hot empty dispatch, 2 lanes that meet";
  const time = judgeRounds({ name, bound: 2, unit: " us" }, times(mine!));
  if (theirs === undefined) return [time];
  const each = median(ratios(mineEach!, theirsEach!).map(({ value }) => value)).toFixed(1);
  const cppTime = median(times(theirs).map(({ value }) => value)).toFixed(2);
  const ratio = judgeRounds({ name: `${name} / C++ spinning`, bound: 3, unit: "" }, ratios(mine!, theirs), [
    `C++ ${cppTime} us`,
    `each call timed, C++ without the meeting ${each}`,
  ]);
  return [ratio, time];
}

/** Waking one parked lane must not depend on how many others are parked. */
async function parkedDispatch(bench: Bench): Promise<BoundResult> {
  const batch: Batch = { ...batchOf(bench, 2, 0), entry: "meet", gapMicroseconds: PARKING_GAP_MICROSECONDS };
  const poolOf = async (workers: number): Promise<Turn> => {
    const contestant = await createLightcone(`pool of ${workers}`, { lanes: workers + 1, costGate: false });
    // Every lane has to exist, and be parked, before it can be in the way.
    await contestant.block({ ...batchOf(bench, workers + 1, 0), entry: "meet" }, 2);
    return { label: contestant.name, contestant, batch };
  };
  const [large, small] = await measureAndClose(bench, [await poolOf(16), await poolOf(1)]);
  const name = "parked dispatch of 1 lane, pool of 16 / pool of 1";
  return judgeRounds({ name, bound: 1.3, unit: "" }, ratios(large!, small!));
}

/** With lanes "auto" a batch that is too small to gain must not lose. */
async function smallBatches(bench: Bench): Promise<BoundResult[]> {
  const ours = await createLightcone("auto", { lanes: "auto" });
  const serial = timed(createInline(bench.module));
  const cases = [0, 100].flatMap((gapMicroseconds) =>
    [1, 2, 3].map((jobCount) => ({ ...batchOf(bench, jobCount, 10), gapMicroseconds })),
  );
  const turns = cases.flatMap((batch): Turn[] => [
    { label: "ours", contestant: ours, batch },
    { label: "serial", contestant: serial, batch },
  ]);
  const results = await measureAndClose(bench, turns);
  return cases.map(({ jobCount, gapMicroseconds }, index) => {
    const when = gapMicroseconds === 0 ? "back to back" : `after ${gapMicroseconds} us of other work`;
    const name = `${jobCount} x 10 us, lanes auto, ${when} / serial`;
    const rounds = ratios(results[2 * index]!, results[2 * index + 1]!);
    return judgeRounds({ name, bound: 1.25, unit: "" }, rounds);
  });
}

/** The whole iteration of a program that queues six jobs with 50 us of other work between them. */
async function preWake(bench: Bench): Promise<BoundResult[]> {
  const queueMicroseconds = 50;
  const [two, without, one] = [
    await createQueued("2 lanes", { lanes: 2 }, queueMicroseconds),
    await createQueued("2 lanes without pre-wake", { lanes: 2, preWake: false }, queueMicroseconds),
    await createQueued("1 lane", { lanes: 1 }, queueMicroseconds),
  ];
  // After a rest the wake-up costs the caller half of what a second lane can save it: there it is enough not to lose
  // (design/0006-lane-dispatch.md).
  const cases = [
    { gapMicroseconds: 0, bound: 0.87 },
    { gapMicroseconds: PARKING_GAP_MICROSECONDS, bound: 1.1 },
  ];
  const turns = cases.flatMap(({ gapMicroseconds }): Turn[] =>
    [two, without, one].map((contestant) => ({
      label: contestant.name,
      contestant,
      batch: { ...batchOf(bench, 6, 10), gapMicroseconds },
    })),
  );
  const results = await measureAndClose(bench, turns);
  return cases.map(({ gapMicroseconds, bound }, index) => {
    const [mine, parked, serial] = results.slice(3 * index) as [TurnResult, TurnResult, TurnResult];
    const when = gapMicroseconds === 0 ? "back to back" : `${gapMicroseconds} us of other work between`;
    const name = `6 x 10 us with 50 us of queueing, 2 lanes, ${when} / serial`;
    const without = median(ratios(parked, serial).map(({ value }) => value)).toFixed(2);
    return judgeRounds({ name, bound, unit: "" }, ratios(mine, serial), [`without pre-wake ${without}`]);
  });
}

/** Six lanes where there are fewer cores: taking lanes back must keep this from losing. */
async function moreLanesThanCores(bench: Bench): Promise<BoundResult> {
  const batch = batchOf(bench, 12, 10);
  const ours = await createLightcone("6 lanes", { lanes: 6 });
  const serial = timed(createInline(bench.module));
  const [mine, theirs] = await measureAndClose(bench, [
    { label: "ours", contestant: ours, batch },
    { label: "serial", contestant: serial, batch },
  ]);
  const name = `12 x 10 us, 6 lanes on ${bench.coreCount} cores / serial`;
  return judgeRounds({ name, bound: 1, unit: "" }, ratios(mine!, theirs!));
}

/** Jobs of so many microseconds; 0 is one step, which a check can still see. */
function batchOf({ stepsPerMicrosecond }: Bench, jobCount: number, microseconds: number): Batch {
  const steps = microseconds === 0 ? 1 : Math.round(microseconds * stepsPerMicrosecond);
  return { name: `${jobCount} x ${microseconds} us`, jobCount, steps, entry: "spinJobs", gapMicroseconds: 0 };
}

async function measureAndClose(bench: Bench, turns: readonly Turn[]): Promise<TurnResult[]> {
  try {
    return await measureTurns(turns, bench.effort, bench.oracle);
  } finally {
    const contestants = new Set<Contestant>(turns.map(({ contestant }) => contestant));
    for (const contestant of contestants) await contestant.close();
  }
}

function times({ series }: TurnResult): RoundValue[] {
  return series.blocks.map(({ medianMicroseconds }, round) => {
    return { value: medianMicroseconds, isNoisy: series.isNoisy[round]! };
  });
}

function ratios(mine: TurnResult, theirs: TurnResult): RoundValue[] {
  const below = times(theirs);
  return times(mine).map(({ value, isNoisy }, round) => {
    return { value: value / below[round]!.value, isNoisy: isNoisy || below[round]!.isNoisy };
  });
}
