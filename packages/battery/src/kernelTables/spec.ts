import { type Arena, type KernelSpec, writeBatchProbe } from "@lightcone/parallel";
import * as layout from "../kernel/layout.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { demandSchedule } from "../plan/schedule.ts";
import { contextImage } from "./context.ts";
import { PROBE_SCHEDULE, probeInputs } from "./probe.ts";
import { type Trial, trialWordCount, writeTrial } from "./trial.ts";

/** What the engine is told about the battery's kernel. Entries: `simulate` (trials), `checkpoint` (records), `course` and `search` (plans). */
export const batteryKernelSpec: KernelSpec = {
  name: "battery",
  abiVersion: layout.ABI_VERSION,
  parityRevision: layout.PARITY_REVISION,
  wasmUrl: new URL("../../kernels/battery.wasm", import.meta.url),
  referenceUrl: new URL("./reference.ts", import.meta.url),
  entries: ["simulate", "checkpoint", "course", "search"],
  scratchBytes: layout.SCRATCH_BYTES,
  probe: {
    entry: "simulate",
    write(_memory, arena) {
      const schedules = [PROBE_SCHEDULE, demandSchedule(probeInputs().stepCount)];
      return writeBatchProbe(arena, {
        contextPointer: writeContext(arena, probeInputs()),
        jobs: schedules.map((schedule) => trialWords({ schedule, futures: layout.ALL_FUTURES })),
        resultWords: layout.RESULT_WORDS,
      });
    },
  },
};

/**
 * Writes what the kernel reads of a home into a block of its memory.
 * @returns pointer to the context, which is what a batch is given; the caller frees it
 */
export function writeContext(arena: Arena, inputs: SimulationInputs): number {
  const image = contextImage(inputs);
  const pointer = arena.allocate(image.bytes);
  image.writeTo(arena.memory.buffer, pointer);
  return pointer;
}

function trialWords(trial: Trial): Float64Array {
  const words = new Float64Array(trialWordCount(trial));
  writeTrial(trial, words, 0);
  return words;
}
