import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { smallLensMap } from "../../test/lensMaps.ts";
import { InputError } from "../problem.ts";
import { decodeLensFrame, decodeLensMap, openLensMap } from "./decodeLensMap.ts";
import { describeLensMap } from "./describeLensMap.ts";
import { diffLensMaps } from "./diffLensMaps.ts";
import { encodeLensFrame, encodeLensMap, LensMapWriter } from "./encodeLensMap.ts";
import type { LensFrame, LensMap } from "./lensMap.ts";
import { hexOf } from "./sha256.ts";
import { verifyLensMap } from "./verifyLensMap.ts";

const map = smallLensMap();
const bytes = encodeLensMap(map);

/** What is wrong with a file, in its message's own words. */
function refusal(file: Uint8Array): string {
  try {
    decodeLensMap(file, "a.lensmap");
    return "none";
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.problems[0]!.what;
  }
}

function with32(at: number, value: number): Uint8Array {
  const changed = bytes.slice();
  new DataView(changed.buffer).setUint32(at, value, true);
  return changed;
}

test("a lens map is read as it was written, whole or frame by frame", () => {
  expect(decodeLensMap(bytes, "a.lensmap")).toEqual(map);
  const opened = openLensMap(bytes, "a.lensmap");
  expect(opened.header).toEqual(map.header);
  expect(opened.frame(1)).toEqual(map.frames[1]);
});

test("a frame's columns are the bytes of its block, copies where these are not aligned, and never beyond them", () => {
  const frame = map.frames[1]!;
  const block = encodeLensFrame(frame);
  const inPlace = decodeLensFrame(block, 0);
  expect(inPlace.vertices.direction.buffer).toBe(block.buffer);
  const shifted = new Uint8Array(block.length + 5);
  shifted.set(block, 3);
  expect([inPlace, decodeLensFrame(shifted, 3)]).toEqual([frame, frame]);
  const cut = shifted.subarray(3, block.length - 20);
  expect(() => decodeLensFrame(cut, 0)).toThrow(`the bytes at ${block.length - 23}: give a whole block`);
});

test("a file ends with the SHA-256 of all bytes before", () => {
  const digest = createHash("sha256").update(bytes.subarray(0, -32)).digest("hex");
  expect(hexOf(bytes.subarray(-32))).toBe(digest);
  expect(bytes.length % 8).toBe(0);
});

test("parts written one after the other are the file, with the platform's hash too", () => {
  const writer = new LensMapWriter(map.header, createHash("sha256"));
  const blocks = map.frames.map(encodeLensFrame);
  for (const block of blocks) writer.add(block);
  expect(Buffer.concat([writer.headerBytes, ...blocks, writer.finish()]).equals(bytes)).toBe(true);
  expect(() => new LensMapWriter(map.header).finish()).toThrow(
    "a lens map of 0 frames, but the header says 2",
  );
});

test("a map without frames is a file", () => {
  const empty = { header: { ...map.header, frameCount: 0 }, frames: [] };
  expect(decodeLensMap(encodeLensMap(empty), "a.lensmap")).toEqual(empty);
});

test("other projections, spacetimes, disks and slabs are read as they were written", () => {
  const frame = map.frames[0]!;
  const projections = [
    { kind: "fisheye", widthPx: 64, heightPx: 36, hfovRad: 3 },
    { kind: "equirectangular", widthPx: 64, heightPx: 36 },
  ] as const;
  const other: LensMap = {
    header: {
      ...map.header,
      spacetime: { kind: "tabulated", tableSha256: "ab" },
      backend: "kerr-schild",
      disk: { innerRadiusM: 6, outerRadiusM: 20, opacity: "opaque" },
      slab: { kind: "time", lengthM: 10 },
    },
    frames: projections.map(
      (projection): LensFrame => ({ ...frame, camera: { ...frame.camera, projection } }),
    ),
  };
  expect(decodeLensMap(encodeLensMap(other), "a.lensmap")).toEqual(other);
});

test("equal headers are equal bytes, in whatever order their fields were set", () => {
  const reversed = Object.fromEntries(Object.entries(map.header).reverse()) as unknown as LensMap["header"];
  expect(encodeLensMap({ ...map, header: reversed })).toEqual(bytes);
});

test("every truncation is refused, and said to be one", () => {
  const isRefused = (length: number): boolean => {
    const what = refusal(bytes.subarray(0, length));
    return length === 0
      ? what.startsWith("is no lens map")
      : what.startsWith(`is truncated: ends at byte ${length}`);
  };
  const lengths = [
    ...Array(200).keys(),
    ...Array.from({ length: 60 }, (_, index) => bytes.length - 1 - index),
  ];
  expect(lengths.filter((length) => !isRefused(length))).toEqual([]);
  fc.assert(fc.property(fc.integer({ min: 0, max: bytes.length - 1 }), isRefused));
  expect(refusal(bytes.subarray(0, 20000))).toMatch(/within frame 2 of 2, whose block begins at \d+$/);
});

test("every flipped bit is refused", () => {
  const isRefused = (bit: number): boolean => {
    const changed = bytes.slice();
    changed[bit >> 3]! ^= 1 << (bit & 7);
    return refusal(changed) !== "none";
  };
  fc.assert(fc.property(fc.integer({ min: 0, max: 8 * bytes.length - 1 }), isRefused), { numRuns: 200 });
  const ends = [...Array(8 * 24).keys()].flatMap((bit) => [bit, 8 * bytes.length - 1 - bit]);
  expect(ends.filter((bit) => !isRefused(bit))).toEqual([]);
});

test("damage is named by its place", () => {
  const headerBytes = new LensMapWriter(map.header).headerBytes.length;
  const second = headerBytes + encodeLensFrame(map.frames[0]!).length;
  expect(refusal(with32(20, 7))).toBe("is damaged in its header");
  expect(refusal(with32(second + 400, 7))).toBe(
    `is damaged in frame 2 of 2, whose block begins at byte ${second}`,
  );
  expect(refusal(with32(second + 8, 7))).toBe(
    `is damaged in frame 2 of 2, whose block begins at byte ${second}`,
  );
  expect(refusal(with32(bytes.length - 40, 7))).toMatch(/^has no trailer at byte/);
  expect(refusal(with32(bytes.length - 4, 7))).toMatch(/^the file ends with SHA-256 [0-9a-f]{64}, but/);
  expect(refusal(Buffer.concat([bytes, new Uint8Array(3)]))).toBe(
    "goes on for 3 bytes after its trailer: it is damaged",
  );
});

test("another version and another kind of file are refused as that", () => {
  expect(refusal(with32(8, 2))).toBe("is a lens map of version 2, but this program reads version 1");
  expect(refusal(new TextEncoder().encode("frame,tau,t_ks"))).toBe(
    "is no lens map: it does not begin as one",
  );
});

test("numbers that no file may hold do not get into one", () => {
  const frame = map.frames[0]!;
  const cracked = structuredClone(frame);
  const faults = (change: (changed: LensFrame) => void): string[] => {
    const changed = structuredClone(frame);
    change(changed);
    const file = encodeLensMap({ ...map, frames: [changed, map.frames[1]!] });
    return verifyLensMap(file, "a.lensmap").problems.map(({ at, what }) => `${at}: ${what}`);
  };
  expect(faults(() => {})).toEqual([]);
  const at = "a.lensmap: frame 3: ";
  expect(faults(({ vertices }) => vertices.marginU.set([-0], 4))).toEqual([
    `${at}vertex 4 holds -0, which no file may`,
  ]);
  expect(faults(({ vertices }) => vertices.redshiftG.set([Number.NaN], 0))[0]).toBe(
    `${at}vertex 0 holds NaN, which no file may`,
  );
  expect(faults(({ vertices }) => vertices.status.set([9], 0))[0]).toBe(
    `${at}vertex 0 has status 9, which is none`,
  );
  expect(faults(({ vertices }) => vertices.direction.set([1], 0))[0]).toMatch(
    /^.*vertex 0 has a direction whose/,
  );
  expect(faults(({ vertices }) => vertices.x.set([3], 0))[0]).toMatch(
    /does not come after the one before it$/,
  );
  expect(faults(({ vertices }) => vertices.reason.set([1], 0))[0]).toBe(
    `${at}vertex 0 is resolved but has reason 1`,
  );
  expect(faults(({ cells }) => cells.level.set([0], 0))[0]).toMatch(
    /cell 0 at \(0, 0\) is not the square of 8 units/,
  );
  expect(faults(({ cells }) => cells.corners.set([1 << 20], 5))[0]).toMatch(/cell 1 has corner 1048576/);
  expect(faults(({ cells }) => cells.corners.copyWithin(4, 0, 4))[0]).toMatch(/cell 1 does not come after/);
  expect(cracked).toEqual(frame);
});

test("a sound file is verified, a damaged one is not, and neither throws", () => {
  expect(verifyLensMap(bytes, "a.lensmap")).toMatchObject({ isSound: true, problems: [], frameCount: 2 });
  const verdict = verifyLensMap(bytes.subarray(0, 900), "a.lensmap");
  expect(verdict.isSound).toBe(false);
  expect(verdict.problems[0]!.at).toBe("a.lensmap");
});

test("a description counts what is there", () => {
  const description = describeLensMap(bytes, "a.lensmap");
  const vertices = map.frames.reduce((sum, frame) => sum + frame.vertices.count, 0);
  expect(description).toMatchObject({ version: 1, bytes: bytes.length, vertices, header: map.header });
  expect(Object.values(description.statusCounts).reduce((sum, count) => sum + count)).toBe(vertices);
  expect(description.levelCounts.reduce((sum, count) => sum + count)).toBe(description.cells);
  expect(description.frames.map(({ frame }) => frame)).toEqual([3, 5]);
  expect(description.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
});

test("equal maps have no difference, other maps name theirs", () => {
  const a = { name: "a", bytes };
  expect(diffLensMaps(a, a)).toEqual({ isSame: true, notes: [], columns: [] });
  const moved = structuredClone(map);
  moved.frames[1]!.vertices.redshiftG[7]! += 0.25;
  moved.frames[1]!.vertices.redshiftG[9]! -= 0.5;
  const changed = encodeLensMap({ ...moved, header: { ...map.header, tolerance: 1e-8 } });
  const { x, y } = map.frames[1]!.vertices;
  expect(diffLensMaps(a, { name: "b", bytes: changed })).toEqual({
    isSame: false,
    notes: ["tolerance: 1e-9 and 1e-8"],
    columns: [{ frame: 5, column: "redshiftG", count: 2, largest: 0.5, firstX: x[7], firstY: y[7] }],
  });
});

test("meshes and frames that only one map has are named", () => {
  const one = encodeLensMap({ header: { ...map.header, frameCount: 1 }, frames: [map.frames[0]!] });
  expect(diffLensMaps({ name: "a", bytes }, { name: "b", bytes: one }).notes).toEqual([
    "frameCount: 2 and 1",
    "frame 5 is only in a",
  ]);
  const coarser = encodeLensMap(smallLensMap(10));
  const { notes } = diffLensMaps({ name: "a", bytes }, { name: "b", bytes: coarser });
  expect(
    notes.some((note) => /^frame 3: meshes differ: [1-9]\d* vertices only in the first, 0/.test(note)),
  ).toBe(true);
});
