import { batteryKernelSpec } from "@lightcone/battery";
import type { Engine } from "@lightcone/parallel";

/** What a plan was found on. */
export interface EngineFacts {
  readonly laneCount: number;
  /** What kept lanes or kernels from it. */
  readonly laneNotes: readonly string[];
  /** Whether the compiled kernel or its twin in TypeScript ran. */
  readonly engine: "kernel" | "reference";
}

/** What plans are found on now; lanes and notes may change while lanes start. */
export async function engineFacts(engine: Engine, laneNotes: readonly string[]): Promise<EngineFacts> {
  const { activeEngine } = await engine.loadKernel(batteryKernelSpec);
  return { laneCount: engine.laneCount, laneNotes: [...laneNotes], engine: activeEngine };
}
