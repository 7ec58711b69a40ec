import type { Bench } from "./bench.ts";
import type { Batch, Contestant } from "./contestant.ts";
import { timed } from "./contestant.ts";
import { CPP_POOLS, type CppPool } from "./contestants/cppPools.ts";
import { createInline } from "./contestants/inline.ts";
import { createLightcone, type LightconeContestant } from "./contestants/lightcone.ts";
import { createNpmPool } from "./contestants/npmPools.ts";
import { createPlainPool } from "./contestants/plainPool.ts";
import { createThreadPerCall } from "./contestants/threadPerCall.ts";
import { measureTurns, type Turn, type TurnResult } from "./round.ts";

/** What one kind of batch cost at one number of lanes, all ways of running it. */
export interface RoundTrips {
  readonly batch: string;
  readonly laneCount: number;
  readonly results: readonly TurnResult[];
}

/** Everything measured at one number of lanes, and what shows that our lanes took part. */
export interface LaneRound {
  readonly laneCount: number;
  readonly trips: readonly RoundTrips[];
  readonly evidence: readonly string[];
}

/** The batches of the table: nothing to do (a step a job, so that it can be checked), six jobs of 10 and of 30 us. */
export function tableBatches(laneCount: number, stepsPerMicrosecond: number): Batch[] {
  const of = (name: string, jobCount: number, microseconds: number): Batch => ({
    ...{ name, jobCount, entry: "spinJobs", gapMicroseconds: 0 },
    steps: microseconds === 0 ? 1 : Math.round(microseconds * stepsPerMicrosecond),
  });
  return [of("empty, a job a lane", laneCount, 0), of("6 x 10 us", 6, 10), of("6 x 30 us", 6, 30)];
}

/** Measures every contestant on every batch of the table at one number of lanes. */
export async function measureLaneCount(bench: Bench, laneCount: number): Promise<LaneRound> {
  const ours = [
    await createLightcone("lightcone", { lanes: laneCount }),
    await createLightcone("lightcone, cost gate off", { lanes: laneCount, costGate: false }),
  ];
  const contestants = [...ours, ...(await createOthers(bench, laneCount))];
  const trips: RoundTrips[] = [];
  for (const batch of tableBatches(laneCount, bench.stepsPerMicrosecond)) {
    const turns = contestants.map((contestant): Turn => ({ label: contestant.name, contestant, batch }));
    if (batch.steps === 1 && laneCount > 1) turns.splice(2, 0, meetingOf(ours[1]!, batch));
    trips.push({
      batch: batch.name,
      laneCount,
      results: await measureTurns(turns, bench.effort, bench.oracle),
    });
  }
  const evidence = ours.map((contestant) => contestant.evidence());
  for (const contestant of contestants) await contestant.close();
  return { laneCount, trips, evidence };
}

/** The same batch, but every lane has to answer: what a plain barrier measures. */
export function meetingOf(contestant: LightconeContestant, batch: Batch): Turn {
  return { label: "lightcone, every lane answers", contestant, batch: { ...batch, entry: "meet" } };
}

async function createOthers(bench: Bench, laneCount: number): Promise<Contestant[]> {
  const { module, npmPools, cpp } = bench;
  const others = [timed(createInline(module))];
  for (const pool of npmPools) others.push(timed(await createNpmPool(pool, module, laneCount)));
  others.push(timed(createThreadPerCall(module, laneCount)));
  if (laneCount > 1) {
    others.push(timed(await createPlainPool(module, laneCount, "flag")));
    others.push(timed(await createPlainPool(module, laneCount, "broadcast")));
  }
  for (const pool of cppPoolsAt(laneCount, bench.coreCount)) {
    if (cpp !== undefined) others.push(cpp.contestant(pool, laneCount));
  }
  return others;
}

/** With one lane every pool is the serial loop; lanes that never park need a core each. */
function cppPoolsAt(laneCount: number, coreCount: number): CppPool[] {
  if (laneCount === 1) return ["serial"];
  const pools = Object.keys(CPP_POOLS) as CppPool[];
  return pools.filter((pool) => pool !== "spinning" || laneCount <= coreCount);
}
