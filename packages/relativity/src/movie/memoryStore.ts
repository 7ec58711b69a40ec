import { createSha256, sha256Hex } from "../lensMap/sha256.ts";
import { joinBytes } from "../picture/png.ts";
import { type FileDigest, type GrowingFile, type MovieStore, piecesOf } from "./movieStore.ts";

/** A movie's files in memory. */
export interface MemoryStore extends MovieStore {
  /** Names of all files that there are, sorted. */
  names(): readonly string[];
}

/** A store for where there is no folder, such as a page. What is read shares its bytes with the store. */
export function createMemoryStore(): MemoryStore {
  const files = new Map<string, Uint8Array>();
  const fileAt = (name: string): Uint8Array => {
    const bytes = files.get(name);
    if (bytes === undefined) {
      throw new RangeError(`there is no file ${JSON.stringify(name)} in memory: write it first`);
    }
    return bytes;
  };
  const digest = (name: string): FileDigest => digestOfBytes(fileAt(name));
  return {
    claim: () => undefined,
    giveBack: () => undefined,
    names: () => [...files.keys()].sort(),
    read: (name) => files.get(name),
    write: (name, content) => {
      files.set(name, joinBytes(piecesOf(content)));
    },
    join: (name, parts) => {
      files.set(name, joinBytes(parts.map(fileAt)));
      return digest(name);
    },
    grow: (name) => growingFile(files, name),
    list: (folder) =>
      [...files.keys()]
        .filter((name) => name.startsWith(`${folder}/`) && !name.slice(folder.length + 1).includes("/"))
        .map((name) => name.slice(folder.length + 1))
        .sort(),
    remove: (name) => {
      for (const file of [...files.keys()])
        if (file === name || file.startsWith(`${name}/`)) files.delete(file);
    },
    hash: createSha256,
    digest,
  };
}

function growingFile(files: Map<string, Uint8Array>, name: string): GrowingFile {
  let whole = new Uint8Array();
  return {
    keep: ({ bytes, sha256 }) => {
      const left = (files.get(name) ?? new Uint8Array()).slice(0, bytes);
      if (left.length < bytes || digestOfBytes(left).sha256 !== sha256) return false;
      whole = left;
      return true;
    },
    append: (contents) => {
      whole = joinBytes([whole, ...contents]);
      files.set(name, whole);
    },
    digest: () => digestOfBytes(whole),
    moveTo: (target) => {
      files.delete(name);
      files.set(target, whole);
    },
  };
}

function digestOfBytes(bytes: Uint8Array): FileDigest {
  return { bytes: bytes.length, sha256: sha256Hex(bytes) };
}
