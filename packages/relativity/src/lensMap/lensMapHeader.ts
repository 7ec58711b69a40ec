import { crc32 } from "../picture/crc32.ts";
import type { InputError } from "../problem.ts";
import type { LensMapHeader } from "./lensMap.ts";
import * as layout from "./lensMapLayout.ts";

/** Fields of the header in the order in which they are written, so that equal headers are equal bytes. */
const headerFields = [
  "spacetime",
  "kind",
  "spin",
  "charge",
  "tableSha256",
  "backend",
  "tolerance",
  "stepBudget",
  "disk",
  "innerRadiusM",
  "outerRadiusM",
  "opacity",
  "slab",
  "steps",
  "lengthM",
  "sampling",
  "coarseCellPx",
  "refinementLevels",
  "parityRevision",
  "frameCount",
];

/** The block that a lens map file begins with. */
export function encodeHeader(header: LensMapHeader): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(header, headerFields));
  const jsonBytes = layout.paddedTo8(json.length);
  const block = new Uint8Array(layout.HEADER_JSON + jsonBytes + layout.CHECK_BYTES);
  block.set(layout.MAGIC);
  const view = new DataView(block.buffer);
  view.setUint32(layout.HEADER_VERSION, layout.LENS_MAP_VERSION, true);
  view.setUint32(layout.HEADER_JSON_BYTES, jsonBytes, true);
  block.fill(0x20, layout.HEADER_JSON, layout.HEADER_JSON + jsonBytes);
  block.set(json, layout.HEADER_JSON);
  return withCheck(block);
}

/**
 * Reads the block that a lens map file begins with.
 * @param refuse  makes the error for what is wrong
 * @returns the header and the byte after its block
 */
export function readHeader(
  bytes: Uint8Array,
  refuse: (what: string, mend?: string) => InputError,
): { readonly header: LensMapHeader; readonly end: number } {
  if (
    layout.MAGIC.some((byte, index) => index < bytes.length && bytes[index] !== byte) ||
    bytes.length === 0
  ) {
    throw refuse("is no lens map: it does not begin as one", "name a file that `lightcone render` wrote");
  }
  const truncated = (): InputError => refuse(`is truncated: ends at byte ${bytes.length}, within the header`);
  if (bytes.length < layout.HEADER_JSON) throw truncated();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(layout.HEADER_VERSION, true);
  if (version !== layout.LENS_MAP_VERSION) {
    const read = `this program reads version ${layout.LENS_MAP_VERSION}`;
    throw refuse(`is a lens map of version ${version}, but ${read}`, "render again with this program");
  }
  const jsonEnd = layout.HEADER_JSON + view.getUint32(layout.HEADER_JSON_BYTES, true);
  const end = jsonEnd + layout.CHECK_BYTES;
  if (end > bytes.length) throw truncated();
  if (view.getUint32(jsonEnd, true) !== crc32(bytes.subarray(0, jsonEnd))) {
    throw refuse("is damaged in its header");
  }
  const json = new TextDecoder().decode(bytes.subarray(layout.HEADER_JSON, jsonEnd));
  return { header: JSON.parse(json) as LensMapHeader, end };
}

/** Writes a block's CRC-32 into its last 8 bytes. */
export function withCheck(block: Uint8Array): Uint8Array {
  const end = block.length - layout.CHECK_BYTES;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  view.setUint32(end, crc32(block.subarray(0, end)), true);
  return block;
}
