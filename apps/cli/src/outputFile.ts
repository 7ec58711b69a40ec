import {
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type ParsedLine, textFlag } from "./commandLine.ts";
import { InputError, type Problem } from "./problem.ts";

/** Signals that end a program politely, and the exit codes that shells expect of them. */
const ENDING_SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Writes a whole file or nothing: beside its place, then renamed onto it. Folders on the way are made; a link stays one,
 * and its file is replaced. What is no file, such as `/dev/stdout`, takes the content as it comes. A Ctrl-C that arrives
 * meanwhile is heard once the file stands.
 * @param flag  the flag that named the file, for messages
 * @throws InputError when the place cannot be written
 */
export function writeOutputFile(flag: string, path: string, content: string | Uint8Array): void {
  const release = holdEndingSignals();
  try {
    if (isStream(path)) writeFileSync(path, content);
    else writeBeside(placeOf(path), content);
  } catch (error) {
    throw new InputError("file", [unwritable(flag, path, error)]);
  } finally {
    release();
  }
}

function writeBeside(place: string, content: string | Uint8Array): void {
  const partial = `${place}.partial-${process.pid}`;
  try {
    makeFolder(dirname(place));
    writeFileSync(partial, content);
    renameSync(partial, place);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** Whether a path leads to a device, a pipe or one of the program's own streams: a file must not take its place. */
function isStream(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  return !(found.isFile() || found.isDirectory()) || OWN_STREAMS.test(resolve(path));
}

function unwritable(flag: string, path: string, error: unknown): Problem {
  const reason = error instanceof Error ? error.message : String(error);
  const mend = "give a path in a folder that can be written";
  return { at: flag, what: `${path} cannot be written (${reason})`, mend };
}

/** Streams of the program by name: where one goes to a file, what it still has to say follows there. */
const OWN_STREAMS = /^\/(dev\/(stdout|stderr|fd\/\d+)|proc\/(self|\d+)\/fd\/\d+)$/;

/** A file that a command was told of: what it is to the command (`HOME`, `--json`), and its path as it was given. */
export interface NamedFile {
  readonly role: string;
  readonly path: string;
  /** The flag, without its dashes, whose file may take its place: it holds the like, only newer. */
  readonly renewedBy?: string;
}

/**
 * Looks whether the files that these flags name can be written without loss, before work that would be lost otherwise:
 * none in place of what the command reads, none in place of another. Leaves nothing behind.
 * @param names   flags without their dashes; those that are not given are left out
 * @param inputs  the files that the command reads
 * @throws InputError naming every file that cannot
 */
export function checkOutputFiles(
  line: ParsedLine,
  names: readonly string[],
  inputs: readonly NamedFile[],
): void {
  const taken = new Map<string, { use: string; renewedBy?: string }>(
    inputs.map((input) => [placeOf(input.path), { ...input, use: `is read for ${input.role}` }]),
  );
  const problems = names.flatMap((name): Problem[] => {
    const path = textFlag(line, name);
    if (path === undefined) return [];
    if (isStream(path)) return [];
    const place = placeOf(path);
    const file = taken.get(place);
    if (file !== undefined && file.renewedBy !== name) return [overwriting(`--${name}`, path, file.use)];
    taken.set(place, { use: `is what --${name} writes` });
    try {
      tryWriting(path);
      return [];
    } catch (error) {
      return [unwritable(`--${name}`, path, error)];
    }
  });
  if (problems.length > 0) throw new InputError("file", problems);
}

function overwriting(flag: string, path: string, use: string): Problem {
  return { at: flag, what: `${path} ${use}, which would be overwritten`, mend: "give a path of its own" };
}

/** One text for each file, however its path is written; links are followed, what is not there yet has its folder's. */
function placeOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const whole = resolve(path);
    const folder = dirname(whole);
    return folder === whole ? whole : join(placeOf(folder), basename(whole));
  }
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
