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

/** What is put down of a part besides bytes. */
type PartIndex = readonly {
  readonly record: FrameRecord;
  readonly eventBytes: number;
  readonly previewBytes: number;
  readonly sheetBytes: number;
}[];

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
    if (!this.#events.keep(header.length)) this.#events.append([header]);
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
   * The records of a part that was painted before and whose pictures are still as they were written. Each part once, in
   * order: once one had to be painted, none after it is taken, as its event lines come after that one's.
   */
  records(part: FramePart): FrameRecord[] | undefined {
    const kept = this.#isKeeping ? this.#keptRecords(part) : undefined;
    this.#isKeeping = kept !== undefined;
    return kept;
  }

  #keptRecords(part: FramePart): FrameRecord[] | undefined {
    const content = this.#store.read(partFile(part, "json"));
    if (content === undefined) return undefined;
    const index = partIndex(content, part);
    const isWhole = index.every(({ record: { file, sha256 } }) => {
      const picture = this.#store.read(file);
      return picture !== undefined && digestOf(this.#store, picture).sha256 === sha256;
    });
    const eventBytes = index.reduce((sum, frame) => sum + frame.eventBytes, 0);
    return isWhole && this.#events.keep(eventBytes) ? index.map(({ record }) => record) : undefined;
  }

  /** Keeps a part: its index last, so that an index means that everything of it is there. */
  putPart(part: FramePart, frames: readonly KeptFrame[]): void {
    this.#events.append(frames.map(({ eventLines }) => eventLines));
    const pictures = frames.flatMap(({ preview, sheet }) => [preview, sheet]);
    this.#store.write(partFile(part, "pictures"), pictures);
    const index: PartIndex = frames.map(({ record, eventLines, preview, sheet }) => ({
      record,
      eventBytes: eventLines.length,
      previewBytes: preview.length,
      sheetBytes: sheet.length,
    }));
    this.#store.write(partFile(part, "json"), JSON.stringify(index));
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
    const content = this.#store.read(partFile(part, "json"));
    const pictures = this.#store.read(partFile(part, "pictures"));
    if (content === undefined || pictures === undefined) {
      throw new RangeError(`part ${part.name} was not kept: its frames must be painted first`);
    }
    let at = 0;
    const next = (bytes: number): Uint8Array => {
      at += bytes;
      return pictures.subarray(at - bytes, at);
    };
    return partIndex(content, part).map(({ previewBytes, sheetBytes }) => ({
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

function partIndex(content: Uint8Array, part: FramePart): PartIndex {
  const index = jsonIn(content);
  if (Array.isArray(index)) return index as PartIndex;
  throw damagedRemains(partFile(part, "json"), "is damaged: it is no list of frames");
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
