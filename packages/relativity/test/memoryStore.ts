import { createHash } from "node:crypto";
import { type GrowingFile, type MovieStore, piecesOf } from "../src/movie/movieStore.ts";

/** A movie's files in memory, and what a test may do to them. */
export interface MemoryStore extends MovieStore {
  readonly files: Map<string, Uint8Array>;
  /** Writes until the store breaks off, as a kill would; undefined: never. */
  writesLeft: number | undefined;
}

/** Thrown in place of a kill. */
export class Killed extends Error {}

/** A store in memory whose writes are whole or absent, as those of a folder. */
export function memoryStore(files: Map<string, Uint8Array> = new Map()): MemoryStore {
  const store: MemoryStore = {
    files,
    writesLeft: undefined,
    claim: () => undefined,
    giveBack: () => undefined,
    read: (name) => files.get(name)?.slice(),
    write: (name, content) => {
      countWrite();
      files.set(name, new Uint8Array(Buffer.concat(piecesOf(content))));
    },
    join: (name, parts) => {
      countWrite();
      files.set(name, new Uint8Array(Buffer.concat(parts.map((part) => files.get(part)!))));
      return store.digest(name);
    },
    grow: (name) => grow(name),
    list: (folder) =>
      [...files.keys()]
        .filter((name) => name.startsWith(`${folder}/`))
        .map((name) => name.slice(folder.length + 1))
        .sort(),
    remove: (name) => {
      countWrite();
      for (const file of files.keys()) if (file === name || file.startsWith(`${name}/`)) files.delete(file);
    },
    hash: () => createHash("sha256"),
    digest: (name) => {
      const bytes = files.get(name)!;
      return { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
    },
  };
  function grow(name: string): GrowingFile {
    let whole = new Uint8Array();
    return {
      keep: ({ bytes, sha256 }) => {
        const left = (files.get(name) ?? new Uint8Array()).slice(0, bytes);
        if (createHash("sha256").update(left).digest("hex") !== sha256) return false;
        whole = left;
        return true;
      },
      append: (contents) => {
        for (const content of contents) {
          countWrite();
          whole = new Uint8Array(Buffer.concat([whole, content]));
          files.set(name, whole);
        }
      },
      digest: () => ({ bytes: whole.length, sha256: createHash("sha256").update(whole).digest("hex") }),
      moveTo: (target) => {
        countWrite();
        files.delete(name);
        files.set(target, whole);
      },
    };
  }
  function countWrite(): void {
    if (store.writesLeft === undefined) return;
    if (store.writesLeft === 0) throw new Killed();
    store.writesLeft--;
  }
  return store;
}

/** SHA-256 of every file, by name. */
export function digests(store: MemoryStore): Record<string, string> {
  const names = [...store.files.keys()].sort();
  return Object.fromEntries(names.map((name) => [name, store.digest(name).sha256]));
}
