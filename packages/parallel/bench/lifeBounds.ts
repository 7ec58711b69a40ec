import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createEngine, type Engine } from "@lightcone/parallel";
import type { Bench } from "./bench.ts";
import { MAXIMUM_FOREIGN_SHARE } from "./blocks.ts";
import { type BoundResult, judgeRounds, type RoundValue } from "./boundResult.ts";
import { watchForeignShare } from "./machineUse.ts";
import { spinKernelSpec } from "./spinKernel.ts";
import { createSpinTable, SPIN_BLOCK_BYTES } from "./spinTable.ts";

/** Batches in which something that is likely is waited for. */
const ATTEMPTS = 200;

/** The bounds of a pool's life: idle, losing a lane, ending. */
export async function lifeBounds(bench: Bench): Promise<BoundResult[]> {
  return [await exitAfterUse(bench), await lostLane(bench), await idlePool(bench)];
}

/** From the last statement of a script that used the pool to the end of its process. */
async function exitAfterUse({ effort }: Bench): Promise<BoundResult> {
  const name = "exit of a script that used the pool";
  const rounds: RoundValue[] = [];
  for (let round = 0; round < effort.roundCount; round++) {
    const foreignShare = watchForeignShare();
    const { output, endedAt } = await runScript("exitAfterUse.ts");
    const [lastStatementAt, cpuSeconds] = output.split(" ").map(Number) as [number, number];
    const isNoisy = (foreignShare(cpuSeconds) ?? 0) > MAXIMUM_FOREIGN_SHARE;
    rounds.push({ value: endedAt - lastStatementAt, isNoisy });
  }
  return judgeRounds({ name, bound: 100, unit: " ms" }, rounds);
}

/** CPU time that sixteen parked lanes use in ten seconds. */
async function idlePool({ effort }: Bench): Promise<BoundResult> {
  const seconds = effort.roundCount > 2 ? 10 : 1;
  const { output } = await runScript("idlePool.ts", String(seconds));
  const name = `CPU time of an idle pool of 16 in ${seconds} s`;
  return judgeRounds({ name, bound: 20, unit: " ms" }, [{ value: Number(output), isNoisy: false }]);
}

/** How a script of `lives/` ran. */
interface ScriptRun {
  readonly output: string;
  /** Milliseconds since the epoch. */
  readonly endedAt: number;
}

async function runScript(name: string, ...args: string[]): Promise<ScriptRun> {
  const script = fileURLToPath(new URL(`./lives/${name}`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit").then(([code]) => ({ code, endedAt: now() }));
  const output = await text(child.stdout);
  const { code, endedAt } = await exited;
  if (code !== 0) throw new Error(`lives/${name} ended with exit code ${code}`);
  return { output, endedAt };
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Time that a batch takes longer when one of its lanes dies in the middle, with the same results. */
async function lostLane(bench: Bench): Promise<BoundResult> {
  const name = "a lane killed in mid-batch, extra time";
  const rounds: RoundValue[] = [];
  for (let round = 0; round < bench.effort.roundCount; round++) {
    const foreignShare = watchForeignShare();
    const value = await loseOneLane(bench);
    rounds.push({ value, isNoisy: (foreignShare(0) ?? 0) > MAXIMUM_FOREIGN_SHARE });
  }
  return judgeRounds({ name, bound: 200, unit: " ms" }, rounds);
}

/** @returns extra time in milliseconds */
async function loseOneLane({ oracle, stepsPerMicrosecond }: Bench): Promise<number> {
  const jobs = { jobCount: 12, steps: Math.round(1000 * stepsPerMicrosecond) };
  const engine = await createEngine({ lanes: 4, engine: "reference", costGate: false });
  try {
    const kernel = await engine.loadKernel(spinKernelSpec);
    const table = createSpinTable(kernel.memory, kernel.arena.allocate(SPIN_BLOCK_BYTES));
    const request = { kernel, entry: "spinJobs", paramsPointer: table.paramsPointer, count: jobs.jobCount };
    const timedRun = (isDeadly: boolean): { milliseconds: number; died: number } => {
      table.prepare(jobs.jobCount, jobs.steps);
      if (isDeadly) table.makeDeadly();
      const begin = performance.now();
      const { died } = engine.run(request);
      const milliseconds = performance.now() - begin;
      table.advance();
      if (table.digest() !== oracle(jobs, 1)) throw new Error("a batch that lost a lane has wrong results");
      return { milliseconds, died };
    };
    await untilEveryLaneWorked(engine, () => timedRun(false));
    const whole = timedRun(false);
    // On a busy machine the caller may have done all jobs before another lane got to one.
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const broken = timedRun(true);
      if (broken.died === 1) return broken.milliseconds - whole.milliseconds;
    }
    throw new Error(`no lane took a job, and died, in ${ATTEMPTS} batches`);
  } finally {
    await engine.close();
  }
}

async function untilEveryLaneWorked(engine: Engine, run: () => void): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    run();
    if (engine.counters().lanes.every(({ jobs }) => jobs > 0)) return;
    await delay(10);
  }
  throw new Error(`not every lane had a job in ${ATTEMPTS} batches`);
}
