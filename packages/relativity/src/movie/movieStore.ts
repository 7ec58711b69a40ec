import { hexOf, type Sha256 } from "../lensMap/sha256.ts";

/** Where a movie's files go: names are relative, with `/` between folders. */
export interface MovieStore {
  /** A file's bytes; undefined when there is none. */
  read(name: string): Uint8Array | undefined;
  /** Writes a whole file or nothing. */
  write(name: string, content: Uint8Array | string): void;
  /**
   * Writes a file that is others' bytes one after the other, or nothing.
   * @returns length and SHA-256 of what was written
   */
  join(name: string, parts: readonly string[]): FileDigest;
  /** Names of the files directly in a folder, sorted; empty when there is no such folder. */
  list(folder: string): readonly string[];
  /** Removes a file, or a folder with everything in it; fine when there is none. */
  remove(name: string): void;
  /** A new SHA-256, the platform's own. */
  hash(): Sha256;
  /** Length and SHA-256 of a file that is there. */
  digest(name: string): FileDigest;
}

/** What is kept of a file to know it again. */
export interface FileDigest {
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** Length and SHA-256 of bytes, by a store's own hash. */
export function digestOf(store: MovieStore, bytes: Uint8Array): FileDigest {
  const hash = store.hash();
  hash.update(bytes);
  return { bytes: bytes.length, sha256: hexOf(hash.digest()) };
}
