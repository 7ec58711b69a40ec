import { InputError } from "../problem.ts";
import { EVENTS_HEADER } from "./eventsCsv.ts";
import type { FrameRecord } from "./frameRecord.ts";
import { MOVIE_FILES } from "./movieFiles.ts";
import type { FramePart } from "./moviePlan.ts";
import { digestOf, type FileDigest, type GrowingFile, type MovieStore } from "./movieStore.ts";

/** Folder of what is kept until a movie is whole. */
const FOLDER = "unfinished";
const IDENTITY_FILE = `${FOLDER}/movie.json`;
const EVENTS_FILE = `${FOLDER}/events.csv`;

/** A frame as it is put down; its picture is in the store already. Bytes may stand in memory that lanes share. */
export interface KeptFrame {
  readonly record: FrameRecord;
  readonly eventLines: Uint8Array;
  /** Its small picture, packed for the preview, and as pixels for the contact sheet; empty where none is wanted. */
  readonly preview: Uint8Array;
  readonly sheet: Uint8Array;
}

/** What is put down of a part besides bytes, by which these are known again. */
interface PartIndex {
  readonly frames: readonly {
    readonly record: FrameRecord;
    readonly previewBytes: number;
    readonly sheetBytes: number;
  }[];
  /** Of the event log up to the part's end. */
  readonly events: FileDigest;
  /** Of the part's small pictures. */
  readonly pictures: FileDigest;
}

/**
 * What an unfinished movie has done so far, in its store. Every part is whole or absent, and depends on the movie's
 * inputs alone, so that going on after a kill ends with the bytes of a run without one.
 */
export class MovieJournal {
  readonly #store: MovieStore;
  /** The event log: its lines are written once, and stand there in the order of frames. */
  readonly #events: GrowingFile;
  /** Whether every part so far was there already: only then does the event log go on with what is there. */
  #isKeeping = true;

  /**
   * @param identity    digest of everything that decides the movie's bytes
   * @param isResuming  go on with what is there; otherwise it is thrown away
   * @throws InputError when going on is asked for, but what is there belongs to other inputs
   */
  constructor(store: MovieStore, identity: string, isResuming: boolean) {
    this.#store = store;
    const found = isResuming ? store.read(IDENTITY_FILE) : undefined;
    const foundIdentity = found === undefined ? undefined : identityIn(found);
    if (found !== undefined && foundIdentity !== identity) {
      throw new InputError("resume", [
        {
          at: "--resume",
          what: `the folder holds an unfinished movie of other inputs${foundIdentity === undefined ? " (its movie.json cannot be read)" : ""}`,
          mend: "give the shot, inputs and --frames that it was begun with, or leave --resume out to begin anew",
        },
      ]);
    }
    if (found === undefined) {
      store.remove(FOLDER);
      store.write(IDENTITY_FILE, `${JSON.stringify({ identity })}\n`);
    }
    this.#events = store.grow(EVENTS_FILE);
    const header = new TextEncoder().encode(EVENTS_HEADER);
    if (!this.#events.keep(digestOf(store, header))) this.#events.append([header]);
  }

  /** Bytes of a part of the lens map that was traced before. */
  group(index: number): Uint8Array | undefined {
    return this.#store.read(this.groupFile(index));
  }

  /** Place of a part of the lens map. */
  groupFile(index: number): string {
    return `${FOLDER}/group-${String(index).padStart(5, "0")}.lensmap`;
  }

  /** Keeps a part of the lens map: the blocks of its frames. */
  putGroup(index: number, blocks: readonly Uint8Array[]): void {
    this.#store.write(this.groupFile(index), blocks);
  }

  /**
   * The records of a part that was painted before and whose pictures, small pictures and event lines are still as they
   * were written. Each part once, in order: once one had to be painted, none after it is taken, as its event lines come
   * after that one's.
   * @throws InputError where what is known of a part is damaged
   */
  records(part: FramePart): FrameRecord[] | undefined {
    const kept = this.#isKeeping ? this.#keptRecords(part) : undefined;
    this.#isKeeping = kept !== undefined;
    return kept;
  }

  #keptRecords(part: FramePart): FrameRecord[] | undefined {
    const index = this.#index(part);
    if (index === undefined) return undefined;
    const isWhole =
      this.#isAsWritten(partFile(part, "pictures"), index.pictures) &&
      index.frames.every(({ record }) => this.#isAsWritten(record.file, record));
    return isWhole && this.#events.keep(index.events) ? index.frames.map(({ record }) => record) : undefined;
  }

  #isAsWritten(file: string, { sha256 }: Pick<FileDigest, "sha256">): boolean {
    const content = this.#store.read(file);
    return content !== undefined && digestOf(this.#store, content).sha256 === sha256;
  }

  /** What is known of a part; undefined where nothing is. */
  #index(part: FramePart): PartIndex | undefined {
    const file = partFile(part, "json");
    const content = this.#store.read(file);
    return content === undefined ? undefined : sealedJson(this.#store, file, content);
  }

  /** Keeps a part: its index last, so that an index means that everything of it is there. */
  putPart(part: FramePart, frames: readonly KeptFrame[]): void {
    this.#events.append(frames.map(({ eventLines }) => eventLines));
    const pictures = frames.flatMap(({ preview, sheet }) => [preview, sheet]);
    this.#store.write(partFile(part, "pictures"), pictures);
    const index: PartIndex = {
      frames: frames.map(({ record, preview, sheet }) => ({
        record,
        previewBytes: preview.length,
        sheetBytes: sheet.length,
      })),
      events: this.#events.digest(),
      pictures: digestOf(this.#store, ...pictures),
    };
    this.#store.write(partFile(part, "json"), sealed(this.#store, index));
  }

  /** Of the event log, once every part is kept. */
  eventsDigest(): FileDigest {
    return this.#events.digest();
  }

  /** Puts the event log at its place among the movie's files. A kill after this and before the end paints it all again. */
  placeEvents(): void {
    this.#events.moveTo(MOVIE_FILES.events);
  }

  /** The small pictures of a part, in the order of its frames. */
  smallPictures(part: FramePart): Pick<KeptFrame, "preview" | "sheet">[] {
    const index = this.#index(part);
    const pictures = this.#store.read(partFile(part, "pictures"));
    if (index === undefined || pictures === undefined) {
      throw new RangeError(`part ${part.name} was not kept: its frames must be painted first`);
    }
    let at = 0;
    const next = (bytes: number): Uint8Array => {
      at += bytes;
      return pictures.subarray(at - bytes, at);
    };
    return index.frames.map(({ previewBytes, sheetBytes }) => ({
      preview: next(previewBytes),
      sheet: next(sheetBytes),
    }));
  }

  /** Place of something that is needed until the movie is whole. */
  file(name: string): string {
    return `${FOLDER}/${name}`;
  }

  /** Throws away what is no longer needed: the movie is whole. */
  close(): void {
    this.#store.remove(FOLDER);
  }
}

/**
 * Takes the store and opens the journal of a movie. The manifest of a former movie in the same store goes first: from
 * here on its frames may be overwritten.
 * @throws InputError as the store and the journal do
 */
export function beginMovie(store: MovieStore, identity: string, isResuming: boolean): MovieJournal {
  store.claim();
  const journal = new MovieJournal(store, identity, isResuming);
  store.remove(MOVIE_FILES.manifest);
  return journal;
}

function partFile({ name }: FramePart, ending: "json" | "pictures"): string {
  return `${FOLDER}/part-${name}.${ending}`;
}

/** JSON in a line, and its SHA-256 in the next. */
function sealed(store: MovieStore, index: PartIndex): string {
  const line = JSON.stringify(index);
  return `${line}\n${digestOf(store, new TextEncoder().encode(line)).sha256}\n`;
}

/** @throws InputError where the JSON is not as it was written */
function sealedJson(store: MovieStore, file: string, content: Uint8Array): PartIndex {
  const end = content.indexOf(0x0a);
  const line = content.subarray(0, Math.max(end, 0));
  const seal = new TextDecoder().decode(content.subarray(end + 1)).trimEnd();
  if (digestOf(store, line).sha256 === seal) return JSON.parse(new TextDecoder().decode(line)) as PartIndex;
  throw damagedRemains(file, "is damaged: it has not the SHA-256 that it ends with");
}

/** The error of a file that a killed run left and that is not as it was written. */
export function damagedRemains(file: string, what: string): InputError {
  const mend = "delete it to have its frames made again, or leave --resume out to begin anew";
  return new InputError("resume", [{ at: file, what, mend }]);
}

function identityIn(content: Uint8Array): string | undefined {
  const { identity } = (jsonIn(content) ?? {}) as { identity?: unknown };
  return typeof identity === "string" ? identity : undefined;
}

/** What a JSON file holds; undefined where it is damaged. */
function jsonIn(content: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(content));
  } catch {
    return undefined;
  }
}
