/**
 * `npm run bench:movie`: the reference-size movie end to end on one lane and on two, and (with `--large`) at 640x360
 * on two, with all frames and with a quarter of them, between which memory must not grow; runs take turns, best of three
 * with the spread. Every run of a movie must give the same bytes.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROUNDS = 3;
const SHOT = fileURLToPath(new URL("../../../examples/infall.yaml", import.meta.url));
const RUNNER = fileURLToPath(new URL("./movieRun.ts", import.meta.url));
/** Where the command keeps compiled modules: its lanes find theirs there, and so do the runs' here. */
const COMPILED = fileURLToPath(new URL("../../../node_modules/.cache/lightcone", import.meta.url));
const MEGABYTE = 1 << 20;
const FRAMES = 393;
/** What peaks of equal runs differ by: how much waits to be collected is not the same each time. */
const PEAK_SPREAD_MEGABYTES = 60;

/** What is measured and what is promised of it. */
interface Contestant {
  readonly size: string;
  readonly lanes: number;
  readonly frames: number;
  readonly promisedSeconds: number;
  readonly promisedPeakMegabytes?: number;
}

interface Run {
  readonly wallMs: number;
  /** Processor time of all threads, start-up included: what tells a slow run from a run on a busy machine. */
  readonly cpuMs: number;
  /** Time in the engine's runs: tracing and judging meshes, and painting frames with the rays of their stars. */
  readonly tracingMs: number;
  readonly peakBytes: number;
  readonly rays: number;
  readonly lensMapSha256: string;
  readonly manifestSha256: string;
}

const small: readonly Contestant[] = [
  { size: "64x36", lanes: 1, frames: FRAMES, promisedSeconds: 8 },
  { size: "64x36", lanes: 2, frames: FRAMES, promisedSeconds: 5 },
];
const large: readonly Contestant[] = [
  { size: "640x360", lanes: 2, frames: FRAMES, promisedSeconds: 60, promisedPeakMegabytes: 600 },
  { size: "640x360", lanes: 2, frames: 98, promisedSeconds: 60, promisedPeakMegabytes: 600 },
];
const isLarge = process.argv.includes("--large");
const contestants = isLarge ? [...small, ...large] : small;

const runs: Run[][] = contestants.map(() => []);
for (let round = 0; round < ROUNDS; round++) {
  contestants.forEach(({ size, lanes, frames }, index) => {
    const answer = execFileSync(process.execPath, [RUNNER, SHOT, size, String(lanes), String(frames)], {
      encoding: "utf8",
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
    });
    runs[index]!.push(JSON.parse(answer) as Run);
  });
}
const isHeld = contestants.map((contestant, index) => report(contestant, runs[index]!)).every(Boolean);
const isSame = [runs.slice(0, 2), ...runs.slice(2).map((of) => [of])].every(isOneMovie);
const isLevel = !isLarge || reportGrowth(runs[2]!, runs[3]!);
const speedUp = best(runs[0]!, "tracingMs") / best(runs[1]!, "tracingMs");
console.log(
  `Tracing and painting on two lanes is ${speedUp.toFixed(2)} times as fast as on one; what two lanes make of ` +
    "rays alone, and what is promised of it, says npm run bench:rays.",
);
process.exitCode = isHeld && isSame && isLevel ? 0 : 1;

function best(of: readonly Run[], field: "wallMs" | "tracingMs" | "cpuMs"): number {
  return Math.min(...of.map((run) => run[field]));
}

/** The largest peak of some runs, in megabytes. */
function peakMegabytes(of: readonly Run[]): number {
  return Math.max(...of.map(({ peakBytes }) => peakBytes)) / MEGABYTE;
}

/** Prints how memory grows with frames; true when it does not. */
function reportGrowth(all: readonly Run[], quarter: readonly Run[]): boolean {
  const growth = peakMegabytes(all) - peakMegabytes(quarter);
  const isHeld = growth <= PEAK_SPREAD_MEGABYTES;
  console.log(
    `Four times as many frames of the same fall take ${growth.toFixed(0)} MB more, ` +
      `promised none but the ${PEAK_SPREAD_MEGABYTES} that runs differ by: ${isHeld ? "held" : "NOT HELD"}\n`,
  );
  return isHeld;
}

/** Prints one contestant; true when it keeps what is promised. */
function report(
  { size, lanes, frames, promisedSeconds, promisedPeakMegabytes }: Contestant,
  of: readonly Run[],
): boolean {
  const walls = of.map(({ wallMs }) => wallMs / 1000);
  const [least, most] = [Math.min(...walls), Math.max(...walls)];
  const peak = peakMegabytes(of);
  const isFast = least <= promisedSeconds;
  const isSmall = promisedPeakMegabytes === undefined || peak <= promisedPeakMegabytes;
  const promise = promisedPeakMegabytes === undefined ? "" : `, promised ${promisedPeakMegabytes}`;
  const lines = [
    `Infall, ${frames} frames of ${size}, ${lanes} lane(s), best of ${of.length} rounds that took turns`,
    `  ${least.toFixed(2)} s (${least.toFixed(2)} to ${most.toFixed(2)}), promised ${promisedSeconds} s: ${isFast ? "held" : "NOT HELD"}`,
    `  ${(best(of, "tracingMs") / 1000).toFixed(2)} s of it in the engine, ${of[0]!.rays} rays`,
    `  ${(best(of, "cpuMs") / 1000).toFixed(2)} s of processor time, all threads and start-up`,
    `  at most ${peak.toFixed(0)} MB of memory${promise}: ${isSmall ? "held" : "NOT HELD"}`,
  ];
  console.log(`${lines.join("\n")}\n`);
  return isFast && isSmall;
}

/** Whether all runs of a movie gave one lens map and one manifest (which names every output's digest). */
function isOneMovie(of: readonly (readonly Run[])[]): boolean {
  const digests = new Set(
    of.flat().map(({ lensMapSha256, manifestSha256 }) => `${lensMapSha256} ${manifestSha256}`),
  );
  if (digests.size > 1) console.log(`Runs of one movie gave ${digests.size} different ones: NOT HELD.`);
  return digests.size <= 1;
}
