import type { ByteImage } from "../picture/linearImage.ts";
import { InputError } from "../problem.ts";
import { type FrameRecord, frameFile, frameName } from "./frameRecord.ts";
import { MOVIE_FILES } from "./movieFiles.ts";
import type { MovieStore } from "./movieStore.ts";

/** Folder of what is kept until a movie is whole. */
const FOLDER = "unfinished";
const IDENTITY_FILE = `${FOLDER}/movie.json`;

/** A frame as it is put down: its record last, so that a record means that everything of it is there. */
export interface FrameParts {
  readonly record: FrameRecord;
  readonly eventLines: Uint8Array;
  /** Pixels of the small picture; empty where none is wanted. */
  readonly thumbnail: Uint8Array;
}

/**
 * What an unfinished movie has done so far, in its store. Every part is whole or absent, and depends on the movie's
 * inputs alone, so that going on after a kill ends with the bytes of a run without one.
 */
export class MovieJournal {
  readonly #store: MovieStore;

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
    if (found !== undefined) return;
    store.remove(FOLDER);
    store.write(IDENTITY_FILE, `${JSON.stringify({ identity })}\n`);
  }

  /** Bytes of a part of the lens map that was traced before. */
  group(index: number): Uint8Array | undefined {
    return this.#store.read(this.groupFile(index));
  }

  /** Place of a part of the lens map. */
  groupFile(index: number): string {
    return `${FOLDER}/group-${String(index).padStart(5, "0")}.lensmap`;
  }

  /** Keeps a part of the lens map. */
  putGroup(index: number, content: Uint8Array): void {
    this.#store.write(this.groupFile(index), content);
  }

  /** The record of a frame that was drawn before and whose picture is still as it was written. */
  frame(frame: number): FrameRecord | undefined {
    const content = this.#store.read(`${FOLDER}/${frameName(frame)}.json`);
    if (content === undefined || this.#store.read(frameFile(frame)) === undefined) return undefined;
    const record = JSON.parse(new TextDecoder().decode(content)) as FrameRecord;
    return this.#store.digest(frameFile(frame)).sha256 === record.sha256 ? record : undefined;
  }

  /** Keeps a frame whose picture has been written. */
  putFrame({ record, eventLines, thumbnail }: FrameParts): void {
    this.#store.write(this.eventsFile(record.frame), eventLines);
    if (thumbnail.length > 0) this.#store.write(thumbnailFile(record.frame), thumbnail);
    this.#store.write(`${FOLDER}/${frameName(record.frame)}.json`, JSON.stringify(record));
  }

  /** Place of a frame's lines of the event log. */
  eventsFile(frame: number): string {
    return `${FOLDER}/${frameName(frame)}.csv`;
  }

  /** Place of something that is needed until the movie is whole. */
  file(name: string): string {
    return `${FOLDER}/${name}`;
  }

  /** A frame's small picture. */
  thumbnail(frame: number, size: Omit<ByteImage, "rgb">): ByteImage {
    const rgb = this.#store.read(thumbnailFile(frame));
    if (rgb === undefined) throw new RangeError(`no small picture of frame ${frame} was kept`);
    return { ...size, rgb };
  }

  /** Throws away what is no longer needed: the movie is whole. */
  close(): void {
    this.#store.remove(FOLDER);
  }
}

/**
 * Opens the journal of a movie. The manifest of a former movie in the same store goes first: from here on its frames
 * may be overwritten.
 * @throws InputError as the journal does
 */
export function beginMovie(store: MovieStore, identity: string, isResuming: boolean): MovieJournal {
  const journal = new MovieJournal(store, identity, isResuming);
  store.remove(MOVIE_FILES.manifest);
  return journal;
}

function thumbnailFile(frame: number): string {
  return `${FOLDER}/${frameName(frame)}.rgb`;
}

function identityIn(content: Uint8Array): string | undefined {
  try {
    const { identity } = JSON.parse(new TextDecoder().decode(content)) as { identity?: unknown };
    return typeof identity === "string" ? identity : undefined;
  } catch {
    return undefined;
  }
}
