import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { InputError } from "../../problem.ts";
import { type FileDigest, type GrowingFile, type MovieStore, piecesOf } from "../movieStore.ts";
import { claimFolder, claimPath, unclaimFolder } from "./folderClaim.ts";
import { eachChunk, growingFile, writeWhole } from "./growingFile.ts";

/** Ending of files that are being written; one that is found was left by a run that was killed. */
const PARTIAL = ".partial";

/**
 * A folder as a movie's store. Files are written beside their place and renamed onto it, so that a kill at any point
 * leaves each of them whole or absent.
 * @param folder  made when it is missing
 * @throws InputError from every call that finds that the folder cannot be written
 */
export function openOutputStore(folder: string): MovieStore {
  const place = (name: string): string => join(folder, ...name.split("/"));
  const writeBeside = <T>(name: string, fill: (partial: string) => T): T => {
    const path = place(name);
    const partial = `${path}${PARTIAL}`;
    try {
      makeFolderOf(path);
      const filled = fill(partial);
      renameSync(partial, path);
      return filled;
    } catch (error) {
      if (isFile(partial)) rmSync(partial);
      throw writeProblem(path, error);
    }
  };
  return {
    claim: () => claimOrTell(folder),
    giveBack: () => unclaimFolder(folder),
    read: (name) => (isFile(place(name)) ? readFileSync(place(name)) : undefined),
    write: (name, content) => writeBeside(name, (partial) => writePieces(partial, piecesOf(content))),
    join: (name, parts) => writeBeside(name, (partial) => copyInto(partial, parts.map(place))),
    grow: (name) => growIn(place, name),
    list: (name) => listFiles(place(name)),
    remove: (name) => removePlace(place(name)),
    hash: () => createHash("sha256"),
    digest: (name) => digestFile(place(name)),
  };
}

function claimOrTell(folder: string): void {
  const path = claimPath(folder);
  try {
    makeFolderOf(path);
    claimFolder(folder);
  } catch (error) {
    throw error instanceof InputError ? error : writeProblem(path, error);
  }
}

/** A growing file of a store: its folder is made, and what goes wrong is told as of any other file. */
function growIn(place: (name: string) => string, name: string): GrowingFile {
  const path = place(name);
  const file = growingFile(path);
  const attempt = <T>(at: string, act: () => T): T => {
    try {
      makeFolderOf(at);
      return act();
    } catch (error) {
      throw writeProblem(at, error);
    }
  };
  return {
    keep: (whole) => attempt(path, () => file.keep(whole)),
    append: (contents) => attempt(path, () => file.append(contents)),
    digest: () => file.digest(),
    moveTo: (target) => attempt(place(target), () => renameSync(path, place(target))),
  };
}

/**
 * Makes the folder that a file stands in, and those above it. Not by the recursive `mkdirSync`, which never returns
 * where a folder that exists takes no new ones and says that it does not exist, as `/proc` does.
 */
function makeFolderOf(path: string): void {
  const folder = dirname(path);
  if (existsSync(folder)) return;
  if (folder !== path) makeFolderOf(folder);
  mkdirSync(folder);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function listFiles(path: string): string[] {
  if (!isFolder(path)) return [];
  return readdirSync(path)
    .filter((name) => !name.endsWith(PARTIAL) && isFile(join(path, name)))
    .sort();
}

function removePlace(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return;
  try {
    rmSync(path, { recursive: true });
  } catch (error) {
    throw writeProblem(path, error);
  }
}

function writePieces(target: string, pieces: readonly Uint8Array[]): void {
  const file = openSync(target, "w");
  let at = 0;
  try {
    for (const piece of pieces) {
      writeWhole(file, piece, at);
      at += piece.length;
    }
  } finally {
    closeSync(file);
  }
}

/** Copies files into one; gives the digest of what was copied. */
function copyInto(target: string, sources: readonly string[]): FileDigest {
  const file = openSync(target, "w");
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for (const source of sources) {
      eachChunk(source, (chunk) => {
        writeWhole(file, chunk, bytes);
        hash.update(chunk);
        bytes += chunk.length;
      });
    }
  } finally {
    closeSync(file);
  }
  return { bytes, sha256: hash.digest("hex") };
}

function digestFile(path: string): FileDigest {
  const hash = createHash("sha256");
  let bytes = 0;
  eachChunk(path, (chunk) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  return { bytes, sha256: hash.digest("hex") };
}

function writeProblem(path: string, error: unknown): InputError {
  const reason = error instanceof Error ? error.message : String(error);
  const mend = "give --out a folder that can be written, on a disk with room";
  return new InputError("output", [{ at: "--out", what: `${path} cannot be written (${reason})`, mend }]);
}
