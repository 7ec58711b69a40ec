import { createHash } from "node:crypto";
import { closeSync, ftruncateSync, openSync, readSync, statSync, writeSync } from "node:fs";
import type { GrowingFile } from "../movieStore.ts";

/** Bytes read or copied at once, so that memory does not grow with files. */
const CHUNK_BYTES = 1 << 20;
const WHOLE_FILE = { begin: 0, end: Number.POSITIVE_INFINITY };

/**
 * A growing file at a path. It is opened for each call alone, so that it need not be closed.
 * @throws the system's errors, from every call that finds that it cannot be read or written
 */
export function growingFile(path: string): Omit<GrowingFile, "moveTo"> {
  let hash = createHash("sha256");
  let bytes = 0;
  const take = (content: Uint8Array): void => {
    hash.update(content);
    bytes += content.length;
  };
  return {
    keep(whole) {
      const there = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (there < whole.bytes) return false;
      const longer = hash.copy();
      eachChunk(path, (chunk) => longer.update(chunk), { begin: bytes, end: whole.bytes });
      if (longer.copy().digest("hex") !== whole.sha256) return false;
      hash = longer;
      bytes = whole.bytes;
      return true;
    },
    append(contents) {
      const file = openSync(path, bytes === 0 ? "w" : "r+");
      try {
        ftruncateSync(file, bytes);
        for (const content of contents) {
          writeWhole(file, content, bytes);
          take(content);
        }
      } finally {
        closeSync(file);
      }
    },
    digest: () => ({ bytes, sha256: hash.copy().digest("hex") }),
  };
}

/**
 * Writes all of it from a place in the file on: the system may take it in several bites, and says that a disk is full
 * at the one after the last that fits.
 * @throws the system's errors
 */
export function writeWhole(file: number, content: Uint8Array, at: number): void {
  for (let done = 0; done < content.length; ) {
    done += writeSync(file, content, done, content.length - done, at + done);
  }
}

/**
 * Reads a file, or a stretch of it, piece by piece; every piece stands until the next alone.
 * @throws the system's errors
 */
export function eachChunk(
  path: string,
  use: (chunk: Uint8Array) => void,
  { begin, end }: { readonly begin: number; readonly end: number } = WHOLE_FILE,
): void {
  const buffer = new Uint8Array(CHUNK_BYTES);
  const file = openSync(path, "r");
  try {
    for (let at = begin; at < end; ) {
      const count = readSync(file, buffer, 0, Math.min(CHUNK_BYTES, end - at), at);
      if (count === 0) return;
      use(buffer.subarray(0, count));
      at += count;
    }
  } finally {
    closeSync(file);
  }
}
