import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { smallLensMap } from "../../test/lensMaps.ts";
import { crc32 } from "../picture/crc32.ts";
import { InputError, type Problem } from "../problem.ts";
import { decodeLensMap, openLensMap, splitLensBlocks } from "./decodeLensMap.ts";
import { encodeLensFrame, encodeLensMap, LensMapWriter } from "./encodeLensMap.ts";
import * as layout from "./lensMapLayout.ts";

const map = smallLensMap();
const bytes = encodeLensMap(map);
const blocks = map.frames.map(encodeLensFrame);
const first = new LensMapWriter(map.header).headerBytes.length;
const second = first + blocks[0]!.length;
const trailer = bytes.length - layout.TRAILER_BYTES;

function problemOf(file: Uint8Array): Problem & { code: string } {
  try {
    decodeLensMap(file, "a.lensmap");
  } catch (error) {
    if (error instanceof InputError) return { code: error.code, ...error.problems[0]! };
    throw error;
  }
  throw new Error("was not refused");
}

/** A file with one word changed, whose CRC-32 of the second block and SHA-256 are those of its bytes. */
function forged(at: number, value: number): Uint8Array {
  const file = bytes.slice();
  const view = new DataView(file.buffer);
  view.setUint32(at, value, true);
  const end = second + blocks[1]!.length - layout.CHECK_BYTES;
  view.setUint32(end, crc32(file.subarray(second, end)), true);
  const digested = trailer + layout.TRAILER_DIGEST;
  file.set(createHash("sha256").update(file.subarray(0, digested)).digest(), digested);
  return file;
}

test("a file with right sums is refused where it says what cannot be", () => {
  expect(decodeLensMap(forged(trailer, layout.TRAILER_MARK), "a.lensmap")).toEqual(map);
  const damaged = `is damaged in frame 2 of 2, whose block begins at byte ${second}`;
  expect(problemOf(forged(second + layout.BLOCK_MARK, 7)).what).toBe(damaged);
  const cells = map.frames[1]!.cells.count;
  expect(problemOf(forged(second + layout.BLOCK_CELLS, cells - 1)).what).toBe(damaged);
  expect(problemOf(forged(trailer + layout.TRAILER_FRAMES, 3)).what).toMatch(/^has no trailer at byte/);
  expect(problemOf(forged(trailer, 7)).what).toMatch(/^has no trailer at byte/);
});

test("a file that ends within the head of a block, or right after one, is truncated", () => {
  for (let length = second; length < second + layout.BLOCK_CAMERA + 8; length++) {
    expect(problemOf(bytes.subarray(0, length)).what).toBe(
      `is truncated: ends at byte ${length}, within frame 2 of 2, whose block begins at ${second}`,
    );
  }
  expect(problemOf(bytes.subarray(0, trailer)).what).toBe(
    `is truncated: ends at byte ${trailer}, within the trailer that begins at ${trailer}`,
  );
});

test("a refusal is one of a lens map, names the file, and says how to mend it", () => {
  expect(problemOf(bytes.subarray(0, 40))).toMatchObject({
    code: "lens-map",
    at: "a.lensmap",
    mend: "render again, or take the file from where it was whole",
  });
});

test("blocks are given as they stand in the file", () => {
  const opened = openLensMap(bytes, "a.lensmap");
  expect(blocks.map((_, index) => opened.block(index))).toEqual(blocks);
});

test("blocks one after the other are split, and no more than are wanted is taken for them", () => {
  const refuse = (what: string): InputError => new InputError("lens-map", [{ at: "a", what, mend: "" }]);
  const both = bytes.subarray(first, trailer);
  expect(splitLensBlocks(both, 2, refuse)).toEqual(blocks);
  expect(() => splitLensBlocks(both, 1, refuse)).toThrow(
    `goes on for ${blocks[1]!.length} bytes after its last frame: it is damaged`,
  );
  expect(() => splitLensBlocks(both.subarray(0, -1), 2, refuse)).toThrow("is truncated");
});

test("what was read stays when the file's bytes are used for something else", () => {
  const file = Buffer.from(bytes);
  const { frames } = decodeLensMap(file, "a.lensmap");
  file.fill(0xff);
  expect(frames).toEqual(map.frames);
});
