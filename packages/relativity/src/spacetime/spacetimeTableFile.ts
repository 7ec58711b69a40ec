/*
 * The file of a tabulated spacetime, version 1. Little-endian.
 *
 *   8 bytes   "LCTABLE\n"
 *   u32       version, 1
 *   u32       bytes of the header
 *   header    JSON in UTF-8: TableHeader
 *   padding   zeros up to a multiple of 8 bytes
 *   values    f32 or f64 (header.precision): for each t, x, y, z node in turn (z fastest) the ten TABLE_FIELDS
 *   u32       CRC-32 of all bytes before it
 */
import { crc32 } from "../picture/crc32.ts";
import type { KerrSchildParameters } from "./spacetime.ts";
import { type SpacetimeTable, TABLE_FIELDS } from "./spacetimeTable.ts";

export const TABLE_MAGIC = "LCTABLE\n";
export const TABLE_VERSION = 1;
/** Bytes before the header. */
export const TABLE_PREAMBLE_BYTES = 16;

/** What a table's file says of itself; lengths in M. */
export interface TableHeader {
  readonly name: string;
  /** TABLE_FIELDS, in that order. */
  readonly fields: readonly string[];
  /** "cubic-spline": fourth order in the spacing of the nodes. */
  readonly interpolation: string;
  readonly precision: "f32" | "f64";
  readonly axes: Readonly<Record<"t" | "x" | "y" | "z", readonly number[]>>;
  readonly exterior: KerrSchildParameters;
  readonly captureRadiusM: number;
  readonly outsideTime: SpacetimeTable["outsideTime"];
}

/** First byte of the values. */
export function valuesOffset(headerBytes: number): number {
  return (TABLE_PREAMBLE_BYTES + headerBytes + 7) & ~7;
}

/** The bytes of a table's file. */
export function writeSpacetimeTable(table: SpacetimeTable, precision: TableHeader["precision"]): Uint8Array {
  const { name, axes, exterior, captureRadiusM, outsideTime } = table;
  const header: TableHeader = {
    name,
    fields: TABLE_FIELDS,
    interpolation: "cubic-spline",
    precision,
    axes: { t: [...axes.t], x: [...axes.x], y: [...axes.y], z: [...axes.z] },
    exterior,
    captureRadiusM,
    outsideTime,
  };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const first = valuesOffset(text.length);
  const width = precision === "f32" ? 4 : 8;
  const bytes = new Uint8Array(first + width * table.values.length + 4);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(TABLE_MAGIC));
  view.setUint32(8, TABLE_VERSION, true);
  view.setUint32(12, text.length, true);
  bytes.set(text, TABLE_PREAMBLE_BYTES);
  table.values.forEach((value, index) => {
    if (width === 4) view.setFloat32(first + 4 * index, value, true);
    else view.setFloat64(first + 8 * index, value, true);
  });
  view.setUint32(bytes.length - 4, crc32(bytes.subarray(0, bytes.length - 4)), true);
  return bytes;
}
