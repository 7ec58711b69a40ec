import { createEngine } from "@lightcone/parallel";
import { afterAll, expect, it } from "vitest";
import { relativityKernelSpec } from "../kernelTables/spec.ts";
import { LensBlocks } from "./lensBlocks.ts";

const engine = await createEngine({ lanes: 0 });
afterAll(() => engine.close());

it("keeps blocks in their order where lanes read them, and gives all of them back", async () => {
  const { arena } = await engine.loadKernel(relativityKernelSpec);
  const before = arena.usage().blockCount;
  const blocks = new LensBlocks(arena);
  blocks.add(Uint8Array.of(1, 2, 3));
  blocks.room(2).set([4, 5]);
  expect(blocks.contents()).toEqual([Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)]);
  const { pointer, bytes } = blocks.at(1);
  expect(arena.bytes(pointer, bytes)).toEqual(Uint8Array.of(4, 5));
  expect(pointer % 8).toBe(0);
  blocks.free();
  expect(arena.usage().blockCount).toBe(before);
  expect(() => blocks.at(0)).toThrow("block 0 of 0");
});
