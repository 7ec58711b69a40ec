import type { Arena } from "@lightcone/parallel";
import type { TraceCensus } from "../trace/traceCounters.ts";
import type { FrameRecord } from "./frameRecord.ts";

/** What is known of a frame when it is painted: its record without the file. */
export type PaintedRecord = Omit<FrameRecord, "file" | "bytes" | "sha256">;

/** What painting one frame took: counts that no result depends on. */
export interface PaintedCounts {
  readonly rays: Omit<TraceCensus, "lanes" | "batchMs" | "firstSlab">;
  readonly psf: { readonly builds: number; readonly hits: number };
}

/** All that a lane leaves of a frame. */
export interface PaintedParts {
  readonly record: PaintedRecord;
  readonly counts: PaintedCounts;
  /** The picture's file. */
  readonly picture: Uint8Array;
  /** Lines of the event log. Empty where they are not wanted, as what follows. */
  readonly eventLines: Uint8Array;
  /** The small picture, packed, for the preview. */
  readonly preview: Uint8Array;
  /** The pixels of the small picture, for the contact sheet. */
  readonly sheet: Uint8Array;
}

/** A block begins with the lengths of its five parts, in i32 words; the parts follow, the first of them JSON. */
const PART_COUNT = 5;

/** Writes a frame's parts into a block of their own and gives its pointer. */
export function writeFrameBlock(arena: Arena, frame: PaintedParts): number {
  const { record, counts, picture, eventLines, preview, sheet } = frame;
  const text = new TextEncoder().encode(JSON.stringify({ record, counts }));
  const parts = [text, picture, eventLines, preview, sheet];
  const bytes = parts.reduce((sum, part) => sum + part.length, 4 * PART_COUNT);
  const pointer = arena.allocate(bytes);
  const lengths = arena.i32(pointer, PART_COUNT);
  let at = pointer + 4 * PART_COUNT;
  parts.forEach((part, index) => {
    lengths[index] = part.length;
    arena.bytes(at, part.length).set(part);
    at += part.length;
  });
  return pointer;
}

/** Reads a frame's parts out of their block: all but record and counts stand there, and only as long as it does. */
export function readFrameBlock(arena: Arena, pointer: number): PaintedParts {
  const lengths = arena.i32(pointer, PART_COUNT);
  let at = pointer + 4 * PART_COUNT;
  const next = (index: number): Uint8Array => {
    at += lengths[index]!;
    return arena.bytes(at - lengths[index]!, lengths[index]!);
  };
  // Decoders of pages take no memory that is shared.
  const text = new TextDecoder().decode(next(0).slice());
  const { record, counts } = JSON.parse(text) as Pick<PaintedParts, "record" | "counts">;
  return { record, counts, picture: next(1), eventLines: next(2), preview: next(3), sheet: next(4) };
}
