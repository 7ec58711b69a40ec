import { createEngine, type Engine, type EngineOptions, parseSchedule } from "@lightcone/parallel";
import { type Contestant, timed } from "../contestant.ts";
import { spinKernelSpec } from "../spinKernel.ts";
import { createSpinTable, SPIN_BLOCK_BYTES } from "../spinTable.ts";

/** Our engine as a contestant; its evidence says what its lanes did. */
export interface LightconeContestant extends Contestant {
  evidence(): string;
}

/** A part a lane: so that each lane has exactly one job of a meeting. */
const STATIC = parseSchedule("static");
const DYNAMIC = parseSchedule("dynamic,1");

/**
 * @throws Error when the engine would run anything but the kernel
 */
export async function createLightcone(name: string, options: EngineOptions): Promise<LightconeContestant> {
  const engine = await createEngine(options);
  const kernel = await engine.loadKernel(spinKernelSpec);
  if (kernel.activeEngine !== "kernel") throw new Error(`${name} fell back: ${kernel.fallbackReason}`);
  const table = createSpinTable(kernel.memory, kernel.arena.allocate(SPIN_BLOCK_BYTES));
  const contestant = timed({
    name,
    table,
    run: ({ entry, jobCount }) => {
      const schedule = entry === "meet" ? STATIC : DYNAMIC;
      engine.run({ kernel, entry, paramsPointer: table.paramsPointer, count: jobCount, schedule });
    },
    close: () => engine.close(),
  });
  return { ...contestant, evidence: () => `${name}: ${evidenceOf(engine, options)}` };
}

/** @throws Error when lanes that had to take part never did */
function evidenceOf(engine: Engine, { costGate }: EngineOptions): string {
  const { lanes, pool } = engine.counters();
  const jobsOnLanes = lanes.slice(1).reduce((sum, { jobs }) => sum + jobs, 0);
  if (costGate === false && lanes.length > 1 && jobsOnLanes === 0) {
    throw new Error(`no lane but the caller ran any of ${pool.jobs} jobs`);
  }
  const share = ((100 * jobsOnLanes) / pool.jobs).toFixed(0);
  return `${share} % of ${pool.jobs} jobs on ${pool.lanesCreated} other lanes, ${pool.gatedCalls} of ${pool.calls} calls kept by the gate`;
}
