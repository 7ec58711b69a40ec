import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { InputError } from "../../problem.ts";

/** The file in a movie's folder that says who is rendering into it. */
const CLAIM_FILE = "rendering.claim";

/** What this process writes into it. */
const ownClaim = (): string => `${process.pid} ${hostname()}\n`;

/** Where the claim of a movie's folder stands. */
export const claimPath = (folder: string): string => join(folder, CLAIM_FILE);

/**
 * Takes a folder for this process: two runs that wrote into the same would leave a movie with frames of both. A claim
 * that a killed run of this machine left is taken over, as is one's own.
 * @param folder  is there
 * @throws InputError when another run has it; the system's error where it cannot be written
 */
export function claimFolder(folder: string): void {
  const path = claimPath(folder);
  if (hasTaken(path)) return;
  const found = readClaim(path);
  if (found !== undefined && isOfOther(found)) throw taken(folder, found);
  putAside(path);
  if (!hasTaken(path)) throw taken(folder, readClaim(path) ?? "");
}

/** Gives a folder back that this process has taken; fine when it has not. */
export function unclaimFolder(folder: string): void {
  const path = claimPath(folder);
  if (readClaim(path) === ownClaim()) rmSync(path, { force: true });
}

/** Writes the claim where there is none. */
function hasTaken(path: string): boolean {
  try {
    writeFileSync(path, ownClaim(), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Moves a claim away before it is removed, so that of two runs that found it one alone can. */
function putAside(path: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

function readClaim(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Whether another run that wrote a claim may still be there; of another machine's nobody can tell. */
function isOfOther(claim: string): boolean {
  const [pid = "", host = ""] = claim.trim().split(" ");
  if (claim === ownClaim() || !/^\d+$/.test(pid)) return false;
  if (host !== hostname()) return true;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function taken(folder: string, claim: string): InputError {
  const [pid = "?", host = "?"] = claim.trim().split(" ");
  const what = `${folder} is being rendered into by process ${pid} of ${host}`;
  const mend = `give another folder, or wait; when no such run is left, delete ${join(folder, CLAIM_FILE)}`;
  return new InputError("output", [{ at: "--out", what, mend }]);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
