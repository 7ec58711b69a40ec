import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { OutputFile } from "../judge/run.ts";

/** Takes a folder away with all that is in it. */
export type Remove = (folder: string) => void;

const removeFolder: Remove = (folder) => rmSync(folder, { recursive: true, force: true });

/**
 * Takes the output folder away, looks whether it is gone, and makes it anew.
 * @returns whether it was gone: what an earlier run left can then be read by nobody
 */
export function freshFolder(folder: string, remove: Remove = removeFolder): boolean {
  remove(folder);
  const isGone = !existsSync(folder);
  mkdirSync(folder, { recursive: true });
  return isGone;
}

/** Every file below a folder with size and digest, in the order of their names. */
export function filesBelow(folder: string): OutputFile[] {
  return namesBelow(folder, "").map((file) => {
    const content = readFileSync(join(folder, file));
    return { file, bytes: content.length, sha256: sha256Of(content) };
  });
}

function namesBelow(folder: string, below: string): string[] {
  const entries = readdirSync(join(folder, below), { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      return entry.isDirectory() ? namesBelow(folder, name) : [name];
    })
    .sort();
}

/** SHA-256 in hexadecimal digits. */
export function sha256Of(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The JSON files of a folder that are asked for and that are there; undefined where one cannot be parsed. */
export function jsonBelow(folder: string, files: readonly string[]): Record<string, unknown> {
  const there = files.filter((file) => existsSync(join(folder, file)));
  return Object.fromEntries(there.map((file) => [file, parsed(readFileSync(join(folder, file), "utf8"))]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
