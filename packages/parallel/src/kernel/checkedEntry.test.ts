import { expect, test } from "vitest";
import { CANARY_BYTES } from "../../assembly/memoryMap.ts";
import * as layout from "../../test/kernel/trialLayout.ts";
import { trialKernelSpec, writeContext } from "../../test/trialKernel.ts";
import { createArena } from "./arena.ts";
import { firstCanaryDamage } from "./canary.ts";
import { checkedEntry } from "./checkedEntry.ts";
import { createKernelMemory, entryOf, instantiateReference } from "./kernelInstance.ts";
import { allocateScratch, writeBatchProbe } from "./probe.ts";

async function preparedCall(action: number) {
  const memory = createKernelMemory();
  const arena = createArena(memory, CANARY_BYTES);
  const scratch = allocateScratch(arena, layout.SCRATCH_BYTES, 2);
  arena.f64(scratch, 2 * (layout.SCRATCH_BYTES / 8)).fill(1);
  const tables = writeBatchProbe(arena, {
    contextPointer: writeContext(arena, 20),
    jobs: [[3, action, 1.5]],
    resultWords: layout.RESULT_WORDS,
  });
  const entry = checkedEntry({
    name: "runTrials",
    entry: entryOf(await instantiateReference(trialKernelSpec, memory), "runTrials"),
    memory,
    scratchBytes: layout.SCRATCH_BYTES,
    guardBytes: 0,
    lane: 0,
  });
  return {
    call: () => entry(tables.paramsPointer, 0, 1, scratch),
    sum: () => arena.f64(tables.outputPointer, layout.RESULT_WORDS)[layout.RESULT_SUM],
    scratchWord: (lane: number, word: number) =>
      arena.f64(scratch + lane * layout.SCRATCH_BYTES + 8 * word, 1)[0],
    memory,
  };
}

test("a kernel that keeps the rules gets through with its result", async () => {
  const { call, sum } = await preparedCall(layout.ACTION_COMPUTE);
  call();
  expect(sum()).not.toBeNaN();
});

test("scratch is poisoned before each call, all of this lane's and none of another's", async () => {
  const { call, sum, scratchWord } = await preparedCall(layout.ACTION_LEAK);
  call();
  expect(sum()).toBeNaN();
  expect(scratchWord(0, layout.SCRATCH_BYTES / 8 - 1)).toBeNaN();
  expect(scratchWord(1, 0)).toBe(1);
});

test("a write through a null pointer is an error of that call, and the canary is put back", async () => {
  const { call, memory } = await preparedCall(layout.ACTION_NULL_WRITE);
  expect(call).toThrow(/entry runTrials, indices 0 to 0, lane 0: address 0 was written to/);
  expect(firstCanaryDamage(memory)).toBe(-1);
});

test("a write past the scratch is an error that names entry and lane, to the byte, and no write within is", () => {
  const memory = createKernelMemory();
  const scratch = 4096;
  const call = (byte: number) => () =>
    checkedEntry({
      name: "spill",
      entry: (_params, _begin, _end, scratchPointer) => {
        new Uint8Array(memory.buffer)[scratchPointer + byte] = 0;
      },
      memory,
      scratchBytes: 100,
      guardBytes: 156,
      lane: 2,
    })(0, 3, 5, scratch);
  for (const byte of [0, 99, 256]) expect(call(byte)).not.toThrow();
  for (const byte of [100, 255]) {
    expect(call(byte)).toThrow(
      new RegExp(`entry spill, indices 3 to 4, lane 2: byte ${byte} of its scratch .* which has 100`),
    );
  }
});
