import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type ParsedLine, textFlag } from "./commandLine.ts";
import { InputError, type Problem } from "./problem.ts";

/** Signals that end a program politely, and the exit codes that shells expect of them. */
const ENDING_SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Writes a whole file or nothing: beside its place, then renamed onto it. Folders on the way are made. A Ctrl-C
 * that arrives meanwhile is heard once the file stands.
 * @param flag  the flag that named the file, for messages
 * @throws InputError when the place cannot be written
 */
export function writeOutputFile(flag: string, path: string, content: string | Uint8Array): void {
  const partial = `${path}.partial-${process.pid}`;
  const release = holdEndingSignals();
  try {
    makeFolder(dirname(path));
    writeFileSync(partial, content);
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw new InputError("file", [unwritable(flag, path, error)]);
  } finally {
    release();
  }
}

function unwritable(flag: string, path: string, error: unknown): Problem {
  const reason = error instanceof Error ? error.message : String(error);
  const mend = "give a path in a folder that can be written";
  return { at: flag, what: `${path} cannot be written (${reason})`, mend };
}

/**
 * Looks whether the files that these flags name can be written, before work that would be lost otherwise. Leaves
 * nothing behind.
 * @param names  flags without their dashes; those that are not given are left out
 * @throws InputError naming every file that cannot
 */
export function checkOutputFiles(line: ParsedLine, names: readonly string[]): void {
  const problems = names.flatMap((name): Problem[] => {
    const path = textFlag(line, name);
    if (path === undefined) return [];
    try {
      tryWriting(path);
      return [];
    } catch (error) {
      return [unwritable(`--${name}`, path, error)];
    }
  });
  if (problems.length > 0) throw new InputError("file", problems);
}

function tryWriting(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error("it is a folder");
  const made: string[] = [];
  const trial = `${path}.partial-${process.pid}`;
  try {
    makeFolder(dirname(path), made);
    writeFileSync(trial, "");
  } finally {
    rmSync(trial, { force: true });
    made.reverse().forEach(removeIfEmpty);
  }
}

/** Another program may have put something there meanwhile. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {}
}

/**
 * Makes a folder and those above it that are missing. Not by the recursive `mkdirSync`, which never returns where
 * a folder that exists takes no new ones and says that it does not exist, as `/proc` does.
 * @param made  gets those that were made, in their order
 */
function makeFolder(path: string, made: string[] = []): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, made);
  mkdirSync(path);
  made.push(path);
}

/** Keeps the program from ending in the middle of a write; the returned function lets it end again. */
function holdEndingSignals(): () => void {
  const holds = Object.entries(ENDING_SIGNALS).map(([signal, exitCode]) => {
    const end = (): never => process.exit(exitCode);
    process.on(signal, end);
    return () => process.off(signal, end);
  });
  // A signal that came during the write is delivered on the next turn of the event loop, so the listeners stay for one.
  return () =>
    setImmediate(() => {
      for (const letGo of holds) letGo();
    });
}
