import { type Batch, createBatch, type Engine, type Kernel } from "@lightcone/parallel";
import { ALL_FUTURES } from "../kernel/layout.ts";
import { writeContext } from "../kernelTables/spec.ts";
import { type Trial, type TrialResult, trialCodec } from "../kernelTables/trial.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import type { Schedule } from "../plan/schedule.ts";
import { IncumbentRecord } from "./incumbentRecord.ts";

/** Results remembered for one home. */
const CACHE_ENTRIES = 1024;

/** Trials of one home on the engine: fan-outs of schedules, each simulated in all three futures. */
export class HomeTrials {
  readonly #kernel: Kernel;
  readonly #contextPointer: number;
  readonly #batch: Batch<Trial, TrialResult>;
  readonly #incumbent: IncumbentRecord;

  /** @param kernel  the battery's kernel, as `engine.loadKernel(batteryKernelSpec)` gives it */
  constructor(engine: Engine, kernel: Kernel, inputs: SimulationInputs) {
    this.#kernel = kernel;
    this.#contextPointer = writeContext(kernel.arena, inputs);
    this.#batch = createBatch(engine, {
      kernel,
      entry: "simulate",
      contextPointer: this.#contextPointer,
      codec: trialCodec,
      cacheEntries: CACHE_ENTRIES,
    });
    this.#incumbent = new IncumbentRecord(engine, kernel, {
      contextPointer: this.#contextPointer,
      stepCount: Math.min(inputs.stepCount, inputs.endRecordStep),
    });
  }

  /**
   * Simulates schedules in all three futures; blocks until all are done.
   * @param changedFrom  the schedule that they are changes of, where they are: steps before the first change are
   *                     not simulated again
   * @returns results in the order given, not rounded
   */
  run(schedules: readonly Schedule[], changedFrom?: Schedule): TrialResult[] {
    if (changedFrom !== undefined) this.#incumbent.save(changedFrom);
    return schedules
      .map((schedule) => this.#batch.enqueue({ schedule, futures: ALL_FUTURES }))
      .map((handle) => handle.get());
  }

  /** Gives the kernel's memory back. */
  close(): void {
    this.#batch.close();
    this.#incumbent.close();
    this.#kernel.arena.free(this.#contextPointer);
  }
}
