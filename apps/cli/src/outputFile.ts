import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { InputError } from "@lightcone/battery";

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
    const reason = error instanceof Error ? error.message : String(error);
    const mend = "give a path in a folder that can be written";
    throw new InputError("file", [{ at: flag, what: `${path} cannot be written (${reason})`, mend }]);
  } finally {
    release();
  }
}

/**
 * Makes a folder and those above it that are missing. Not by the recursive `mkdirSync`, which never returns where
 * a folder that exists takes no new ones and says that it does not exist, as `/proc` does.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  mkdirSync(path);
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
