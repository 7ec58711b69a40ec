import { availableParallelism } from "node:os";
import { nanosecondsPerStep } from "./calibration.ts";
import { type CppProgram, startCppProgram } from "./contestants/cppPools.ts";
import { loadNpmPools, type NpmPool } from "./contestants/npmPools.ts";
import type { Effort } from "./round.ts";
import { buildSpinKernel } from "./spinKernel.ts";
import { createOracle } from "./spinTable.ts";

/** What all parts of a run share. */
export interface Bench {
  readonly module: WebAssembly.Module;
  readonly stepsPerMicrosecond: number;
  readonly coreCount: number;
  readonly effort: Effort;
  readonly oracle: ReturnType<typeof createOracle>;
  readonly npmPools: readonly NpmPool[];
  readonly cpp: CppProgram | undefined;
  /** Whom we could not compare with, and why. */
  readonly missing: readonly string[];
}

/**
 * Compiles the kernel, calibrates its jobs and gets ready whom to compare with; who cannot be had is named in
 * `missing`, and the run goes on without them.
 */
export async function prepareBench(effort: Effort): Promise<Bench> {
  const module = await buildSpinKernel();
  const missing: string[] = [];
  const orMissing = async <T>(what: string, load: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await load();
    } catch (error) {
      missing.push(`${what}: ${error instanceof Error ? error.message.trim() : String(error)}`);
      return undefined;
    }
  };
  return {
    module,
    stepsPerMicrosecond: 1000 / nanosecondsPerStep(module),
    coreCount: availableParallelism(),
    effort,
    oracle: createOracle(),
    npmPools: (await orMissing("piscina and tinypool", loadNpmPools)) ?? [],
    cpp: await orMissing("C++", startCppProgram),
    missing,
  };
}
