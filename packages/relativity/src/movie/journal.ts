import { joinBytes } from "../picture/png.ts";
import { InputError } from "../problem.ts";
import type { FrameRecord } from "./frameRecord.ts";
import { MOVIE_FILES } from "./movieFiles.ts";
import type { FramePart } from "./moviePlan.ts";
import { digestOf, type MovieStore } from "./movieStore.ts";

/** Folder of what is kept until a movie is whole. */
const FOLDER = "unfinished";
const IDENTITY_FILE = `${FOLDER}/movie.json`;

/** A frame as it is put down; its picture is in the store already. */
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
  readonly previewBytes: number;
  readonly sheetBytes: number;
}[];

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

  /** The records of a part that was painted before and whose pictures are still as they were written. */
  records(part: FramePart): FrameRecord[] | undefined {
    const content = this.#store.read(partFile(part, "json"));
    if (content === undefined) return undefined;
    const records = partIndex(content).map(({ record }) => record);
    const isWhole = records.every(({ file, sha256 }) => {
      const picture = this.#store.read(file);
      return picture !== undefined && digestOf(this.#store, picture).sha256 === sha256;
    });
    return isWhole ? records : undefined;
  }

  /** Keeps a part: its index last, so that an index means that everything of it is there. */
  putPart(part: FramePart, frames: readonly KeptFrame[]): void {
    this.#store.write(this.eventsFile(part), joinBytes(frames.map(({ eventLines }) => eventLines)));
    const pictures = frames.flatMap(({ preview, sheet }) => [preview, sheet]);
    this.#store.write(partFile(part, "pictures"), joinBytes(pictures));
    const index: PartIndex = frames.map(({ record, preview, sheet }) => ({
      record,
      previewBytes: preview.length,
      sheetBytes: sheet.length,
    }));
    this.#store.write(partFile(part, "json"), JSON.stringify(index));
  }

  /** Place of a part's lines of the event log. */
  eventsFile(part: FramePart): string {
    return partFile(part, "csv");
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
    return partIndex(content).map(({ previewBytes, sheetBytes }) => ({
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
 * Opens the journal of a movie. The manifest of a former movie in the same store goes first: from here on its frames
 * may be overwritten.
 * @throws InputError as the journal does
 */
export function beginMovie(store: MovieStore, identity: string, isResuming: boolean): MovieJournal {
  const journal = new MovieJournal(store, identity, isResuming);
  store.remove(MOVIE_FILES.manifest);
  return journal;
}

function partFile({ name }: FramePart, ending: "json" | "csv" | "pictures"): string {
  return `${FOLDER}/part-${name}.${ending}`;
}

function partIndex(content: Uint8Array): PartIndex {
  return JSON.parse(new TextDecoder().decode(content)) as PartIndex;
}

function identityIn(content: Uint8Array): string | undefined {
  try {
    const { identity } = JSON.parse(new TextDecoder().decode(content)) as { identity?: unknown };
    return typeof identity === "string" ? identity : undefined;
  } catch {
    return undefined;
  }
}
