import { once } from "node:events";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { expect, test } from "vitest";
import { useBlocks } from "../../test/useBlocks.ts";
import { attachArena, createArena } from "./arena.ts";

const PAGE_BYTES = 65536;

function memoryOf(initial: number, maximum: number): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial, maximum, shared: true });
}

function isolated(blocks: readonly { pointer: number; bytes: number }[], heapBase: number): boolean {
  const sorted = [...blocks].sort((a, b) => a.pointer - b.pointer);
  return sorted.every(
    ({ pointer }, index) =>
      pointer % 64 === 0 &&
      pointer >=
        heapBase + (index === 0 ? 0 : sorted[index - 1]!.bytes + sorted[index - 1]!.pointer - heapBase),
  );
}

test("blocks in use never overlap, start at cache lines, and a memory given back whole is as good as new", () => {
  const step = fc.record({ bytes: fc.nat(5000), freeIndex: fc.nat(1000), isFree: fc.boolean() });
  const property = fc.property(fc.nat(3000), fc.array(step, { maxLength: 60 }), (heapBase, steps) => {
    const arena = createArena(memoryOf(1, 64), heapBase);
    const fresh = arena.allocate(1);
    arena.free(fresh);
    const blocks: { pointer: number; bytes: number }[] = [];
    for (const { bytes, freeIndex, isFree } of steps) {
      if (isFree && blocks.length > 0) arena.free(blocks.splice(freeIndex % blocks.length, 1)[0]!.pointer);
      else blocks.push({ pointer: arena.allocate(bytes), bytes });
      if (!isolated(blocks, heapBase) || arena.usage().blockCount !== blocks.length) return false;
    }
    for (const { pointer } of blocks) arena.free(pointer);
    // Only one free piece, from the first byte to the last possible one, can hold this.
    const wholeBytes = 64 * PAGE_BYTES - fresh;
    return arena.allocate(wholeBytes) === fresh && arena.usage().blockCount === 1;
  });
  fc.assert(property, { numRuns: 200 });
});

test("a block that came back is handed out again before the memory grows", () => {
  const arena = createArena(memoryOf(1, 16), 1024);
  const big = arena.allocate(40_000);
  arena.allocate(64);
  arena.free(big);
  const parts = [arena.allocate(10_000), arena.allocate(10_000), arena.allocate(10_000)];
  expect(parts.every((pointer) => pointer >= big && pointer < big + 40_000)).toBe(true);
  expect(arena.usage().memoryBytes).toBe(PAGE_BYTES);
});

test("views taken after growth reach the new bytes, and views taken before it keep their own", () => {
  const arena = createArena(memoryOf(1, 64), 1024);
  const small = arena.f64(arena.allocate(80), 10);
  small.fill(3);
  const bigPointer = arena.allocate(20 * PAGE_BYTES);
  const big = arena.f64(bigPointer, 20 * (PAGE_BYTES / 8));
  big[big.length - 1] = 7;
  expect(Array.from(small)).toEqual(new Array(10).fill(3));
  expect(arena.f64(bigPointer + 20 * PAGE_BYTES - 8, 1)[0]).toBe(7);
});

test("a memory that may not grow refuses by name and size, and goes on serving what fits", () => {
  const arena = createArena(memoryOf(1, 2), 1024);
  expect(() => arena.allocate(3 * PAGE_BYTES)).toThrow(/a block of 196608 bytes does not fit.*65536 bytes/);
  const last = arena.allocate(PAGE_BYTES);
  expect(arena.usage().memoryBytes).toBe(2 * PAGE_BYTES);
  expect(() => arena.allocate(PAGE_BYTES)).toThrow(/arena/);
  arena.free(last);
  expect(arena.allocate(PAGE_BYTES)).toBe(last);
});

test("giving back what is not in use, or asking for no size, is an error with the value", () => {
  const arena = createArena(memoryOf(1, 2), 1024);
  const pointer = arena.allocate(100);
  expect(() => arena.free(pointer + 64)).toThrow(new RegExp(`${pointer + 64} is no block`));
  expect(() => arena.free(0)).toThrow(/pointer 0/);
  arena.free(pointer);
  expect(() => arena.free(pointer)).toThrow(RangeError);
  expect(() => arena.allocate(-1)).toThrow(/-1 bytes/);
  expect(() => arena.allocate(1.5)).toThrow(/1.5 bytes/);
});

// 20,000 rounds each: without the lock word, blocks are given twice within the first few hundred.
test("two threads on one arena never get the same block", async () => {
  const memory = memoryOf(1, 4096);
  const arena = createArena(memory, 1024);
  const worker = new Worker(new URL("../../test/arenaCaller.ts", import.meta.url), {
    workerData: { memory, basePointer: arena.basePointer, owner: 2, rounds: 20_000 },
  });
  await once(worker, "message");
  const answer = once(worker, "message");
  worker.postMessage("go");
  const foreignHere = useBlocks(attachArena(memory, arena.basePointer), 1, 20_000);
  expect({ foreignHere, foreignThere: (await answer)[0] }).toEqual({ foreignHere: 0, foreignThere: 0 });
  expect(arena.usage()).toMatchObject({ blockCount: 0, usedBytes: 0 });
  await worker.terminate();
});
