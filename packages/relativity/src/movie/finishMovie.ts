import type { ByteImage } from "../picture/linearImage.ts";
import { encodeAnimatedPng, encodePng } from "../picture/png.ts";
import { CONTACT_PICTURES, contactSheet } from "./contactSheet.ts";
import { EVENTS_HEADER } from "./eventsCsv.ts";
import { type FrameRecord, frameFile } from "./frameRecord.ts";
import type { MovieJournal } from "./journal.ts";
import { writeManifest } from "./manifest.ts";
import { MOVIE_FILES } from "./movieFiles.ts";
import type { MoviePlan } from "./moviePlan.ts";
import type { MovieStore } from "./movieStore.ts";
import { evenlyChosen, thumbnailFactor } from "./thumbnail.ts";

/** Pictures of a preview at most; of longer movies it shows every so many frames. */
const PREVIEW_PICTURES = 200;
const MILLISECONDS = 1000;

/** Makes a video of the pictures it is given, in order. */
export type EncodeVideo = (pictures: Iterable<Uint8Array>, framesPerSecond: number) => Promise<Uint8Array>;

/** What is needed to finish a movie all of whose frames are drawn. */
export interface Finishing {
  readonly plan: MoviePlan;
  readonly store: MovieStore;
  readonly journal: MovieJournal;
  readonly records: readonly FrameRecord[];
  readonly encodeVideo: EncodeVideo | undefined;
}

/** Frames of a movie whose small pictures are needed: those of preview and contact sheet. */
export function thumbnailFrames({ cameras, scene }: MoviePlan): ReadonlySet<number> {
  const { hasPreview, hasContactSheet } = scene.shot.output;
  const indices = [
    ...(hasPreview ? evenlyChosen(cameras.length, PREVIEW_PICTURES) : []),
    ...(hasContactSheet ? evenlyChosen(cameras.length, CONTACT_PICTURES) : []),
  ];
  return new Set(indices.map((index) => cameras[index]!.frame));
}

/**
 * Makes what stands beside the frames, then the manifest, and throws the journal away.
 * @returns the outputs besides the frames
 */
export async function finishMovie(finishing: Finishing): Promise<readonly string[]> {
  const { plan, store, journal, records } = finishing;
  const { output } = plan.scene.shot;
  const files: string[] = [MOVIE_FILES.lensMap];
  const put = (file: string, content: Uint8Array): void => {
    store.write(file, content);
    files.push(file);
  };
  if (output.hasEvents) {
    writeEvents(finishing);
    files.push(MOVIE_FILES.events);
  }
  if (output.hasContactSheet) {
    put(MOVIE_FILES.contactSheet, encodePng(contactSheet(thumbnails(finishing, CONTACT_PICTURES))));
  }
  if (output.hasPreview) put(MOVIE_FILES.preview, encodePreview(finishing));
  if (finishing.encodeVideo !== undefined && output.hasVideo) {
    put(MOVIE_FILES.video, await finishing.encodeVideo(pictures(finishing), output.framesPerSecond));
  }
  removeStrangers(store, records, files);
  writeManifest(store, { plan, records, files });
  journal.close();
  return files;
}

function* pictures({ store, records }: Finishing): Generator<Uint8Array> {
  for (const { file } of records) yield store.read(file)!;
}

function writeEvents({ store, journal, records }: Finishing): void {
  const header = journal.file("events-header.csv");
  store.write(header, EVENTS_HEADER);
  store.join(MOVIE_FILES.events, [header, ...records.map(({ frame }) => journal.eventsFile(frame))]);
}

function thumbnails({ plan, journal }: Finishing, most: number): ByteImage[] {
  const { widthPx, heightPx } = plan.scene.shot.camera;
  const factor = thumbnailFactor(widthPx);
  const size = { widthPx: Math.ceil(widthPx / factor), heightPx: Math.ceil(heightPx / factor) };
  return evenlyChosen(plan.cameras.length, most).map((index) =>
    journal.thumbnail(plan.cameras[index]!.frame, size),
  );
}

function encodePreview(finishing: Finishing): Uint8Array {
  const frames = thumbnails(finishing, PREVIEW_PICTURES);
  const { cameras, scene } = finishing.plan;
  const seconds = cameras.length / scene.shot.output.framesPerSecond;
  const frameMilliseconds = Math.max(1, Math.round((seconds * MILLISECONDS) / frames.length));
  return encodeAnimatedPng({ frames, frameMilliseconds });
}

/** Removes what an earlier movie in the same folder left, so that all that is there is this movie. */
function removeStrangers(store: MovieStore, records: readonly FrameRecord[], files: readonly string[]): void {
  const own = new Set(records.map(({ frame }) => frameFile(frame)));
  for (const name of store.list(MOVIE_FILES.frames)) {
    const file = `${MOVIE_FILES.frames}/${name}`;
    if (/^frame-\d{5,}\.png$/.test(name) && !own.has(file)) store.remove(file);
  }
  const { events, contactSheet: sheet, preview, video } = MOVIE_FILES;
  for (const file of [events, sheet, preview, video]) if (!files.includes(file)) store.remove(file);
}
