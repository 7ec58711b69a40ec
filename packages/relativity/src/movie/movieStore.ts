import { hexOf, type Sha256 } from "../lensMap/sha256.ts";

/** Where a movie's files go: names are relative, with `/` between folders. */
export interface MovieStore {
  /**
   * Takes the store for this run alone, until it gives it back or its process ends.
   * @throws InputError when another run has it
   */
  claim(): void;
  /** Gives the store back; fine when it was not taken. */
  giveBack(): void;
  /** A file's bytes; undefined when there is none. */
  read(name: string): Uint8Array | undefined;
  /**
   * Writes a whole file or nothing.
   * @param content  bytes may stand in memory that lanes share, and only until the call returns; pieces go one after
   *   the other
   */
  write(name: string, content: FileContent): void;
  /**
   * Writes a file that is others' bytes one after the other, or nothing.
   * @returns length and SHA-256 of what was written
   */
  join(name: string, parts: readonly string[]): FileDigest;
  /** A file that is written bit by bit, from its beginning; what a former run left of it can be kept. */
  grow(name: string): GrowingFile;
  /** Names of the files directly in a folder, sorted; empty when there is no such folder. */
  list(folder: string): readonly string[];
  /** Removes a file, or a folder with everything in it; fine when there is none. */
  remove(name: string): void;
  /** A new SHA-256, the platform's own. */
  hash(): Sha256;
  /** Length and SHA-256 of a file that is there. */
  digest(name: string): FileDigest;
}

/** What a file is to hold. */
export type FileContent = string | Uint8Array | readonly Uint8Array[];

/** A file of a store that is written from its beginning to its end: each byte once. */
export interface GrowingFile {
  /**
   * Keeps more of what a former run left.
   * @param whole  of all that is in the file then; where what was left has another digest nothing more is kept
   * @returns whether it was kept
   */
  keep(whole: FileDigest): boolean;
  /**
   * Puts bytes behind those that there are; what a former run left beyond them is gone.
   * @param contents  as for {@link MovieStore.write}
   */
  append(contents: readonly Uint8Array[]): void;
  /** Of all that was kept and appended. */
  digest(): FileDigest;
  /** Gives the file another name in the store: it is whole. */
  moveTo(name: string): void;
}

/** The pieces of a file's content, in their order. */
export function piecesOf(content: FileContent): readonly Uint8Array[] {
  if (typeof content === "string") return [new TextEncoder().encode(content)];
  return content instanceof Uint8Array ? [content] : content;
}

/** What is kept of a file to know it again. */
export interface FileDigest {
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** Length and SHA-256 of bytes, piece after piece, by a store's own hash. */
export function digestOf(store: Pick<MovieStore, "hash">, ...pieces: readonly Uint8Array[]): FileDigest {
  const hash = store.hash();
  let bytes = 0;
  for (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hexOf(hash.digest()) };
}
