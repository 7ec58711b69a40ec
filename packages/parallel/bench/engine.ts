/**
 * `npm run bench:engine`: what a call of the engine costs, against other ways of running the same jobs, and
 * whether the bounds that we set ourselves hold on this machine.
 *
 *     --quick      smoke run: fewer, shorter blocks; says nothing about speed
 *     --only PART  round-trips or bounds
 *     --json FILE  everything that was measured
 */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { type Bench, prepareBench } from "./bench.ts";
import type { BoundResult } from "./boundResult.ts";
import { measureBounds } from "./bounds.ts";
import { measureCounterCost } from "./counterCost.ts";
import { formatBounds, formatRoundTrips } from "./report.ts";
import type { Effort } from "./round.ts";
import { type LaneRound, measureLaneCount } from "./roundTrips.ts";

const { values: options } = parseArgs({
  options: { quick: { type: "boolean" }, only: { type: "string" }, json: { type: "string" } },
});
if (options.json !== undefined) rmSync(options.json, { force: true });

const effort: Effort = options.quick
  ? { roundCount: 2, blockMilliseconds: 10, budget: { left: 0, perBlock: 0 } }
  : { roundCount: 5, blockMilliseconds: 120, budget: { left: 80, perBlock: 3 } };
const laneCounts = options.quick ? [1, 2, 4] : [1, 2, 4, 8, 16];

const bench = await prepareBench(effort);
printHeading(bench);
const rounds: LaneRound[] = [];
for (const laneCount of options.only === "bounds" ? [] : laneCounts) {
  console.error(`Measuring at ${laneCount} lane${laneCount === 1 ? "" : "s"} ...`);
  rounds.push(await measureLaneCount(bench, laneCount));
}
if (rounds.length > 0) printRounds(rounds);
const bounds = options.only === "round-trips" ? [] : await measureBounds(bench);
if (bounds.length > 0) console.log(`Bounds, as ratios inside this run\n${formatBounds(bounds)}\n`);
printCounterCost();
bench.cpp?.close();
if (options.json !== undefined) writeReport(options.json, bench, rounds, bounds);

function printCounterCost(): void {
  const { clockReadNs, incrementNs, batchNs } = measureCounterCost();
  console.log(
    `Lane counters: ${clockReadNs.toFixed(0)} ns a look at the clock, ${incrementNs.toFixed(1)} ns an addition; ` +
      `${batchNs.toFixed(0)} ns of a shared batch of six jobs, ${(batchNs / 600).toFixed(2)} % if they take 10 us each.`,
  );
}

function printHeading({ stepsPerMicrosecond, coreCount, missing }: Bench): void {
  const step = (1000 / stepsPerMicrosecond).toFixed(3);
  console.log(
    `${cpus()[0]?.model ?? "unknown CPU"}, ${coreCount} cores, Node ${process.versions.node}; ${step} ns a step`,
  );
  console.log(`${effort.roundCount} interleaved blocks each, about ${effort.blockMilliseconds} ms`);
  for (const reason of missing) console.log(`Not compared with ${reason}`);
  console.log("");
}

function printRounds(all: readonly LaneRound[]): void {
  all[0]!.trips.forEach((_, batch) => {
    console.log(`${formatRoundTrips(all, batch)}\n`);
  });
  const series = all.flatMap(({ trips }) => trips.flatMap(({ results }) => results.map((one) => one.series)));
  const rejected = series.reduce((sum, one) => sum + one.rejectedCount, 0);
  const noisy = series.reduce((sum, one) => sum + one.isNoisy.filter(Boolean).length, 0);
  console.log(`${rejected} blocks thrown away because others used more than 6 % of the cores.`);
  if (noisy > 0) console.log(`* ${noisy} blocks counted although they did: no repeat was left.`);
  console.log("All contestants ended at the same bits.\n");
  for (const { laneCount, evidence } of all) console.log(`${laneCount} lanes: ${evidence.join("; ")}`);
  console.log("");
}

function writeReport(
  file: string,
  { stepsPerMicrosecond, coreCount, missing }: Bench,
  roundTrips: readonly LaneRound[],
  boundResults: readonly BoundResult[],
): void {
  const machine = { cpu: cpus()[0]?.model, coreCount, node: process.versions.node, stepsPerMicrosecond };
  const report = { machine, effort, missing, roundTrips, bounds: boundResults };
  writeFileSync(`${file}.part`, `${JSON.stringify(report, null, 2)}\n`);
  renameSync(`${file}.part`, file);
}
